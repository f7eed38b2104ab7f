"""The page of ridge regression: default, one change, bad input, URL."""

import re

import pytest

from hetdp_core import datasets
from hetdp_core.figures.formats import number
from hetdp_core.ridge.sweep import SERIES
from pages.inside.ridge import views
from pages.inside.ridge.decision import OF_THE_PAPER
from pages.inside.ridge.lesson import regression
from pages.shared.cache import value
from pages.shared.controls.address import PRESETS
from pages.shared.controls.state import defaults, of_params
from tests.pages.app import UNFOLDED, errors, headline, open_page, prose, put, sentences
from tests.pages.release.room import table
from tests.pages.test_own_table_everywhere import opened
from tests.plotlys import checked

PAGE = "ridge"
WORTH, PUBLIC = (
    f"**Yes: a {which} predicts better** (typical error"
    for which in ("private regression", "regression on the public records")
)


def test_the_page_opens_with_a_plain_verdict(first_look):
    app = first_look
    assert not app.error
    said = headline(app)
    assert "**No: the private mean predicts better** (typical error 18.5 mmHg) than a" in said
    assert "private regression (20.2 mmHg at λ = 0.14)." in said
    assert "**Why one number wins here.**" in prose(app.markdown)


def test_the_headline_follows_the_hand_and_the_verdict_stays_and_what_is_off_the_figure_is_so():
    there, far = (views.for_state(of_params(lam)) for lam in ({}, {"lam": "1000"}))
    end = ", as its predictions are all near the middle of the range."
    assert far.headline == f"{there.headline} At λ = 1,000 the regression has 37.2\u00a0mmHg{end}"
    assert far.frames is not None
    assert (
        far.frames.headlines[0]
        == f"{there.headline} At λ = 0.001 the regression cannot be released: "
        "its proof of privacy needs a larger one."
    )
    at_lambda = far.frames.readouts["Error: private regression at this λ"]
    assert at_lambda[0] == "none"  # there it cannot be released
    place = list(far.frames.values).index(0.01)
    assert (at_lambda[place], at_lambda[-1]) == ("70.2\u00a0mmHg", "37.2\u00a0mmHg")
    both = views.for_state(of_params({"methods": ["PDP-OP, paper's noise"]})).frames
    assert both is not None
    printed = both.readouts["Error: with the paper's noise at this λ"]
    assert printed[0] == "off the figure" != printed[-1]


def test_the_figure_draws_the_method_and_the_number_of_headline_and_card():
    """At this setting the other method has the least error in hindsight."""
    papers = PRESETS["paper_ridge"].state
    drawn, public = views.for_state(papers), value(regression(papers).decision).public
    sweep = value(regression(papers).sweep)
    assert sweep.curves["pdp_op"].least_loss < sweep.curves[public.method].least_loss
    assert drawn.frames is not None
    now = drawn.frames.readouts["Error: private regression at this λ"][drawn.frames.current]
    assert drawn.frames.values[drawn.frames.current] == public.lam
    assert now.startswith(number(public.miss))
    named = f"Private regression ({SERIES[public.method]})"
    assert named in {trace.name for trace in checked(drawn.figure).data}
    assert SERIES[public.method] in " ".join(map(str, value(drawn.numbers)))


def test_a_recommendation_names_centring_where_it_is_off():
    on, off = (views.for_state(of_params({"centre": held})).headline for held in ("true", "false"))
    assert [said.startswith("**No, without centring: ") for said in (on, off)] == [False, True]


def test_a_drawn_method_that_beats_the_verdict_is_said_to_promise_less():
    app = open_page(PAGE, methods=["Gradient descent", "Noisy sums"])
    told = "“Noisy sums” has a smaller error (17.9 mmHg at λ = 0.14), but a weaker promise"
    assert told in headline(app)


@pytest.mark.parametrize(("preset", "is_lower"), [("first", False), ("regression_pays", True)])
def test_why_says_what_makes_a_private_line_lie_below_the_one_without_privacy(preset, is_lower):
    app = open_page(PAGE, **PRESETS[preset].params)
    assert ("**Why the private line lies lower at some λ.**" in prose(app.markdown)) is is_lower


