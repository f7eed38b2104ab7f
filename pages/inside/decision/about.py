"""The mean that is decided about: its column, who asks for what, the error that can be lived with.

That error is a preference, which no rule can supply; whoever decides says it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.decision import (
    Decision,
    Option,
    Subject,
    as_asked_or_alike,
    decide,
    releasing,
    subject_of,
)
from hetdp_core.figures.decision import of_what
from hetdp_core.figures.text import number
from hetdp_core.mean.worth import Worth, worth
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.release import Receipt, ReleaseRequest, prepare, request_by_column
from hetdp_core.uploads import optional_number_from_text
from pages.inside.release import declare, history, levels
from pages.inside.release.levels import LevelSource
from pages.shared import page_paths
from pages.shared.cache import value
from pages.shared.controls import catalog, panel, table_choice
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.frame import compare, head
from pages.shared.tables import own_table
from pages.shared.text.literal import literal

_OWN = "decision_own"
"""Of this session alone, as is the column: names of a private table are in no link."""

_BY_PROFILE = LevelSource("profile")


@dataclass(frozen=True)
class About:
    """The mean of a column.

    dataset, column : its table by key, and its name.
    levels : who asks for what; by the profile, where the table does not say it.
    tolerable : the largest typical error that can be lived with; infinity where nobody said.
    everybody : whether the users of the table are all whom the question is about.
    """

    dataset: str
    column: str
    levels: LevelSource = _BY_PROFILE
    tolerable: float = math.inf
    everybody: bool = False


def is_own() -> bool:
    """Return whether a table of the user's own is decided about, where there is one."""
    return own_table.own_dataset() is not None and bool(st.session_state.get(_OWN, True))


def takes_profile() -> bool:
    """Return whether the profile says who asks for what."""
    own = own_table.own_dataset()
    return own is None or not is_own() or levels.held(own).source == "profile"


def draw_buttons() -> None:
    """Draw the buttons beside the title; settings are put side by side where they matter."""
    if takes_profile():
        compare.draw_buttons(of_topic=False)
    else:
        head.draw_button()


def who_asks(users: int) -> str:
    """Say whose levels these are.

    users : how many the table has.
    """
    own = own_table.own_dataset()
    if own is None or takes_profile():
        return f"The table has {users:,} rows: the profile is stretched or shrunk to as many users."
    choice = levels.held(own)
    if choice.source == "same":
        level = number(choice.same_for_all)
        return f"All {users:,} users are assigned ε = {level}; {levels.whoever_asks()}."
    return f"What each of the {users:,} users asks for is a column of the table."


def draw(shared: Scenario) -> About:
    """Draw which column, and who asks for what; return it."""
    own = own_table.own_dataset()
    if own is not None:
        st.toggle("About my own table", value=True, key=_OWN, persist_state="session")
    if own is None or not is_own():
        table_choice.draw_column()
        if own is None:
            st.page_link(
                page_paths.RELEASE,
                label="About a table of your own: bring it under “Private release” first",
                icon=":material/upload_file:",
            )
        return _held(shared)
    left, middle, right = st.columns(3)
    with left:
        declare.draw_column("Column", own.numeric_columns())
    levels.draw(own, middle, right)
    return _held(shared)


def _held(shared: Scenario) -> About:
    """Return which column, and who asks for what, drawn or not."""
    own = own_table.own_dataset()
    if own is None or not is_own():
        return About(shared.dataset, shared.column)
    return About(own.info.key, declare.column_held(own.numeric_columns()), levels.held(own))


def with_what_is_needed(chosen: About) -> About:
    """Draw how large an error can be lived with, and of whom; return what is decided about so.

    Raises:
        HetDPError: there is no such table, or its bounds were read off the data.
    """
    left, right = st.columns(2, vertical_alignment="bottom")
    with right:
        chosen = replace(chosen, everybody=bool(panel.draw(catalog.tabs.EVERYBODY)))
    made_of = of_what(value(_subject(chosen)))
    with left:
        return replace(chosen, tolerable=draw_tolerable(chosen.dataset, chosen.column, made_of))


def present(state: State) -> Decision:
    """Return the decision as it stands at these settings, drawn or not.

    Raises:
        HetDPError: settings that cannot be used.
    """
    shared = read(state)
    chosen = _held(shared)
    most = tolerable_error(chosen.dataset, chosen.column)
    chosen = replace(chosen, tolerable=most, everybody=_everybody(state))
    return value(decision(chosen, shared, compare.pinned_state()))


def _everybody(state: State) -> bool:
    return bool(state[catalog.tabs.EVERYBODY.key])


def take_to_release(chosen: About, option: Option) -> None:
    """Let the release page begin with this option; its column is the same there already."""
    if chosen.levels.source == "column":
        levels.take(option.most_exposed if option.assigned else None)


# --- what was released --------------------------------------------------------------------------


def receipts(column: str) -> list[Receipt]:
    """Return the receipts of the mean of this very column of the user's own table, last first."""
    released = history.ledger().means_of(own_table.own_token()) if is_own() else []
    return [receipt for receipt in released if receipt.column == column]


