"""The ways to publish side by side, what the rule says, what it would take with one ε."""

from __future__ import annotations

import math
from contextlib import suppress

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.decision import Decision, Option, Subject, level_needed, users_needed
from hetdp_core.errors import HetDPError
from hetdp_core.figures import decision as figures
from hetdp_core.figures import decision_dots
from hetdp_core.figures.decision import in_unit
from hetdp_core.figures.formats import bound, number
from hetdp_core.figures.outcomes import height_of
from hetdp_core.figures.release import error_in_words
from hetdp_core.figures.report.decision import Published
from hetdp_core.meaning import odds_factor
from hetdp_core.numerals import counted, rounded_up
from hetdp_core.profiles import HIGHEST
from hetdp_core.release import ReleasePlan
from hetdp_core.release.plan import CHANCE, expected_error
from hetdp_core.release.receipt import HOLDS_SAMPLING, MOST_IN_ODDS, how_often
from hetdp_core.release.request import share_of
from hetdp_core.target_search import Answer
from pages.inside.release import history, questions, steps
from pages.inside.release.questions import Question
from pages.inside.topics import TOPICS
from pages.shared.cache import value
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, put
from pages.shared.figure.view import View
from pages.shared.figure.view import draw as draw_view
from pages.shared.frame.tabs import DOWN, TARGET
from pages.shared.text import notices
from pages.shared.text.notices import literal

