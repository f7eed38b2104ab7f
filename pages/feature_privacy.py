"""Feature privacy: some features ask for more than others, and nobody is trusted."""

from pages.inside.features.topic import TOPIC
from pages.inside.menu import enter
from pages.shared.frame.topic_page import draw_topic

draw_topic(TOPIC, enter())
