"""Options of a decision side by side, in words and as a table."""

from __future__ import annotations

import math
from functools import partial

import pandas as pd

from hetdp_core.decision import EQUAL, REASONS, Decision, Option, Share, bets_right
from hetdp_core.figures.formats import (
    LEAST_PART,
    MOST_DIGITS,
    asked_for,
    bound,
    bounds,
    exactly,
    level,
    number,
    part,
    times,
    with_unit,
)
from hetdp_core.numerals import rounded_up, unit_of_errors
from hetdp_core.release.receipt import no_more


def choice(option: Option) -> str:
    """Return what choosing an option is called."""
    return f"Release with {option.name}" if option.releases else option.name


def in_unit(option: Option, error: float, limit: float = math.inf) -> str:
    """Return an error of the column with its unit, as plain text; that of a percentage in points.

    limit : more than three digits are shown where they alone say on which side of it the error is.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> none = not_releasing(Subject("Age", "years", (0.0, 100.0), 5))
    >>> in_unit(none, 2.345), in_unit(none, 2.345, 2.348), in_unit(none, 2.345, 3.0)
    ('2.35 years', '2.345 years', '2.35 years')
    """
    is_over, most = error > limit, MOST_DIGITS
    enough = (d for d in range(3, most) if (float(f"{error:.{d}g}") > limit) == is_over)
    return with_unit(number(error, next(enough, most)), unit_of_errors(option.subject.unit))


def exact(option: Option, error: float) -> str:
    """Return an error of the column with its unit and all its digits."""
    return with_unit(exactly(error), unit_of_errors(option.subject.unit))


def of_what(option: Option) -> str:
    """Return the parts of a typical error, in words.

    >>> from hetdp_core.decision import Subject, releasing
    >>> ages = Subject("Age", "years", (0.0, 100.0), 2)
    >>> of_what(releasing("as asked", ages, [0.1, 0.2])), of_what(releasing("alike", ages, [1, 1]))
    ('noise and sampling, if privacy levels are unrelated to the values', 'noise and sampling')
    """
    if option.subject.everybody:
        return "noise and the pull to the middle, for any values"
    is_alike = len(option.groups) == 1 or option.assigned
    return "noise and sampling" + ", if privacy levels are unrelated to the values" * (not is_alike)


def typically_off(option: Option, limit: float = math.inf) -> str:
    """Return the worst-case typical error in words; ± is for the interval of a published result."""
    return in_unit(option, option.typical_error, limit)


def without_trust(option: Option) -> str:
    """Return the typical error where each user sends a noisy answer, and whether it is in vain."""
    off, trusted = in_unit(option, option.untrusted_error), typically_off(option)
    if off != trusted:
        off += f" ({times(option.untrusted_error / option.typical_error)})"
    in_vain = option.helps and not option.beats_middle(option.untrusted_error)
    return f"{off}{', no more accurate than guessing the middle' * in_vain}"


def may_lean(option: Option) -> str:
    """Return how far the answer may be off without any noise; "" where nobody would see that."""
    everybody = option.subject.everybody
    least = UNSEEN * option.typical_error if everybody else EQUAL * option.subject.half_range
    if option.lean <= least:
        return ""
    off = in_unit(option, rounded_up(option.lean, 3))
    if everybody:
        noise = in_unit(option, math.sqrt(max(option.typical_error**2 - option.lean**2, 0.0)))
        return (
            f"Of the typical error, noise makes {noise}. The pull to the middle of the range makes "
            f"up to {off}: weight that nobody has goes there. Squares of errors add up."
        )
    return (
        "The typical error assumes that privacy levels are unrelated to the values. If not, "
        f"unequal weights can bias the result by up to {off} more."
    )


def _is_moved(option: Option) -> bool:
    """Return whether unequal weights move the mean of a population if levels go with values."""
    return not option.subject.everybody and option.lean > EQUAL * option.subject.half_range


def moved(option: Option) -> str:
    """Return how much more error a population's mean has if levels go with values."""
    if not _is_moved(option):
        return "no more error"
    return f"up to {in_unit(option, rounded_up(option.lean, 3))} more error"


def beside_noise(option: Option) -> str:
    """Return the part of a typical error that is neither noise nor sampling.

    "" where that is too little to be seen.
    """
    if not option.subject.everybody or option.lean < SEEN * option.typical_error:
        return ""
    return f"▬ pull to the middle: up to {in_unit(option, rounded_up(option.lean, 3))}"


