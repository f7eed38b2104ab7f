"""“What would it take?” on every topic: the answer, its use, and why there is none."""

import numpy as np
import pytest

from hetdp_core.mean.what_it_takes import error_target
from hetdp_core.numerals import counted
from hetdp_core.profiles import ProfileSettings
from pages.shared import limits
from pages.shared.controls.address import PRESETS
from pages.shared.frame import what_it_takes
from tests.pages.app import go_to, in_use, open_page, prose, put, said, sentences
from tests.pages.release.room import table, with_table

TAB = "What would it take?"
POWERS = "x, x², x³ … of a number from 0 to 10"


def mean(**params):
    return open_page("heterogeneous_mean", view=TAB, **params)


def features(**params):
    return open_page("feature_privacy", feature_view=TAB, **params)


def ridge(**params):
    return open_page("ridge", ridge_view=TAB, **params)


def odometer(**params):
    powers = {"questions": POWERS, "runs": "3"}
    return open_page("privacy_odometer", odometer_view=TAB, **{**powers, **params})


def use(app):
    (button,) = (one for one in app.button if one.label == "Show this value above")
    return button


def assert_says_why_nothing_is_set(app, why):
    assert not any(one.label == "Show this value above" for one in app.button)
    assert why in sentences(app.caption)


def test_the_answer_can_be_used_and_then_is_what_there_is_now():
    app = mean()
    use(app).click().run()
    assert app.session_state["n"] == 3510
    assert app.query_params["n"] == "3510"
    assert "**your current value is just enough**: 1 % with 3,510 people" in said(app)
    assert_says_why_nothing_is_set(app, "Already set above.")


@pytest.mark.parametrize(
    ("opened", "params", "told", "key", "is_set"),
    [
        (
            *(mean, {"profile": "Levels and counts"}, "**3,247 people**"),
            *("counts", lambda counts: counts == "974, 1624, 649"),
        ),
        (
            *(features, {}, "For an error of 10 % of the range with the optimised budgets"),
            *("reports", lambda reports: 18_300 < int(reports) < 18_400),
        ),
        (
            *(features, {"feature_unknown": "Sensitive δ", "deltas": "0.2, 2, 0.2, 2"}, ""),
            *("deltas", lambda typed: typed.endswith(", 2") and typed != "0.2, 2, 0.2, 2"),
        ),
        (
            *(ridge, {"ridge_unknown": "Least private ε"}, "(now ε = 10: 20.2 mmHg)"),
            *("high", lambda high: 46.0 < float(high) < 48.0),
        ),
        (
            *(odometer, {"decided_by": "Basic", "questions_wanted": "5", "eps_question": "0.5"}),
            *(
                "For 5 answers with basic composition, ",
                "budget",
                lambda budget: float(budget) < 10,
            ),
        ),
    ],
)
def test_an_answer_can_be_used_whatever_control_sets_it(opened, params, told, key, is_set):
    app = opened(**params)
    assert told in said(app)
    use(app).click().run()
    assert is_set(app.query_params[key])
    assert "**your current value is just enough**" in said(app)


def test_what_relaxing_cannot_reach_says_why_and_what_would_do():
    app = mean(mean_unknown="Relaxed ε", profile="Two groups", low="0.1")
    assert (
        "**cannot be reached** with the less private group alone (now ε = 10 for the less private "
        "group: 1.9 %). Above ε = 0.26 for the less private group the error stays at **1.9 %**"
        ": weights stop growing. Instead, **3,024 people** would be enough."
    ) in said(app)
    assert_says_why_nothing_is_set(app, "Your target is out of reach.")


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"mean_unknown": "Public share"}, "which is the worst-case sampling error"),
        ({"mean_unknown": "Relaxed ε", "public": "100"}, "This setting changes nothing, the error"),
    ],
)
def test_public_users_cannot_remove_the_sampling_error_and_have_nothing_to_relax(params, says):
    text = said(mean(**params))
    assert says in text
    assert "**1.58 %**" in text


def test_more_users_than_in_a_file_ask_for_its_levels_in_the_same_shares():
    app = mean(profile="Uploaded file")
    app.file_uploader(key="epsilon_file").upload("mine.csv", b"0.1\n1\n8\ninf\n").run()
    assert not app.error
    listed = ProfileSettings(
        "levels", levels=(0.1, 1.0, 8.0, np.inf), counts=(1, 1, 1, 1), high=8.0
    )
    answer = error_target(listed, "users", 1.0)
    assert f"**{counted(answer.value, 'person', 'people')}**" in said(app)
    assert any("Checked: this value reaches" in text for text in sentences(app.caption))
    assert_says_why_nothing_is_set(app, "No control sets this: records would have to be collected.")
    put(app, mean_unknown="public")
    assert "**cannot be reached**" in said(app)
    assert f"Instead, **{counted(answer.value, 'person', 'people')}** would be enough" in said(app)
    assert not any("Checked: this value reaches" in text for text in sentences(app.caption))


