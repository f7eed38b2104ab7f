"""The mean that is decided about: its column, who asks for what, the largest acceptable error.

That error is a preference, which no rule can supply; the reader enters it.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.datasets import Column, Dataset
from hetdp_core.decision import (
    Decision,
    Option,
    Subject,
    as_asked_or_alike,
    decide,
    for_all,
    releasing,
    subject_of,
)
from hetdp_core.errors import HetDPError, InvalidInput
from hetdp_core.figures.formats import number
from hetdp_core.numerals import rounded_down, rounded_up, unit_of_errors
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.release import (
    Receipt,
    ReleasePlan,
    ReleaseRequest,
    prepare,
    request_by_column,
    request_for,
)
from hetdp_core.release.groups import grouped
from hetdp_core.release.request import levels_set
from hetdp_core.uploads import optional_number_from_text
from hetdp_core.validate import FloatArray
from pages.inside.release import history, levels
from pages.shared.cache import value
from pages.shared.controls import catalog, panel, table_choice
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.controls.table_choice import LevelSource
from pages.shared.frame import compare
from pages.shared.tables import own_table
from pages.shared.text.notices import literal

_COLUMN, _CHOSEN = "release_column", "release_chosen"
"""Of this session alone: names of a private table are in no link."""


@dataclass(frozen=True)
class Question:
    """What is decided about: the mean of a column.

    dataset, column : its table by key, and its name.
    everybody : whether the question is about the users of the table alone.
    levels : who asks for what; by the profile, where the table is a shipped one.
    tolerable : the largest acceptable typical error; infinity where nobody said.
    """

    dataset: str
    column: str
    everybody: bool
    levels: LevelSource
    tolerable: float = math.inf

    @property
    def declared(self) -> Column:
        return own_table.info(self.dataset).column(self.column)

    @property
    def is_own(self) -> bool:
        return own_table.is_own(self.dataset)

    @property
    def by_profile(self) -> bool:
        return self.levels.source == table_choice.PROFILE


def of_scenario(shared: Scenario) -> Question:
    """Return the question about the table that is chosen for all pages."""
    if own_table.is_own(shared.dataset) and (own := own_table.own_dataset()) is not None:
        return of_own(own, shared)
    by_profile = LevelSource(table_choice.PROFILE)
    return Question(shared.dataset, shared.column, shared.everybody, by_profile)


def of_own(own: Dataset, shared: Scenario) -> Question:
    """Return the question about the user's own table as its entries hold it, drawn or not."""
    held = st.session_state.get(_COLUMN)
    means = own.numeric_columns()
    column = str(held) if held in means else next(iter(means))
    return Question(
        own.info.key, column, shared.everybody, table_choice.levels_of(own.info, in_release=True)
    )


def draw_own(own: Dataset, shared: Scenario) -> Question:
    """Draw which column of the user's own table, and who asks for what; return the question."""
    left, middle, right = st.columns(3)
    left.selectbox(
        "Publish the mean of", own.numeric_columns(), key=_COLUMN, persist_state="session"
    )
    levels.draw(own.info, middle, right)
    return of_own(own, shared)


def choose(question: Question, place: int) -> None:
    """Choose an option to publish; what is set elsewhere afterwards does not change it.

    place : of the option among those that the question has.
    """
    st.session_state[_CHOSEN] = (question, place, len(history.releases()))


def is_chosen_since_the_last_release() -> bool:
    """Return whether an option was chosen, and nothing was released after it."""
    *_, known = st.session_state.get(_CHOSEN, (-1,))
    return bool(known == len(history.releases()))


def chosen(own: Dataset, shared: Scenario) -> tuple[Question, int]:
    """Return the question whose option is published, and the option's place."""
    question, place, _ = st.session_state.get(_CHOSEN, (None, 0, 0))
    if question is None or question.dataset != own.info.key:
        return with_tolerable(of_own(own, shared)), 0
    return question, place


def choose_column(column: str) -> None:
    """Choose a column of the user's own table, before the choice is drawn."""
    st.session_state[_COLUMN] = column


