"""A walk by keyboard alone: where Tab leads, and whether one sees where it is."""

from playwright.sync_api import Page

FEWEST_STOPS, MOST_STOPS = 15, 150

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


def walk(page: Page) -> dict[str, list[str]]:
    """Press Tab on a fresh page until the focus comes back; what is wrong with the way, by kind."""
    page.add_style_tag(content="*, ::before, ::after { transition: none !important }")
    wrong: dict[str, list[str]] = {"unseen": [], "backwards": []}
    for stops in range(MOST_STOPS):
        page.keyboard.press("Tab")
        step = page.evaluate(STEP)
        for kind, elements in wrong.items():
            elements += [step[kind]] if step[kind] else []
        if step["back"]:
            assert stops > FEWEST_STOPS, f"only {stops} stops"
            return {**wrong, "missed": page.evaluate(MISSED)}
    raise AssertionError(f"the focus did not come back after {MOST_STOPS} stops")
