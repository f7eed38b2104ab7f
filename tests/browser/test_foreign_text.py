"""Text that is not ours is shown as it is: no address, name or file makes a browser call a host.

A server listens; every text that a visitor's link or file can hold names it.
"""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.shared.controls import catalog
from tests.browser.apps.literal_texts import texts
from tests.browser.conftest import Server
from tests.browser.dashboard import go, looks, until
from tests.browser.listener import Listener

TEXTS = ("levels", "counts", "deltas", "step_slopes", "answers", "record")
"""Controls that take any text."""

OTHERS = (
    *("a", "slide", "preset", "v", "lesson", "step", "guess", "shown"),
    *("view", "feature_view", "ridge_view", "odometer_view", "example", "example_1"),
    *("cards_page", "triangle_rule", "coefficients_of", "release_of", "vary", "best"),
    "down",
)
"""What an address may say besides the controls in `controls`."""

PAGES: dict[str, dict[str, str]] = {
    "heterogeneous_mean": {
        "profile": catalog.shared.PROFILE.options["levels"],  # type: ignore[index]
        "view": "How this is calculated",
    },
    "feature_privacy": {},
    "ridge": {},
    "privacy_odometer": {
        "questions": catalog.odometer.QUERY_KIND.options["powers"],  # type: ignore[index]
        "step_questions": catalog.odometer.STEP_KIND.options["linear"],  # type: ignore[index]
    },
    "lessons": {"lesson": "mean"},
    "evidence": {},
    "release": {},
    "decision": {},
}
"""Each page with what makes it read the texts that it takes."""

TYPED = ("heterogeneous_mean", "decision")
"""Pages that show many of such texts, for `make test`; `make studies` opens every page."""

READ = """() => {
    const body = document.body.cloneNode(true);
    body.querySelectorAll("script, style").forEach(e => e.remove());
    return body.textContent.replaceAll("\u2060", "");
}"""


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    one = Listener()
    yield one
    one.stop()


def hostile(listener: Listener, keys: Iterable[str], meant: Mapping[str, str]) -> str:
    """An address in which all but what is meant, A's texts too, is a picture at the listener."""
    texts = {key: listener.picture(place) for place, key in enumerate(keys)}
    pinned = {**meant, **{key: listener.picture("a") for key in TEXTS}}
    return urlencode({**texts, "a": urlencode(pinned), **meant})


def calls(page: Page, listener: Listener, patience: int = 100) -> list[str]:
    """What was asked of the listener, and what in the page would ask it.

    What comes late is found by the next look; the last one has more `patience`, milliseconds.
    """
    find = """host => [...document.querySelectorAll("[src], [href], [style]")]
        .filter(e => ["src", "href", "style"].some(k => e.getAttribute(k)?.includes(host)))
        .map(e => e.outerHTML.slice(0, 80))"""
    found: list[str] = []
    for _ in looks(page, patience):
        found += [*listener.asked, *page.evaluate(find, listener.host)]
        listener.asked.clear()
    return found


def test_no_page_calls_the_host_that_an_address_names(
    tour: Page, server: Server, listener: Listener
) -> None:
    root, found = server("app.py").url, {}
    addresses = {"": hostile(listener, (*catalog.BY_KEY, *OTHERS), {})}
    for page in TYPED:
        addresses[page] = hostile(listener, (*TEXTS, *OTHERS), PAGES[page])
    for page, query in addresses.items():
        go(tour, f"{root}{page}?{query}", figures=0)
        tour.get_by_test_id("stAlert").first.wait_for(state="attached")
        found[page] = calls(tour, listener), f"![](//{listener.host}/" in tour.evaluate(READ)
    late = calls(tour, listener, 500)
    assert found == dict.fromkeys(addresses, ([], True)), found
    assert late == []


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_no_part_of_an_address_makes_a_page_call_the_host_that_it_names(
    page: str, tour: Page, server: Server, listener: Listener
) -> None:
    """One part at a time, so that none hides what another does."""
    found = {}
    for key in dict.fromkeys((*catalog.BY_KEY, *OTHERS, "present")):
        query = urlencode({**PAGES[page], key: listener.picture(key[:6])})
        go(tour, f"{server('app.py').url}{page}?{query}", figures=0)
        tour.get_by_test_id("stMain").locator("h1").first.wait_for()
        found[key] = calls(tour, listener)
    found["late"] = calls(tour, listener, 500)
    assert not any(found.values()), found


def test_what_slipped_through_would_be_refused_by_the_browser(
    tour: Page, listener: Listener, console_errors: list[str]
) -> None:
    assert console_errors == []
    tour.evaluate(
        """host => {
            document.body.append(Object.assign(new Image(), { src: `//${host}/picture` }));
            document.body.append(Object.assign(document.createElement("script"),
                { src: `//${host}/script` }));
            fetch(`//${host}/fetch`).catch(() => {});
        }""",
        listener.host,
    )
    until(lambda: len(console_errors) >= 3, tour)
    assert listener.asked == []
    assert all("Content Security Policy" in error for error in console_errors)
    console_errors.clear()
    added = tour.locator(f"[src*='{listener.host}']")
    added.evaluate_all("all => all.forEach(one => one.remove())")  # the page is others' too


def test_any_text_is_shown_letter_by_letter(page: Page, apps: str) -> None:
    """In a paragraph, a label and a box: texts put together from all that Markdown knows."""
    meant = [*(text for text in texts() for _ in range(3)), "That is all."]
    page.goto(f"{apps}literal_texts")
    written = page.get_by_test_id("stMain").get_by_test_id("stMarkdownContainer")
    expect(written).to_have_count(len(meant))  # labels come after the last paragraph
    shown = written.evaluate_all("all => all.map(e => e.innerText.replaceAll('\u2060', ''))")
    assert shown == meant
