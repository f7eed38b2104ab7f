"""How feature privacy works: its ideas as small exact examples that move, and its formulas."""

from __future__ import annotations

import streamlit as st

from hetdp_core import features
from hetdp_core.features import FeatureScenario
from hetdp_core.features.allocation.rules import PROMISED
from hetdp_core.features.allocation.search import MOST_GROUPS
from hetdp_core.features.notions import example_1, from_mechanism
from hetdp_core.figures.features import tables
from hetdp_core.figures.formats import level, number, readable, share
from hetdp_core.papers import PAPERS
from pages.inside.features import results, views
from pages.inside.features.controls import FeatureChoice
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.figure.view import draw_below


def ideas(choice: FeatureChoice) -> None:
    """Draw Theorem 1, Examples 1 and 2, Figure 1."""
    left, right = st.columns(2)
    with left:
        draw_below(views.error_region())
    with right:
        _not_local()
        draw_below(views.copies())
    _conversions(choice.scenario)


def _not_local() -> None:
    st.markdown(
        "**Feature privacy alone is not enough** (Example 1). There are two fair bits, and the "
        "output bit is never 1 for (0, 1). Each bit stays hidden, but the pair does not."
    )
    chance = panel.draw(catalog.sections.OUTPUT_CHANCE)
    mechanism = example_1(chance, chance, chance)
    first, second = mechanism.bcdp_levels
    columns = st.columns(3)
    columns[0].metric("δ of bit 1", level(float(first)))
    columns[1].metric("δ of bit 2", level(float(second)))
    columns[2].metric("ε of the report", "none" if mechanism.ldp_level == float("inf") else "")


def _conversions(scenario: FeatureScenario) -> None:
    st.markdown(
        f"**From one notion to another** (Figure 1), at q = {number(scenario.q)} and the present "
        "budgets. Each row shows what this guarantee alone implies."
    )
    sweep = value(results.sweep(scenario))
    budgets = sweep.curves["optimised"].budgets[sweep.index(scenario.q)]
    rows = {
        "the report's ε (LDP)": features.from_ldp(scenario.epsilon, budgets.size),
        "the budgets c (CDP)": features.from_cdp(budgets, scenario.q),
        "both (Mechanism 1)": from_mechanism(budgets, scenario.q),
        "the levels δ (BCDP)": features.from_bcdp(scenario.capped),
    }
    st.dataframe(readable(tables.guarantees(rows)), hide_index=True)
    st.caption(
        "LDP: of the report, for any two inputs; BDP: for any two sets of inputs under the prior. "
        "CDP: of one feature, the others fixed; BCDP: the others drawn from the prior. "
        "∞: nothing is implied. BCDP alone implies no local privacy (Example 1)."
    )


def how_it_works(_: object) -> None:
    st.markdown(
        "**Why correlation spoils it.** It seems easy to protect one feature more: give each "
        "feature its own level, and noise to match. But features are related. If an illness can "
        "be guessed from the blood pressure, the noise on the illness does not help. So the "
        "promise about one feature must count what all other features reveal about it."
    )
    st.markdown(
        r"There is no trusted curator: each person sends one randomised report of $x \in [-1, "
        r"1]^d$. It is **$\varepsilon$-LDP** as a whole, and **$\delta$-BCDP**: for every feature "
        r"$i$ and any two sets of its values,"
    )
    st.latex(
        r"\begin{gathered} P(M(x) \in R \mid x_i \in S) \\ "
        r"\le e^{\delta_i} P(M(x) \in R \mid x_i \in S') , \end{gathered}"
    )
    st.markdown(
        r"the other features drawn from the prior. A feature also leaks through those that depend "
        r"on it; $q$ bounds how much. If each feature alone is protected at $c_i$ and the report "
        r"at $c_d$, then exactly (sharper than Proposition 4),"
    )
    st.latex(r"e^{\delta_i} = (1 - q)\, e^{c_i} + q\, e^{c_d} .")
    st.markdown(
        r"**Mechanism 1** asks $d$ private questions, the $k$-th without the $k - 1$ most "
        r"protected features, with privacy $a_k = c_k - c_{k-1}$. Each answer $Z$ has mean $v$ and "
        r"second moment $B^2/d \cdot I$ with"
    )
    st.latex(r"B = r \coth\frac{\alpha}{2}\, \sqrt{\pi}\, \frac{\Gamma((d+1)/2)}{\Gamma(d/2)} ,")
    st.markdown(
        "so the error of every feature is known exactly, and the "
        "answers are combined with inverse variances as weights. **Optimised** minimises "
        r"$\sum_i \min(\mathrm{Var}_i, 1)$. **The paper's rule** leaves to correlation a "
        r"share $\zeta$ of the strictest level, which fixes the largest budget. **The same "
        r"protection for all** (min-δ) gives every feature the strictest level, $\min_i \delta_i$."
    )
    st.markdown(
        "Given the largest budget, all others are made as large as this formula allows, or the "
        "strictest features get none. For one $q$ and inverse variances as weights, branch and "
        "bound **certifies** that no other largest budget is better by more than "
        f"{share(PROMISED)}. Then single features try every smaller budget, up to {MOST_GROUPS} "
        "different levels. This never increases the error, but moving several at once could still "
        "be better. With one $q$ for each feature or weights as printed, everything is a search "
        "without a certificate."
    )
    st.markdown(
        r"**People who differ as well**: $n_g$ people of type $g$, whose reports have precision "
        r"$P_g$ of a feature, of values with variance $\sigma^2$. The best weights are "
        r"proportional to $n_g P_g r_g$ with $r_g = 1/(1 + \sigma^2 P_g)$, and the squared "
        r"distance from the mean of all people is"
    )
    st.latex(
        r"v = \frac1n \, \frac{\sum_g n_g r_g}{\sum_g n_g P_g r_g} \ge \frac{1}{\sum_g n_g P_g} ."
    )
    st.caption(
        f"Source: {PAPERS['features'].citation}. "
        "The exact moments, the optimised rule and the unbiased radius are ours, and tested."
    )
