"""What pytest should not read, and what all page tests share."""

from functools import cache, partial, wraps

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1.element_tree import ElementTree

from hetdp_core.figures.report.html import Report
from hetdp_core.odometer.kinds import KindsScenario
from pages.inside.odometer import controls
from pages.inside.overview import report
from tests.pages.app import open_page

collect_ignore = ["made_up/door.py"]  # a page: Streamlit runs it


def pytest_collection_modifyitems(items):
    """What empties the cache comes last: all other pages find there what was computed before."""
    items.sort(key=lambda item: item.path.name == "test_cache.py")


@pytest.fixture(scope="session", autouse=True)
def _packages_are_looked_through_once():
    """For components: each AppTest would do so again, and that takes longer than most pages."""
    name = "scan_component_manifests"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_run_of_a_page_ends_in_an_exception():
    """Whichever way a test sets it off."""
    plain = ElementTree.run

    @wraps(plain)
    def run(tree, **given):
        app = plain(tree, **given)
        assert not app.exception
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ElementTree, "run", run)
        yield


@pytest.fixture(scope="session", autouse=True)
def _few_people_are_asked_in_three_ways():
    """The odometer's page asks nine, and each takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "KindsScenario", partial(KindsScenario, people=2))
        yield


@pytest.fixture(scope="module")
def first_look(request):
    """The page of a module's tests as it opens, for those that only look."""
    return open_page(request.module.PAGE)


@pytest.fixture
def reports(monkeypatch):
    """The reports that are made from now on."""
    found: list[Report] = []

    def note(one):
        found.append(one)
        return "<html>"

    monkeypatch.setattr(report, "to_html", note)
    return found
