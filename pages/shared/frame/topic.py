"""What the dashboard knows of a topic: one record, which its folder fills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from hetdp_core.papers import PAPERS, Paper
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.frame.tabs import A_SLIDE, EVIDENCE, Chosen, Sections, inside
from pages.shared.lessons.lesson import Lesson


@dataclass(frozen=True)
class Topic(Generic[Chosen]):
    """One of the systems: menu, cards, compare, present, lessons and report read all of it here.

    key : its name in links, the address of its page, the name of its door.
    room : of the core; the paper that it rests on stands there under the same name.
    help : what a link to it says.
    controls : controls that matter to it, shared ones included.
    view : its hero figure; `HetDPError` where the state breaks a rule.
    card : the hero figure in small, for the first screen; its headline is one sentence.
    waits : whether the card still waits for something that is computed beside the page.
    finish : let that come to its end, for at most these seconds.
    draw_hero : draw the hero, with a pinned view beside it; returns what is chosen, None where
        there is nothing to show.
    chosen : what its sections are given where every control holds this.
    sections : what lies under the hero in tabs, and on the page Evidence.
    tabs_key : the address's parameter for the open tab.
    """

    key: str
    room: str
    title: str
    question: str
    help: str
    panel: Callable[[State], Panel]
    controls: tuple[Control, ...]
    view: Callable[[State], View]
    card: Callable[[State, Scenario], View]
    draw_hero: Callable[[Scenario, View | None], Chosen | None]
    chosen: Callable[[State], Chosen]
    sections: Sections[Chosen]
    tabs_key: str
    lesson: Lesson
    waits: Callable[[State, Scenario], bool] = lambda *_: False
    finish: Callable[[State, float], None] = lambda *_: None

    def stills(self, state: State) -> dict[str, list[View]]:
        """Return the figures of sections by title, of those that have any without a server."""
        chosen = self.chosen(state)
        sections = [section for section in self.sections if section.tab != A_SLIDE]
        figures = {section.title: [*section.pictures(state, chosen)] for section in sections}
        return {title: views for title, views in figures.items() if views}

    @property
    def titles(self) -> list[str]:
        return [section.title for section in self.sections if section.tab != A_SLIDE]

    @property
    def on_evidence(self) -> list[str]:
        """Titles of the sections that stand on the page Evidence."""
        return [section.title for section in inside(self.sections, EVIDENCE)]

    @property
    def page(self) -> str:
        return f"pages/{self.key}.py"

    @property
    def paper(self) -> Paper:
        return PAPERS[self.room]


FIGURE = "figure"
"""The parameter of the page Evidence for what is unfolded there."""


def figure_name(topic: Topic, title: str) -> str:
    """Return how a section on the page Evidence is named there, and in links."""
    return f"{topic.title}: {title}"