def pull(option: Option) -> str:
    """Return how far a result about these people may be moved to the middle of the range."""
    if not option.releases:
        return "none"
    if option.lean < UNSEEN * option.typical_error:
        return "hardly any"
    return f"up to {in_unit(option, rounded_up(option.lean, 3))}, included in the ±"


def may_be_off(option: Option) -> str:
    """Return how far off the middle of the range may be, in words."""
    middle = with_unit(exactly(sum(option.subject.bounds) / 2.0), option.subject.unit)
    return f"guessing {middle}: error up to {exact(option, option.subject.half_range)}"


def largest(option: Option) -> str:
    """Return the largest ε of a user in words."""
    if not option.releases:
        return "nothing is given"
    return bound(option.most_exposed) if option.most_exposed < math.inf else level(math.inf)


def why_no_more(option: Option) -> str:
    """Return why people with larger levels are not given more; "" where nobody has one."""
    return no_more(option.most_exposed, option.groups[-1].high) if option.groups else ""


def gives_and_gets(option: Option, share: Share) -> str:
    """Return the loss and the weight of a group in one line."""
    return f"{gives(option, share)}; weight {part(share.say)}"


def gives(option: Option, share: Share) -> str:
    """Return the level of a group, and its guarantee.

    >>> from hetdp_core.decision import Subject, releasing
    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> option = releasing("each person's ε", ages, [0.1] * 500 + [2.0] * 500)
    >>> [gives(option, share) for share in option.groups]
    ['500 with level ε = 0.1: at most ε = 0.1', '500 with level ε = 2: at most ε = 0.26']
    >>> alike = releasing("ε = 0.1 for all", ages, [0.1] * 1000, assigned=True)
    >>> gives(alike, alike.groups[0])
    'all 1,000: at most ε = 0.1'
    """
    wish = asked_for(share.low, share.high)
    guarantee = "no guarantee"
    if not math.isinf(share.guaranteed):
        text = bounds(share.least, share.guaranteed)
        guarantee = "their own" if wish == f"ε from {text}" else f"ε = {text}"
        guarantee = f"at most {guarantee}"
    who = f"{share.users:,} with {'' if math.isinf(share.low) else 'level '}{wish}"
    if option.assigned and len(option.groups) == 1:
        who = f"all {share.users:,}"
    return f"{who}: {guarantee}"


def rest_of_weight(option: Option) -> str:
    """Return what weight the middle of the range has; "" where people have all that is shown."""
    if option.weight_of_middle < LEAST_PART:
        return ""
    return f"The middle of the range has the rest of the weight, {part(option.weight_of_middle)}."


def recommendation(decision: Decision, exceeds: bool = False) -> str:
    """Return the rule's recommendation and its cost, in a sentence without its stop.

    exceeds : whether somebody would give more than their level, together with earlier releases.

    >>> from hetdp_core.decision import Subject, decide, releasing
    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> recommendation(decide([releasing("everyone's ε", ages, [0.4] * 1000)]))
    "Recommended: Release with everyone's ε (typical error 1.62 years, ε ≤ 0.4)"
    >>> recommendation(decide([releasing("ε", ages, [0.4] * 1000, assigned=True)]))[:26]
    'Better than a guess: Relea'
    """
    if decision.recommended is None:
        each = (
            f"{option.name}{_costs(option, decision.tolerable)}" for option in decision.options[:-1]
        )
        return f"Your decision: {' or '.join(each)}"
    option = decision.options[decision.recommended]
    chose_its_level = len(decision.options) == 2 and option.assigned  # who decides, and no rule
    enough = "Accurate enough" if math.isfinite(decision.tolerable) else "Better than a guess"
    word = enough if chose_its_level else "Recommended"
    word += " if levels are meant for each release" if exceeds and option.releases else ""
    return f"{word}: {choice(option)}{_costs(option, decision.tolerable)}"


def _costs(option: Option, tolerable: float) -> str:
    """Say the cost of a release within a tolerable error; "" of not releasing."""
    if not option.releases:
        return ""
    return f" (typical error {typically_off(option, tolerable)}, ε ≤ {bound(option.most_exposed)})"


def why_not(decision: Decision, place: int) -> str:
    """Return why an option is not recommended, in at most twelve words; "" of the one that is.

    place : of the option.
    """
    option = decision.options[place]
    if place == decision.recommended:
        return "Nothing here is as accurate as you ask." * (decision.reason == "too_far")
    if not option.releases:
        return "Guessing the middle has a larger worst-case error."
    if decision.reason == "middle_will_do":
        return "A guess stays within the largest acceptable error, and reveals nothing."
    if not option.helps:
        return "Guessing the middle is at least as accurate."
    if option.typical_error > decision.tolerable:
        return "Its typical error is larger than accepted."
    if decision.reason == "other_question":
        return "It answers another question than the other release."
    if decision.reason not in ("a_trade", "both_will_do", "nearly_as_accurate"):
        return "The other release is at least as accurate, at no larger ε."
    other = decision.options[1 - place]
    if option.typical_error > other.typical_error:
        return "Its ε is smaller, but it is less accurate."
    errors = {typically_off(one, decision.tolerable) for one in (option, other)}
    how = "more accurate, but it" if len(errors) > 1 else "equally accurate (as shown) and"
    return f"It is {how} allows a larger ε."


