"""What pytest should not read, and what all page tests share."""

from functools import cache, partial

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from hetdp_core.odometer.kinds import KindsScenario
from pages.inside.odometer import controls

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
def _scripts_are_compiled_once_and_a_folder_of_pages_is_looked_for_once():
    """As by a server: each run of an AppTest would compile anew, and set up pages twice."""
    scripts = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: scripts)
        # What an AppTest forgets of it before each run is forgotten by this one alone.
        patch.setattr(app_test, "PagesManager", type("Pages", (PagesManager,), {}))
        yield


@pytest.fixture(scope="session", autouse=True)
def _few_people_are_asked_in_three_ways():
    """The odometer's page asks nine, and each takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "KindsScenario", partial(KindsScenario, people=2))
        yield
