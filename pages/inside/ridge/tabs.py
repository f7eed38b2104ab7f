"""The tabs under the hero of ridge regression, one function each."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.figures.ridge import tables
from hetdp_core.figures.text import readable
from hetdp_core.tables import csv_text
from pages.inside.ridge import views
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.formulas import how_it_works
from pages.inside.ridge.results import Regression
from pages.inside.ridge.target import target
from pages.inside.ridge.verdict import draw_verdict
from pages.shared.cache import value
from pages.shared.controls import address, catalog
from pages.shared.controls.state import present
from pages.shared.figure.view import draw_below
from pages.shared.frame.tabs import Tab
from pages.shared.frame.target import TITLE
from pages.shared.tables import data_source, own_table


def table(choice: RidgeChoice) -> None:
    """Draw losses, spreads and improvement factors along λ."""
    numbers = tables.losses(value(Regression(choice).sweep()))
    st.dataframe(readable(numbers), hide_index=True, height=380)
    st.download_button(
        "Download the table",
        lambda: csv_text(numbers).encode(),
        "ridge-losses.csv",
        "text/csv",
        on_click="ignore",
    )


def coefficients(choice: RidgeChoice) -> None:
    """Draw released coefficients, and how far they are from the true ones where these are known."""
    draw_below(views.coefficients(choice, present()[catalog.ridge.COEFFICIENTS_OF.key]))
    if value(Regression(choice).prepared).truth is not None:
        draw_below(views.distances(choice))
        return
    st.caption(
        "How far these coefficients are from the true ones cannot be said: of these records the "
        "truth θ* is unknown. “Synthetic, as in the paper” under *Records* shows the bound of "
        "Theorem 3.6 over the exact distance."
    )


def one_release(choice: RidgeChoice) -> None:
    """Draw what one release of a method predicts."""
    view = views.one_release(choice, present()[catalog.ridge.RELEASE_OF.key])
    words = f"{_WHAT_IT_PREDICTS} {_what_is_private(choice)}\n\n{view.headline}"
    draw_below(replace(view, headline=words))  # one element: each takes time at every move
    draw_verdict(choice)


_WHAT_IT_PREDICTS = "What one private release predicts for each test record, against what is true."


def _what_is_private(choice: RidgeChoice) -> str:
    design = value(Regression(choice).prepared).design
    if design is not None and not design.private_scaling:
        return "**Nothing here is private**: bounds or labels were read off the data."
    return (
        "**Private** are the coefficients of this release, all that would be published. "
        "**Not private** are true values, what is predicted without privacy, the mean label and "
        "the error: in a real release nobody would see them."
    )


def own(choice: RidgeChoice) -> None:
    """Draw the panel for the user's own table."""
    own_table.own_table_panel(on_accept=_use_own)
    if data_source.is_own(choice.records.dataset):
        draw_verdict(choice)


def _use_own() -> None:
    address.in_next_run({catalog.ridge.RECORDS_FROM.key: data_source.OWN})


TABS = (
    Tab(
        "One release",
        lambda state, choice: [views.one_release(choice, state[catalog.ridge.RELEASE_OF.key])],
        one_release,
        controls=(catalog.ridge.RELEASE_OF,),
    ),
    Tab(
        "Twenty releases",
        lambda state, choice: [views.misses(choice, state[catalog.ridge.RELEASE_OF.key])],
        controls=(catalog.ridge.RELEASE_OF,),
        slide=5,
    ),
    Tab(
        "What matters",
        lambda state, choice: [
            views.dependence(choice, state[catalog.ridge.VARY.key], state[catalog.ridge.BEST.key])
        ],
        controls=(catalog.ridge.VARY, catalog.ridge.BEST),
        intro="How the expected loss of each method changes with one thing, all else the same.",
    ),
    Tab(TITLE, draw=target),
    Tab(
        "Your own table",
        draw=own,
        intro="Upload a table and say what its columns may hold: its rows are the *Records* from "
        "then on.",
    ),
    Tab("How it works", draw=how_it_works),
    Tab(
        "Coefficients",
        lambda state, choice: [
            views.coefficients(choice, state[catalog.ridge.COEFFICIENTS_OF.key])
        ],
        coefficients,
        controls=(catalog.ridge.COEFFICIENTS_OF,),
        intro="The coefficients that a method releases, again and again, around those without "
        "privacy.",
        audience="reviewers",
    ),
    Tab("Spread", lambda _, choice: [views.spread(choice)], audience="reviewers"),
    Tab(
        "Table",
        draw=table,
        intro="Expected loss and its standard deviation at each λ. The factor says how many times "
        "smaller the loss is than that of the non-personalised method (plain output perturbation "
        "at the strictest level), as in the paper's Tables 1 to 4.",
        audience="reviewers",
    ),
    Tab(
        "As printed",
        lambda _, choice: [views.improvements(choice), views.sampling()],
        audience="reviewers",
    ),
    Tab("Erratum 4", lambda *_: [views.sampling()], audience="slides", slide=8, fixed=True),
)
