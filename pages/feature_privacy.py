"""Feature privacy: some features ask for more than others, and nobody is trusted."""

from pages.inside.features.controls import feature_scenario
from pages.inside.features.hero import correlation_view
from pages.inside.features.tabs import SLIDES, TABS
from pages.shared import compare, present
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS
from pages.shared.view import draw

shared = current()
present.title("Protect some features more", SLIDES)
beside = compare.pinned(TOPICS["feature_privacy"])
scenario = feature_scenario(shared)
draw(correlation_view(scenario), beside)
draw_sections(TABS, SLIDES, "feature_view", shared, scenario)