def test_another_loss_in_the_figure_changes_no_verdict():
    held = of_params({"loss": "Squared error + λ‖θ‖²"})
    said = views.for_state(held).headline.removesuffix(OF_THE_PAPER)
    assert said == views.for_state(defaults()).headline


def test_levels_too_unequal_for_floats_are_said_and_the_last_usable_ones_shown():
    app = open_page(PAGE, profile="Levels and counts", levels="1e-6, 1e6", counts="500, 500")
    assert "Epsilon must add up to at most" in errors(app)
    assert "still show the last usable setting" in errors(app)
    assert headline(app).startswith("**No: ")


def test_a_demonstration_and_the_papers_scaling_are_said_not_to_be_private(first_look):
    app = open_page(PAGE, scaling="Smallest and largest value, as in the paper (not private)")
    said = "not private, no guarantee holds"
    assert said in prose(app.caption)
    text = prose(first_look.caption)
    assert said not in text
    assert "Verdict, losses and the best λ are calculated from the records" in text
    assert "they must not be published" in text


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"public": "100"}, f"{PUBLIC} 13.1 mmHg"),
        ({"profile": "Levels and counts", "levels": "0.1, 1000, inf"}, f"{PUBLIC} 13.4 mmHg"),
        ({"n": "1"}, "mean predicts better** (typical error 18.5 mmHg) than a private"),
        ({"high": "1000"}, f"{WORTH} 14.2 mmHg"),
        (
            {"high": "43"},
            "That is only 0.92 % less error; a regression is recommended from 1 % less.",
        ),
        ({"high": "44"}, "**Yes, but barely: a private regression predicts better** (typical"),
    ],
)
def test_extreme_levels_have_their_verdict(params, says):
    app = open_page(PAGE, **params)
    assert says in headline(app)
    for shown in (app, open_page(PAGE, ridge_view="Coefficients", **params)):
        assert not shown.error


def test_without_predictors_one_sentence_asks_for_some_and_keeps_the_figure():
    app = open_page(PAGE)
    before = headline(app)
    put(app, **UNFOLDED).multiselect(key="features_nhefs").set_value([]).run()
    assert not app.error
    said = prose(app.info)
    assert "Choose at least one column to predict from." in said
    assert "still show the last usable setting" in said
    assert headline(app) == before


def test_coefficients_are_drawn_at_the_methods_best_lambda_where_the_slider_has_none():
    method, strict = "Objective perturbation", {"low": "0.001", "high": "0.01", "lam": "0.01"}
    app = open_page(PAGE, ridge_view="Coefficients", coefficients_of=method, **strict)
    assert not app.error
    assert f"{method} at λ = " in prose(app.markdown)


def test_values_outside_their_bounds_are_clipped_and_counted_or_refused():
    own = table("age,wage\n" + "30,900\n40,800\n150,900\n-5,700\n" * 25)
    app = opened(PAGE, own=own)
    assert not app.error
    clipped = "50 values outside the declared bounds are clipped"
    assert clipped in prose(app.caption)
    before = headline(app)
    put(app, **UNFOLDED).selectbox(key="outside").set_value("refuse").run()
    assert "given: 50 of 'age' outside). Widen the bounds or choose to clip." in errors(app)
    assert "still show the last usable setting" in errors(app)
    assert headline(app) == before


@pytest.mark.parametrize("params", [{}, {"target_nhefs": "Age"}])
def test_the_target_is_never_offered_and_all_others_predict_it_which_no_link_says(params):
    app = open_page(PAGE, UNFOLDED, **params)
    assert "features_nhefs" not in app.query_params
    info = datasets.info("nhefs")
    for target in (app.selectbox(key="target_nhefs").value, "sbp", "age", info.default_target):
        app.selectbox(key="target_nhefs").set_value(target).run()
        assert not app.error
        predictors = app.multiselect(key="features_nhefs")
        assert info.column(target).label not in predictors.options
        assert target not in predictors.value
        assert len(predictors.options) == len(predictors.value) == len(info.columns) - 1


