"""What is decided about: a column, whose users ask for what, here and in the pinned setting."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from hetdp_core.computation import Call, Computation
from hetdp_core.decision import (
    Decision,
    Option,
    Subject,
    as_asked_or_alike,
    decide,
    releasing,
    subject_of,
)
from hetdp_core.figures.decision import choice, of_what
from hetdp_core.figures.release.receipt import named
from hetdp_core.figures.text import number
from hetdp_core.mean.worth import Worth, worth
from hetdp_core.profiles import PrivacyProfile, ProfileSettings
from hetdp_core.release import (
    GivenSoFar,
    Receipt,
    ReleaseRequest,
    prepare,
    request_by_column,
)
from hetdp_core.release.ledger import Ledger
from hetdp_core.validate import FloatArray
from pages.inside.decision import tolerable
from pages.inside.release import declare, history, levels
from pages.inside.release.levels import Asked
from pages.shared import doors
from pages.shared import users as dealt_users
from pages.shared.controls import columns, knobs, widgets
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.frame import compare, share
from pages.shared.kept import value
from pages.shared.tables import data_source, own_table

_OWN = "decision_own"
"""Of this session alone, as is the column: names of a private table are in no link."""

_MADE, _ONE_MORE = "made", "one_more"
_ABOUT_RELEASE = {_MADE: "The release that was made", _ONE_MORE: "One more release"}

_SAME_NOISE = 1e-3
"""By how much two scales may differ that are the same: a release rounds its own."""

_BY_PROFILE = Asked("profile")


@dataclass(frozen=True)
class About:
    """The mean of a column.

    dataset, column : its table by key, and its name.
    asked : who asks for what; by the profile, where the table does not say it.
    tolerable : the largest typical error that can be lived with; infinity where nobody said.
    everybody : whether the users of the table are all whom the question is about.
    written_down : identifier of the release that is written down; "" where it is about one to come.
    """

    dataset: str
    column: str
    asked: Asked = _BY_PROFILE
    tolerable: float = math.inf
    everybody: bool = False
    written_down: str = ""


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
        compare.draw_pinning()
    else:
        share.draw_button()


def same_for_all() -> float | None:
    """Return the ε of everybody, where it is the same and nobody was asked."""
    own = own_table.own_dataset()
    if takes_profile() or own is None or levels.held(own).source != "same":
        return None
    return levels.held(own).same_for_all


def who_asks(found: Decision) -> str:
    """Say whose levels these are."""
    users = f"{found.options[-1].subject.users:,}"
    if takes_profile():
        return f"The table has {users} rows: the profile is stretched or shrunk to as many users."
    if (level := same_for_all()) is not None:
        return f"All {users} users are assigned ε = {number(level)}; {levels.whoever_asks()}."
    return f"What each of the {users} users asks for is a column of the table."


def draw(shared: Scenario) -> About:
    """Draw the choice, and return it."""
    own = own_table.own_dataset()
    if own is not None:
        st.toggle("About my own table", value=True, key=_OWN, persist_state="session")
    if own is None or not is_own():
        columns.draw_column()
        if own is None:
            st.page_link(
                doors.RELEASE,
                label="About a table of your own: bring it under “Private release” first",
                icon=":material/upload_file:",
            )
        return About(shared.dataset, shared.column)
    left, middle, right = st.columns(3)
    names = own.numeric_columns()
    with left:
        column = declare.draw_column("Column", names)
    asked = levels.draw(own, middle, right)
    return About(own.info.key, column, asked, written_down=_draw_release(column))


def _draw_release(column: str) -> str:
    """Draw whether it is about the release that was made, where one was; return which that is."""
    found = _mean_of(column)
    if found is None:
        return ""
    st.segmented_control(
        "About",
        [*_ABOUT_RELEASE],
        default=_MADE,
        format_func=_ABOUT_RELEASE.__getitem__,
        key=_release_key(),
        required=True,
        persist_state="session",
        help="What one more release would expose adds to what was exposed already.",
    )
    return _written_down(column)


def _written_down(column: str) -> str:
    """Return the release that is written down, drawn or not: at first the last of this column."""
    found = _mean_of(column)
    one_more = st.session_state.get(_release_key()) == _ONE_MORE
    return "" if found is None or one_more else found.identifier


def _mean_of(column: str) -> Receipt | None:
    """Return the last receipt of the mean of a column of the user's own table."""
    made = history.ledger().means_of(own_table.own_token())
    return next((one for one in made if one.column == column), None)


def _release_key() -> str:
    """Another release asks anew."""
    return f"decision_about_release_{len(history.ledger())}"


def with_what_is_needed(chosen: About) -> About:
    """Draw how large an error can be lived with, and of whom; return what is decided about so.

    Raises:
        HetDPError: there is no such table.
    """
    left, right = st.columns(2, vertical_alignment="bottom")
    with right:
        chosen = replace(chosen, everybody=bool(widgets.draw(knobs.decision.EVERYBODY)))
    made_of = of_what(value(_subject(chosen)))
    with left:
        return replace(chosen, tolerable=tolerable.draw(chosen.dataset, chosen.column, made_of))


def present(state: State) -> Decision:
    """Return the decision as it stands at these settings, drawn or not.

    Raises:
        HetDPError: settings that cannot be used.
    """
    shared, own = read(state), own_table.own_dataset()
    if own is None or not is_own():
        about = About(shared.dataset, shared.column)
    else:
        column = declare.column_held(own.numeric_columns())
        held = levels.held(own)
        about = About(own.info.key, column, held, written_down=_written_down(column))
    about = replace(
        about,
        tolerable=tolerable.held(about.dataset, about.column),
        everybody=_everybody(state),
    )
    return value(decision(about, shared, compare.pinned_state()))


