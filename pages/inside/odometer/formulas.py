"""How the odometer is computed: definitions and formulas."""

from __future__ import annotations

import streamlit as st

from hetdp_core.odometer.streams.course import OdometerCourse
from hetdp_core.papers import PAPERS
from pages.shared.controls.scenario import Scenario


def how_it_works(shared: Scenario, course: OdometerCourse) -> None:
    """Write definitions and formulas, on demand."""
    del shared, course
    st.markdown(
        "**Why less is spent.** Toss a coin that a secret bit bends slightly, and get as many "
        "heads as tails. Whoever saw all tosses knows what they knew before. Each toss might have "
        "told something; together they told nothing. Basic composition has charged for every one."
    )
    st.markdown(
        r"Nobody is trusted: each person answers every question on their own, at random. A result "
        r"$r(x) \in [r_{\min}, r_{\max}]$ is reported as one of its two ends,"
    )
    st.latex(
        r"\begin{gathered} P(\text{high} \mid x) = \frac{1}{e^\varepsilon + 1} \\ "
        r"{} + \frac{r(x) - r_{\min}}{r_{\max} - r_{\min}} \cdot "
        r"\frac{e^\varepsilon - 1}{e^\varepsilon + 1} , \end{gathered}"
    )
    st.markdown(
        r"which is **$\varepsilon$-LDP**. After answers $y_1, \ldots, y_n$ the **realised privacy "
        r"loss** is what they really told about a record in the known domain,"
    )
    st.latex(
        r"\begin{gathered} L = \sup_x \log P(y \mid x) - \inf_x \log P(y \mid x) , \\ "
        r"P(y \mid x) = \prod_j P_j(y_j \mid x) . \end{gathered}"
    )
    st.markdown(
        r"Any belief about the person changes by a factor between $e^{-L}$ and $e^L$, and $L$ is "
        r"at most the sum of the $\varepsilon_j$ that **basic composition** counts. It may fall: a "
        "later answer can take back what an earlier one suggested. The **odometer** shows $L$. "
        "The **Bayesian filter** accepts the next question if, after *each* of its possible "
        "answers, $L$ would stay within the budget; the **simplified filter** if $L$ so far plus "
        r"its $\varepsilon$ does. Either way the whole conversation is budget-LDP, however "
        "cleverly each question is chosen from the answers before it."
    )
    st.markdown(
        "On a finite domain $L$ is exact. For linear questions on a box the log-likelihood is "
        "concave: its minimum lies at a corner, its maximum is a convex problem, solved to a "
        "certified gap. For logistic and truncated questions a branch and bound with exact "
        "concave envelopes gives an interval that holds $L$ for certain, however early it is "
        "stopped; many questions are also bounded in groups of 10, many logistic ones by the "
        "derivatives of their sum, in which contradictions cancel, and the smallest bound counts. "
        "Accepting rests on the upper end alone."
    )
    st.caption(
        f"Source: {PAPERS['accounting'].citation}. "
        "The exact losses of linear questions, the envelopes and the joint bounds are ours, and "
        "tested."
    )
