"""How feature privacy is computed: definitions and formulas."""

from __future__ import annotations

import streamlit as st

from hetdp_core.features.allocation.rules import PROMISED
from hetdp_core.features.allocation.search import MOST_GROUPS
from hetdp_core.figures.text import share
from hetdp_core.papers import PAPERS


def how_it_works(*_: object) -> None:
    st.markdown(
        "**Why correlation spoils it.** It seems easy to protect one feature more: give each a "
        "level of its own, and noise to match. But features are related. If an illness can be "
        "guessed from the blood pressure, its own noise was for nothing. So the promise about one "
        "feature must count what all others tell about it."
    )
    st.markdown(
        r"Nobody is trusted: each person sends one randomised report of $x \in [-1, 1]^d$. It is "
        r"**$\varepsilon$-LDP** as a whole, and **$\delta$-BCDP**: for every feature $i$ and any "
        r"two sets of its values,"
    )
    st.latex(
        r"\begin{gathered} P(M(x) \in R \mid x_i \in S) \\ "
        r"\le e^{\delta_i} P(M(x) \in R \mid x_i \in S') , \end{gathered}"
    )
    st.markdown(
        r"the other features drawn from the prior. A feature also leaks through those that depend "
        r"on it; $q$ bounds how much. If each feature alone is protected at $c_i$ and the report "
        r"at $c_d$ (Proposition 4),"
    )
    st.latex(r"\delta_i = c_i + \log\bigl(1 + q\,(e^{c_d} - 1)\bigr) .")
    st.markdown(
        r"**Mechanism 1** asks $d$ private questions, the $k$-th without the $k - 1$ most "
        r"protected features, with privacy $a_k = c_k - c_{k-1}$. Each answer $Z$ has mean $v$ and "
        r"second moment $B^2/d \cdot I$ with"
    )
    st.latex(r"B = r \coth\frac{\alpha}{2}\, \sqrt{\pi}\, \frac{\Gamma((d+1)/2)}{\Gamma(d/2)} ,")
    st.markdown(
        "so the error of every feature is known exactly, before and after projection, and the "
        "answers are combined with inverse variances as weights. **Optimised** looks for the "
        r"least $\sum_i \min(\mathrm{Var}_i, 1)$; **the paper's rule** leaves to correlation a "
        r"share $\zeta$ of the strictest level, which fixes the largest budget; **plain min-δ** "
        r"gives every feature the strictest level, $\min_i \delta_i$."
    )
    st.markdown(
        "Given the largest budget, all others are made as large as Proposition 4 allows, or the "
        "strictest features get none. With one $q$ for all features and inverse variances as "
        f"weights, branch and bound **certifies** that no other largest budget is better by more "
        f"than {share(PROMISED)}. Then single features try every smaller budget, up to "
        f"{MOST_GROUPS} different levels: that never does harm, but moving several at once could "
        "still be better. With one $q$ for each feature or weights as printed, all of it is a "
        "search, and not certified."
    )
    st.markdown(
        r"**Users who differ, too**: $n_g$ users of type $g$, whose reports have precision $P_g$ "
        r"of a feature, of values with variance $\sigma^2$. The best weights are proportional to "
        r"$n_g P_g r_g$ with $r_g = 1/(1 + \sigma^2 P_g)$, and the squared distance from "
        r"everybody's average is"
    )
    st.latex(
        r"v = \frac1n \, \frac{\sum_g n_g r_g}{\sum_g n_g P_g r_g} \ge \frac{1}{\sum_g n_g P_g} ."
    )
    st.caption(
        f"Source: {PAPERS['features'].citation}. "
        "The exact moments, the optimised rule and the unbiased radius are ours, and tested."
    )
