"""“What would it take?” of the mean: users, relaxed levels or public users for a smaller error."""

from __future__ import annotations

from hetdp_core.figures.text import number, percent
from hetdp_core.numerals import counted
from hetdp_core.profiles import ProfileSettings
from pages.inside.mean import results
from pages.shared.controls import catalog
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.frame.target import Goal, Question, Unknown, draw_question

RELAXED = {
    "two_groups": ("ε = {} for the relaxed group", "by relaxing the relaxed group alone"),
    "segments": ("ε = {} for the liberals", "by relaxing the liberals alone"),
    "levels": ("a cap at ε = {}", "by a higher cap alone"),
    "uploaded": ("a cap at ε = {}", "by a higher cap alone"),
}
"""What changes, by kind of profile, and how; all others have a most relaxed user."""

MOST_RELAXED = ("ε = {} for the most relaxed", "by relaxing the most relaxed users alone")


def target(scenario: Scenario) -> None:
    held = present()
    wanted, chosen = held[catalog.target.MEAN_TARGET.key], held[catalog.target.MEAN_UNKNOWN.key]
    questions: dict[str, Question] = {
        key: (words, results.target(scenario.profile, key, wanted))
        for key, words in _unknowns(scenario).items()
    }
    others = [questions[key] for key in questions if key != chosen]
    controls = (catalog.target.MEAN_UNKNOWN, catalog.target.MEAN_TARGET)
    draw_question(controls, "mean_target_curve", _goal(wanted), questions[chosen], others)


def _goal(wanted: float) -> Goal:
    return Goal(
        wanted=f"a worst-case error of ± {percent(wanted)} of the range",
        measure="the error",
        axis="Worst-case error, % of range",
        in_words=lambda error: f"± {percent(error)}",
        caption="Exact: ADPM's weights anew at every value; all other settings stay.",
        put_in="The answer is put in again: it suffices, and one step less (one user, 1 % of "
        "public users, the third digit of ε) does not.",
    )


def _unknowns(scenario: Scenario) -> dict[str, Unknown]:
    profile = scenario.profile
    level, relaxing = RELAXED.get(profile.kind, MOST_RELAXED)
    return {
        "users": Unknown(
            axis="Number of users n",
            in_words=lambda users: counted(users, "user"),
            alone="with more users alone",
            because=("", ", and that is as many as can be set here"),
            settings=lambda users: _with_users(profile, int(users)),
        ),
        "relaxed": Unknown(
            axis=scenario.control,
            in_words=lambda epsilon: level.format(number(epsilon, 4)),
            alone=relaxing,
            because=(": weights saturate", ", because the strict still ask for what they ask"),
            settings=lambda epsilon: {scenario.moves.key: epsilon},
        ),
        "public": Unknown(
            axis="Public users, %",
            in_words=lambda share: f"{share:.0f} % public users",
            alone="with public users alone",
            because=("", ", which is the sampling error: no privacy level changes that"),
            settings=lambda share: {catalog.shared.PUBLIC_SHARE.key: int(share)},
        ),
    }


def _with_users(profile: ProfileSettings, users: int) -> State:
    """Return what the controls hold with so many users; nothing where a file says how many."""
    if profile.kind == "uploaded":
        return {}
    if profile.kind != "levels":
        return {catalog.shared.USERS.key: users}
    counts = profile.with_users(users).counts
    return {catalog.shared.COUNTS.key: ", ".join(map(str, counts))}
