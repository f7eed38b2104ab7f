"""The first figure's sentence at each q: whether separate protection helps, and which features."""

from __future__ import annotations

import numpy as np

from hetdp_core.features import CorrelationSweep
from hetdp_core.features.mechanism import LEFT_OUT
from hetdp_core.figures.formats import number, percent
from hetdp_core.numerals import counted
from hetdp_core.validate import FloatArray

ALL_ALIKE = (
    "**No feature is more sensitive**: all have the same level. Per-feature privacy is then "
    "ordinary local privacy."
)


def headlines(sweep: CorrelationSweep) -> list[str]:
    """Answer the page's question at each value of q, and say what it costs the most sensitive."""
    places = range(sweep.q.size)
    answers = (ALL_ALIKE if sweep.all_alike else _answer_at(sweep, place) for place in places)
    return [
        f"{said} {random_question(sweep, place, is_short=True)}".rstrip()
        for place, said in zip(places, answers, strict=True)
    ]


ALIKE = "(same for all)"
"""With what separate protection is compared: all features as the most sensitive one."""

BLIND = 49.99
"""Percent of the range: so far off, all features are answered by the middle of it."""


def _answer_at(sweep: CorrelationSweep, place: int) -> str:
    """Answer at one value of q: is the error smaller if sensitive features get more noise?"""
    curves, first = sweep.curves, sweep.groups.first[0]  # of the most sensitive
    ways = (curves["min_delta"], sweep.whole, curves["optimised"])
    before, after, best = (float(way.miss[place]) for way in ways)
    alike, most = (float(way.feature_misses[place, first]) for way in ways[:2])
    here = f"q = {number(float(sweep.q[place]))} the overall error"
    if sweep.leaves_out[place]:
        left_out, not_that = _left_out(sweep, place), f"not {percent(before)} {ALIKE}"
        return f"{left_out}. At {here} is **{percent(best)}**, {not_that}."
    if np.any(sweep.whole.feature_misses[place] > BLIND):
        return _with_too_much_noise(sweep, place, before)
    said = _answer(sweep, place)
    if sweep.gains[place]:
        how = f"is **{percent(after)}**, not {percent(before)} {ALIKE}"
    elif percent(best) == percent(before):
        how, most = f"is {percent(before)}, as with the same for all", alike
    else:
        how = f"hardly falls, to {percent(best)}"
        most = float(ways[2].feature_misses[place, first])
    more = f", but the most sensitive get worse: {percent(most)}" * (most > 1.001 * alike)
    return f"{said}{': at' if sweep.gains[place] else '. At'} {here} {how}{more}."


def random_question(sweep: CorrelationSweep, place: int, is_short: bool = False) -> str:
    """Say that one random question per person has less error, and for which features; else ""."""
    others = (sweep.curves["min_delta"], sweep.curves["optimised"])
    asked = float(sweep.questions.miss[place])
    if asked >= min(way.miss[place] for way in others):
        return ""
    if is_short:
        return f"For means alone, a random question has {percent(asked)}."
    misses, without = sweep.questions.feature_misses[place], sweep.leaves_out[place]
    blind, features = misses > BLIND, counted(misses.size, "feature")
    chosen = sweep.curves["optimised"] if without else sweep.whole
    worse = misses > 1.001 * chosen.feature_misses[place]
    out = sweep.curves["optimised"].variance[place] > LEFT_OUT
    learns = ""
    if without and np.array_equal(blind, out):
        learns = f". It learns the same {counted(np.sum(~out), 'feature')}"
    elif without and np.array_equal(blind, ~out):
        learns = f". It learns {_the_other(np.sum(out))} instead"
    elif without and not np.any(blind):
        less = f", {np.sum(worse)} of them with more error"
        learns = f". It learns all {features}{less * bool(np.any(worse))}"
    elif np.any(blind):
        learns = f", but learns nothing about {np.sum(blind)} of {features}"
    elif np.any(worse):
        learns = f", but worse for {np.sum(worse)} of {features}"
    overall = " overall" * learns.startswith(", but worse")
    does = f"**one random question** per person does better{overall}: {percent(asked)}"
    return f"If only means matter, {does}{learns}."


