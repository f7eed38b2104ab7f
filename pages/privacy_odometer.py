"""Privacy odometer: many questions to one person, and what the answers really told."""

from pages.inside.accounting.controls import odometer_choice
from pages.inside.accounting.hero import odometer_hero
from pages.inside.accounting.tabs import SLIDES, TABS
from pages.shared import compare, present
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("How much was really learned?", SLIDES)
beside = compare.pinned(TOPICS["privacy_odometer"])
course = odometer_hero(odometer_choice(shared), beside)
draw_sections(TABS, SLIDES, "odometer_view", shared, course)
