"""How private ridge regression is computed: definitions and formulas."""

from __future__ import annotations

import streamlit as st

from hetdp_core.papers import PAPERS
from pages.inside.ridge.controls import RidgeChoice


def how_it_works(choice: RidgeChoice) -> None:
    del choice
    st.markdown(
        "**Why personal levels help.** A record moves the solution in proportion to its weight, "
        "which is in proportion to its level. Divided by that level, the same number is left for "
        "all. One amount of noise therefore serves everybody as they asked, and what counts is "
        "the **sum** of all levels. A few strict owners hardly change a sum; under one level for "
        "all they would decide alone."
    )
    st.markdown(
        r"**PDP-OP** lets each record count in proportion to the $\varepsilon$ that it asks for, "
        r"solves the regression, and adds noise to the coefficients."
    )
    st.markdown(
        r"A trusted curator holds records $(x_i, y_i)$ with $\|x_i\|_\infty \le 1$, $\|x_i\| \le "
        r"R$, $|y_i| \le L$. Record $i$ asks for $\varepsilon_i$: replacing it alone may change "
        r"the chance of any result by a factor of at most $e^{\varepsilon_i}$. With weights "
        r"$w_i = \varepsilon_i / \sum \varepsilon$ the release is"
    )
    st.latex(
        r"\hat\theta = (X^\top W X + \lambda I)^{-1} X^\top W y + b ,\qquad "
        r"\text{density of } b \propto e^{-\eta \|b\|} ."
    )
    st.markdown(r"Noise **as printed** (Theorem 3.2), and **sharp** (ours, for the same promise):")
    st.latex(
        r"\eta_{\text{printed}} = \frac{\lambda \sum \varepsilon}{2 (d B + \sqrt d)},\; "
        r"B = \min\Bigl(\tfrac{1}{\sqrt\lambda}, \tfrac{\sqrt d}{\lambda}\Bigr) ,\qquad "
        r"\eta_{\text{sharp}} = \frac{\lambda \sum \varepsilon}{R^2 B + 2 R L},\; "
        r"B = \max_{0 \le s \le R} \frac{L s}{s^2 + \lambda} ."
    )
    st.markdown(
        r"The noise has second moments $\mathbb{E}[b b^\top] = \frac{d+1}{\eta^2} I$, so expected "
        r"losses and their standard deviations are exact. Sampling is averaged over random "
        r"samples with the noise integrated exactly; **objective perturbation** (ours) minimises "
        r"$\sum w_i (y_i - \theta^\top x_i)^2 + \lambda \|\theta\|^2 + b^\top \theta$ over the "
        r"ball $\|\theta\| \le \rho$ with"
    )
    st.latex(r"\eta = \frac{\sum \varepsilon - R^2 / \lambda}{2 (R^2 \rho + 2 R L)} ,")
    st.markdown(
        r"which needs $\sum \varepsilon > R^2 / \lambda$; it is averaged over draws. As "
        r"$\lambda \to 0$ the noise grows without bound. Public records ($\varepsilon = \infty$) "
        r"are the limit: only they count, and no noise is needed. Saturating the weights, as for "
        r"a mean, did not help in any setting that we tried: the noise rules, not the weights."
    )
    st.markdown(
        r"**λ from public numbers** is where a bound on what noise costs plus a guess of what "
        r"shrinking costs is least; no record is looked at. With $h = R^2 / (2d)$:"
    )
    st.latex(
        r"\frac{(d+1) R^2}{\eta^2} \;\text{ or }\; \frac{(d+1) R^2}{4 \eta^2 (\lambda + h)^2} "
        r"\;\text{ (objective)} ,\qquad + \; \frac{L^2}{3} "
        r"\Bigl(\frac{\lambda}{\lambda + h}\Bigr)^2 ."
    )
    st.markdown(
        r"**The private verdict** is the noisy mean, weighted as in ADPM, of "
        r"$D_j = \min((y_j - \hat\theta^\top x_j)^2, C) - \min((y_j - \hat m)^2, C)$ over test "
        r"records. Replacing record $j$ moves it by at most $2 C w_j$, so Laplace noise of scale "
        r"$2 C \max_j w_j / \varepsilon_j$ keeps the promise to test records; training records pay "
        r"$\varepsilon_i / 2$ for $\hat\theta$ and $\varepsilon_i / 2$ for $\hat m$, and nothing "
        r"more for what is computed from these."
    )
    st.caption(
        f"Source: {PAPERS['ridge'].citation}. "
        "Sharp noise, repaired sampling, personalised objective perturbation, the exact moments, "
        "λ from public numbers and the private verdict are ours, and tested."
    )