def with_what_is_needed(question: Question) -> Question:
    """Draw the largest acceptable error, and whose mean it is about; return the question with both.

    Raises:
        HetDPError: there is no such table.
    """
    left, right = st.columns(2, vertical_alignment="bottom")
    with right:
        # What it does is said below it.
        switch = replace(catalog.sections.EVERYBODY, help="")
        question = replace(question, everybody=bool(panel.draw(switch)))
        more = " There is no sampling error. Nobody's value weighs more than an equal share. What "
        more += "weight is left goes to the middle of the range: this pull saves noise."
        said = catalog.sections.QUESTIONS[question.everybody] + more * question.everybody
        if question.levels.source == table_choice.SAME and not question.everybody:
            said = f"{catalog.sections.SAMPLE}."
        st.caption(said)
    unit = unit_of_errors(value(_subject(question)).unit)
    left.text_input(
        f"Largest acceptable typical error{f' ({literal(unit)})' if unit else ''}",
        value="",
        key=_key(question),
        placeholder="No limit",
        persist_state="session",
        help="An option whose typical error in the worst case is larger is not recommended. Each "
        "option says what its error counts.",
    )
    times = "more than twice" if question.everybody else "about four times"
    st.caption(f"The ± of each option is {times} its typical error.")
    return with_tolerable(question)


def present(state: State) -> Decision:
    """Return the decision as it stands at these settings, drawn or not.

    Raises:
        HetDPError: settings that cannot be used.
    """
    shared = read(state)
    question = with_tolerable(of_scenario(shared))
    return value(decision(question, shared, compare.pinned_state()))


def where_to_begin(state: State) -> State:
    """Return where “What would it take?” begins: at the largest acceptable error or the present."""
    target = catalog.what_it_takes.MEAN_TARGET
    with suppress(HetDPError):  # said where it is entered
        held = present(state)
        option, part = held.options[0], 50.0 / held.options[0].subject.half_range
        error = rounded_up(part * option.typical_error, 1)
        if math.isfinite(held.tolerable):
            error = rounded_down(part * held.tolerable, 6)
        return {target.key: min(max(error, target.low), target.high)}
    return {}


def who_asks(question: Question, users: int, option: Option | None = None) -> str:
    """Say whose levels these are.

    users : how many the table has.
    option : that is published, where one is.
    """
    if question.by_profile:
        return (
            f"The table has {users:,} rows. The profile is stretched or shrunk to as many people."
        )
    if question.levels.source == "same":
        level = number(question.levels.level)
        wish = table_choice.wish_in_words()
        return f"All {users:,} people get ε = {level}, which the curator chose; {wish}."
    column = own_table.info(question.dataset).column(question.levels.column)
    said = table_choice.levels_said(column)
    if option is not None and option.assigned:
        return f"All {users:,} people get ε = {number(option.most_exposed)}. {ALIKE}"
    if column.words:
        said = f"The curator set ε = {levels_set(column.words)}."
    return f"A column of the table says the level of each of the {users:,} people. {said}"


ALIKE = "It is the strictest level in a column of the table; larger levels are not used."
"""Of one ε for everybody, where a column says what each asks for."""


# --- what was released --------------------------------------------------------------------------


def receipts(question: Question) -> list[Receipt]:
    """Return the receipts of the mean of this column of the user's own table, last first."""
    released = history.ledger().means_of(own_table.in_use().token) if question.is_own else []
    return [receipt for receipt in released if receipt.column == question.column]


def counts_are_published(question: Question) -> bool:
    """Return whether a receipt of this very table says how many people have each level.

    Of these levels: by another column it says it of others.
    """
    if question.levels.source != "column":
        return False
    table = own_table.dataset(question.dataset)
    asked = table.frame[question.levels.column].to_numpy()
    levels = [(one.level, one.level, one.users) for one in grouped(asked, asked)]
    of_table = history.ledger().means_of(own_table.in_use().token)
    told = ([(one.low, one.high, one.users) for one in receipt.groups] for receipt in of_table)
    return any(each == levels for each in told)


