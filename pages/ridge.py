"""Ridge regression when every record sets its own epsilon."""

from pages.inside.ridge.controls import ridge_choice
from pages.inside.ridge.hero import ridge_hero
from pages.inside.ridge.tabs import SLIDES, TABS
from pages.shared import compare, present
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("When is a private regression worth it?", SLIDES)
beside = compare.pinned(TOPICS["ridge"])
choice = ridge_hero(ridge_choice(shared), beside)
draw_sections(TABS, SLIDES, "ridge_view", choice)
