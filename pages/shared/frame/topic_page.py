"""The page of a topic, in its order: title and buttons, hero figure, tabs or slides.

Hero and tabs are a fragment in a fragment.  A control among them draws them alone; one above
them draws them and the controls, not menu and head.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.shared import limits, page_paths, slides
from pages.shared.controls import address, catalog, scenario
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel, above, file_alone
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import current_state, defaults, put
from pages.shared.figure.view import View
from pages.shared.frame import compare, meaning
from pages.shared.frame.head import draw_title
from pages.shared.frame.tabs import Chosen, draw_slide, draw_tabs, named_in_address, numbers
from pages.shared.frame.topic import FIGURE, Topic, figure_name
from pages.shared.tables import own_table
from pages.shared.text import notices
from pages.shared.text.notices import literal

_WHOLE = {slides.PRESENT, compare.PINNED}
"""Parameters of an address for which a page is drawn as a whole, not in parts."""


def draw_topic(topic: Topic, shared: Scenario) -> None:
    """Draw all of a topic's page for the shared scenario; the head's buttons after the figures."""
    named = named_in_address(topic.tabs_key)
    if named in topic.on_evidence and not slides.on():
        others = {key: st.query_params.get_all(key) for key in st.query_params}
        del others[topic.tabs_key]
        others[FIGURE] = [figure_name(topic, named)]
        st.switch_page(page_paths.EVIDENCE, query_params=others)
    beside_title = draw_title(topic.title, topic.question, numbers(topic.sections))
    if _WHOLE.intersection(st.query_params):
        panel = file_alone if slides.on() else topic.panel
        with above(panel(current_state()), meaning.draw_popover):
            _draw_whole(topic, shared, compare.pinned(topic))
    else:
        _draw_body(topic)
    if beside_title is not None:
        with beside_title:
            compare.draw_buttons()


def _draw_whole(topic: Topic[Chosen], shared: Scenario, pinned: View | None) -> None:
    chosen = topic.draw_hero(shared, pinned)
    if chosen is None:
        return
    if slides.on():
        draw_slide(topic.sections, topic.panel(current_state()).presented, chosen)
        return
    if pinned is not None:
        st.caption("The tabs below show B.")
    draw_tabs(topic.sections, topic.tabs_key, chosen)


@st.fragment
def _draw_body(topic: Topic) -> None:
    """Draw all but menu and head: what a control above the figure redraws."""
    with scenario_of_run(topic):
        panel = topic.panel(current_state())
        _draw_set_elsewhere(topic, panel)
        with above(panel, meaning.draw_popover):
            _draw_figures(topic, _around(topic, panel))


def _draw_set_elsewhere(topic: Topic, panel: Panel) -> None:
    controls = _set_elsewhere(topic, panel)
    if not controls:
        return
    held = current_state()
    named = [literal(control.labelled(held[control.key])) for control in controls]
    with st.container(horizontal=True, vertical_alignment="center", key="set_elsewhere"):
        st.markdown(f"**Set on another page**: {'; '.join(named)}")
        usual = {control.key: defaults()[control.key] for control in controls}
        is_own = own_table.is_own(str(held[catalog.shared.DATASET.key]))
        keeps = " (keeps my table)" * (is_own and catalog.shared.DATASET in controls)
        st.button(f"Back to defaults{keeps}", on_click=put, args=(usual,), type="tertiary")


def _set_elsewhere(topic: Topic, panel: Panel) -> list[Control]:
    drawn = (panel.hero, *panel.main, *panel.more, catalog.shared.DATASET, catalog.shared.COLUMN)
    return address.set_elsewhere([control for control in topic.controls if control in drawn])


@st.fragment
def _draw_figures(topic: Topic, around: object) -> None:
    """Draw hero and tabs, what a control among them redraws; all where more would be another."""
    alone = scenario.current() is None
    with scenario_of_run(topic) as shared:
        if alone and _around(topic, topic.panel(current_state())) != around:
            st.rerun()
        _draw_whole(topic, shared, None)


@contextmanager
def scenario_of_run(topic: Topic) -> Iterator[Scenario]:
    """Yield the scenario of this run; read it, and let the address follow, where a part runs alone.

    Where the page is to be of another kind, as a presentation, it is drawn again.
    """
    shared = scenario.current()
    if shared is not None:
        yield shared
        return
    with limits.slot(), scenario.published(topic.panel) as shared:
        if _WHOLE.intersection(st.query_params):
            st.rerun()
        yield shared
        address.follow()


def _around(topic: Topic, panel: Panel) -> object:
    """Return what menu, head and controls show that hero and tabs may change.

    A button of a tab may set a control that stands above: one that is not drawn again would say
    its old value, and at the next run the browser's old value would count.
    """
    state, explained = (
        current_state(),
        bool(st.session_state.get(meaning.KEY)),
    )  # None while never drawn
    keys = [control.key for control in (*panel.main, *panel.more) if control != panel.hero]
    held = {key: state[key] for key in keys if key in state}
    elsewhere = [control.key for control in _set_elsewhere(topic, panel)]
    return keys, held, address.present_name(), notices.problems(), explained, elsewhere