def _everybody(state: State) -> bool:
    return bool(state[knobs.decision.EVERYBODY.key])


def take_to_release(chosen: About, option: Option) -> None:
    """Let the release page begin with this option; its column is the same there already."""
    if chosen.asked.source == "column":
        levels.take(option.most_exposed if option.assigned else None)


def released(column: str) -> Receipt | None:
    """Return the last receipt of this session that is about the user's own table.

    column : what is decided about; the last receipt of it comes before others.
    """
    if not is_own():
        return None
    made = history.ledger().means_of(own_table.own_token())
    return _mean_of(column) or (made[0] if made else None)


def is_otherwise_released(found: Decision, decided: str, about: About) -> bool:
    """Return whether one of the options is decided, and the last receipt is of something else."""
    chosen = [one for one in found.options if choice(one) == decided]
    if released(about.column) is None or not chosen:
        return False
    return not is_released(chosen[0], about)


def is_released(option: Option, about: About) -> bool:
    """Return whether the last receipt is that of an option: of its column, with its noise."""
    receipt = released(about.column)
    if receipt is None or receipt.column != about.column or not option.releases:
        return False
    return math.isclose(receipt.noise_scale, option.noise_scale, rel_tol=_SAME_NOISE)


def released_in_words(about: About) -> str:
    """Return what that receipt is of, and its number with its unit; "" without one."""
    receipt = released(about.column)
    return "" if receipt is None else named(receipt, about.column)


def receipt_text(column: str) -> str:
    """Return the last receipt about the user's own table, of this column if there is one.

    "" without any.
    """
    receipt = released(column)
    return "" if receipt is None else receipt.as_text()


def is_simulated(column: str) -> bool:
    """Return whether the last receipt is about nobody."""
    own = own_table.own_dataset()
    return own is not None and own.info.simulated and bool(receipt_text(column))


def adds_up_to(column: str) -> GivenSoFar | None:
    """Return what all releases of this session give away together; None where it is one."""
    if not receipt_text(column):
        return None
    return history.ledger().so_far(own_table.own_token())


def _besides(about: About) -> Ledger:
    """Return the releases of this session but for that which is written down."""
    return history.ledger().without(about.written_down)


def given_besides(subject: Subject, about: About) -> float:
    """Return what this session gave away besides about the user's own people; 0 for nothing."""
    return _besides(about).given(own_table.own_token(), subject.users) if is_own() else 0.0


def beyond_in_all(option: Option, about: About) -> int:
    """Count who would have given more in all than they ask for, once this option is released.

    0 where nothing was released besides, where no column says what people ask for, and where
    levels are dealt out, which is a rehearsal.
    """
    asked = levels.asked_for_in_own_table()
    if asked is None or not option.releases or about.asked.source == "profile" or not is_own():
        return 0
    besides = _besides(about)
    if not besides:
        return 0
    return besides.beyond_with(own_table.own_token(), _guaranteed(option, about), asked)


def _guaranteed(option: Option, about: About) -> FloatArray:
    """Return what each person of the user's own table is guaranteed by an option."""
    if option.assigned:
        return np.full(option.subject.users, option.most_exposed)
    return Call(prepare, _request(about)).run().guaranteed


def decision(about: About, shared: Scenario, pinned: State | None) -> Computation[Decision]:
    """Return the options: A where a setting is pinned, the present one, and not to release.

    Raises:
        HetDPError: the pinned setting cannot be used.
    """
    if about.asked.source == "column":
        return Call(decide, _as_asked_or_alike(about), about.tolerable).named("decision")
    if not takes_profile():
        pinned = None  # it pins a profile, and the table's people have one level
    present = _option("B" if pinned is not None else "as set", about, shared.profile)
    if pinned is None:
        return Call(decide, [present], about.tolerable).named("decision")
    first = read(pinned)
    there = replace(about, everybody=_everybody(pinned))
    if not is_own():
        there = replace(there, dataset=first.dataset, column=first.column)
    other = _option("A", there, first.profile)
    return Call(decide, [other, present], about.tolerable).named("decision")


def relaxing(about: About, shared: Scenario) -> Computation[Worth]:
    """Return what it is worth if those of a group asked for less; not where a column says levels.

    Of the answer that the options are about, which is not shrunk to the middle.

    Raises:
        HetDPError: settings that cannot be used.
    """
    return Call(worth, _users(about, shared.profile), shrinking=False).named("worth").kept()


def _users(about: About, profile: ProfileSettings) -> Computation[PrivacyProfile]:
    """Return as many users as the table has rows."""
    rows = len(data_source.dataset(about.dataset).frame)
    return dealt_users.profile(profile).method("resized", rows)


def _subject(about: About) -> Computation[Subject]:
    own_levels = about.asked.source == "column"
    table = data_source.step(about.dataset)
    return Call(subject_of, table, about.column, about.everybody, own_levels)


def _as_asked_or_alike(about: About) -> Computation[tuple[Option, ...]]:
    return Call(as_asked_or_alike, _subject(about), _request(about).attribute("epsilon"))


def _request(about: About) -> Computation[ReleaseRequest]:
    """Return the request for what each asks for, where a column says it."""
    table = data_source.step(about.dataset)
    return Call(request_by_column, table, about.column, about.asked.column)


def _option(name: str, about: About, profile: ProfileSettings) -> Computation[Option]:
    subject = _subject(about)
    if about.asked.source == "same":
        rows = len(data_source.dataset(about.dataset).frame)
        same = levels.of_rows(about.asked, profile, rows, profile.seed)
        return Call(releasing, name, subject, same, assigned=True)
    dealt = _users(about, profile).attribute("epsilon")
    return Call(releasing, name, subject, dealt, assigned=is_own())
