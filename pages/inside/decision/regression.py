"""The decision about a regression that was released: use it, the mean alone, or neither."""

from __future__ import annotations

import streamlit as st

import hetdp_core
from hetdp_core.figures import decision as mean_words
from hetdp_core.figures.release import regression as figures
from hetdp_core.figures.release import use as words
from hetdp_core.figures.report.regression import RegressionSheet, regression_to_html
from hetdp_core.release import ConcentratedSoFar, RegressionRelease, RegressionUse, use_of
from hetdp_core.release.regression_use import USES
from pages.inside.decision import sheet
from pages.inside.release import history
from pages.shared.frame import rows
from pages.shared.words import notices
from pages.shared.words.literal import literal

_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of columns and units."""

RULE = (
    "**The rule.** A regression is worth using where it predicts better than the mean, and the "
    "verdict released with it says so beyond its noise. Within the noise, or without a verdict, "
    "the rule leaves it to whoever decides. Everything on this page was released, or is public "
    "anyway: looking at it, and printing it, costs nobody anything."
)


def draw_room(digest: str, release: RegressionRelease) -> None:
    """Draw what was released, what may be done with it, and the page to sign."""
    use = use_of(release)
    st.markdown(f"**{literal(words.recommendation(use))}.** {literal(words.reason(use), _LONGEST)}")
    for place, (key, said) in zip(
        st.columns(len(USES)), words.what_it_is(use).items(), strict=True
    ):
        with place.container(border=True, height="stretch"):
            st.markdown(f"#### {USES[key]}")
            st.markdown(literal(said, _LONGEST))
    found = figures.coefficients(release)
    rows.draw(found, "Each coefficient as released, and what the noise does to it")
    st.markdown(
        "**Paid already, whatever is decided.** By this release alone nobody has given more than "
        f"{literal(words.most_exposed(release))}."
    )
    st.markdown("\n".join(f"- {literal(one)}" for one in words.given_by(release)))
    with st.expander("How the recommendation is made"):
        st.markdown(RULE)
    together = mean_words.adding_up(_together(digest, release))
    name = literal(release.plan.request.target.column)
    notices.marked(
        "success",
        f"**Released** in this session: receipt {literal(release.identifier)}, regression of "
        f"{name}. It will stand on the page to sign. {together}",
        icon=":material/receipt_long:",
    )
    sheet.draw_signing(
        [*USES.values()],
        words.recommended(use),
        f"decision_use_{release.identifier}",
        f"decision_use_{release.identifier}",
        lambda signed: regression_to_html(_sheet(use, signed, together)),
        "One file that opens without a network and prints on one A4 side, with the regression, its "
        "receipt and a line to sign.",
    )


def _together(digest: str, release: RegressionRelease) -> ConcentratedSoFar | None:
    """Return what all releases of the session give away; None where it is one."""
    ledger = history.ledger()
    return None if len(ledger) < 2 else ledger.together(digest, release.plan.delta)


def _sheet(use: RegressionUse, signed: sheet.Signed, together: str) -> RegressionSheet:
    return RegressionSheet(
        use=use,
        decided=signed.decided,
        decider=signed.decider,
        notes=signed.notes,
        made=sheet.now(),
        adds_up=together,
        made_with=f"Made with hetdp dashboard {hetdp_core.__version__}",
        reason=signed.reason,
    )
