"""The page of the published results: the verdicts, and what goes beyond them.

All items at a glance, the errata with the cards that show them, a card for each other item, a few
at a time, and a card for each claim beyond the papers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.evidence import Card, Item, Verdict, cards, chosen, claim_cards
from hetdp_core.evidence.catalogue import NOTE
from hetdp_core.figures import evidence as figures
from hetdp_core.numerals import counted
from hetdp_core.papers import PAPERS, Erratum
from pages.inside.evidence import figures as figures_for_reviewers
from pages.inside.topics import TOPICS
from pages.shared import page_paths
from pages.shared.controls import catalog, panel
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.head import draw_head
from pages.shared.frame.tabs import DOWN
from pages.shared.frame.topic import FIGURE, Topic, figure_name
from pages.shared.text import notices
from pages.shared.text.notices import literal

A_PAGE = 5
"""Cards shown at a time."""

OTHERS = "All other results, by paper"

TITLE = "Beyond the papers"

LINK = "#beyond-the-papers"
"""Where its heading stands on the page."""

ERRATA, ERRATA_LINK = "Wrong or loose in the papers", "errata"
"""The heading of the errata, and where it stands on the page."""

AS_PRINTED = "As printed"
"""The section of a topic that shows the errata of its methods and proofs."""

TOPIC_OF = {topic.room: topic for topic in TOPICS.values()}
"""Where the scenario of a paper opens."""

_NOTE = Path(__file__).resolve().parents[3] / NOTE

_LOOKS = {
    Verdict.REPRODUCED: ("green", ":material/check_circle:"),
    Verdict.ASSUMED: ("blue", ":material/task_alt:"),
    Verdict.IN_RANGE: ("blue", ":material/unfold_more:"),
    Verdict.GIVEN: ("violet", ":material/input:"),
    Verdict.WRONG: ("orange", ":material/error:"),
    Verdict.IMPOSSIBLE: ("gray", ":material/help:"),
}


def draw_results() -> None:
    """Draw all items at a glance, the errata, and a card for each item and claim."""
    draw_head("Evidence", "Which published results hold up, computed again")
    st.markdown(
        f"Below: [{ERRATA}](#{ERRATA_LINK}), "
        f"[{figures_for_reviewers.TITLE}](#{figures_for_reviewers.LINK}) and "
        f"[{TITLE}]({LINK}), this project's own results."
    )
    try:
        draw_below(view(cards()))
    except HetDPError as error:
        notices.error(error)
        st.stop()
    _errata()
    _items()
    figures_for_reviewers.draw_figures()
    _claims()


def view(everything: tuple[Card, ...]) -> View:
    """Return how many hold and how many are wrong in two sentences, and one mark for each."""
    numbers = {kind: sum(card.verdict is kind for card in everything) for kind in Verdict}
    held = numbers[Verdict.REPRODUCED] + numbers[Verdict.ASSUMED]
    return View(
        key="reproductions",
        name="Tables, figures and examples of the four papers by verdict",
        headline=f"Of {len(everything)} tables, figures, examples and statements of the four "
        f"papers, **{held} are reproduced**, {numbers[Verdict.REPRODUCED]} of them as printed. "
        f"{numbers[Verdict.ASSUMED]} rest on stated assumptions, mostly settings that our copies "
        "of the papers lack. "
        f"**{numbers[Verdict.WRONG]} contain a number or statement that we show to be wrong.**",
        figure=figures.overview(everything),
        numbers=Call(figures.counts, Call(cards)),
        height=480,
    )


def _errata() -> None:
    """Draw all that is wrong or loose in the papers, each with a number as printed and in truth."""
    st.header(ERRATA, anchor=ERRATA_LINK)
    known = errata()
    crosses = sum(bool(erratum.card) for _, erratum in known)
    st.markdown(
        f"{len(known)} errata: {crosses} are about numbers and statements, and have a cross above. "
        f"{len(known) - crosses} are about methods and proofs, which have no mark."
    )
    for topic, erratum in known:
        name = f"**Erratum {erratum.number}. {erratum.printed}**"
        _folded(name, f"erratum_{erratum.number}", _draw_erratum, topic, erratum)


@st.fragment
def _folded(
    name: str, key: str, draw: Callable[..., None], *given: object, unfolded: bool = False
) -> None:
    """Draw what is folded up once it is opened."""
    place = st.expander(name, key=key, expanded=unfolded, on_change="rerun")
    if place.open:
        with place:
            draw(*given)


def errata() -> list[tuple[Topic, Erratum]]:
    """Return all errata by number, with their topics."""
    known = [(topic, erratum) for topic in TOPICS.values() for erratum in topic.paper.errata]
    return sorted(known, key=lambda each: each[1].number)


def _draw_erratum(topic: Topic, erratum: Erratum) -> None:
    """Draw what holds, and the card that shows it."""
    st.markdown(erratum.holds)
    if erratum.card:
        (card,) = (card for card in chosen(topic.room) if card.item.item == erratum.card)
        _draw_card(card)
    else:
        _with_number(topic, erratum)


def _with_number(topic: Topic, erratum: Erratum) -> None:
    """Draw the number at stake, and the way to where it is shown."""
    what, printed, truth = erratum.number_at_stake
    numbers = {"what": [what], "in the paper": [printed], "in truth": [truth]}
    st.table(pd.DataFrame(numbers).set_index("what"))
    name = figure_name(topic, AS_PRINTED)
    st.page_link(
        page_paths.EVIDENCE,
        label=f"Shown below: {name}",
        icon=":material/arrow_downward:",
        query_params={FIGURE: name},
    )


def _items() -> None:
    """Draw the filter, and the cards it leaves by paper: those of the errata stand above."""
    st.header(OTHERS, anchor="other-results")
    paper_of = catalog.sections.CARDS_OF
    linked = paper_of.parse(st.query_params.get_all(paper_of.key))
    verdict = panel.draw(catalog.sections.CARDS_WITH)
    if verdict == str(Verdict.WRONG):
        notices.marked("info", f"These cards are shown above: [{ERRATA}](#{ERRATA_LINK}).")
        return
    every = verdict == "all"
    found = [
        card for card in chosen("", "" if every else verdict) if card.verdict is not Verdict.WRONG
    ]
    for room, paper in PAPERS.items():
        of_paper = [card for card in found if card.item.paper == room]
        if of_paper:
            _folded(
                f"{paper.topic}: {counted(len(of_paper), 'result')}",
                f"{room}_{verdict}",
                _draw_items,
                of_paper,
                "" if room == linked else f"_{room}",
                unfolded=room == linked or (linked == "all" and not every),
            )
    if not found:
        notices.info("No card has this verdict.")


def _draw_items(found: Sequence[Card], of: str) -> None:
    """Draw a few cards at a time; the address names the page of this paper, or of the linked."""
    place, pages, page = st.container(), -(-len(found) // A_PAGE), 1
    if pages > 1:
        page = int(st.pagination(pages, key=f"cards_page{of}", bind="query-params"))
    with place:
        for card in found[(page - 1) * A_PAGE : page * A_PAGE]:
            _draw_item(card)


def _draw_item(card: Card) -> None:
    item = card.item
    colour, icon = _LOOKS[card.verdict]
    st.subheader(f"{PAPERS[item.paper].topic} · {item.item}")
    st.badge(str(card.verdict), icon=icon, color=colour)  # type: ignore[arg-type]
    _draw_card(card)


def _draw_card(card: Card) -> None:
    """Draw what a card says, its numbers, and the way to its scenario."""
    for sentence in words(card):
        st.markdown(sentence)
    rows = figures.findings(card.findings)
    st.table(rows.set_index("what"))
    _link(card, "Open this scenario")


def words(card: Card) -> Iterator[str]:
    """Return what a card shows, what was assumed, why not all agrees, and when a number does."""
    item = card.item
    yield item.shows
    if card.reason:
        yield f"**{_lead(card)}.** {card.reason}"
    if item.assumptions:
        yield "**Assumed.** " + " ".join(item.assumptions)
    if item.erratum and card.verdict is not Verdict.WRONG:
        yield f"**See above.** {item.erratum}."
    rules = dict.fromkeys(check.rule for check in item.checks if check.rule)
    if rules:
        yield "**Agrees: yes or no.** " + " ".join(rules)


def _lead(card: Card) -> str:
    """Return what the reason is for: a number that is off, a sentence, or what is missing."""
    if card.verdict is not Verdict.WRONG:
        return "Why not"
    sentence = all(row.difference is None for row in card.findings if row.agrees is False)
    return "Why the sentence does not hold" if sentence else "On the printed value"


def address(item: Item) -> str:
    """Return the link to an item's scenario: down to what it is about, if not the hero figure."""
    topic = TOPIC_OF[item.paper]
    named = item.view.get(topic.tabs_key)
    if named in topic.on_evidence:
        settings = {key: held for key, held in item.view.items() if key != topic.tabs_key}
        return f"evidence?{urlencode({FIGURE: figure_name(topic, named), **settings}, doseq=True)}"
    down = {DOWN: 1} if named else {}
    return f"{topic.key}?{urlencode({**item.view, **down}, doseq=True)}"