def test_the_bound_of_theorem_3_6_is_shown_where_the_truth_is_known_and_only_there():
    known = open_page(PAGE, rows="Synthetic", dimension="5", ridge_view="Coefficients")
    assert "With probability at least 90 %" in prose(known.markdown)
    real = open_page(PAGE, ridge_view="Coefficients")
    assert "Theorem 3.6.**" not in prose(real.markdown)


def test_where_only_public_records_count_nothing_is_said_that_is_false_without_noise():
    why, app = (open_page(PAGE, public="2", ridge_view=tab) for tab in ("Why", "With real data"))
    assert "With the 24 public records drawn here a regression has 15.8 mmHg" in headline(app)
    assert " This draw is lucky. 18 of 20 draws of who is public give 16" in headline(app)
    said = prose(why.markdown) + prose(app.markdown) + prose(app.caption)
    assert "**There is no noise**: every release has a typical error of 15.76 mmHg" in said
    assert "**PDP-OP**: Adds no noise: the public records are enough." in said
    assert "At λ = 0.01. Better in about 63 of 100 draws of who is public (standard" in said
    assert headline(app).startswith("**Not reliably: it depends on which records are public.**")
    assert "in 18 of 20 draws the error is 16" in said
    wrong = ("standard error of a dot", "One amount of noise", "Noise is added", "paper's noise")
    assert not any(one in said for one in wrong)
    assert views.misses(regression(of_params({"public": "2"})), "verdict").frames is None


def misses(app):
    (said,) = (one for one in sentences(app.markdown) if "Twenty releases you might get" in one)
    return said


def test_twenty_releases_of_ridge_say_how_far_they_miss_and_how_many_beat_one_number():
    app = open_page(PAGE, ridge_view="Twenty releases")
    first = misses(app)
    assert re.search(r"18 of 20 are [\d.]+ to [\d.]+ mmHg", first)
    assert "of 20** predict better than the private mean (" in first
    assert any(one.startswith("Simulated: quantiles of 10,000") for one in sentences(app.caption))
    assert misses(put(app, release_of="pdp_op")) != first


def test_the_tabs_release_the_method_and_the_lambda_of_the_verdict_wherever_the_slider_is():
    app = open_page(PAGE, ridge_view="With real data", lam="100")
    judged = value(regression(defaults()).decision).public
    which = f"the private regression ({SERIES[judged.method]}) at λ = {number(judged.lam)}"
    assert prose(app.markdown).count(which) == 2
    assert which not in prose(put(app, release_of="pdp_op").markdown)
    sums = prose(put(app, release_of="noisy_sums").markdown)
    assert sums.count("of Noisy sums at λ = 0.14") == 2
    alike = prose(put(app, release_of="non_personalised").markdown)
    assert "of Non-personalised at λ = 290" in alike
    assert "Its promise is weaker (δ = 10⁻⁶), so it is not recommended." in sums


def test_what_matters_begins_with_the_people_above_and_says_where_it_leaves_them():
    app = open_page(PAGE, ridge_view="What matters")
    said = prose(app.markdown)
    assert "a part of the same training records" in said
    assert "Each method is drawn at a λ that a release can choose." in said
    assert "Not the people above" not in said
    assert "Not the people above" in prose(put(app, vary="conservative_share").markdown)


def test_a_release_that_cannot_be_made_is_refused_in_a_sentence():
    method, strict = "Objective perturbation", {"low": "0.000001", "high": "0.000002"}
    app = open_page(PAGE, ridge_view="One release", release_of=method, **strict)
    assert any("must exceed" in box.value for box in app.error)


def test_one_release_is_said_to_be_lucky_and_pdp_op_has_a_choice_of_noise_where_it_is_shown():
    app, chooses = open_page(PAGE, UNFOLDED, ridge_view="One release"), "Noise of PDP-OP"
    assert "18 of 20 releases have 17.4 to 23.7 mmHg. This one is lucky." in prose(app.markdown)
    assert chooses not in [one.label for one in app.selectbox]
    assert chooses in [one.label for one in put(app, release_of="PDP-OP").selectbox]


@pytest.mark.parametrize(("preset", "is_heavy"), [("first", False), ("stress", True)])
def test_of_the_largest_synthetic_records_few_are_kept(preset, is_heavy):
    assert regression(PRESETS[preset].state).prepared.is_heavy is is_heavy
