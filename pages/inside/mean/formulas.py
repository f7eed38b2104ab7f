"""How ADPM works: its formulas, and a worked example of five users."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import readable
from hetdp_core.mean.saturation import recursion
from hetdp_core.papers import PAPERS
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls import catalog, widgets
from pages.shared.controls.scenario import Scenario


def how_it_works(scenario: Scenario) -> None:
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
    steps = recursion(epsilons_from_text(widgets.draw(catalog.rooms.WORKED_EXAMPLE), "levels"))
    st.dataframe(readable(tables.recursion(steps)), hide_index=True)
    st.caption(
        f"Source: {PAPERS['mean'].citation}, "
        "Theorem 2 and recursion (22). The root form of τ is ours, and tested."
    )
    _how_close()


def _how_close() -> None:
    st.markdown(
        r"**How close to the best possible?** With noise variance $N$ and $S = \sum_i w_i^2$, $c$ "
        "times the answer is as private, and has the worst-case mean squared error"
    )
    st.latex(
        r"\max\Bigl(c^2\bigl(\tfrac{S}{4} + N\bigr),\; c^2 N + \tfrac{(1-c)^2}{4}\Bigr), \quad "
        r"\text{least at } c = \min\Bigl(\frac{1/4}{N + 1/4}, \frac{1}{1 + \sqrt{S}}\Bigr)."
    )
    st.markdown(
        r"No private method can be better than a bound by information: for values "
        r"$\pm\tfrac12$, the upper one with chance $(1+\theta)/2$, and "
        r"$T_i = \tanh(\varepsilon_i/2)$, a private answer holds at most the Fisher information "
        r"$A(\theta)^2$,"
    )
    st.latex(
        r"A(\theta) = \min_k \Bigl[\sum_{i\le k} \frac{T_i}{1-|\theta|T_i} + "
        r"\sqrt{\tfrac{n-k}{1-\theta^2}}\Bigr], \qquad "
        r"\mathrm{MSE} \ge \max_{0<\tau<1} \frac{1/4}{\mathbb{E}\,A(\theta)^2 + \pi^2/\tau^2},"
    )
    st.markdown(
        r"the expectation over $\theta$ with density $\cos^2(\pi\theta/2\tau)/\tau$ on "
        r"$[-\tau, \tau]$ (van Trees). Both are ours; tests check them on mechanisms written "
        r"down in full."
    )
