"""The page of the heterogeneous mean: default, one change, bad input, URL."""

import math
import re

import pytest

from hetdp_core import datasets
from tests.cases import first_and_in_studies
from tests.pages.app import open_page, put, sentences
from tests.pages.release.room import table
from tests.pages.test_own_table_everywhere import opened

PAGE = "heterogeneous_mean"
WORDS = {
    "Why weights saturate": "Together they are least at **τ = 0.348**: ± 1.96 % of the range",
    "Error as users relax": "The worst-case error of each method as users relax. From **ε = 0.25**",
    "What would it take?": "it takes **3,510 users** (now 1,000 users: ± 1.96 %).",
    "Methods side by side": "At this spread of the data **ADPM has the smallest error**",
    "A real column": "**Not private** are the values (grey), the true mean, and all errors",
    "Several columns": "**10 columns at once**: K-norm noise is best, off by ± 2.39 %.",
    "How good is it?": "Here **U / L is at most 1.44**",
    "Table I": "**Reproduced under stated assumptions.**",
    "How it works": "**Five users, step by step**",
}
"""What each tab says."""


def headline(app):
    return app.main.markdown[0].value


def text(app):
    return " ".join(sentences(app.main.markdown))


def errors(app):
    return " ".join(sentences(app.error))


def test_the_page_opens_with_saturated_users():
    app = open_page(PAGE)
    assert not app.exception
    assert not app.error
    assert "51.5 %" in headline(app)


@pytest.mark.parametrize(("tab", "says"), WORDS.items())
def test_every_tab_opens_with_its_words(tab, says):
    app = open_page(PAGE, view=tab)
    assert not app.exception
    assert not app.error
    assert says in " ".join(sentences(app.main.markdown))


@pytest.mark.parametrize(
    ("profile", "share", "level"),
    [
        ("Two groups", "50 %", "1.61"),
        ("Conservative, pragmatist, liberal", "49.5 %", "0.281"),
        ("Uniform", "92.4 %", "0.858"),
        ("Levels and counts", "20 %", "0.505"),
    ],
)
def test_every_profile_saturates_at_a_level_of_its_own(profile, share, level):
    app = open_page(PAGE, profile=profile)
    assert not app.exception
    assert not app.error
    assert f"**{share} are given more privacy than they ask for**" in headline(app)
    assert f"none is exposed to more than ε = {level}," in headline(app)


def test_one_change_moves_the_headline():
    app = open_page(PAGE)
    before = headline(app)
    put(app, high=0.1)
    assert headline(app) != before
    assert "nobody has saturated" in headline(app)


def test_all_public_users_need_no_noise_and_show_no_error():
    app = open_page(PAGE, public="100")
    assert not app.exception
    assert "All 1,000 users are public" in headline(app)
    assert "**no noise is needed**" in headline(app)


def test_one_user_alone_gets_the_middle_of_the_range():
    app = open_page(PAGE, n="1")
    assert not app.exception
    assert "middle of the range" in headline(app)


def test_levels_out_of_order_show_one_sentence_and_keep_the_figure():
    app = open_page(PAGE)
    before = headline(app)
    put(app, low=50.0)
    assert not app.exception
    assert "must be at least the strictest level (50), got 10." in errors(app)
    assert headline(app) == before


@pytest.mark.parametrize(
    ("levels", "counts", "says"),
    first_and_in_studies(
        [
            ("0, 1", "1, 1", "must be positive"),
            ("-1", "1", "must be positive"),
            ("nan", "1", "must be positive"),
            ("lots", "1", "must be numbers"),
            ("1, 2", "1", "one entry per level"),
            ("1", "0", "at least one user"),
            ("1", "1.5", "whole numbers"),
            ("", "", "must not be empty"),
        ]
    ),
)
def test_bad_levels_show_one_sentence(levels, counts, says):
    app = open_page(PAGE, profile="Levels and counts")
    app.text_input(key="levels").set_value(levels).run()
    app.text_input(key="counts").set_value(counts).run()
    assert not app.exception
    assert says in errors(app)
    assert headline(app)