def given_before(question: Question, subject: Subject, this: str = "") -> float:
    """Return the largest total ε that this session used of one of the user's people; 0 at first.

    Of all releases, whatever the column: their ε add up.

    this : the identifier of a release that is not counted, before which it is asked.
    """
    ledger = history.ledger().without(this)
    if not question.is_own or not len(ledger):
        return 0.0
    return ledger.given_away(own_table.in_use().token, subject.users)


def beyond_in_all(question: Question, guaranteed: FloatArray) -> str:
    """Return who would have given more in all than they ask for, with one more release.

    "" where nothing was released before, and where no column that is used, and is public by that,
    says what people ask for: to count by another one would tell of its cells.

    guaranteed : what the release gives each person.
    """
    if not question.is_own or question.levels.source != "column" or not len(history.ledger()):
        return ""
    return history.beyond(guaranteed, value(request(question)).epsilon)


def request(question: Question) -> Call[ReleaseRequest]:
    """Return the request for the mean of the user's own table that the question is about."""
    table, choice = own_table.dataset(question.dataset), question.levels
    if choice.source == "column":
        return Call(request_by_column, table, question.column, choice.column, question.everybody)
    alike = Call(np.full, len(table.frame), choice.level)
    return Call(request_for, table, question.column, alike, choice.source, question.everybody)


def plan(question: Question, option: Option) -> Call[ReleasePlan]:
    """Return how an option would be released, from the user's own table."""
    if question.levels.source == "column" and option.assigned:  # one for everybody
        strictest = LevelSource("strictest", level=option.most_exposed)
        question = replace(question, levels=strictest)
    return Call(prepare, request(question))


# --- the options --------------------------------------------------------------------------------


def decision(question: Question, shared: Scenario, pinned: State | None) -> Call[Decision]:
    """Return the options: A where a setting is pinned, the present one, and not to release.

    Raises:
        HetDPError: the pinned setting cannot be used.
    """
    if question.levels.source == "column":
        asked = request(question).attribute("epsilon")
        options = Call(as_asked_or_alike, _subject(question), asked).cached()
        return Call(decide, options, question.tolerable)
    if question.is_own or pinned is None:  # it pins a setting of other pages
        name = for_all(question.levels.level) if question.is_own else "the profile's ε"
        return Call(decide, [_option(name, question, shared.profile)], question.tolerable)
    first, present = read(pinned), _option("B", question, shared.profile)
    other = _option("A", of_scenario(first), first.profile)
    return Call(decide, [other, present], question.tolerable)


def _subject(question: Question) -> Call[Subject]:
    table = own_table.dataset(question.dataset)
    return Call(subject_of, table, question.column, question.everybody)


def _option(name: str, question: Question, profile: ProfileSettings) -> Call[Option]:
    if question.is_own:
        asked: Call[Any] = request(question)
    else:  # as many users as the table has rows
        rows = len(own_table.dataset(question.dataset).frame)
        asked = Call(PrivacyProfile.resized, Call(make_profile, profile), rows)
    epsilon = asked.attribute("epsilon")
    return Call(releasing, name, _subject(question), epsilon, assigned=question.is_own).cached()


def with_tolerable(question: Question) -> Question:
    """Return the question with the error that was said, drawn or not; infinity while nobody has.

    Raises:
        HetDPError: there is no such table, or what was said is no number, or a ±.
    """
    typed = str(st.session_state.get(_key(question), "")).strip()
    name, declared = "largest acceptable typical error", question.declared
    if typed.startswith("±"):
        rule = "must be a typical error, less than half of a ±: enter it without ±"
        raise InvalidInput(name, rule, typed)
    unit, mark = "%" if declared.kind == "binary" else declared.unit, declared.decimal
    for sign in (unit, unit_of_errors(unit)):
        typed = typed.removesuffix(sign)
    most = optional_number_from_text(typed, name, mark)
    return replace(question, tolerable=math.inf if most is None else most)


def _key(question: Question) -> str:
    """Return the key of the entry of one column: by what is declared, and no checksum of cells."""
    table = own_table.OWN if question.is_own else question.dataset
    declared = repr((table, question.column, question.declared.unit))
    return f"decision_tolerable_{sha256(declared.encode()).hexdigest()[:12]}"
