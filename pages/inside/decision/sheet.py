"""The page to sign: what the user types, and the file."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

import streamlit as st

import hetdp_core
from hetdp_core.decision import Decision, Subject
from hetdp_core.errors import shortened
from hetdp_core.figures import decision as words
from hetdp_core.figures.report.decision import (
    MOST_NAME,
    MOST_NOTE_LINES,
    MOST_NOTES,
    MOST_REASON,
    Sheet,
    in_short,
    to_html,
)
from hetdp_core.figures.text import number
from pages.inside.decision import about
from pages.inside.decision.about import About
from pages.shared.controls import knobs, state, users
from pages.shared.controls.state import State
from pages.shared.frame import share
from pages.shared.frame.save_file import button
from pages.shared.tables import data_source, own_table
from pages.shared.words import notices
from pages.shared.words.literal import literal

_OPEN = "Not decided yet"
_TYPED = "typed_about_a_decision"
"""What is lost with the session, unless the page to sign is saved."""

_WHO = "decision_who"
_LAST_WORDS = 30
"""Letters of the notes as they end on the page, which are quoted."""
"""Typed texts are of this session alone: they are in no link."""


@dataclass(frozen=True)
class Signed:
    """What the user chose and typed: the decision, who decides, and notes; may be empty.

    reason : why another option was chosen than the recommended one; "" where it was not.
    """

    decided: str
    decider: str
    notes: str
    reason: str


def draw_form(found: Decision, pinned: State | None, asked: About) -> None:
    """Draw what is decided about a mean, by whom and why, and the button that saves the page.

    asked : what is decided about.
    """
    draw_signing(
        [*map(words.choice, found.options)],
        words.recommended(found),
        _key_of(asked.dataset, found.options[-1].subject),
        _key_of(asked.dataset, asked.column),
        lambda signed: to_html(_sheet(found, pinned, asked, signed)),
        "One file that opens without a network and prints on one A4 side, with the options, the "
        "settings and their link, the receipt or “nothing was released”, and a line to sign.",
    )


def _key_of(dataset: str, subject: Subject | str) -> str:
    """Return the key of what is typed about a mean: another question is decided anew.

    subject : or the column alone, of what holds whoever asks for what.
    """
    asked = repr((dataset, subject))
    return f"decision_{sha256(asked.encode()).hexdigest()[:12]}"


def draw_signing(
    options: list[str],
    recommended: str,
    key: str,
    noted: str,
    written: Callable[[Signed], str],
    about: str,
) -> None:
    """Draw what is decided, by whom and why, and the button that saves the page.

    recommended : one of the options, or "".
    key, noted : of what is decided, and of what notes are about.
    written : the page as HTML.
    about : says what the file holds.
    """
    st.subheader("The page to sign", anchor=False)
    left, right = st.columns(2)
    with left:
        decided = st.radio("Decided", [_OPEN, *options], key=key, persist_state="session")
        reason = ""
        if words.departs(str(decided), options, recommended):
            reason = _draw_reason(recommended, f"{key}_reason")
        who = st.text_input("Who decides", key=_WHO, max_chars=MOST_NAME, persist_state="session")
    with right:
        notes = st.text_area(
            "Notes",
            key=f"{noted}_notes",
            max_chars=10 * MOST_NOTES,  # a browser drops a longer one that is pasted, unseen
            height=170,
            placeholder="Why, for whom, and what was weighed.",
            persist_state="session",
        )
        if notes and len(fits := in_short(notes)) < len(in_short(notes, whole=True)):
            notices.warning(
                f"The page to sign has room for {MOST_NOTES} letters in {MOST_NOTE_LINES} lines: "
                f"it ends with “{fits[-_LAST_WORDS:]}”."
            )
    with st.container(key=f"{_TYPED}_save"):
        button(
            "Save the page to sign (HTML)",
            "decision_save",
            "decision.html",
            lambda: written(
                Signed(str(decided or _OPEN), str(who or ""), str(notes or ""), reason)
            ),
            about,
            "Making the page …",
        )
    if notes or who or reason:
        st.html(f'<div class="unsaved" data-keys="{_TYPED}"></div>')  # see `server/unsaved.js`
    st.caption(
        "The file is made for you alone: notes and names are in no link, and end with the session."
    )


def _draw_reason(recommended: str, key: str) -> str:
    """Draw that another option is recommended, and a line for why it is not taken; return that."""
    st.caption(
        f"The rule recommends another option: **{literal(recommended)}**. The page to sign says "
        "so, with the reason that you give, or a line to write it on."
    )
    said = st.text_input(
        "Reason for deciding otherwise",
        key=key,
        max_chars=MOST_REASON,
        persist_state="session",
    )
    return str(said or "")


def now() -> str:
    """Return date and time in words."""
    return f"{datetime.now(UTC):%d %B %Y, %H:%M %Z}"


def _sheet(found: Decision, pinned: State | None, asked: About, signed: Signed) -> Sheet:
    present = state.present()
    first = {key: value for key, value in state.defaults().items() if key in _matter(present)}
    settings = dict(_asked(present)) | {
        name: now for name, _, now in state.differences(first, present)
    }
    if math.isfinite(found.tolerable):
        lived_with = words.in_unit(found.options[-1], found.tolerable)
        settings["Typical error that can be lived with"] = f"± {lived_with}"
    changed = []
    if pinned is not None:
        matter = _matter(pinned) | _matter(present)
        there = {key: value for key, value in pinned.items() if key in matter}
        changed = state.differences(there, present)
    return Sheet(
        decision=found,
        decided=signed.decided,
        decider=signed.decider,
        notes=signed.notes,
        made=now(),
        settings=[*settings.items()],
        changed=changed,
        link=share.link(st.context.url or ""),
        receipt=about.receipt_text(asked.column),
        released=about.released_in_words(asked),
        adds_up=words.adding_up(about.adds_up_to(asked.column)),
        sources=f"{_sources(present)} {about.who_asks(found)}",
        simulated=about.is_simulated(asked.column),
        made_with=f"Made with hetdp dashboard {hetdp_core.__version__}",
        reason=signed.reason,
        own=about.is_own(),
        already=about.is_otherwise_released(found, signed.decided, asked),
        before=about.given_besides(found.options[-1].subject, asked),
    )


def _matter(present: State) -> set[str]:
    """Return the controls that this page follows from; the table says how many users there are."""
    keys = set()
    if about.takes_profile():
        asked = users.of_a_table(present)
        keys = {knob.key for knob in (*asked, knobs.shared.PUBLIC_SHARE, knobs.shared.SEED)}
    if not about.is_own():
        keys |= {knobs.shared.DATASET.key, knobs.shared.COLUMN.key}
    return keys | {knobs.decision.EVERYBODY.key}


def _asked(present: State) -> list[tuple[str, str]]:
    """Return who asks for how much, at its default or not."""
    if (level := about.same_for_all()) is not None:
        return [("ε for everybody", number(level))]
    if not about.takes_profile():
        return [("What each user asks for", "a column of the table")]
    keys = [knob.key for knob in users.of_a_table(present)]
    return [(state.label_of(key), state.shown(key, present)) for key in keys if key in present]


def _sources(present: State) -> str:
    own = about.is_own()
    info = data_source.info(
        data_source.key_of(data_source.OWN if own else present[knobs.shared.DATASET.key])
    )
    table = f"Table: {info.title}, one row {info.row_is}."
    if own:
        table = f"Table: {shortened(own_table.own_name()) or info.title}."
    return f"{table} {'Simulated: nobody’s data.' if info.simulated else ''}".strip()
