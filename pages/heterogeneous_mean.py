"""Heterogeneous mean: every user sets their own epsilon, a curator releases one mean."""

from pages.inside.mean.topic import TOPIC
from pages.inside.menu import enter
from pages.shared.frame.topic_page import draw_topic

draw_topic(TOPIC, enter())
