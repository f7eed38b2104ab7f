"""Feature privacy: some features ask for more than others, and nobody is trusted."""

from pages.shared import compare, present
from pages.shared.feature_controls import feature_scenario
from pages.shared.feature_hero import feature_hero
from pages.shared.feature_sections import SECTIONS, SLIDES
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("Protect some features more", SLIDES)
beside = compare.pinned(TOPICS["feature_privacy"])
sweep = feature_hero(feature_scenario(shared), beside)
draw_sections(SECTIONS, SLIDES, "feature_view", shared, sweep)