def _link(card: Card, label: str) -> None:
    """Draw the way to a scenario, in a window of its own, so that the reader's settings stay."""
    st.link_button(label, address(card.item), icon=":material/open_in_new:")
    st.caption(" ".join(found_there(card)))
    st.caption(f"Stored: {card.made_with}.")


def found_there(card: Card) -> Iterator[str]:
    """Return what the linked page shows of a card, and in which setting it differs; Markdown."""
    item = card.item
    if item.seen_there is not None:
        value = card.seen_there.replace("-", "−")
        yield f"There you find: {literal(item.seen_there.label)}, {value}."
    if item.not_drawn:
        yield item.not_drawn


def _claims() -> None:
    """Draw the claims that are in none of the four papers, each with its evidence."""
    st.header(TITLE, anchor=LINK.removeprefix("#"))
    st.markdown(
        "Results of this project that are not in the four papers. Each number is marked as "
        "**exact**, a **certified bound** or **simulated**."
    )
    try:
        claims = claim_cards()
    except HetDPError as error:
        notices.error(error)
        return
    for number, card in enumerate(claims, start=1):
        _folded(card.item.item, f"claim_{number}", _draw_claim, card)
    st.caption("`python -m hetdp_core.evidence NAME` computes a stored result again, by its name.")


def _draw_claim(card: Card) -> None:
    item = card.item
    st.markdown(item.shows)
    st.table(figures.evidence(card).set_index("what"))
    text = note_sections().get(item.section)
    if text is None:
        st.caption(f"Proof and checks: section {item.section} of `{NOTE}`.")
    else:
        with st.popover("Statement, proof and checks", width="stretch"):
            st.markdown(text)
            st.caption(f"Section {item.section} of `{NOTE}`.")
    _link(card, "See it live")


@cache
def note_sections() -> dict[int, str]:
    """Return the text of each section of the note, by number; empty where it is not shipped."""
    if not _NOTE.is_file():
        return {}
    parts = re.split(r"^## (\d+)\. [^\n]*\n", _NOTE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}
