"""All topics, in the order of the menu: the one list that a new topic enters."""

from __future__ import annotations

from pages.inside.features.topic import TOPIC as FEATURES
from pages.inside.mean.topic import TOPIC as MEAN
from pages.inside.odometer.topic import TOPIC as ODOMETER
from pages.inside.ridge.topic import TOPIC as RIDGE
from pages.shared.frame.topic import Topic

TOPICS: dict[str, Topic] = {topic.key: topic for topic in (MEAN, FEATURES, RIDGE, ODOMETER)}
"""By the name in links."""
