"""Run a named sweep from a page, with a progress bar and a button to stop."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hetdp_core import experiments
from hetdp_core.experiments import SWEEPS
from hetdp_core.figures.sweeps import sweep_result
from pages.shared import recipes
from pages.shared.background import BackgroundSweep
from pages.shared.live_figure import live_figure

_KEY = "background_sweep"
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
    trials = middle.number_input("Runs per point", 1, 1000, 20, key="trials", bind="query-params")
    run: BackgroundSweep | None = st.session_state.get(_KEY)
    busy = run is not None and run.running
    if right.button("Run", type="primary", disabled=busy, width="stretch"):
        run = BackgroundSweep(SWEEPS[str(key)], int(trials), seed)
        run.start()
        st.session_state[_KEY] = run
    if run is not None and run.running:
        _watch()
    if run is not None:
        _show(run)
    st.caption(
        f"The same from the command line: python -m hetdp_core.experiments {key} "
        f"--trials {trials} --seed {seed}"
    )


@st.fragment(run_every=POLL_SECONDS)
def _watch() -> None:
    """The progress bar, drawn again while the sweep runs; the whole page once it is done."""
    run: BackgroundSweep = st.session_state[_KEY]
    if not run.running:
        st.rerun()
    st.progress(min(run.done / run.total, 1.0), f"{run.done} of {run.total} tasks")
    if st.button("Stop", key="stop_sweep", disabled=run.cancelled):
        run.cancel()


def _show(run: BackgroundSweep) -> None:
    if run.problem:
        st.error(run.problem)
    if run.summary is None or run.summary.empty:
        return
    if run.cancelled:
        st.info("Stopped before the end: what was computed until then is shown.")
    live_figure(
        sweep_result(run.sweep, run.summary, experiments.expected(run.sweep)),
        key="sweep_result",
        name=run.sweep.title,
        table=run.summary,
        recipe=recipes.named_sweep(run),
        height=480,
    )
    st.caption(
        f"{run.sweep.title}; loss: {run.sweep.loss}. Simulated with {run.trials} runs per point, "
        f"seed {run.seed}: dots are means, bars four standard errors. Lines are exact."
    )
    st.download_button(
        "Download as CSV",
        run.summary.to_csv(index=False).encode(),
        f"{run.sweep.key}.csv",
        "text/csv",
    )