def of_what_each(decision: Decision) -> str:
    """Return the parts of the typical errors of all releases, and which assumes more."""
    parts = {option.name: of_what(option) for option in decision.options if option.releases}
    least = min(parts.values(), key=len)
    more = {name: what.removeprefix(least) for name, what in parts.items() if what != least}
    return least + "".join(f"; for {name}{what}" for name, what in more.items())


def reason(decision: Decision) -> str:
    """Return why, with the numbers that no option shows; plain text."""
    text = REASONS[decision.reason]
    if decision.reason in ("only_one", "will_do"):
        assigned = decision.options[0].assigned
        text += f" {_FOR_YOU_TO_SAY if assigned else 'Every privacy level is kept.'}"
    if decision.reason.endswith(("will_do", "too_far")):
        return f"{text} {_against_what_was_said(decision)}"
    return text


_FOR_YOU_TO_SAY = "This rule does not say whether its ε is small enough for these people."


def _against_what_was_said(decision: Decision) -> str:
    none = decision.options[-1]
    text = f"The limit: {exact(none, decision.tolerable)}. Effects of missing values do not count"
    if any(map(_is_moved, decision.options)):
        text += ", nor those of unequal weights if stricter people have other values"
    text += "."
    if decision.reason != "too_far":
        return text
    if none.subject.everybody:
        return f"{text} All of this error comes from privacy."
    alone = in_unit(none, rounded_up(none.subject.sampling_error, 3), decision.tolerable)
    why = (
        "more people would help, less privacy would not"
        if none.subject.sampling_error > decision.tolerable
        else "the rest is the price of privacy"
    )
    return f"{text} Without privacy, sampling alone would make {alone} in the worst case: {why}."


AS_PUBLISHED = "that of the result published before"
"""The error where nothing is released, and a result of the same mean is known already."""

NOTHING = "Nothing more is revealed or published."
"""The meaning of not releasing."""

UNSEEN = 0.03
"""Part of a typical error that is hardly any of it: one digit in three is not moved by one."""

SEEN = 0.1
"""Part of a typical error from which on it is drawn."""

TYPICAL = "Typical error in the worst case"
"""The error by which the rule compares, on every page."""

AND_BEFORE = "Bets right, with earlier releases"
"""A row that is there only where it says something."""

RIGHT = "Bets right, most exposed person"

RELATED = "If stricter people have other values"
"""A row that is there only where an option assumes that they are not."""


def summary(decision: Decision, before: float = 0.0) -> pd.DataFrame:
    """Return the comparison side by side, a row a question, a column an option.

    before : the most that earlier releases revealed about anyone; 0 for none.
    """
    rows = {
        TYPICAL: lambda option: (
            typically_off(option, decision.tolerable) if option.releases else may_be_off(option)
        ),
        RIGHT: lambda one: f"{'at most ' * one.releases}{bound(one.right)} of 100",
        "Largest ε of a person": largest,
    }
    if before:
        del rows[RIGHT]  # all releases together are what counts
        rows[AND_BEFORE] = partial(with_before, before=before)
    if any(map(_is_moved, decision.options)):
        rows[RELATED] = moved
    columns = {option.name: [say(option) for say in rows.values()] for option in decision.options}
    return pd.DataFrame({"": list(rows), **columns})


def on_top(option: Option, before: float) -> str:
    """Return the total of an option and the earlier releases; exact odds, but a bound on it.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> on_top(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)), 1.0)
    'Earlier results remain published: at most ε = 1 about anyone; at most 73.2 of 100 bets right.'
    """
    most = option.together_with(before)
    stays = "Earlier results remain published"
    what = "Together with earlier results" if option.releases else stays
    right = bound(bets_right(most))
    return f"{what}: at most ε = {bound(most)} about anyone; at most {right} of 100 bets right."


def with_before(option: Option, before: float) -> str:
    """Return the same in a few words."""
    most = option.together_with(before)
    return f"at most {bound(bets_right(most))} of 100 (ε ≤ {bound(most)})"