def given_before(subject: Subject) -> float:
    """Return the most that this session gave away about any of the user's own people; 0 at first.

    Of all releases, whatever the column: their ε add up.
    """
    if not is_own() or not len(history.ledger()):
        return 0.0
    return history.ledger().given_away(own_table.own_token(), subject.users)


def beyond_in_all(option: Option, chosen: About) -> int:
    """Count who would have given more in all than they ask for, once this option is released.

    0 where nothing was released before, and where no column that is used, and is public by that,
    says what people ask for: to count by another one would tell of its cells.
    """
    ledger = history.ledger()
    if not is_own() or not len(ledger) or not option.releases or chosen.levels.source != "column":
        return 0
    plan = Call(prepare, _request(chosen)).run()
    same = np.full(option.subject.users, option.most_exposed)
    guaranteed = same if option.assigned else plan.guaranteed
    return ledger.beyond_with(own_table.own_token(), guaranteed, plan.request.epsilon)


# --- the options --------------------------------------------------------------------------------


def decision(about: About, shared: Scenario, pinned: State | None) -> Call[Decision]:
    """Return the options: A where a setting is pinned, the present one, and not to release.

    Raises:
        HetDPError: the pinned setting cannot be used.
    """
    if about.levels.source == "column":
        return Call(decide, _as_asked_or_alike(about), about.tolerable)
    if not takes_profile():
        pinned = None  # it pins a profile, and the table's people have one level
    present = _option("B" if pinned is not None else "as set", about, shared.profile)
    if pinned is None:
        return Call(decide, [present], about.tolerable)
    first = read(pinned)
    pinned_about = replace(about, everybody=_everybody(pinned))
    if not is_own():
        pinned_about = replace(pinned_about, dataset=first.dataset, column=first.column)
    other = _option("A", pinned_about, first.profile)
    return Call(decide, [other, present], about.tolerable)


def relaxing(about: About, shared: Scenario) -> Call[Worth]:
    """Return what it is worth if those of a group asked for less; not where a column says levels.

    Of the answer that the options are about, which is not shrunk to the middle.

    Raises:
        HetDPError: settings that cannot be used.
    """
    return Call(worth, _users(about, shared.profile), shrinking=False).kept()


def _users(about: About, profile: ProfileSettings) -> Call[PrivacyProfile]:
    """Return as many users as the table has rows."""
    rows = len(own_table.dataset(about.dataset).frame)
    return Call(PrivacyProfile.resized, Call(make_profile, profile), rows)


def _subject(about: About) -> Call[Subject]:
    return Call(subject_of, own_table.dataset(about.dataset), about.column, about.everybody)


def _as_asked_or_alike(about: About) -> Call[tuple[Option, ...]]:
    return Call(as_asked_or_alike, _subject(about), _request(about).attribute("epsilon"))


def _request(about: About) -> Call[ReleaseRequest]:
    """Return the request for what each asks for, where a column says it."""
    table = own_table.dataset(about.dataset)
    return Call(request_by_column, table, about.column, about.levels.column, about.everybody)


def _option(name: str, about: About, profile: ProfileSettings) -> Call[Option]:
    subject = _subject(about)
    if about.levels.source == "same":
        rows = len(own_table.dataset(about.dataset).frame)
        same = levels.of_rows(about.levels, profile, rows, profile.seed)
        return Call(releasing, name, subject, same, assigned=True)
    dealt = _users(about, profile).attribute("epsilon")
    return Call(releasing, name, subject, dealt, assigned=is_own())


# --- the error that can be lived with ---------------------------------------------------------


def draw_tolerable(dataset: str, column: str, made_of: str) -> float:
    """Draw the entry; return what it holds, infinity while nobody has said.

    made_of : what a typical error is made of, in words.

    Raises:
        HetDPError: there is no such table, or what was said is no number.
    """
    unit = own_table.info(dataset).column(column).unit
    st.text_input(
        f"How large a typical error can you live with?{f' ({literal(unit)})' if unit else ''}",
        value="",
        key=_key(dataset, column),
        placeholder="Not said",
        persist_state="session",
        help=f"In the worst case over all data: {made_of}. Releases that are typically further "
        "off are not recommended; of two that are within, the one that exposes the most exposed "
        "user less is.",
    )
    return tolerable_error(dataset, column)


def tolerable_error(dataset: str, column: str) -> float:
    """Return what was said, drawn or not.

    Raises:
        HetDPError: there is no such table, or what was said is no number.
    """
    typed = str(st.session_state.get(_key(dataset, column), ""))
    most = optional_number_from_text(typed, "error that can be lived with")
    return math.inf if most is None else most


def _key(dataset: str, column: str) -> str:
    """Return the key of the entry of one column: by what is declared, and no checksum of cells."""
    table = own_table.OWN if own_table.is_own(dataset) else dataset
    declared = repr((table, column, own_table.info(dataset).column(column).unit))
    return f"decision_tolerable_{sha256(declared.encode()).hexdigest()[:12]}"
