"""All topics, in the order of the menu: the one list that a new topic enters."""

from __future__ import annotations

from pages.inside.accounting.topic import TOPIC as ACCOUNTING
from pages.inside.features.topic import TOPIC as FEATURES
from pages.inside.mean.topic import TOPIC as MEAN
from pages.inside.ridge.topic import TOPIC as RIDGE
from pages.shared.frame.topic import Topic

TOPICS: dict[str, Topic] = {topic.key: topic for topic in (MEAN, FEATURES, RIDGE, ACCOUNTING)}
"""By the name in links."""
