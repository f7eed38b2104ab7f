"""What it would take, with one ε for all, to be within the error that can be lived with."""

from __future__ import annotations

import math

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.decision import Decision, Option, Subject, level_needed, users_needed
from hetdp_core.figures.decision import in_unit
from hetdp_core.figures.text import number
from hetdp_core.numerals import counted
from hetdp_core.profiles import HIGHEST
from pages.shared.cache import value
from pages.shared.text.literal import literal

_LONGEST = 1_000
"""Letters of a sentence of ours that holds units."""

SAY_FIRST = (
    "Say above how large a typical error you can live with: then it stands here which ε for "
    "everybody, and how many people, that would take."
)


def draw(decision: Decision) -> None:
    """Draw it for the last release of a decision, all of whose users have one level."""
    text = literal(sentence(decision), _LONGEST) if decision.tolerable < math.inf else SAY_FIRST
    st.markdown(text)


def sentence(decision: Decision) -> str:
    """Say which level, and how many users at the present one; plain text."""
    option = decision.options[-2]
    subject, now = option.subject, min(option.most_exposed, HIGHEST)
    wanted = f"within ± {in_unit(option, decision.tolerable)}"
    if decision.tolerable >= subject.half_range:
        return f"To be {wanted} takes nobody: the middle of the range is."
    level = value(Call(level_needed, subject, decision.tolerable, now).kept())
    people = counted(subject.users, "person", "people")
    alike = f"What it takes to be typically {wanted}, with the same ε for everybody: "
    if level.reached:
        needs = f"{alike}of these {people} at least ε = {number(level.value)}"
        more = _or_more_people(subject, decision.tolerable, now)
        return f"{needs}{_beyond(decision.options[0], level.value)}{more}."
    return (
        f"{alike}no ε is large enough for these {people}, since whom one happened to ask is "
        f"typically worth ± {in_unit(option, level.best)} by itself"
        f"{_or_more_people(subject, decision.tolerable, now)}. If these are all whom the "
        "question is about, say so above: nobody was drawn then."
    )


def _beyond(option: Option, level: float) -> str:
    """Say how many asked for less, as far as groups tell; "" where nobody was asked."""
    fewer = sum(group.users for group in option.groups if group.high < level)
    if option.assigned or not fewer:
        return ""
    return f" (at least {counted(fewer, 'person', 'people')} of them asked for less)"


def _or_more_people(subject: Subject, tolerable: float, now: float) -> str:
    """Say how many would do at the present level; "" where the table is everybody there is."""
    if subject.everybody:
        return ""
    users = value(Call(users_needed, subject, tolerable, now).kept())
    many = f"{users.value:,.0f}" if users.reached else "more than ten billion"
    return f"; or {many} people at ε = {number(now)}"
