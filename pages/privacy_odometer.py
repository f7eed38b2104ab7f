"""Privacy odometer: many questions to one person, and what the answers really told."""

from pages.shared import compare, present
from pages.shared.odometer_controls import odometer_choice
from pages.shared.odometer_hero import odometer_hero
from pages.shared.odometer_sections import SECTIONS, SLIDES
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("How much was really learned?", SLIDES)
beside = compare.pinned(TOPICS["privacy_odometer"])
course = odometer_hero(odometer_choice(shared), beside)
draw_sections(SECTIONS, SLIDES, "odometer_view", shared, course)
