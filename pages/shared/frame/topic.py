"""What the dashboard knows of a topic: one record, which its folder fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hetdp_core.papers import PAPERS, Paper
from pages.shared.controls.knobs.knob import Knob
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.frame.tabs import Slides, Tabs
from pages.shared.lessons.lesson import Lesson

Stills = Mapping[str, Sequence[View]]
"""Figures of tabs by the tab's title, as far as they need nothing that only a server can do."""


def at_once(state: State, seconds: float) -> None:
    """Wait for nothing: all is computed while the page is drawn."""
    del state, seconds


def never(state: State, shared: Scenario) -> bool:
    """Say that nothing is waited for."""
    del state, shared
    return False


def none(state: State) -> Stills:
    """Show nothing of the tabs."""
    del state
    return {}


@dataclass(frozen=True)
class Topic:
    """One of the systems: menu, map, compare, present, lessons and report read all of it here.

    key : its name in links, the address of its page, the name of its door.
    room : of the core; the paper that it rests on stands there under the same name.
    title : what it is called in the menu and on the map.
    question : what stands above its page.
    help : what the menu says of it.
    varies : what asks for different levels of privacy.
    trusted : whom people must trust with their data.
    panel : its controls, for what is set now.
    chooser : how a user would say that this is their case.
    start : the preset that shows its point.
    knobs : controls that matter to it, shared ones included.
    view : its hero figure; `HetDPError` where the state breaks a rule.
    card : the hero figure in small, for the map; its headline is one sentence.
    waits : whether the card still waits for something that is computed beside the page.
    finish : let that come to its end, for at most these seconds.
    draw_hero : draw controls and hero, with a pinned view beside it; returns what tabs are given.
    tabs, reviewed, tabs_key : what lies under the hero, for everybody and for reviewers, and the
        address's parameter for the open one.
    slides : what follows the hero in a presentation, each up to its first figure.
    lesson : about this topic.
    stills : what the tabs show on the site without a server.
    """

    key: str
    room: str
    title: str
    question: str
    help: str
    varies: str
    trusted: str
    chooser: str
    panel: Callable[[State], Panel]
    start: str
    knobs: tuple[Knob, ...]
    view: Callable[[State], View]
    card: Callable[[State, Scenario], View]
    draw_hero: Callable[[Scenario, View | None], tuple[Any, ...]]
    tabs: Tabs
    reviewed: Tabs
    tabs_key: str
    slides: Slides
    lesson: Lesson
    waits: Callable[[State, Scenario], bool] = never
    finish: Callable[[State, float], None] = at_once
    stills: Callable[[State], Stills] = none

    @property
    def page(self) -> str:
        """Its door."""
        return f"pages/{self.key}.py"

    @property
    def paper(self) -> Paper:
        """The paper it rests on."""
        return PAPERS[self.room]
