"""What one option of a decision is called and costs, in words."""

from __future__ import annotations

import math

from hetdp_core.decision import EQUAL, Option, Share, Subject
from hetdp_core.figures import outcomes as dotplots
from hetdp_core.figures.text import about, asked_for, level, number, span, times


def choice(option: Option) -> str:
    """Return what choosing an option is called.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> choice(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)))
    'Do not release'
    """
    return f"Release {option.name}" if option.releases else option.name


def in_unit(option: Option, value: float) -> str:
    """Return a number of the column with its unit, as plain text.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> in_unit(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)), 2.345)
    '2.35 years'
    """
    return f"{number(value)} {option.subject.unit}".strip()


def of_what(subject: Subject) -> str:
    """Return what a typical error is made of, in words.

    >>> of_what(Subject("Age", "years", (0.0, 100.0), 5))
    'noise and sampling, for values that have nothing to do with levels'
    """
    if subject.everybody:
        return "noise, and how far unequal weights can pull the answer, whoever has which value"
    if subject.own_levels:
        return (
            "noise, sampling, and how far unequal weights can pull the answer where values go with "
            "levels; a bound"
        )
    return "noise and sampling, for values that have nothing to do with levels"


def typically_off(option: Option) -> str:
    """Return the worst-case typical error in words."""
    return f"± {in_unit(option, option.typical_error)}"


def without_trust(option: Option) -> str:
    """Return the typical error where each user adds noise of their own, in words."""
    off, trusted = f"± {in_unit(option, option.untrusted_error)}", typically_off(option)
    if off == trusted:
        return off
    return f"{off} ({times(option.untrusted_error / option.typical_error)})"


def needs_trust(option: Option) -> str:
    """Return that without trust the option would be in vain; "" where it would not, or is anyway.

    >>> from hetdp_core.decision import Subject, releasing
    >>> ages = Subject("Age", "years", (0.0, 100.0), 10)
    >>> needs_trust(releasing("as asked", ages, [0.5] * 10))
    ', no nearer to the truth than the middle'
    """
    in_vain = option.helps and not option.helps_untrusted
    return ", no nearer to the truth than the middle" if in_vain else ""


def may_lean(option: Option) -> str:
    """Return how far values that go with levels may pull the answer; "" where they cannot."""
    if option.lean <= EQUAL * option.subject.half_range:  # rounding
        return ""
    off = in_unit(option, option.lean)
    if option.subject.everybody or option.subject.own_levels:
        return (
            f"± {off} of this is there without any noise: so far unequal weights may pull the "
            "answer where those who ask for more privacy have other values than the rest."
        )
    return (
        "If those who ask for more privacy have other values than the rest, unequal weights pull "
        f"the answer away from the plain mean, too: by ± {off} at most."
    )


def pulled(option: Option) -> str:
    """Return the same in a few words, for every option."""
    if not may_lean(option):
        return "not at all"
    counted = "counted in" if option.subject.everybody or option.subject.own_levels else "besides"
    off = in_unit(option, option.lean)
    return f"± {off} at most, {counted}"


def beside_noise(option: Option) -> str:
    """Return what is counted in a typical error and is no noise; "" for nothing but sampling."""
    if not may_lean(option) or not (option.subject.everybody or option.subject.own_levels):
        return ""
    return f"besides, pulled by up to ± {in_unit(option, option.lean)}"


def may_be_off(option: Option) -> str:
    """Return how far off the middle of the range may be, in words."""
    low, high = option.subject.bounds
    middle = number(low + (high - low) / 2.0)
    return f"saying {middle}: off by up to ± {in_unit(option, option.subject.half_range)}"


def noise_within(option: Option) -> str:
    """Return where 18 of 20 releases lie around the answer without noise, in words."""
    if not option.releases:
        return "no number"
    if option.noise.all_the_same:
        return "no noise"
    unit = f" {option.subject.unit}" if option.subject.unit else ""
    return dotplots.usually(option.noise, unit)


def exposure(option: Option) -> str:
    """Return the exposure of the most exposed user in natural frequencies."""
    if not option.releases:
        return "50 of 100, as before"
    return f"at most {about(option.right)} of 100"


def largest(option: Option) -> str:
    """Return the largest ε of a user in words."""
    return level(option.most_exposed) if option.releases else "nothing is given"


def at_most(least: float, most: float, asked: str) -> str:
    """Return what is guaranteed to people who asked for this, in words; short where it is the same.

    >>> at_most(0.1, 0.1, "ε = 0.1"), at_most(0.3, 0.5, "ε from 0.3 to 0.5")
    ('at most ε = 0.1', 'at most that')
    >>> at_most(0.3, 0.46, "ε from 0.3 to 0.5")
    'at most ε = 0.3 to 0.46'
    """
    said = span(least, most)
    return "at most that" if asked == f"ε from {said}" else f"at most ε = {said}"


def gives_and_gets(share: Share, assigned: bool = False) -> str:
    """Return what a group gives and gets in one line.

    assigned : whether nobody was asked.

    >>> gives_and_gets(Share(0.1, 0.1, 184, 0.1, 0.1, 12.3456))
    '184 who ask for ε = 0.1: at most ε = 0.1 for 12.3 % of the say'
    """
    asked = asked_for(share.low, share.high)
    given = "all"
    if not math.isinf(share.guaranteed):
        given = at_most(share.least, share.guaranteed, asked)
    who = "with" if assigned else "who ask for"
    return f"{share.users:,} {who} {asked}: {given} for {number(share.say)} % of the say"
