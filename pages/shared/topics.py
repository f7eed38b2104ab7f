"""The four topics: where each is found, and its hero figure for any state of the dashboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pages.inside.accounting import controls as odometer_controls
from pages.inside.accounting import streams
from pages.inside.accounting.hero import course_view
from pages.inside.features import controls as feature_controls
from pages.inside.features.hero import correlation_view
from pages.inside.mean.hero import saturation_view
from pages.inside.ridge import controls as ridge_controls
from pages.inside.ridge.hero import loss_view
from pages.shared import (
    knobs,
    navigation,
    scenario,
)
from pages.shared.state import State
from pages.shared.view import View


@dataclass(frozen=True)
class Topic:
    """One of the four systems.

    key : its name in links, the address of its page.
    varies : what asks for different levels of privacy.
    trusted : whom people must trust with their data.
    chooser : how a reader would say that this is their case.
    start : the preset that shows its point.
    source : the paper it rests on.
    knobs : controls that matter to it, shared ones included.
    view : its hero figure; `HetDPError` where the state breaks a rule.
    """

    key: str
    title: str
    page: str
    varies: str
    trusted: str
    chooser: str
    start: str
    source: str
    knobs: tuple[knobs.Knob, ...]
    view: Callable[[State], View]


def _mean(state: State) -> View:
    return saturation_view(scenario.read(state))


def _features(state: State) -> View:
    chosen = feature_controls.read(state, scenario.read(state))
    return correlation_view(chosen)


def _ridge(state: State) -> View:
    return loss_view(ridge_controls.read(state, scenario.read(state)))


def _odometer(state: State) -> View:
    """With the streams that ran until now; it sees to it that they go on."""
    choice = odometer_controls.read(state, scenario.read(state))
    return course_view(choice, streams.course(choice))


_USERS = knobs.shared.ABOUT_USERS
TOPICS: dict[str, Topic] = {
    topic.key: topic
    for topic in (
        Topic(
            "heterogeneous_mean",
            "Heterogeneous mean",
            navigation.HETEROGENEOUS_MEAN,
            "users",
            "the curator",
            "My users differ",
            "two_groups",
            "Chaudhuri, Miagkov and Courtade, “Mean Estimation Under Heterogeneous Privacy "
            "Demands”",
            (*_USERS, *knobs.mean.ALL, knobs.DATASET, knobs.COLUMN, knobs.SEED),
            _mean,
        ),
        Topic(
            "feature_privacy",
            "Feature privacy",
            navigation.FEATURE_PRIVACY,
            "features",
            "nobody",
            "My columns differ",
            "paper_features",
            "Aliakbarpour, Chaudhuri, Courtade, Fallah and Jordan, “Enhancing Feature-Specific "
            "Data Protection via Bayesian Coordinate Differential Privacy”",
            (knobs.Q, *knobs.features.ALL, knobs.DATASET, knobs.SEED),
            _features,
        ),
        Topic(
            "ridge",
            "Ridge regression",
            navigation.RIDGE,
            "users",
            "the curator",
            "I want to predict",
            "public_few",
            "Acharya, Boenisch, Naidu and Ziani, “Personalized Differential Privacy for Ridge "
            "Regression”",
            (*_USERS, *knobs.ridge.ALL, knobs.OUTSIDE, knobs.DATASET, knobs.SEED),
            _ridge,
        ),
        Topic(
            "privacy_odometer",
            "Privacy odometer",
            navigation.PRIVACY_ODOMETER,
            "queries",
            "nobody",
            "I ask many questions",
            "paper_odometer",
            "Pan, “Actual Knowledge Gain as Privacy Loss in Local Privacy Accounting”",
            (*knobs.odometer.ALL, knobs.SEED),
            _odometer,
        ),
    )
}
"""By key, in the order of the menu."""
