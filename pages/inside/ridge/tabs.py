"""The tabs under the hero of ridge regression, one function each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core import experiments
from hetdp_core.figures.ridge import tables
from hetdp_core.figures.text import readable
from hetdp_core.tables import csv_text
from pages.inside.ridge import views
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.formulas import how_it_works
from pages.inside.ridge.results import Regression
from pages.shared.controls import knobs, widgets
from pages.shared.figure.view import draw_below
from pages.shared.frame.sweep_runner import sweep_runner
from pages.shared.kept import value
from pages.shared.tables import data_source, own_table


def table(choice: RidgeChoice) -> None:
    """Draw losses, spreads and improvement factors along λ."""
    st.markdown(
        "Expected loss and its standard deviation at each λ. The factor says how many times "
        "smaller the loss is than that of the non-personalised method (plain output perturbation "
        "at the strictest level), as in the paper's Tables 1 to 4."
    )
    numbers = tables.losses(value(Regression(choice).sweep()))
    st.dataframe(readable(numbers), hide_index=True, height=380)
    st.download_button(
        "Download the table", csv_text(numbers).encode(), "ridge-losses.csv", "text/csv"
    )


def spread(choice: RidgeChoice) -> None:
    """Draw how far the loss scatters from release to release."""
    draw_below(views.spread(choice))


def coefficients(choice: RidgeChoice) -> None:
    """Draw released coefficients, and how far they are from the true ones where these are known."""
    draw_below(views.coefficients(choice, widgets.segmented(knobs.ridge.COEFFICIENTS_OF)))
    if value(Regression(choice).prepared).truth is not None:
        draw_below(views.distances(choice))
        return
    st.caption(
        "How far these coefficients are from the true ones cannot be said: of these records the "
        "truth θ* is unknown. “Synthetic, as in the paper” under *Records* shows the bound of "
        "Theorem 3.6 over the exact distance."
    )


def one_release(choice: RidgeChoice) -> None:
    """Draw one release of a method."""
    draw_below(views.one_release(choice, widgets.segmented(knobs.ridge.RELEASE_OF)))


def what_matters(choice: RidgeChoice) -> None:
    """Draw the losses along one parameter of the setting."""
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    with left:
        parameter = widgets.choice(knobs.ridge.VARY)
    with right:
        best = widgets.flag(knobs.ridge.BEST)
    draw_below(views.dependence(choice, parameter, best))


def as_printed(choice: RidgeChoice) -> None:
    """Draw errata 3 and 4, with the evidence."""
    draw_below(views.improvements(choice))
    draw_below(views.sampling())


def own(choice: RidgeChoice) -> None:
    """Draw the panel for the user's own table."""
    del choice
    st.markdown(
        "Bring a table, say what its columns may hold, and choose “My own table” under *Records* "
        "in the sidebar."
    )
    own_table.own_table_panel(on_forget=data_source.forget_computed)


def run_experiments(choice: RidgeChoice) -> None:
    """Draw the runner of the paper's experiments, which are simulated in the background."""
    keys = [key for key in experiments.SWEEPS if key.startswith("ridge-")]
    sweep_runner(keys, choice.scenario.seed)


TABS: dict[str, Callable[[RidgeChoice], None]] = {
    "Table": table,
    "Spread": spread,
    "Coefficients": coefficients,
    "One release": one_release,
    "What matters": what_matters,
    "As printed": as_printed,
    "Your own table": own,
    "Run the experiments": run_experiments,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

WITHOUT_SLIDE = {"Table", "Your own table", "Run the experiments", "How it works"}
SLIDES = {title: tab for title, tab in TABS.items() if title not in WITHOUT_SLIDE}
"""What follows the hero figure in a presentation: one figure each."""
