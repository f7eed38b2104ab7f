"""The Reproductions page: all items at a glance, then one card each, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import streamlit as st

from hetdp_core.computation import Call, Given
from hetdp_core.errors import HetDPError
from hetdp_core.figures import reproductions as figures
from hetdp_core.reproductions import PAPERS, Card, Reproduction, Verdict, cards, chosen
from pages.inside.topics import TOPICS
from pages.shared.controls import knobs, widgets
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import DOWN
from pages.shared.words import notices
from pages.shared.words.literal import literal

A_PAGE = 5
"""Cards shown at a time."""

MOST_ROWS = 12
"""A longer table scrolls."""

HEIGHT_OF_MANY = 320

ADDRESSES = {topic.room: topic.key for topic in TOPICS.values()}
"""Where the scenario of a paper opens."""

TABS_KEYS = {topic.room: topic.tabs_key for topic in TOPICS.values()}

_LOOKS = {
    Verdict.REPRODUCED: ("green", ":material/check_circle:"),
    Verdict.ASSUMED: ("blue", ":material/task_alt:"),
    Verdict.WRONG: ("orange", ":material/error:"),
    Verdict.IMPOSSIBLE: ("gray", ":material/help:"),
}


def overview() -> None:
    """One sentence, and one mark for every table, figure and example."""
    try:
        everything = cards()
    except HetDPError as error:
        notices.error(error)
        st.stop()
    draw_below(view(everything))


def view(everything: tuple[Card, ...]) -> View:
    """Return how many have which verdict in a sentence, and one mark for each."""
    return View(
        key="reproductions",
        name="Tables, figures and examples of the four papers by verdict",
        headline=_in_a_sentence(everything),
        figure=figures.overview(everything),
        numbers=Given(figures.counts(everything), Call(figures.counts, Call(cards))),
        height=470,
    )


def _in_a_sentence(everything: tuple[Card, ...]) -> str:
    numbers = {kind: sum(one.verdict is kind for one in everything) for kind in Verdict}
    return (
        f"Of {len(everything)} tables, figures and worked examples in the four papers, "
        f"**{numbers[Verdict.REPRODUCED]} come out as printed**, {numbers[Verdict.ASSUMED]} do "
        "under stated assumptions (most because our copies of the papers lack their "
        f"settings), {numbers[Verdict.WRONG]} hold a value or a sentence that is shown wrong, and "
        f"{numbers[Verdict.IMPOSSIBLE]} cannot be reproduced from what is known."
    )


def reproduction_cards() -> None:
    """The filters, and the cards they leave."""
    left, right = st.columns(2)
    with left:
        paper = widgets.draw(knobs.rooms.CARDS_OF)
    with right:
        verdict = widgets.draw(knobs.rooms.CARDS_WITH)
    found = chosen("" if paper == "all" else paper, "" if verdict == "all" else verdict)
    if not found:
        notices.info("No card has this verdict.")
        return
    place = st.container()
    page = _page(-(-len(found) // A_PAGE))
    with place:
        for one in found[(page - 1) * A_PAGE : page * A_PAGE]:
            _draw(one)


def _page(pages: int) -> int:
    """Which page of the cards, from 1; nothing is drawn for a single one."""
    if pages == 1:
        return 1
    return int(st.pagination(pages, key="cards_page", bind="query-params"))


def address(item: Reproduction) -> str:
    """Return the link to an item's scenario: down to the tab that it is about, if any."""
    down = {DOWN: 1} if TABS_KEYS[item.paper] in item.view else {}
    return f"{ADDRESSES[item.paper]}?{urlencode({**item.view, **down}, doseq=True)}"


def _draw(one: Card) -> None:
    item = one.item
    colour, icon = _LOOKS[one.verdict]
    with st.container(border=True):
        st.subheader(f"{PAPERS[item.paper]} · {item.item}")
        st.badge(str(one.verdict), icon=icon, color=colour)  # type: ignore[arg-type]
        for sentence in words(one):
            st.markdown(sentence)
        rows = figures.findings(one.findings)
        if len(rows) > MOST_ROWS:
            st.dataframe(rows, hide_index=True, height=HEIGHT_OF_MANY)
        else:
            st.table(rows.set_index("what"))
        left, right = st.columns([1, 2], vertical_alignment="center")
        with left:
            _link(one)
        with right:
            st.markdown("  \n".join(f"`{command}`" for command in item.commands))
        st.caption(f"Stored: {one.made_with}.")


def words(one: Card) -> Iterator[str]:
    """Return what a card shows, what was assumed and why not all agrees; Markdown."""
    item = one.item
    yield item.shows
    if one.reason:
        yield f"**{_lead(one)}.** {one.reason}"
    if item.assumptions:
        yield "**Assumed.** " + " ".join(item.assumptions)
    if item.erratum:
        yield f"**On the page.** {item.erratum}."


def _lead(one: Card) -> str:
    """Return what the reason is for: a number that is off, a sentence, or what is missing."""
    if one.verdict is not Verdict.WRONG:
        return "Why not"
    off = [finding for finding in one.findings if finding.agrees is False]
    sentence = all(finding.difference is None for finding in off)
    return "Why the sentence does not hold" if sentence else "Why the printed value is wrong"


def _link(one: Card) -> None:
    """In a window of its own: the reader's own settings stay, and so does this page."""
    item = one.item
    st.link_button("Open this scenario", address(item), icon=":material/open_in_new:")
    if item.seen_there is not None:
        st.caption(f"There you find: {literal(item.seen_there.label)}, {one.seen_there}.")
