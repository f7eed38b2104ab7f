"""Heterogeneous mean: every user sets their own epsilon, a curator releases one mean."""

from pages.shared import compare, present
from pages.shared.mean_sections import SECTIONS, SLIDES
from pages.shared.saturation_hero import saturation_hero
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

scenario = current()
present.title("Some privacy is free", SLIDES)
sweep = saturation_hero(scenario, compare.pinned(TOPICS["heterogeneous_mean"]))
draw_sections(SECTIONS, SLIDES, "view", scenario, sweep)
