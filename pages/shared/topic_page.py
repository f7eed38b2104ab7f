"""The page of a topic, in its order: title, hero figure, tabs or slides."""

from __future__ import annotations

from pages.shared import compare, present
from pages.shared.scenario import Scenario
from pages.shared.sections import draw_sections
from pages.shared.topic import Topic


def draw_topic(topic: Topic, shared: Scenario) -> None:
    """Draw all of a topic's page for the shared scenario."""
    present.title(topic.question, topic.slides)
    given = topic.draw_hero(shared, compare.pinned(topic))
    draw_sections(topic.tabs, topic.slides, topic.tabs_key, *given)