def test_an_unusable_target_in_a_link_counts_as_absent():
    app = open_page("heterogeneous_mean", view=TAB, mean_target="-1", mean_unknown="luck")
    assert len(app.warning) == 2
    assert "**3,510 people**" in said(app)


def test_a_larger_report_is_told_not_to_help_and_why_beyond_a_target_that_is_reached_too():
    app = features(feature_unknown="ε")
    assert "**cannot be reached** with a larger ε alone" in said(app)
    assert "the error stays at **13.6 %**: the sensitive δ" in said(app)
    assert "**δ = 0.277** would be enough." in said(app)
    put(app, feature_target=15)
    assert "Further on the error stays at 13.6 %: the sensitive δ" in said(app)
    assert "stays at" not in said(put(app, feature_unknown="users"))  # each one helps
    assert "Nothing is then learned" not in said(app)
    assert "**Nothing is then learned about 2 of 10 features**" in said(put(app, feature_target=25))


def test_without_a_sensitive_feature_there_is_no_level_to_ask_for():
    app = features(feature_unknown="Sensitive δ", sensitive="0")
    assert "Give at least one feature a level δ below ε." in prose(app.info)
    put(app, feature_unknown="q", feature_target=0.1)
    assert "**cannot be reached** with less correlation alone" in said(app)
    assert "δ =" not in said(app)


def test_records_like_these_cannot_be_set_but_are_told():
    app = ridge()
    assert "a typical error of 18 mmHg (9 % of the range) you need **5,142 records**" in said(app)
    assert "(now 1,213 records: 20.2 mmHg)" in said(app)
    assert_says_why_nothing_is_set(app, "No control sets this: records would have to be collected.")


@pytest.mark.parametrize(
    ("params", "where"),
    [
        ({}, "from 4,400 records upwards.**\n\nFor a typical error of"),
        ({"ridge_unknown": "Least private ε"}, "from ε = 44 upwards.** An ε above"),
    ],
)
def test_where_a_regression_beats_the_mean_does_not_depend_on_the_error_that_is_wanted(
    params, where
):
    for wanted in ("8.5", "9.5"):
        told = said(ridge(ridge_target=wanted, **params))
        assert f"**A regression is worth it (1 % less error) {where}" in told
        assert ("promises next to nothing" in told) == ("ε = 44" in where)


def test_a_share_of_public_people_is_set_where_its_control_is():
    app = mean(mean_target="1.7", mean_unknown="People without privacy")
    (button,) = (one for one in app.button if "_use" in str(one.key))
    assert button.label == "Set it in “Expert settings”"


def test_few_synthetic_records_tell_nothing_of_others_and_need_a_large_level():
    few = PRESETS["paper_ridge"].params
    assert "To repeat these few says nothing about others." in said(ridge(**few))
    told = said(ridge(ridge_unknown="Least private ε", **few))
    assert "**The private mean alone does that now** (4.44 % of range): ask for less error" in told
    assert "**A regression is worth it (1 % less error) from ε = 21,000 upwards.**" in told


def test_without_privacy_the_error_has_a_floor():
    app = ridge(ridge_target="3")
    assert "**cannot be reached** with more records alone" in said(app)
    floor = "**13.2 mmHg**; without privacy it is 13 mmHg now, at a λ below 0.001, the smallest"
    assert floor in said(app)


@pytest.mark.parametrize(
    ("opened", "params", "end"),
    [
        (mean, {"mean_target": "50"}, "smallest"),
        (mean, {"mean_target": "9", "mean_unknown": "Public share"}, "smallest"),
        (features, {"feature_target": "50", "feature_unknown": "q"}, "largest"),
        (features, {"feature_target": "50", "feature_unknown": "Sensitive δ"}, "smallest"),
        (odometer, {"questions_wanted": "1", "eps_question": "0.05"}, "smallest"),
    ],
)
def test_at_the_end_of_a_range_no_value_beyond_it_is_said_to_fail(opened, params, end):
    app = opened(**params)
    assert f"is enough, the {end} value tried (now" in said(app)
    assert not any("reaches the target" in text for text in sentences(app.caption))


@pytest.mark.parametrize("lam", ["1", "300"])
def test_now_is_what_the_headline_says_wherever_the_slider_is(lam):
    text = said(ridge(low="0.32", lam=lam))
    assert "than a private regression (19.1 mmHg at λ" in text
    assert "(now 1,213 records: 19.1 mmHg)" in text