_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of columns and units."""

ONE_MORE = (
    "A result from here **adds its ε to the total**. The rule looks at each result by itself."
)

RULE = (
    "**The rule.** An option is recommended only if its typical error in the worst case is small "
    "enough. It must be smaller than that of guessing the middle of the range, and no larger than "
    "the largest acceptable typical error. If two options are acceptable, the rule picks the one "
    "that is better on both error and exposure. If each is better on one, it picks the one with "
    "less exposure. Without a limit it does so only if that error is less than 5 % larger; else "
    "the choice is yours. If you choose one ε for all, it says only if that is accurate enough. "
    "Everything here follows from public numbers. No value is used."
)


def draw(question: Question, shared: Scenario, pinned: State | None = None) -> Decision | None:
    """Draw the options and what the rule says; bad input shows one sentence, and returns None."""
    try:
        question = questions.with_what_is_needed(question)
        computed = questions.decision(question, shared, pinned)
        decision = value(computed)
    except HetDPError as error:
        notices.error(error)
        return None
    draw_view(view(computed, question))
    if questions.given_before(question, decision.options[-1].subject):
        notices.marked("info", f"{was_released(question)} {ONE_MORE} {history.WAY_OUT}".strip())
    if question.is_own:
        history.draw_bringing()
    if not question.by_profile and decision.tolerable < math.inf:
        st.markdown(literal(sentence(decision), _LONGEST))
        if question.levels.source == table_choice.SAME:
            _draw_least(decision, question.levels.level)
    places = st.columns(len(decision.options))
    for place, option in enumerate(decision.options):
        with places[place].container(border=True, height="stretch"):
            _draw_option(decision, place, question)
            if question.is_own and option.releases:
                st.button(
                    f"{literal(figures.choice(option))} …",
                    icon=":material/lock_open:",
                    type="primary" if decision.recommended == place else "secondary",
                    key=f"decision_to_release_{place}",
                    on_click=_publish,
                    args=(question, place),
                )
            if option.groups:
                with st.expander("People, weights and trust"):
                    _draw_details(option)
    if question.by_profile:
        mean = TOPICS["heterogeneous_mean"]
        st.page_link(  # of people as the profile has them
            mean.page,
            label="How many people, or which ε, a smaller error would take",
            icon=":material/target:",
            query_params={mean.tabs_key: TARGET, DOWN: "1"},
        )
    with st.expander("How a recommendation is made"):
        st.markdown(RULE)
    return decision


def was_released(question: Question) -> str:
    """Say what was released of this column, and by which option, as all is set."""
    receipts = questions.receipts(question)
    if not receipts:
        return ""
    about = question.dataset, question.column, question.everybody, question.levels
    name = table_choice.released_as(*about)
    how = name or "other settings than those shown here"
    return f"**This was released:** {literal(receipts[0].result, _LONGEST)}, with {literal(how)}."


def view(computed: Call[Decision], question: Question) -> View:
    """Return twenty releases of each option on one axis, and what the rule says."""
    decision = value(computed)
    is_beyond = exceeds(decision, question)
    recommended = figures.recommendation(decision, is_beyond)
    why = figures.reason(decision)
    why += " With earlier releases, somebody may give more than their level in all." * is_beyond
    verdict = f"**{literal(recommended, _LONGEST)}.** {literal(why, _LONGEST)}"
    subject = decision.options[-1].subject
    about = "The dots leave out sampling error. The typical error includes it."
    if subject.everybody:
        about = (
            "The typical error is measured from the mean of the table, which includes everybody."
        )
    return View(
        key="decision",
        name="Twenty releases of each option, on one axis",
        headline=f"{verdict} {_what(question, decision)}",
        figure=decision_dots.figure(decision),
        numbers=Call(decision_dots.values_table, computed),
        caption="Calculated exactly. Each dot is one release in twenty, as far from zero as the "
        f"noise moves the result. {about} {questions.who_asks(question, subject.users)}",
        tag="exact",
        height=height_of(len(decision_dots.rows_of(decision))),
        fills=False,
    )


def _what(question: Question, decision: Decision) -> str:
    """Say of what the result is, and where people do not all count the same."""
    share = literal(share_of(question.declared))
    what = f"share of “{share}” in" if share else "mean of"
    said = f"The result is the {what} **{literal(question.declared.label)}**"
    option = decision.options[0]
    is_weighted = len(option.groups) > 1 and not option.subject.everybody
    weighted = f". With {literal(option.name)}, people with a larger ε count more"
    if figures.why_no_more(option):
        weighted += f", up to ε = {figures.largest(option)}"
    return f"{said}{weighted * is_weighted}."


def exceeds(decision: Decision, question: Question) -> bool:
    """Say whether with what is recommended somebody would give more in all than their level."""
    if decision.recommended is None:
        return False
    plan = _plan(decision.options[decision.recommended], question)
    return bool(plan and questions.beyond_in_all(question, plan.guaranteed))


def _publish(question: Question, place: int) -> None:
    """Choose an option, and open the step that publishes it; in a callback."""
    questions.choose(question, place)
    steps.go("publish")


def _draw_option(decision: Decision, place: int, question: Question) -> None:
    option = decision.options[place]
    before = questions.given_before(question, option.subject)
    st.markdown(f"#### {literal(figures.choice(option))}")
    is_known = not option.releases and bool(questions.receipts(question))
    if (why_not := figures.why_not(decision, place)) and not is_known:
        st.caption(why_not)
    off = literal(figures.typically_off(option, decision.tolerable))
    st.metric(
        figures.TYPICAL,
        "as published" if is_known else off,
        help="Root mean squared error in the worst case over all data within the bounds: "
        f"{figures.of_what(option)}. Without a release you guess the middle of the range.",
    )
    plan = _plan(option, question)
    if plan is not None:
        st.caption(_published(plan))
    st.metric(
        f"Bets right, most exposed person{' (at most)' if option.releases else ''}",
        f"{bound(option.right)} of 100",
        help="Someone bets on a yes/no fact about this person that is as likely as not. By this "
        "release alone they are right at most so often; without a release 50 of 100 times.",
    )
    if option.releases:
        why = figures.why_no_more(option)
        st.caption(f"The largest ε of a person is {figures.largest(option)}. {why}".strip())
        draw_exposed(option.most_exposed)
        if option.assigned and question.levels.asked_in:
            st.caption(questions.ALIKE)
    if before:
        st.markdown(f"**{figures.on_top(option, before)}**")
        if plan and (said := questions.beyond_in_all(question, plan.guaranteed)):
            notices.warning(said)
    if not option.groups:
        st.markdown(figures.NOTHING)


def _draw_details(option: Option) -> None:
    """Draw what each group of people gets, what the error is made of, who is trusted."""
    groups = (figures.gives_and_gets(option, share) for share in option.groups)
    st.markdown("\n".join(f"- {literal(group)}" for group in groups))
    if rest := figures.rest_of_weight(option):
        st.caption(rest)
    if leans := figures.may_lean(option):
        st.caption(literal(leans, _LONGEST))
    st.caption(
        "This needs a trusted curator: you, who hold the table. If each person sends an "
        f"answer with noise at {'this ε' if option.assigned else 'their own level'} instead, the "
        "typical error is "
        f"{literal(figures.without_trust(option))}."
    )


def draw_exposed(most: float) -> None:
    """Say before the release that a level promises next to nothing, as its receipt will.

    most : ε of the most exposed person.
    """
    if most > MOST_IN_ODDS:
        notices.marked(
            "warning",
            f"**ε = {number(most)} promises next to nothing** to the most exposed person, and no "
            "recommendation weighs that. The result may change the odds of a guess about them "
            f"{number(odds_factor(MOST_IN_ODDS), 2)} times and more. The receipt will say so.",
            icon=":material/lock_open:",
        )


def _plan(option: Option, question: Question) -> ReleasePlan | None:
    """Return how an option would be released; None where it is not, or cannot be."""
    if question.is_own and option.releases:
        with suppress(HetDPError):  # said where it is to be published
            return value(questions.plan(question, option))
    return None


def about_unequal(plan: ReleasePlan) -> str:
    """Say how far unequal weights may move the result where that is further than its ±."""
    pull = expected_error(plan).pull
    if pull <= plan.half_width:
        return ""
    far = error_in_words(plan.request, pull, bound)
    return f"Unequal weights may move the mean by up to {far} if stricter people have other values."


def published(decision: Decision, question: Question) -> Published:
    """Return how the options would be published."""
    plans = [_plan(option, question) for option in decision.options]
    each = [f"± {error_in_words(p.request, p.plus_minus)}" if p else "" for p in plans]
    return Published(each, exceeds(decision, question))


def _published(plan: ReleasePlan) -> str:
    """Say with which ± a result is published: it is wider than a typical error."""
    off = literal(error_in_words(plan.request, plan.plus_minus))
    held, rest = "noise and pull to the middle stay", ""
    if not plan.request.everybody:
        held, rest = "the population’s mean lies", f"{HOLDS_SAMPLING} "
    return (
        f"Published as the **result ± {off}**: {held} within it, {how_often(CHANCE)}. "
        f"{rest}It does not include what missing values do. {literal(about_unequal(plan))}"
    ).rstrip()


def sentence(decision: Decision) -> str:
    """Say which level, and how many users at the present one, for one ε for all; plain text."""
    option = decision.options[-2]
    subject, now = option.subject, min(option.most_exposed, HIGHEST)
    wanted = f"of at most {figures.exact(option, decision.tolerable)}"
    if decision.tolerable >= subject.half_range:
        return (
            f"A typical error {wanted} needs no data: guessing the middle of the range is enough."
        )
    level = _least_level(decision)
    people = counted(subject.users, "person", "people")
    alike = f"For a typical error {wanted}, with the same ε for everybody: "
    if level.reached:
        needs = f"{alike}these {people} need at least ε = {number(level.value)}"
        more = "" if subject.everybody else _more_people(subject, decision.tolerable, now)
        return f"{needs}{_beyond(decision.options[0], level.value)}{more and f'; or {more}'}."
    return (
        f"{alike}no ε is large enough for these {people}, because the typical sampling error alone "
        f"is {in_unit(option, rounded_up(level.best, 3), decision.tolerable)} in the worst case. "
        "It would take "
        f"{_more_people(subject, decision.tolerable, now)}. If the question is about these people "
        "only, switch that on above: there is no sampling error then."
    )


def _least_level(decision: Decision) -> Answer:
    """Return which ε for everybody is enough, beside the present one."""
    option = decision.options[-2]
    now = min(option.most_exposed, HIGHEST)
    return value(Call(level_needed, option.subject, decision.tolerable, now).cached())


def _draw_least(decision: Decision, now: float) -> None:
    """Draw the button that sets the ε that is enough, where it is less than the present one."""
    level = _least_level(decision)
    is_needed = decision.tolerable < decision.options[-2].subject.half_range
    if is_needed and level.reached and level.value < now:
        st.button(
            f"Use ε = {number(level.value)} for everybody",
            icon=":material/shield:",
            key="decision_use_least",
            on_click=put,
            args=({catalog.shared.ALIKE.key: level.value},),
        )


def _beyond(option: Option, level: float) -> str:
    """Say how many asked for less, as far as groups tell; "" where nobody was asked."""
    fewer = sum(group.users for group in option.groups if group.high < level)
    if option.assigned or all(group.low >= level for group in option.groups):
        return ""
    who = f"at least {counted(fewer, 'person asks', 'people ask')}" if fewer else "some people ask"
    return f" ({who} for less)"


def _more_people(subject: Subject, tolerable: float, now: float) -> str:
    """Say how many people would do at the present level."""
    users = value(Call(users_needed, subject, tolerable, now).cached())
    many = "more than ten billion people"
    if users.reached:
        many = counted(users.value, "person", "people")
    return f"{many} at ε = {number(now)}"
