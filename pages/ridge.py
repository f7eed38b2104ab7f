"""Ridge regression when every record sets its own epsilon."""

from pages.inside.menu import enter
from pages.inside.ridge.topic import TOPIC
from pages.shared.frame.topic_page import draw_topic

draw_topic(TOPIC, enter())
