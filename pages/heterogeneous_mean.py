"""Heterogeneous mean: every user sets their own epsilon, a curator releases one mean."""

from pages.inside.mean.hero import saturation_view
from pages.inside.mean.tabs import SLIDES, TABS
from pages.shared import compare, present
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS
from pages.shared.view import draw

scenario = current()
present.title("Some privacy is free", SLIDES)
draw(saturation_view(scenario), compare.pinned(TOPICS["heterogeneous_mean"]))
draw_sections(TABS, SLIDES, "view", scenario)
