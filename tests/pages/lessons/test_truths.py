"""The lessons' answers, by another road."""

import math
import re

import pytest

from pages.inside.lessons.progress import lessons
from pages.inside.ridge.lesson import decision
from pages.inside.ridge.views import for_state


def truths(app):
    return app.session_state["truths"]


def texts(app, number):
    return " ".join(app.session_state["texts"][number - 1]).replace("\u00a0", " ")


def test_the_mean_lesson_by_formula(revealed):
    onset, free, ratio, moves, public, best, certificate = truths(revealed("mean"))
    strict, relaxed, n = 0.1, 10.0, 1000
    tau = strict + 8 / (n / 2 * strict)
    assert onset == pytest.approx(tau)
    assert free == pytest.approx(48.8)  # of quantiles, not of draws
    assert ratio == pytest.approx(tau / strict)

    def proportional(high):
        total = n / 2 * (strict + high)
        return (n / 2 * (strict**2 + high**2) / 4 + 2) / total**2

    assert proportional(relaxed) > proportional(tau)
    assert moves == "rises"
    assert 0 < public < 100 * 3 / 100  # ten of a thousand, at most 2.6 times as heavy as others
    assert best == "proportional"
    assert 1 <= certificate <= 2


def test_the_mean_lesson_says_what_it_assumes_and_what_changes_without_that(revealed):
    """By formula: 500 users ask for 0.1, 500 for at least tau."""
    app = revealed("mean")
    assert "privacy levels and values are unrelated" in texts(app, 1)
    tau = 0.1 + 8 / (500 * 0.1)
    total = 500 * (0.1 + tau)
    off = math.hypot(500 * (tau / total - 1 / 1000), math.sqrt(2) / total)
    alike = (8 / 50 + 50) / 500 / 0.1  # by the closed form of FORMULAS 6.13
    assert f"may be {100 * off:.1f} % of the range away" in texts(app, 3)
    assert f"nearly equal weights ({alike:.3f} times)" in texts(app, 3)


def test_the_features_lesson_by_formula(revealed):
    least, pair, copies, saved, nothing, split, average = truths(revealed("features"))
    assert least == pytest.approx(100 / (1 + math.exp(0.5)))
    assert pair == "none"
    assert copies == 75.0
    assert saved == pytest.approx(100 * (1 - math.sqrt(0.3995 / 1.5033)), abs=0.01)
    assert nothing == pytest.approx(0.35)
    assert split == "more"
    assert average == pytest.approx(1.0)


def test_the_odometer_lesson_as_printed(revealed):
    belief, ratio, answered, certain, streams, mixed, low, loss, high = truths(revealed("odometer"))
    first = [0.4 + 0.02 * x for x in range(11)]
    assert belief == pytest.approx(100 * sum(first[5:]) / sum(first))
    assert f"{ratio:.2f}" == "1.15"
    assert answered == 4
    assert "answers are 1, 0, and then always 1" in texts(revealed("odometer"), 3)
    assert lessons()["odometer"].steps[2].params["answers"] == "1011"  # so it is
    assert certain == pytest.approx(100 * 6 * 2.25 / (6 * 2.25 + 5))
    assert 80 < streams < 250
    assert 13 < mixed < 60  # basic composition answers 13
    assert 0.11 < low < 0.16
    assert 1.6 < loss < 3.6
    assert high == 16


def test_the_ridge_lesson_has_the_numbers_of_its_page(revealed):
    app, settings = revealed("ridge"), lessons()["ridge"].steps[0].state
    shrink, better, gain, strict = truths(app)
    judged, headline = decision(settings), for_state(settings).headline
    assert (shrink, better, strict) == (judged.hindsight.lam, "regression", "mean")
    assert judged.public.miss < 1.02 * judged.hindsight.miss  # public numbers come close
    assert gain == pytest.approx(math.sqrt(judged.strictest_loss / judged.public.loss), rel=1e-4)
    of_page = re.findall("error (?:of )?([^ ]+)", headline.replace("\u00a0", " "))
    assert all(said in texts(app, 3) for said in of_page)
    assert all(of_page[0] in texts(app, number) for number in (1, 2, 4))


def test_the_lesson_across_by_formula_and_it_says_what_it_assumes(revealed):
    assert "privacy levels and values are unrelated" in texts(revealed("across"), 1)
    alike, trust, *cases = truths(revealed("across"))
    n = 1000
    uniform, all_alike = 1 / (4 * n) + 2 / (n * 0.01) ** 2, 1 / (4 * n) + 2 / n**2
    total = 50 * 0.01 + 950 * 1.0
    adpm = (50 * 0.01**2 + 950 * 1.0**2 + 8) / (4 * total**2)  # nobody saturates
    local = 1 / (4 * n * math.tanh(0.5) ** 2)
    assert trust == pytest.approx(math.sqrt(local / all_alike))
    assert alike == pytest.approx(math.sqrt(uniform / adpm))
    assert cases[2] == pytest.approx(math.exp(0.2))
    assert [cases[0], cases[1], cases[3], cases[4]] == [
        "heterogeneous_mean",
        "feature_privacy",
        "privacy_odometer",
        "ridge",
    ]


def test_the_first_lesson_by_formula(revealed):
    coin, answer, crowd, bet, several, budget = truths(revealed("zero"))
    assert coin == pytest.approx(75)
    assert answer == pytest.approx(100 * 15 / 35)
    assert crowd == pytest.approx(40)
    assert bet == pytest.approx(100 / (1 + math.exp(-1)))
    assert several == pytest.approx(100 / (1 + math.exp(-2.5)))
    assert budget == 4


def test_the_limit_on_any_other_method_is_credited_to_the_bound_that_gives_it(revealed):
    """1.54 is what sampling alone gives, for n coin flips: information gives 1.40."""
    app = revealed("mean")
    assert truths(app)[-1] < 0.00036111 * 4 * (1 + math.sqrt(1000)) ** 2
    assert "limits the information in a private result" in texts(app, 7)
    assert "more than 1.4 times smaller" in texts(app, 7)
