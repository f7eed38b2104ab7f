"""What a class answered, counted by two roads."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import tally
from hetdp_core.errors import InvalidInput

LOW, HIGH = 0.5, 200.0


@given(st.lists(st.sampled_from("abc?")), st.permutations("abc"))
def test_every_answer_counts_where_its_option_stands(answers, options):
    counts = tally.of_choices(answers, options)
    assert dict(zip(options, counts, strict=True)) == {one: answers.count(one) for one in options}


@given(st.lists(st.floats(LOW, HIGH), max_size=40), st.booleans(), st.integers(1, 30))
def test_every_number_counts_once_and_in_the_bin_it_lies_in(answers, logarithmic, bins):
    binned = tally.of_numbers(answers, LOW, HIGH, logarithmic, bins)
    assert binned.counts.sum() == len(answers)
    expected = [0] * bins
    for answer in answers:
        places = [place for place in range(bins) if binned.edges[place] <= answer]
        expected[places[-1]] += 1  # the last one takes its upper edge too
    assert binned.counts.tolist() == expected
    assert (binned.edges[0], binned.edges[-1]) == (LOW, HIGH)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_bins_are_equally_wide_on_their_scale(logarithmic):
    edges = tally.of_numbers([], 1.0, 1000.0, logarithmic).edges
    widths = np.diff(np.log(edges) if logarithmic else edges)
    assert widths == pytest.approx(np.full(tally.BINS, widths[0]))


@given(st.lists(st.floats(LOW, HIGH), min_size=1, max_size=40))
def test_as_many_lie_below_the_middle_as_above(answers):
    lower, upper = tally.middle(answers)
    assert {lower, upper} <= {*answers}
    assert lower <= upper
    assert lower == upper or len(answers) % 2 == 0
    assert sum(answer < lower for answer in answers) <= (len(answers) - 1) / 2
    assert sum(answer > upper for answer in answers) <= (len(answers) - 1) / 2
    assert np.mean([lower, upper]) == np.median(answers)


@pytest.mark.parametrize(
    ("call", "given_", "says"),
    [
        *(
            (tally.of_numbers, ([1.0, wrong], LOW, HIGH, False), "answers must lie between")
            for wrong in (math.nan, math.inf, -1.0, 200.1, 1e308)
        ),
        (tally.of_numbers, ([], 1.0, 1.0, False), "low"),
        (tally.of_numbers, ([], math.nan, 1.0, False), "low"),
        (tally.of_numbers, ([], 0.0, 1.0, True), "low"),
        (tally.middle, ([],), "at least one"),
    ],
)
def test_answers_and_sliders_that_cannot_be_are_refused(call, given_, says):
    with pytest.raises(InvalidInput, match=says):
        call(*given_)
