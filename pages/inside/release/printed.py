"""The page to print: what the decision follows from, in words, and the file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import streamlit as st

import hetdp_core
from hetdp_core.decision import Decision, Option, decide
from hetdp_core.errors import shortened
from hetdp_core.figures.decision import exact, why_no_more
from hetdp_core.figures.formats import bound
from hetdp_core.figures.report.decision import LONGEST, Published, Sheet, to_html
from hetdp_core.release import Receipt
from hetdp_core.release.receipt import COUNTS, STRICTEST, limited
from hetdp_core.release.request import counts_as, share_of
from pages.inside.release import history, questions
from pages.inside.release.questions import Question
from pages.shared.controls import catalog, scenario, state
from pages.shared.controls.control import Control
from pages.shared.controls.state import State
from pages.shared.frame import head
from pages.shared.tables import own_table


def draw(sheet: Sheet, question: Question, is_new: bool = False) -> None:
    """Draw the button that saves a page, as `decided` returns it, and what it will hold.

    Of what was released, the decision as it was then: what is set afterwards changes it no more.

    is_new : whether it is about what would be released next.
    """
    receipts = questions.receipts(question)
    if receipts and not is_new:
        made = history.releases().decided.get(receipts[0].identifier)
        sheet = _released(made or sheet, question, receipts[0])
    if receipts:
        others = history.of_other_means(question.column)
        means = [receipt.column for receipt in (*receipts, *(other for _, other in others))]
        sheet = replace(
            sheet,
            receipts=_named(receipts),
            others=_named_others(others),
            repeated=len(set(means)) < len(means),
        )
    identifiers = [receipt.identifier for receipt in receipts if not is_new]
    about = f"-{identifiers[0]}" if identifiers else "-for-the-curator" * sheet.is_for_the_curator
    st.download_button(
        "Save as a page to print (HTML)",
        to_html(sheet),
        f"decision{about}.html",
        "text/html",
        key="decision_save",
        icon=":material/download:",
        help="One file that opens without a network."
        + " It tells how many people have each level." * (not sheet.other_left_out),
        on_click="ignore",
    )


def decided(
    decision: Decision,
    question: Question,
    pinned: State | None = None,
    option: Option | None = None,
    beyond: str = "",
    published: Published | None = None,
) -> Sheet:
    """Return the page before anything is released, as all is set now.

    Where one ε for all is chosen, of the other way to publish nothing is said, nor how many people
    exceed their level: all that follows from how many have each, which no receipt then tells.

    option, beyond : that was chosen to be published, where one was, and whose level it exceeds.
    published : how the options of a table of one's own would be.
    """
    present, subject = state.current_state(), decision.options[-1].subject
    who = questions.who_asks(question, subject.users, option)
    counts = STRICTEST if option is not None and option.assigned else COUNTS
    if option is None and len(decision.options) > 2:
        counts = f"With {decision.options[0].name}: {COUNTS}"
    most, words = decision.tolerable, question.declared.words if question.is_own else ()
    lived_with = exact(decision.options[-1], most) if math.isfinite(most) else "no limit"
    lost = ["the table"] if question.is_own else []
    lost += ["the largest acceptable typical error"] if math.isfinite(most) else []
    counts_are_public = questions.counts_are_published(question)
    other_left_out = option is not None and option.assigned and len(decision.options) > 2
    other_left_out &= not counts_are_public
    if option is not None and other_left_out:
        own = next(place for place, one in enumerate(decision.options) if one is option)
        decision = decide([option], most)
        published = published and published.of(own)
    settings = _settings(present, question)
    if not question.is_own or math.isfinite(most):
        settings.append(("Largest acceptable typical error", lived_with))
    return Sheet(
        decision=decision,
        other_left_out=other_left_out,
        counts_are_public=counts_are_public,
        settings=settings,
        pinned=_settings(pinned, question) if pinned is not None else [],
        link=head.link(st.context.url or ""),
        not_in_link=f"It does not hold {' or '.join(lost)}." if lost else "",
        share_of=share_of(question.declared),
        before=questions.given_before(question, subject),
        others=_named_others(history.of_other_means(question.column)) if question.is_own else (),
        beyond=beyond,
        chosen=option,
        published=published or Published(),
        sources={
            "Table": f"{_table(question)}{f' {counts_as(words)}.' if words else ''}",
            "Privacy levels": f"{who}{f' {counts}' if question.levels.asked_in else ''}"
            f" {why_no_more(option or decision.options[0])}".rstrip(),
        },
        made_on=_made_on(),
    )


def _made_on() -> str:
    when = f"{datetime.now(UTC):%d %B %Y, %H:%M %Z}"
    return f"Made on {when} with hetdp dashboard {hetdp_core.__version__}."


def _released(sheet: Sheet, question: Question, last: Receipt) -> Sheet:
    """Return the page with what was released last."""
    subject = sheet.decision.options[-1].subject
    return replace(
        sheet,
        released=last.in_short,
        promised=limited(last.most),
        total=questions.given_before(question, subject),
        before=questions.given_before(question, subject, last.identifier),
        made_on=_made_on(),
    )


def _named(receipts: Sequence[Receipt]) -> list[str]:
    """Return each receipt by its name and time, with its result and its largest ε."""
    return [
        f"{receipt.identifier}, {shortened(receipt.time, LONGEST)}: "
        f"{shortened(receipt.what, 2 * LONGEST)} {receipt.result}, ε ≤ {bound(receipt.most)}"
        for receipt in receipts
    ]


def _named_others(others: Sequence[tuple[str, Receipt]]) -> list[str]:
    """Return each after the file that it is from."""
    named = _named([receipt for _, receipt in others])
    return [f"From {file}: {name}" for (file, _), name in zip(others, named, strict=True)]


def _settings(held: State, question: Question) -> list[tuple[str, str]]:
    """Return what the decision follows from; the table says how many users there are."""
    shown = [] if question.is_own else [catalog.sections.EVERYBODY]  # the page says it in words
    if question.by_profile:
        profile = scenario.profile_controls_of_table(held)
        shown = [*profile, catalog.shared.PUBLIC_SHARE, catalog.shared.SEED, *shown]
    if not question.is_own:
        shown = [catalog.shared.DATASET, catalog.shared.COLUMN, *shown]
    return [
        (control.name, _in_words(control, held, question))
        for control in shown
        if control.key in held
    ]


def _in_words(control: Control, held: State, question: Question) -> str:
    """Return what a control holds; the column by its name, though nobody may have chosen it."""
    if control == catalog.shared.COLUMN and held[control.key] == control.start:
        return question.declared.label
    return control.in_words(held[control.key])


def _table(question: Question) -> str:
    """Return which table it is; not the name of one's own file, which may name somebody."""
    own = own_table.own_dataset()
    if own is not None and question.is_own:
        simulated = " Simulated: nobody’s data." if own.info.simulated else ""
        whose = "Held by the curator, who sees all values and is trusted"
        return f"{whose}; the name of the file is left out.{simulated}"
    info = own_table.info(question.dataset)
    simulated = " Simulated: nobody’s data." if info.simulated else ""
    return f"{info.title}, one row {info.row_is}.{simulated}"