def test_levels_twelve_orders_apart_and_all_public_have_their_headline():
    app = open_page(PAGE, profile="Levels and counts")
    app.text_input(key="levels").set_value("1e-6, 1, 1e6").run()
    assert not app.exception
    assert not app.error
    assert "none is exposed to more than ε = 1.02," in headline(app)
    app.text_input(key="levels").set_value("inf, inf, inf").run()
    assert not app.exception
    assert not app.error
    assert "**no noise is needed**" in headline(app)


def test_three_billion_users_are_welcome_as_levels_and_counts():
    app = open_page(PAGE, profile="Levels and counts", view="Methods side by side")
    app.text_input(key="counts").set_value("1000000000, 1000000000, 1000000000").run()
    assert not app.exception
    assert "3,000,000,000 users" in headline(app)
    assert "up to 1,000,000 users" in app.info[0].value


HOW_GOOD = "How good is it?"


def test_the_certificate_follows_the_switch_for_shrinking_and_the_control():
    app = open_page(PAGE, view=HOW_GOOD)
    assert "shrunk by 3.58 % to the middle, has a worst-case squared error" in text(app)
    assert "**at most 1.44 × the best possible**" in text(app)
    app.toggle(key="shrunk").set_value(False).run()
    assert not app.exception
    assert "**at most 1.55 × the best possible**" in text(app)
    put(app, high=0.02)
    assert not app.exception
    assert "1.55 ×" not in text(app)
    assert "**the best there is, but for 5 % at most**" in text(
        open_page(PAGE, view=HOW_GOOD, public="100")
    )


def test_three_billion_users_have_a_certificate():
    app = open_page(PAGE, view=HOW_GOOD, profile="Levels and counts", counts="1e9, 1e9, 1e9")
    assert not app.exception
    assert not app.error
    assert "**the best there is, but for 5 % at most**" in text(app)


def test_few_users_are_told_that_a_shrunk_answer_beats_the_middle():
    app = open_page(PAGE, view=HOW_GOOD, n="3")
    assert not app.exception
    assert "Shrunk to the middle, its answer is better" in headline(app)
    assert "× the best possible**" in text(app)


@pytest.mark.parametrize(
    ("content", "says"),
    first_and_in_studies(
        [
            (b"", "empty file"),
            (b"epsilon\n0\n", "must be positive"),
            (b"1\nabc\n", "must be a number"),
            (b"1,2\n3,4\n", "one column"),
            (b"1\n" * 1_000_001, "1,000,001"),
        ]
    ),
)
def test_bad_files_show_one_sentence_and_keep_the_figure(content, says):
    app = open_page(PAGE, profile="Uploaded file")
    assert "upload a CSV" in errors(app)
    app.file_uploader(key="epsilon_file").upload("epsilon.csv", content).run()
    assert not app.exception
    assert says in errors(app)
    assert headline(app)


def test_an_uploaded_profile_is_used():
    app = open_page(PAGE, profile="Uploaded file")
    app.file_uploader(key="epsilon_file").upload(
        "e.csv", b"epsilon\n" + b"1\n2\n8\ninf\n" * 50
    ).run()
    assert not app.exception
    assert not app.error
    assert "200 users" in headline(app)


@pytest.mark.parametrize(
    ("params", "says"),
    first_and_in_studies(
        [
            ({"n": "0"}, "n must be a whole number from 1 to"),
            ({"n": "99999999"}, "n must be a whole number"),
            ({"n": "many"}, "n must be a whole number"),
            ({"n": "7.5"}, "n must be a whole number"),
            ({"low": "-1"}, "low must be a number from"),
            ({"low": "nan"}, "low must be a number from"),
            ({"high": "inf"}, "high must be a number from"),
            ({"public": "101"}, "public must be a whole number from 0 to 100"),
            ({"profile": "<script>alert(1)</script>"}, "profile must be one of"),
            ({"dataset": "../../etc/passwd"}, "dataset must be one of"),
            ({"seed": "-1"}, "seed must be a whole number"),
            ({"n": ["5", "6"]}, "given 2 times"),
        ]
    ),
)
def test_unusable_url_parameters_are_named_and_replaced(params, says):
    app = open_page(**params)
    assert not app.exception
    assert says in " ".join(sentences(app.warning))


