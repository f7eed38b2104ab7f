"""What the rule recommends, and why, in words."""

from __future__ import annotations

from hetdp_core.decision import REASONS, Decision, Option
from hetdp_core.figures.decision.options import choice, in_unit, largest, of_what, typically_off
from hetdp_core.figures.text import about


def recommendation(decision: Decision) -> str:
    """Return what the rule recommends, in a few words."""
    place = decision.recommended
    return "Yours to weigh" if place is None else f"Recommended: {choice(decision.options[place])}"


def of_what_each(decision: Decision) -> str:
    """Return what the typical errors of all releases are made of, by name where it differs."""
    made_of = {one.name: of_what(one.subject) for one in decision.options if one.releases}
    if len(set(made_of.values())) == 1:
        return next(iter(made_of.values()))
    return "; ".join(f"of {name}, {what}" for name, what in made_of.items())


def reason(decision: Decision) -> str:
    """Return why, with the numbers that matter; plain text."""
    said = REASONS[decision.reason]
    if decision.reason in (
        "too_far",
        "will_do",
        "only_one_will_do",
        "both_will_do",
        "middle_will_do",
    ):
        return f"{said} {_against_what_was_said(decision)}"
    if decision.reason in ("a_trade", "smaller_error", "less_exposure"):
        return f"{said} {_side_by_side(*decision.options[:2])}"
    if decision.reason in ("only_one", "only_one_helps") and decision.recommended is not None:
        return f"{said} {_against_nothing(decision.options[decision.recommended])}"
    return said


def _against_what_was_said(decision: Decision) -> str:
    lived_with = in_unit(decision.options[-1], decision.tolerable)
    found = "; ".join(f"{one.name} {typically_off(one)}" for one in decision.options)
    said = f"You can live with ± {lived_with}. Typical errors in the worst case: {found}."
    subject = decision.options[-1].subject
    if decision.reason != "too_far":
        return said
    if subject.everybody:
        return f"{said} Without any privacy it would be 0: all of it is the price of privacy."
    alone = in_unit(decision.options[-1], subject.sampling_error)
    why = (
        "more people would help, less privacy would not"
        if subject.sampling_error > decision.tolerable
        else "the rest is the price of privacy"
    )
    return (
        f"{said} Without any privacy it would be ± {alone}, from whom one happened to ask: {why}."
    )


def _side_by_side(first: Option, second: Option) -> str:
    return " ".join(
        f"{choice(one)}: {typically_off(one)}, {about(one.right)} of 100 (ε = {largest(one)})."
        for one in (first, second)
    )


def _against_nothing(option: Option) -> str:
    return (
        f"Typical error in the worst case: {typically_off(option)}, against "
        f"± {in_unit(option, option.subject.half_range)} for the middle."
    )
