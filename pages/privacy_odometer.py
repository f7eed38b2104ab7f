"""Privacy odometer: many questions to one person, and what the answers really told."""

from pages.inside.menu import enter
from pages.inside.odometer.topic import TOPIC
from pages.shared.frame.topic_page import draw_topic

draw_topic(TOPIC, enter())
