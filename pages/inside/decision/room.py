"""The decision room: options side by side, what the rule says, what it would take with one ε."""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.decision import Decision, Option, Subject, level_needed, users_needed
from hetdp_core.errors import HetDPError
from hetdp_core.figures import decision as figures
from hetdp_core.figures.decision import in_unit
from hetdp_core.figures.outcomes import height_of
from hetdp_core.figures.release import in_words
from hetdp_core.figures.text import about as roughly
from hetdp_core.figures.text import number
from hetdp_core.numerals import counted
from hetdp_core.profiles import HIGHEST
from hetdp_core.release import Receipt
from pages.inside.decision import about, printed
from pages.inside.mean.beyond import asking_for_less
from pages.inside.topics import TOPICS
from pages.shared import page_paths
from pages.shared.cache import value
from pages.shared.controls import catalog, users
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw_below
from pages.shared.figure.view import draw as draw_view
from pages.shared.frame import compare, target
from pages.shared.frame.tabs import DOWN
from pages.shared.text import notices
from pages.shared.text.literal import literal

_RELAXING = "decision_relaxing"
"""What holds whether it is unfolded what less privacy would bring."""

_LEADING = "decision_leads_to_release"
"""What holds whether this run leads to the release."""

_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of columns and units."""

ONE_MORE = (
    "Something was released in this session already. Each release here would be **one more**: what "
    "it exposes adds to that, and the rule weighs it by itself."
)

RULE = (
    "**The rule.** A release is worth it only where it is typically nearer to the truth than the "
    "middle of the range would be, in the worst case over all data, and where its typical error is "
    "one that you can live with, if you say so. Of two that are, the one that is no worse in both: "
    "the error, and the exposure of the most exposed user. Where each is better in one, the one "
    "that exposes less, if both are within what you can live with; if you do not say what that is, "
    "the rule leaves it to whoever decides. Everything on this page "
    "follows from bounds, number of users and levels, which are public: no value is looked at."
)

SAY_FIRST = (
    "Say above how large a typical error you can live with: then it stands here which ε for "
    "everybody, and how many people, that would take."
)


def panel(state: State) -> Panel:
    return Panel(None, users.of_a_table(state), (catalog.shared.PUBLIC_SHARE, catalog.shared.SEED))


def draw_room(shared: Scenario) -> None:
    """Draw what is decided about, the options and the page to print; bad input shows one sentence.

    Of bounds that were read off the data nothing is drawn that follows from them.
    """
    if st.session_state.pop(_LEADING, False):
        st.switch_page(page_paths.RELEASE)
    question = about.draw(shared)
    pinned = compare.pinned_state() if about.takes_profile() else None
    try:
        question = about.with_what_is_needed(question)
        computed = about.decision(question, shared, pinned)
        decision = value(computed)
    except HetDPError as error:
        notices.error(error)
        return
    draw_view(view(computed))
    if said := was_released(decision, about.receipts(question.column)):
        notices.marked("info", said)
    if about.given_before(decision.options[-1].subject):
        notices.marked("info", ONE_MORE)
    for place, option in zip(st.columns(len(decision.options)), decision.options, strict=True):
        with place.container(border=True, height="stretch"):
            _draw_option(option, question)
    if pinned is None and about.takes_profile():
        st.caption(
            "To put another setting beside it: **Compare** pins the present one as A; what you "
            "change then is B."
        )
    if about.takes_profile() and not question.everybody:
        _draw_relaxing(question, shared)
    if about.takes_profile():
        _draw_way_to_target()
    else:
        draw_needed(decision)
    with st.expander("How the recommendation is made"):
        st.markdown(RULE)
    _draw_ways_to_release(decision, question)
    printed.draw(decision, pinned, question, shared.dataset)


def was_released(decision: Decision, receipts: Sequence[Receipt]) -> str:
    """Say what was released of this column, and whether it would have been recommended.

    receipts : of this very column, the last first.
    """
    if not receipts:
        return ""
    last = receipts[0]
    released = (
        f"**This was released:** {literal(f'{in_words(last)} {last.unit}'.strip(), _LONGEST)}"
    )
    like_it = [
        place
        for place, option in enumerate(decision.options)
        if option.releases
        and option.subject.everybody == last.everybody
        and math.isclose(option.most_exposed, last.most, rel_tol=1e-6)
    ]
    if not like_it:
        return f"{released}, by other settings than those shown here."
    if decision.recommended is None or decision.recommended in like_it:
        return f"{released}."
    why = literal(figures.reason(decision), _LONGEST)
    return f"{released}. **It would not have been recommended**, because of this: {why}"


def _draw_way_to_target() -> None:
    """Draw a link to what a smaller error would take, of people as the profile has them."""
    mean = TOPICS["heterogeneous_mean"]
    st.page_link(
        mean.page,
        label="How many people, or which ε, a smaller error would take",
        icon=":material/target:",
        query_params={mean.tabs_key: target.TITLE, DOWN: "1"},
    )


def _draw_relaxing(question: about.About, shared: Scenario) -> None:
    """Draw, once it is unfolded, what it would bring if a group asked for less privacy."""
    folded = st.expander(
        "What would it bring if somebody asked for less privacy?",
        key=_RELAXING,
        on_change="rerun",
    )
    if not folded.open:
        return
    computed = about.relaxing(question, shared)
    with folded:
        if value(computed).users.size:
            draw_below(asking_for_less(computed))
        else:
            st.markdown("Everybody is public: nobody can ask for less privacy.")


def view(computed: Call[Decision]) -> View:
    """Return twenty releases of each option on one axis, and what the rule says."""
    decision = value(computed)
    recommended, why = figures.recommendation(decision), figures.reason(decision)
    verdict = f"**{literal(recommended)}.** {literal(why, _LONGEST)}"
    subject = decision.options[-1].subject
    return View(
        key="decision",
        name="Twenty releases of each option, on one axis",
        headline=f"Mean of **{literal(subject.column)}**. {verdict}",
        figure=figures.figure(decision),
        numbers=Call(figures.values_table, computed),
        caption="Exact: each dot is one release in twenty, and stands as far from zero as the "
        f"noise moves the answer. {_who_is_in_it(decision)} {about.who_asks(subject.users)}",
        height=height_of(len(figures.rows_of(decision))),
        fills=False,
    )


def _draw_ways_to_release(decision: Decision, question: about.About) -> None:
    """Draw a way to the release; of one's own table, one for each option, that begins with it."""
    if not about.is_own():
        st.page_link(page_paths.RELEASE, label="Release it", icon=":material/lock_open:")
        return
    for place, option in enumerate(option for option in decision.options if option.releases):
        st.button(
            f"{literal(figures.choice(option))} …",
            icon=":material/lock_open:",
            type="tertiary",
            key=f"decision_to_release_{place}",
            on_click=_lead_to_release,
            args=(question, option),
        )