def _left_out(sweep: CorrelationSweep, place: int) -> str:
    """Answer where the optimised split leaves features out, and say what it learns."""
    ours, levels = sweep.curves["optimised"], sweep.scenario.capped
    people = counted(sweep.scenario.n, "person", "people")
    out, strictest = ours.variance[place] > LEFT_OUT, levels == levels.min()
    lost, rest = int(np.sum(out)), int(np.sum(~out))
    error = percent(overall(ours.feature_misses[place, ~out]))
    if not np.all(out[strictest]):
        is_those = np.array_equal(~out, strictest)
        who = _the_most_sensitive(rest) if is_those else counted(rest, "feature")
        only = f"separate protection **hardly helps**: it learns only {who} (error {error})"
        level = number(float(ours.ldp_level[place]))
        why = "As features reveal each other, a" if sweep.q[place] else "A"
        why += f" whole report uses only ε = {level}: not enough for more features"
        return f"With {people} {only}. {why}"
    is_those = np.array_equal(out, strictest)
    who = _the_most_sensitive(lost) if is_those else counted(lost, "feature")
    before = float(sweep.curves["min_delta"].miss[place])
    how = "barely" if ours.miss[place] > 0.9 * before else "partly"
    some = f"it learns {rest} of {counted(out.size, 'feature')} (error {error})"
    said = f"With {people} separate protection helps **{how}**: {some}"
    return f"{said}, but nothing about {who} (50 %, a guess)"


def _the_most_sensitive(count: int) -> str:
    return "the most sensitive" if count == 1 else f"the {count} most sensitive"


def _the_other(count: int) -> str:
    return "the other" if count == 1 else f"the other {count}"


def overall(misses: FloatArray) -> float:
    """Return the root mean square."""
    return float(np.sqrt(np.mean(misses**2)))


def _with_too_much_noise(sweep: CorrelationSweep, place: int, before: float) -> str:
    """Answer it where no split has something to say about every feature; without a range of q."""
    best = min((sweep.curves["optimised"], sweep.curves["paper"]), key=lambda way: way.miss[place])
    people = counted(sweep.scenario.n, "person", "people")
    if best.miss[place] > 0.95 * before:
        return f"With {people} **no**: the overall error is about {percent(before)} either way."
    blind = best.feature_misses[place, sweep.groups.first[0]] > BLIND
    lost = "the most sensitive" if blind else "some features"
    error = f"The overall error is **{percent(float(best.miss[place]))}**, not {percent(before)}"
    return f"With {people} **yes, but it learns nothing about {lost}** (50 %). {error} {ALIKE}."


def _answer(sweep: CorrelationSweep, place: int) -> str:
    """Answer with yes or no, and say for which other values of q that holds, and why no."""
    is_blind = np.any(sweep.whole.feature_misses > BLIND, axis=1)
    alike = sweep.gains & ~sweep.leaves_out & ~is_blind
    if not np.any(sweep.gains & (sweep.whole.miss <= BLIND)):
        return "**No, whatever q is**: these levels leave nothing to save"
    if not sweep.gains[place]:
        why = "other features reveal too much"
        if np.any(alike != sweep.gains) or np.any(sweep.leaves_out):
            return f"**No**: {why}"
        return f"**No, from q = {number(float(sweep.q[np.argmin(alike)]))} upwards**: {why}"
    last = place + int(np.argmin(alike[place:])) - 1  # below 1, where nothing is gained
    end = number(float(sweep.q[last]))
    if sweep.leaves_out[last + 1]:
        return "**Yes**"
    reported = ", all features reported" * bool(np.any(sweep.leaves_out))
    return f"**Yes, up to q = {end}**{reported}"