def test_a_target_that_the_private_mean_reaches_alone_is_said_to_ask_for_too_little():
    medical = {"dataset": "Simulated medical cost"}
    easy, sharp = (said(ridge(ridge_target=wanted, **medical)) for wanted in ("25", "9"))
    assert "**The private mean alone does that now** (10,3" in easy
    assert "US\\$/year): ask for less error." in easy
    assert "The private mean alone" not in sharp


def test_the_target_begins_below_what_is_best_now_and_what_is_said_or_private_leaves_it():
    def wanted(app):
        return app.session_state["ridge_target"]

    app = ridge(dataset="Simulated medical cost")
    assert wanted(app) == 9.5  # the regression's error is 10 % of the range
    app = put(app, dataset="diabetes")
    assert wanted(app) == 17
    assert "need **" in said(app)
    assert wanted(put(app, dataset="nhefs")) == 9
    assert wanted(put(put(app, ridge_target=12.0), dataset="diabetes")) == 12
    assert wanted(ridge(ridge_target="9", dataset="Diabetes")) == 9
    own = put(go_to(with_table(), "ridge"), dataset="own", ridge_view=TAB)
    assert wanted(own) == 9  # an address tells nothing of a private table


def test_that_a_constant_reaches_the_target_is_said():
    about = {"dataset": "Simulated medical cost", "target_simulated_medical_cost": "Age"}
    told = said(ridge(ridge_target="31", **about))
    assert "**Always predicting the middle of the range (41 years) does that now**" in told


def test_streams_say_that_they_are_simulated_and_how_many():
    app = odometer(questions_wanted="9")
    assert "Median of 3 simulated people, seed 0" in prose(app.caption)
    told = said(odometer(questions_wanted="5", budget="2"))
    assert "**a budget of 4** (it gives 8 answers; now a budget of 2: 2 answers)" in told


@pytest.mark.parametrize("budget", ["0.625", "99"])
def test_answers_beyond_every_budget_say_what_is_reached_and_what_to_change(budget):
    """Nothing need be simulated for basic composition, whose budgets go on to the last."""
    settings = {"questions_wanted": "999", "budget": budget, "eps_question": "3"}
    app = odometer(**settings, decided_by="Basic")
    assert "Up to a budget of 100 you get **33 answers** (now a budget of" in said(app)
    assert "For 999 answers with basic composition, **set a smaller ε of each question**." in said(
        app
    )
    assert_says_why_nothing_is_set(app, "Even a budget of 100 is not enough.")
    larger = ", or type a budget above 12 at the top of the page"
    assert (larger in said(odometer(**settings))) is (budget == "0.625")


def test_a_search_on_a_table_of_ones_own_ends_in_time_and_is_not_begun_again(monkeypatch):
    rows = "".join(f"{age},{age % 13}\n" for age in range(20, 80))
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.0)
    own = in_use(*table(f"age,wage\n{rows}"))
    app = put(open_page("ridge", own, ridge_view=TAB), dataset="own", v="2")
    assert any("takes too long for a page" in text for text in sentences(app.error))
    monkeypatch.setattr(what_it_takes, "value", lambda _: 1 / 0)
    app.run()
    assert any("takes too long for a page" in text for text in sentences(app.error))


@pytest.mark.parametrize(
    ("page", "params"),
    [
        ("heterogeneous_mean", {"view": TAB, "n": "977"}),
        ("feature_privacy", {"feature_view": TAB, "reports": "9770"}),
        ("ridge", {"ridge_view": TAB, "low": "0.012"}),
        (
            "privacy_odometer",
            {"odometer_view": TAB, "runs": "3", "questions": POWERS, "eps_question": "0.31"},
        ),
    ],
)
def test_every_search_ends_in_time_and_says_so(page, params, monkeypatch):
    """At settings of which nothing is computed yet."""
    monkeypatch.setattr(limits, "SEARCH_SECONDS", 0.0)
    app = open_page(page, **params)
    assert any("takes too long for a page" in text for text in sentences(app.error))
    monkeypatch.undo()
    app = open_page(page, **params)
    assert not app.error  # what was given up is kept for nobody else


def test_where_public_records_alone_count_no_other_number_or_level_is_said_to_be_enough():
    app = ridge(public="10")
    assert "Only the 121 public records count, without noise." in prose(app.main.markdown)
    assert "enough" not in said(app)
    assert "not calculated where some are public" in prose(put(app, public=1).main.markdown)


def test_less_than_at_present_is_called_enough_where_the_present_is_not():
    stepped = said(ridge(high="50", ridge_unknown="Least private ε"))
    assert "**ε = 47** is enough, though ε = 50 is not (18.2 mmHg): the error moves in" in stepped


def test_a_range_without_a_unit_has_a_middle_without_a_number():
    app = ridge(preset="paper_ridge", ridge_unknown="Least private ε")
    assert "and always predicting the middle of the range." in " ".join(sentences(app.caption))
