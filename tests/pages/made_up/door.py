"""The weather, as the menu would open it."""

from pages.inside.menu import enter
from pages.shared.frame.topic_page import draw_topic
from tests.pages.made_up.topic import TOPIC

draw_topic(TOPIC, enter())