def _lead_to_release(question: about.About, option: Option) -> None:
    """Choose it there; the next run leads there, whose options may be others by that choice."""
    about.take_to_release(question, option)
    st.session_state[_LEADING] = True


def _who_is_in_it(decision: Decision) -> str:
    subject = decision.options[-1].subject
    if subject.everybody:
        return "The typical error is against the plain mean of the table, which is everybody."
    return "Who happens to be in the table is not in the dots, but it is in the typical error."


def _draw_option(option: Option, question: about.About) -> None:
    st.markdown(f"#### {literal(figures.choice(option))}")
    st.metric(
        "Typical error, worst case",
        literal(figures.typically_off(option)),
        help="Root of the worst-case mean squared error over all data within the bounds: "
        f"{figures.of_what(option.subject)}. Not releasing leaves the middle of the range to say.",
    )
    if option.releases:
        st.caption(
            "For that a curator is trusted with all values. If nobody is trusted, and each adds "
            f"noise of their own: {literal(figures.without_trust(option))}"
            f"{figures.needs_trust(option)}."
        )
        if leans := figures.may_lean(option):
            st.caption(literal(leans, _LONGEST))
    st.metric(
        f"Most exposed user: bets right{' at most' if option.releases else ''}",
        f"{roughly(option.right)} of 100",
        help="Somebody bets on a yes/no fact about them that is as likely as not: right 50 of 100 "
        "times without a release.",
    )
    if option.releases:
        st.caption(f"The largest ε of a user is {figures.largest(option)}.")
    if before := about.given_before(option.subject):
        st.markdown(f"**{figures.on_top(option, before)}**")
        if beyond := about.beyond_in_all(option, question):
            notices.warning(figures.beyond_in_all(beyond))
    if not option.groups:
        st.markdown("Nobody gives anything, and nobody is heard.")
        return
    st.markdown("**What each group gives, and its say**")
    groups = (figures.gives_and_gets(group, option.assigned) for group in option.groups)
    st.markdown("\n".join(f"- {literal(group)}" for group in groups))


def draw_needed(decision: Decision) -> None:
    """Draw it for the last release of a decision, all of whose users have one level."""
    text = literal(sentence(decision), _LONGEST) if decision.tolerable < math.inf else SAY_FIRST
    st.markdown(text)


def sentence(decision: Decision) -> str:
    """Say which level, and how many users at the present one; plain text."""
    option = decision.options[-2]
    subject, now = option.subject, min(option.most_exposed, HIGHEST)
    wanted = f"within ± {in_unit(option, decision.tolerable)}"
    if decision.tolerable >= subject.half_range:
        return f"To be {wanted} takes nobody: the middle of the range is."
    level = value(Call(level_needed, subject, decision.tolerable, now).kept())
    people = counted(subject.users, "person", "people")
    alike = f"What it takes to be typically {wanted}, with the same ε for everybody: "
    if level.reached:
        needs = f"{alike}of these {people} at least ε = {number(level.value)}"
        more = _or_more_people(subject, decision.tolerable, now)
        return f"{needs}{_beyond(decision.options[0], level.value)}{more}."
    return (
        f"{alike}no ε is large enough for these {people}, since whom one happened to ask is "
        f"typically worth ± {in_unit(option, level.best)} by itself"
        f"{_or_more_people(subject, decision.tolerable, now)}. If these are all whom the "
        "question is about, say so above: nobody was drawn then."
    )


def _beyond(option: Option, level: float) -> str:
    """Say how many asked for less, as far as groups tell; "" where nobody was asked."""
    fewer = sum(group.users for group in option.groups if group.high < level)
    if option.assigned or not fewer:
        return ""
    return f" (at least {counted(fewer, 'person', 'people')} of them asked for less)"


def _or_more_people(subject: Subject, tolerable: float, now: float) -> str:
    """Say how many would do at the present level; "" where the table is everybody there is."""
    if subject.everybody:
        return ""
    users = value(Call(users_needed, subject, tolerable, now).kept())
    many = f"{users.value:,.0f}" if users.reached else "more than ten billion"
    return f"; or {many} people at ε = {number(now)}"
