"""The tabs under the hero of ridge regression, one function each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from hetdp_core.figures.ridge import tables
from hetdp_core.figures.text import readable
from hetdp_core.tables import csv_text
from pages.inside.ridge import views
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.formulas import how_it_works
from pages.inside.ridge.results import regression
from pages.inside.ridge.target import target
from pages.inside.ridge.verdict import draw_verdict
from pages.shared.controls import address, knobs, widgets
from pages.shared.figure.view import draw_below
from pages.shared.frame.tabs import Slide
from pages.shared.frame.target import TITLE
from pages.shared.kept import value
from pages.shared.tables import data_source, own_table


def table(choice: RidgeChoice) -> None:
    """Draw losses, spreads and improvement factors along λ."""
    st.markdown(
        "Expected loss and its standard deviation at each λ. The factor says how many times "
        "smaller the loss is than that of the non-personalised method (plain output perturbation "
        "at the strictest level), as in the paper's Tables 1 to 4."
    )
    numbers = tables.losses(value(regression(choice).sweep()))
    st.dataframe(readable(numbers), hide_index=True, height=380)
    st.download_button(
        "Download the table",
        lambda: csv_text(numbers).encode(),
        "ridge-losses.csv",
        "text/csv",
        on_click="ignore",
    )


def spread(choice: RidgeChoice) -> None:
    """Draw how far the loss scatters from release to release."""
    draw_below(views.spread(choice))


def coefficients(choice: RidgeChoice) -> None:
    """Draw released coefficients, and how far they are from the true ones where these are known."""
    st.markdown(
        "The coefficients that a method releases, again and again, around those without privacy."
    )
    draw_below(views.coefficients(choice, widgets.draw(knobs.ridge.COEFFICIENTS_OF)))
    if value(regression(choice).prepared).truth is not None:
        draw_below(views.distances(choice))
        return
    st.caption(
        "How far these coefficients are from the true ones cannot be said: of these records the "
        "truth θ* is unknown. “Synthetic, as in the paper” under *Records* shows the bound of "
        "Theorem 3.6 over the exact distance."
    )


def one_release(choice: RidgeChoice) -> None:
    """Draw what one release of a method predicts."""
    method = widgets.draw(knobs.ridge.RELEASE_OF)
    view = views.one_release(choice, method)
    words = f"{_WHAT_IT_PREDICTS} {_what_is_private(choice)}\n\n{view.headline}"
    draw_below(replace(view, headline=words))  # one element: each takes time at every move
    draw_verdict(choice)


def twenty_releases(choice: RidgeChoice) -> None:
    """Draw how far the predictions of twenty releases of a method miss."""
    draw_below(views.misses(choice, widgets.draw(knobs.ridge.RELEASE_OF)))


_WHAT_IT_PREDICTS = "What one private release predicts for each test record, against what is true."


def _what_is_private(choice: RidgeChoice) -> str:
    design = value(regression(choice).prepared).design
    if design is not None and not design.private_scaling:
        return "**Nothing here is private**: bounds or labels were read off the data."
    return (
        "**Private** are the coefficients of this release, all that would be published. "
        "**Not private** are true values, what is predicted without privacy, the mean label and "
        "the error: in a real release nobody would see them."
    )


def what_matters(choice: RidgeChoice) -> None:
    """Draw the losses along one parameter of the setting."""
    st.markdown("How the expected loss of each method changes with one thing, all else the same.")
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    with left:
        parameter = widgets.draw(knobs.ridge.VARY)
    with right:
        best = widgets.draw(knobs.ridge.BEST)
    draw_below(views.dependence(choice, parameter, best))


def as_printed(choice: RidgeChoice) -> None:
    """Draw errata 3 and 4, with the evidence."""
    draw_below(views.improvements(choice))
    draw_below(views.sampling())


def erratum_4(choice: RidgeChoice) -> None:
    """Draw the privacy loss of sampling as published."""
    del choice
    draw_below(views.sampling())


def own(choice: RidgeChoice) -> None:
    """Draw the panel for the user's own table."""
    st.markdown(
        "Upload a table and say what its columns may hold: its rows are the *Records* from then on."
    )
    own_table.own_table_panel(on_accept=_use_own)
    if data_source.is_own(choice.records.dataset):
        draw_verdict(choice)


def _use_own() -> None:
    address.in_next_run({knobs.ridge.RECORDS_FROM.key: data_source.OWN})


TABS: dict[str, Callable[[RidgeChoice], None]] = {
    "One release": one_release,
    "Twenty releases": twenty_releases,
    "What matters": what_matters,
    TITLE: target,
    "Your own table": own,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

REVIEWED: dict[str, Callable[[RidgeChoice], None]] = {
    "Coefficients": coefficients,
    "Spread": spread,
    "Table": table,
    "As printed": as_printed,
}
"""Sections for reviewers, by title."""

SLIDES = {
    "Twenty releases": Slide(twenty_releases, 5),
    "Erratum 4": Slide(erratum_4, 8, fixed=True),
}
"""What follows the hero figure in a presentation: one figure each."""
