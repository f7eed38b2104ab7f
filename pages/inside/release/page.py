"""The release of a mean of the user's own table, one step at a time; the decision page."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.numerals import counted
from pages.inside.release import (
    check,
    describe,
    levels,
    options,
    printed,
    publish,
    questions,
    steps,
    upload,
)
from pages.inside.release.draft import current_draft
from pages.inside.release.history import draw_history, withdraw
from pages.shared import page_paths, slides
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.panel import Panel, above
from pages.shared.controls.scenario import Scenario, profile_controls_of_table
from pages.shared.controls.state import State, current_state, put
from pages.shared.frame import compare, meaning
from pages.shared.tables import own_table
from pages.shared.text.notices import literal


def draw_release(shared: Scenario) -> None:
    """Draw what was released, where the user is, and the step that is open."""
    if st.query_params.pop(table_choice.MORE_COLUMNS, None) and current_draft():
        steps.go("describe")
    row = st.container()  # whether all is done is known once the step is drawn
    draw_history(steps.current() == "publish")
    own = own_table.own_dataset()
    if own is not None and steps.current() not in ("upload", "describe"):
        simulated = " **Simulated**: nobody's data." if own.info.simulated else ""
        rows = counted(len(own.frame), "row")
        name = literal(own_table.in_use().name)
        st.caption(f"{name}, {rows}, counted as one for each person.{simulated}")
    steps.draw_heading()
    steps.draw_row(row, _draw_step(shared))
    _draw_foot()
    steps.show_heading()


def _draw_step(shared: Scenario) -> bool:
    """Draw the open step; return whether all steps are done."""
    draft, own = current_draft(), own_table.own_dataset()
    step = steps.current()
    if step == "describe" and draft is not None:
        describe.draw(draft)
    elif step == "check" and draft is not None and own is not None:
        check.draw(draft.table, own)
    elif step == "decide" and own is not None:
        question = questions.draw_own(own, shared)
        levels.draw_asking_less(own, question.levels)
        with suppress(HetDPError):  # said where it is entered
            question = questions.with_tolerable(question)
        check.draw_moved(own, question.column, question.tolerable)
        if decision := options.draw(question, shared):
            published = options.published(decision, question)
            sheet = printed.decided(decision, question, published=published)
            printed.draw(sheet, question, is_new=True)
    elif step == "publish" and own is not None:
        return publish.draw(own, shared)
    else:
        upload.draw()
    return False


def _draw_foot() -> None:
    """Draw what leads to other steps, and what may be done with the table as a whole."""
    draft, own, step = current_draft(), own_table.own_dataset(), steps.current()
    if draft is None and own is None:
        return
    st.divider()
    # At the right, where no second click of “Continue” meets them.
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right"):
        if step == "upload" and draft is not None and not draft.problem:
            steps.draw_way("Back", "describe")
        elif step == "upload" and own is not None:
            steps.draw_way("Back", "decide")
        elif step != "upload":
            steps.draw_way("Upload another file", "upload", ":material/upload_file:")
        if step in ("decide", "publish") and draft is not None:
            steps.draw_way("Change the description", "describe", ":material/edit:")
        if step == "publish":
            steps.draw_way("Compare the options again", "decide")
        st.button(
            "Forget my table",
            help="Removes the file, the description and the table from the memory of this session, "
            "with all that was computed from them.",
            icon=":material/delete:",
            on_click=_forget,
        )
        if own is not None and step in ("decide", "publish"):
            _draw_everywhere()


def _draw_everywhere() -> None:
    """Draw the switch that makes it the table of every page."""
    key = "own_table_everywhere"
    st.session_state[key] = own_table.is_own(st.session_state.get(catalog.shared.DATASET.key, ""))
    st.toggle(
        "Use this table under Explore",
        key=key,
        on_change=_use_everywhere,
        args=(key,),
        help="The mean and ridge regression use it on the whole page, feature privacy in the tab "
        "“With real data”. The odometer uses no table.",
    )


def _use_everywhere(key: str) -> None:
    is_on = st.session_state[key]
    put({catalog.shared.DATASET.key: own_table.OWN if is_on else catalog.shared.DATASET.start})
    put(questions.where_to_begin(current_state()) if is_on else {})


def _forget() -> None:
    own_table.forget()
    withdraw()
    starts = {catalog.sections.EVERYBODY.key: catalog.sections.EVERYBODY.start}
    if own_table.is_own(st.session_state.get(catalog.shared.DATASET.key, "")):
        starts[catalog.shared.DATASET.key] = catalog.shared.DATASET.start
    put(starts)


def panel_of_decision(state: State) -> Panel:
    """Return the controls of the profile for a shipped dataset; on a slide none."""
    people = () if slides.on() else profile_controls_of_table(state)
    return Panel(None, people, (catalog.shared.PUBLIC_SHARE, catalog.shared.SEED))


def draw_decision(shared: Scenario) -> None:
    """Draw the decision about a mean of a shipped dataset, below the profile that is set."""
    with above(panel_of_decision(current_state()), meaning.draw_popover, says_problems=True):
        _draw_decision(shared)


def _draw_decision(shared: Scenario) -> None:
    table_choice.draw_column()
    question = questions.of_scenario(shared)
    if question.is_own:
        st.page_link(
            page_paths.RELEASE,
            label="Decide about your own table in the step “Decide” of the release",
            icon=":material/gavel:",
        )
        return
    pinned = compare.pinned_state()
    decision = options.draw(question, shared, pinned)
    if decision is None:
        return
    if pinned is None:
        st.caption(
            "To compare two settings, use **Compare**. It keeps the current setting as A. Your "
            "changes then make B."
        )
    st.page_link(
        page_paths.RELEASE,
        label="Publish a mean of your own table",
        icon=":material/lock_open:",
    )
    printed.draw(printed.decided(decision, question, pinned), question)
