"""The private verdict on Evidence: what it says is the core's."""

import numpy as np
import pytest

from hetdp_core import datasets
from hetdp_core.figures.formats import number, of_hundred
from hetdp_core.ridge import verdict
from pages.inside.ridge.private_verdict import ALL_PUBLIC
from tests.cases import first_and_in_studies
from tests.pages.app import open_page, prose
from tests.pages.test_cards import MEDICAL, at_first
from tests.pages.test_own_table_everywhere import opened


def shown(**params):
    """What stands on Evidence where the verdict is unfolded."""
    app = open_page("ridge", ridge_view="Private verdict", **params)
    return prose(app.main.markdown) + prose(app.caption)


@pytest.mark.parametrize("seed", first_and_in_studies([3, 0]))
@pytest.mark.parametrize("key", ["simulated_medical_cost", "nhefs"])
def test_the_private_verdict_is_that_of_the_core(key, seed):
    text = shown(dataset=datasets.info(key).title, seed=str(seed))
    prepared, profile = at_first(key, seed)
    problem = prepared.problem
    training = profile.resized(len(problem.y)).assigned(np.random.default_rng(seed))
    testing = verdict.levels_of_test_records(profile, len(problem.y_test), seed)
    plan = verdict.plan_verdict(problem, training, testing)
    made = verdict.release_verdict(problem, plan, np.random.default_rng(seed))
    square = prepared.typical_miss(1.0) ** 2
    assert f"comes out {number(square * abs(made.difference))} squared" in text
    assert f" {'below' if made.difference < 0 else 'above'} the mean's, " in text
    assert f"by up to ± {number(square * plan.noise_scale * np.log(20.0))}." in text
    clear = abs(made.difference) > plan.noise_scale * np.log(20.0)
    assert ("n is better.** " in text) == clear
    assert ("**Undecided: the noise hides which is better.**" in text) != clear
    splits, rng = verdict.affordable_splits(problem), np.random.default_rng(seed)
    accuracy = verdict.verdict_accuracy(problem, plan, splits, rng)
    right = of_hundred(accuracy.right, accuracy.standard_error)
    assert f"truly better one in {right} cases, clear" in text
    mean = prepared.in_units(np.array(made.mean))
    assert f"the mean ({number(float(mean))} " in text


def test_a_clear_difference_decides_and_where_no_record_is_needed_it_says_so():
    assert "**The regression is better.** " in shown(dataset=MEDICAL, low="2", high="20")
    assert "chosen without looking at any record" in shown(low="1e-5", high="1e-5")
    assert ALL_PUBLIC in shown(public="2")


def test_an_own_table_has_a_private_verdict():
    app = opened("ridge", ridge_view="Private verdict")
    assert "Demonstration only: the noise is NumPy's" in prose(app.caption)
