"""How ADPM works: its formulas, and a worked example of five users."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import readable
from hetdp_core.mean.recursion import recursion
from hetdp_core.papers import PAPERS
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario


def how_it_works(scenario: Scenario) -> None:
    """Draw formulas and a worked example of five users."""
    del scenario
    st.markdown(
        "**ADPM** gives every user the weight that makes the worst case best: who asks for less "
        "privacy counts more, up to one level from which on all count the same."
    )
    st.markdown(
        r"For data on $[-\tfrac12, \tfrac12]$ the answer is "
        r"$\hat\mu = \sum_i w_i x_i + \mathrm{Laplace}(\eta)$. User $i$ has "
        r"$\varepsilon_i$-differential privacy exactly when $w_i \le \eta\,\varepsilon_i$, so the "
        r"worst-case error is"
    )
    st.latex(r"J(w) = \tfrac14 \lVert w\rVert^2 + 2 \max_i (w_i/\varepsilon_i)^2 .")
    st.markdown(
        r"**ADPM** minimises $J$. Sort users by $\varepsilon$ and give each the scaled weight"
    )
    st.latex(
        r"s_1 = \varepsilon_1, \qquad "
        r"s_{k+1} = \min\Bigl(\varepsilon_{k+1}, \frac{S_2 + 8}{S_1}\Bigr),"
    )
    st.latex(r"S_1 = \sum_{i\le k} s_i, \qquad S_2 = \sum_{i\le k} s_i^2 ,")
    st.markdown(
        r"then $w = s / \sum s$ and $\eta = 1 / \sum s$. Once the limit decides, it decides for "
        r"everybody after: all of them get the same level $\tau$, the root of "
        r"$\sum_i \varepsilon_i (\tau - \varepsilon_i)^+ = 8$. The privacy a user really gets is "
        r"$\min(\varepsilon_i, \tau)$, in proportion to their weight."
    )
    st.markdown("**Five users, step by step** (type your own levels)")
    steps = recursion(epsilons_from_text(widgets.draw(knobs.tabs.WORKED_EXAMPLE), "levels"))
    st.dataframe(readable(tables.recursion(steps)), hide_index=True)
    st.caption(
        f"Source: {PAPERS['mean'].citation}, "
        "Theorem 2 and recursion (22). The root form of τ is ours, and tested."
    )
