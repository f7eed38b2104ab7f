"""Run a named sweep from a page, with a progress bar and a button to stop."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hetdp_core import experiments, parallel, validate
from hetdp_core.computation import Call, Computation, Given
from hetdp_core.errors import HetDPError
from hetdp_core.experiments import SWEEPS
from hetdp_core.figures.sweeps import sweep_result, titled
from hetdp_core.tables import csv_text
from pages.shared.controls import knobs, widgets
from pages.shared.figure.live_figure import live_figure
from pages.shared.frame.background import BackgroundSweep
from pages.shared.words import notices

_KEY, _REFUSED = "background_sweep", "sweep_refused"
POLL_SECONDS = 0.5


def sweep_runner(keys: Sequence[str], seed: int) -> None:
    """Choose one of these sweeps, run it, watch it, stop it, see what came out."""
    left, middle, right = st.columns([3, 1, 1], vertical_alignment="bottom")
    key = left.selectbox(
        "Experiment",
        keys,
        format_func=lambda one: SWEEPS[one].title,
        key="experiment",
        bind="query-params",
    )
    with middle:
        trials = widgets.draw(knobs.tabs.TRIALS)
    place = f"{_KEY}_{keys[0]}"  # each page has its own
    run: BackgroundSweep | None = st.session_state.get(place)
    right.button(
        "Run",
        key="run_sweep",
        type="primary",
        disabled=run is not None and run.running,
        on_click=_begin,
        args=(place, seed),
        width="stretch",
    )
    if (refused := st.session_state.pop(_REFUSED, None)) is not None:
        notices.warning(refused)
    if run is not None and run.running:
        _watch(run)
    if run is not None:
        _show(run)
    st.caption(
        f"The same from the command line: python -m hetdp_core.experiments {key} "
        f"--trials {trials} --seed {seed}"
    )


def _begin(place: str, seed: int) -> None:
    """Let the chosen sweep begin, or say why it does not.

    What is asked for is checked here: limits of a control hold in a browser alone.
    """
    state, asked = st.session_state, knobs.tabs.TRIALS
    if place in state and state[place].running:
        return
    try:
        sweep = experiments.sweep(str(state["experiment"]))
        trials = validate.count(state[asked.key], int(asked.low), int(asked.high), asked.label)
        run = BackgroundSweep(sweep, trials, seed)
        run.start()
        state[place] = run
    except HetDPError as problem:
        state[_REFUSED] = problem


@st.fragment(run_every=POLL_SECONDS)
def _watch(run: BackgroundSweep) -> None:
    """The progress bar, drawn again while the sweep runs; the whole page once it is done."""
    if not run.running:
        st.rerun()
    st.progress(min(run.done / run.total, 1.0), f"{run.done} of {run.total} tasks")
    st.button("Stop", key="stop_sweep", disabled=run.cancelled, on_click=run.cancel)


def _show(run: BackgroundSweep) -> None:
    if run.problem:
        notices.error(run.problem)
    if run.cancelled and not run.running:
        notices.info("Stopped before the end: what was computed until then is shown.")
    if run.summary is None or run.summary.empty:
        return
    live_figure(
        sweep_result(run.sweep, run.summary, parallel.expected(run.sweep)),
        key="sweep_result",
        name=run.sweep.title,
        numbers=Given(titled(run.summary), Call(titled, named_sweep(run))),
        height=480,
    )
    st.caption(
        f"{run.sweep.title}; loss: {run.sweep.loss}. Simulated with {run.trials} runs per point, "
        f"seed {run.seed}: dots are means, bars four standard errors. Lines are exact."
    )
    st.download_button(
        "Download as CSV",
        csv_text(run.summary).encode(),
        f"{run.sweep.key}.csv",
        "text/csv",
    )


def named_sweep(run: BackgroundSweep) -> Computation:
    """Return the summary of a sweep, run to its end."""
    found = Call(experiments.sweep, run.sweep.key).named("sweep")
    losses = Call(parallel.run, found, run.trials, run.seed).named("losses")
    return Call(parallel.summary, losses.noted("All of the sweep: may take minutes."))
