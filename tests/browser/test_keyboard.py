"""By keyboard alone: Tab reaches every control in reading order, and one sees where it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import ADDRESSES, NUMBERS, settle, visit

MOST_STOPS = 150

# What is drawn around the focus: of the element, what is inside it, and the frames around it.
# A number in a row is in a shadow tree, where `inner` finds what has the focus.
STEP = """() => {
    const inner = root => root.activeElement?.shadowRoot ? inner(root.activeElement.shadowRoot)
        : root.activeElement;
    const look = element => {
        const around = [element, ...element.querySelectorAll("*")].slice(0, 12);
        for (let parent = element.parentElement; parent && around.length < 20;
            parent = parent.parentElement) around.push(parent, ...parent.children);
        return around.slice(0, 40).flatMap(one => [null, "::before", "::after"].map(part => {
            const style = getComputedStyle(one, part);
            return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow,
                style.borderColor, style.backgroundColor, style.textDecorationLine].join();
        })).join(";");
    };
    const host = one => one.getRootNode().host ?? one;
    const follows = (one, other) => (host(one) === host(other)
        ? one.compareDocumentPosition(other) : host(one).compareDocumentPosition(host(other))
    ) & Node.DOCUMENT_POSITION_FOLLOWING;
    window.walk ??= { visited: [] };
    const { walk } = window;
    let unseen = null;
    // A table on a canvas paints the focus itself, and Tab takes it along a row before it leaves.
    const focused = inner(document);
    const grid = focused.closest("canvas");
    const element = grid ?? focused;
    if (grid && grid === walk.last) return { back: false, unseen: null, backwards: null };
    if (walk.last && walk.last.tagName !== "CANVAS") {
        unseen = look(walk.last) === walk.look ? walk.last.outerHTML : null;
    }
    const back = walk.visited.includes(element) || element === document.body;
    let backwards = null;
    if (!back) {
        if (walk.last && !follows(walk.last, element)) backwards = element.outerHTML;
        Object.assign(walk, { last: element, look: look(element) });
        walk.visited.push(element);
    }
    return { back, unseen, backwards };
}"""

# Controls in sight that Tab did not come to. Of a group that arrow keys move in, one is enough;
# what only the mouse needs (tabindex -1) has a key of its own.
MISSED = """() => {
    const group = "[role=tablist], [role=radiogroup], [role=group], [role=toolbar]";
    const whole = root => [...root.querySelectorAll("*")]
        .flatMap(one => one.shadowRoot ? whole(one.shadowRoot) : [one]);
    const { visited } = window.walk;
    const reached = one => visited.includes(one)
        || visited.some(other => one.closest(group)?.contains(other));
    return whole(document)
        .filter(one => one.matches("a[href], button, input, select, textarea, summary"))
        .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.disabled
            && one.tabIndex >= 0 && !reached(one))
        .map(one => one.outerHTML.slice(0, 200));
}"""


def walk(page: Page) -> tuple[int, list[str], list[str]]:
    """Press Tab on a fresh page until the focus comes back.

    Returns the number of stops, those one could not see, and those before the last one.
    """
    page.add_style_tag(content="*, ::before, ::after { transition: none !important }")
    unseen, backwards = [], []
    for stops in range(MOST_STOPS):
        page.keyboard.press("Tab")
        step = page.evaluate(STEP)
        unseen += [step["unseen"]] if step["unseen"] else []
        backwards += [step["backwards"]] if step["backwards"] else []
        if step["back"]:
            return stops, unseen, backwards
    raise AssertionError(f"the focus did not come back after {MOST_STOPS} stops")


@pytest.mark.parametrize(
    "address",
    [
        *ADDRESSES[:2],
        *(pytest.param(one, marks=pytest.mark.slow) for one in ADDRESSES[2:-2]),
        *ADDRESSES[-2:],
    ],
)
def test_tab_reaches_every_control_in_order_and_shows_where_it_is(
    tour: Page, server: Server, address: str
) -> None:
    visit(tour, server("app.py").url + address)
    stops, unseen, backwards = walk(tour)
    assert stops > 20
    assert backwards == []
    assert unseen == []
    assert tour.evaluate(MISSED) == []


def test_the_walk_notices_a_hidden_focus_and_a_wrong_order(tour: Page, server: Server) -> None:
    visit(tour, server("app.py").url)
    tour.add_style_tag(
        content=f"{NUMBERS} summary:focus-visible {{ outline: none; box-shadow: none }}"
    )
    tour.locator("[data-testid=stTopNavLink]").first.evaluate("link => { link.tabIndex = 3 }")
    _, unseen, backwards = walk(tour)
    assert any("Show the numbers" in one for one in unseen)
    assert len(backwards) == 1


def test_arrow_keys_move_along_the_tabs(tour: Page, server: Server) -> None:
    visit(tour, server("app.py").url + "heterogeneous_mean")
    first, second = tour.get_by_role("tab").nth(0), tour.get_by_role("tab").nth(1)
    first.focus()
    tour.keyboard.press("ArrowRight")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-selected", "true")
    settle(tour)
    expect(tour.get_by_role("tabpanel").get_by_role("figure").first).to_be_visible()