def test_the_url_restores_every_control():
    params = {
        "profile": "Two groups",
        "n": "500",
        "low": "0.2",
        "high": "3",
        "strict": "30",
        "public": "10",
        "dataset": "RAND Health Insurance Experiment: visits to the doctor",
        "seed": "7",
        "spread": "55",
        "simulate": "true",
        "view": "Methods side by side",
    }
    app = open_page(PAGE, **params)
    assert not app.warning
    assert app.number_input(key="n").value == 500
    assert app.session_state["low"] == 0.2
    assert app.session_state["high"] == 3.0
    assert app.session_state["strict"] == 30
    assert app.session_state["public"] == 10
    assert app.session_state["seed"] == 7
    assert app.session_state["spread"] == 55
    assert app.toggle(key="simulate").value is True


def test_values_outside_the_declared_range_are_clipped_and_counted_or_refused():
    own = table("age\n" + "30\n40\n150\n-5\n" * 25)
    app = opened(PAGE, own=own, view="A real column")
    assert not app.error
    assert "50 outside the declared range 0 to 120 years (clipped)" in " ".join(
        sentences(app.main.caption)
    )
    assert app.metric[1].value == "47.5 years"
    app.selectbox(key="outside").set_value("refuse").run()
    assert not app.exception
    (sentence,) = sentences(app.error)
    assert "must lie within the declared bounds (0, 120), got 50 values outside" in sentence
    assert not app.metric


def test_the_simulated_check_states_trials_and_spread():
    app = open_page(PAGE, view="Methods side by side", simulate="true", n="50")
    captions = " ".join(sentences(app.main.caption))
    assert "2,000 data sets" in captions
    assert "standard errors" in captions


@pytest.mark.parametrize("dataset", datasets.available())
def test_every_dataset_has_an_estimate(dataset):
    app = open_page(PAGE, view="A real column")
    put(app, dataset=dataset)
    assert not app.exception
    assert len(app.metric) == 2
    assert datasets.info(dataset).title in " ".join(sentences(app.main.caption))
    assert not [text for text in sentences(app.main.caption) if ".." in text]


def test_a_bad_worked_example_shows_one_sentence():
    app = open_page(PAGE, view="How it works")
    app.text_input(key="example").set_value("1, -2").run()
    assert not app.exception
    assert "must be positive" in errors(app)


def twenty(app):
    (said,) = (one for one in sentences(app.markdown) if "Twenty estimates" in one)
    return said


def test_twenty_estimates_stand_under_the_one_and_follow_the_privacy():
    app = open_page(PAGE, view="A real column")
    first = twenty(app)
    assert re.search(r"18 of 20 lie in the range [\d.]+ to [\d.]+ mmHg", first)
    assert twenty(put(app, high=0.02, low=0.01)) != first


def test_without_noise_no_twenty_estimates_are_promised():
    app = open_page(PAGE, view="A real column", public="100")
    assert not app.exception
    assert any("**There is no noise**" in one for one in sentences(app.markdown))


def several(**params):
    return open_page(PAGE, view="Several columns", **params)


def test_with_pure_epsilon_gaussian_noise_is_one_sentence_of_what_to_do():
    app = several(several_promise="ε, always")
    assert not app.exception
    assert "choose another noise, or a promise with δ" in errors(app)
    put(app, several_noise="laplace")
    assert not app.error
    assert "one noise for all columns beats Laplace" in " ".join(sentences(app.main.markdown))


def test_another_promise_and_many_columns_change_which_noise_wins():
    app = several(several_promise="ρ = ε²/2 (zCDP)", several="60")
    assert "best **for any number of columns**" in " ".join(sentences(app.main.markdown))
    assert "weaker than ε" in " ".join(sentences(app.main.caption))


@pytest.mark.parametrize("delta", first_and_in_studies([0.0, -1.0, 1.0, 2.0, math.nan]))
def test_an_unusable_chance_is_said_and_the_last_usable_figures_of_the_tab_stay(delta):
    app = several(several="60", several_delta="1e-05")
    before = [one for one in sentences(app.main.markdown) if "**60 columns at once**" in one]
    assert before
    put(app, several_delta=delta)
    assert not app.exception
    (said,) = app.main.error
    assert "chance δ with which ε may fail must" in said.value
    assert "The figures still show the last usable setting." in said.value
    assert [one for one in sentences(app.main.markdown) if one in before] == before
    assert "δ = 0.00001" in " ".join(sentences(app.main.caption))
    assert not put(app, several_delta=1e-6).error
