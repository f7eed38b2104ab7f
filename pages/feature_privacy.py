"""Feature privacy: some features ask for more than others, and nobody is trusted."""

from pages.inside.features.controls import feature_scenario
from pages.inside.features.hero import feature_hero
from pages.inside.features.tabs import SLIDES, TABS
from pages.shared import compare, present
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
present.title("Protect some features more", SLIDES)
beside = compare.pinned(TOPICS["feature_privacy"])
sweep = feature_hero(feature_scenario(shared), beside)
draw_sections(TABS, SLIDES, "feature_view", shared, sweep)
