"""The address and the session agree: a new one sets the controls, and then follows them.

An address is read when a session begins and when the reader goes back or forward; at all other
times the session leads, and the address follows at the end of the run.  It names a preset (settings
of everything at once, by name) as long as every control is as the preset sets it.  Otherwise it
holds those controls of its page, and of what all pages share, that are not as at first; other
pages' stay in the session.  A link may say more, as all links once did, and then sets more.
Parameters that are no setting (which tab is open, what is pinned, a presentation) are left as they
are.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from hetdp_core.validate import MAX_USERS
from pages.shared import private_names
from pages.shared.controls import catalog, state
from pages.shared.controls.control import Control
from pages.shared.controls.state import SCHEMA, VERSION_KEY, State
from pages.shared.page_paths import UNKNOWN
from pages.shared.text import notices


@dataclass(frozen=True)
class Preset:
    """A named setting: what it shows, and the link's parameters that make it.

    pages : that offer it, as addresses name them; all of them offer the first.
    """

    title: str
    shows: str
    params: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[str, ...] = ()

    @property
    def state(self) -> dict[str, object]:
        return state.of_params(self.params)


_MEDICAL = {"dataset": "Simulated medical cost"}
_SEGMENTS = {
    "profile": "Three ranges of ε",
    "low": "0.01",
    "mid": "0.2",
    "high": "1",
    "strict": "34",
    "pragmatists": "43",
}

PRESETS: dict[str, Preset] = {
    "first": Preset("Reset all settings", "All settings as on the first visit."),
    "paper_mean": Preset(
        "Paper: mean",
        "Table I, high variance (assumed: ln ε uniform on [−4, 2]).",
        {"n": "1000", "low": f"{math.exp(-4):.4g}", "high": f"{math.exp(2):.4g}", "spread": "20"},
        ("heterogeneous_mean",),
    ),
    "paper_features": Preset(
        "Paper: features",
        "Figure 3: two of ten features ask for δ = 0.2, the report for ε = 2.",
        {"d": "10", "sensitive": "2", "delta": "0.2", "epsilon": "2", "reports": "10000"},
        ("feature_privacy",),
    ),
    "paper_ridge": Preset(
        "Paper: ridge",
        "Synthetic records, three ranges of ε, noise as printed.",
        {
            **_SEGMENTS,
            "rows": "Synthetic",
            "records": "100",
            "dimension": "30",
            "noise": "As printed (Theorem 3.2)",
            "centre": "false",
            "norm": "false",
        },
        ("ridge",),
    ),
    "paper_odometer": Preset(
        "Paper: odometer",
        "Section 6.1: linear regressions on nine coordinates, a budget of 10.",
        {"questions": "Linear regressions", "coordinates": "9", "budget": "10"},
        ("privacy_odometer",),
    ),
    "by_question": Preset(
        "ε by question",
        "The analyst spends more ε on the questions that matter.",
        {
            "question_levels": "More for what matters",
            "questions": "x, x², x³ … of a number from 0 to 10",
            "budget": "3",
        },
        ("privacy_odometer",),
    ),
    "two_groups": Preset(
        "Two groups",
        "Half of the people ask for more privacy than the others. See who benefits.",
        {"profile": "Two groups", "low": "0.1", "high": "5", "strict": "50", "n": "200"},
        ("heterogeneous_mean",),
    ),
    "public_few": Preset(
        "Public volunteers",
        "One person in twenty asks for no privacy. The column is medical cost.",
        {"low": "0.01", "high": "0.5", "public": "5", "n": "1000", **_MEDICAL},
        ("heterogeneous_mean",),
    ),
    "correlated": Preset(
        "Correlated columns",
        "Strongly correlated features. Three questions of the conversation are answered.",
        {
            "q": "0.5",
            "sensitive": "4",
            "answers": "101",
            "budget": "10",
            "conversation": "The paper's Example 3",
            "questions": "x, x², x³ … of a number from 0 to 10",
            **_MEDICAL,
        },
        ("feature_privacy",),
    ),
    "regression_pays": Preset(
        "Regression pays",
        "The columns predict medical cost well.",
        _MEDICAL,
        ("ridge",),
    ),
    "stress": Preset(
        "Millions of people",
        "A million people have ε over nine orders of magnitude. Ten million report 50 features.",
        {
            "n": str(MAX_USERS),
            "low": "1e-06",
            "high": "1000",
            "public": "1",
            "d": "50",
            "sensitive": "25",
            "q": "0.05",
            "reports": "10000000",
            "rows": "Synthetic",
            "records": "5000",
            "dimension": "60",
        },
        ("heterogeneous_mean", "feature_privacy"),
    ),
}
"""By name; a name is part of links, so it does not change."""

PRESET = "preset"
"""The address's parameter; there only while every control is as the preset sets it."""

_MENU = "preset_menu"


def name_of(held: State, named: str = "") -> str | None:
    """Return the preset that sets every control as `held` does, or None.

    named : the preset that counts where several do; alone it counts where all are as at first.
    """
    names = [name for name, preset in PRESETS.items() if preset.state == held]
    if named in names:
        return named
    return None if "first" in names else next(iter(names), None)


def present_name() -> str | None:
    return name_of(state.current_state(), st.query_params.get(PRESET, ""))


def draw_presets() -> None:
    """Draw the page's list; a choice sets everything, and the browser's Back undoes it.

    One that sets nothing is left to links: here it would seem broken.
    """
    page, first = _page(), PRESETS["first"]
    here = {name: preset for name, preset in PRESETS.items() if page in preset.pages}
    offered = ["first", *(name for name, preset in here.items() if preset.state != first.state)]
    named = present_name()
    chosen = PRESETS[named] if named in offered else None
    st.menu_button(
        "Start from a setting",
        offered,
        format_func=lambda key: f"{'✓ ' * (key == named)}{PRESETS[key].title}",
        key=_MENU,
        on_click=_take,
        help="Sets every control of every page at once."
        if chosen is None
        else f"Now: {chosen.title}. {chosen.shows}",
        icon=":material/tune:",
        width="stretch",
    )


def _take() -> None:
    name = st.session_state[_MENU]
    if name in PRESETS:
        state.put(PRESETS[name].state)
        st.query_params[PRESET] = name


_RETIRED = {*catalog.odometer.RETIRED, catalog.sections.RETIRED}
_OURS = {PRESET, VERSION_KEY, *(control.key for control in catalog.ALL), *_RETIRED}
_OF_PAGE, _PENDING = "controls_of_this_page", "pending_state"
_PAGE, _SET_ON = "page", "set_on_page"

Params = Mapping[str, Sequence[str]]


def state_of(params: Params) -> dict[str, object]:
    """Return what every control holds where an address says this; the unusable counts as absent.

    What else an address says goes before the preset that it names.  What an older one leaves unsaid
    it means of the controls of its page alone.
    """
    preset, unsaid = PRESETS.get(_last(params, PRESET)), state.left_unsaid(params)
    own = st.session_state.get(_OF_PAGE, unsaid)
    first = preset.params if preset else {key: unsaid[key] for key in unsaid if key in own}
    return state.of_params({**first, **state.translated(params)})


def params_of(held: State, named: str = "", keys: Collection[str] | None = None) -> Params:
    """Return what an address says where the controls hold this: the inverse of `state_of`.

    named : the preset to be named where it holds.
    keys : of the controls that are said where no preset is; None for all.
    """
    name = name_of(held, named)
    params = state.to_params(held) if name is None else {PRESET: [name]}
    if name is None and keys is not None:
        params = {key: values for key, values in params.items() if key in keys}
    return {**params, VERSION_KEY: [str(SCHEMA)]} if params else {}


def arrive(own: Collection[Control], page: str = "") -> None:
    """Set controls as the address says that was opened, or as `go` was asked; before any widget.

    own : controls of the page that its address holds, beside those that all pages share.
    """
    is_new = _OF_PAGE not in st.session_state
    st.session_state[_PAGE] = page
    st.session_state[_OF_PAGE] = {control.key for control in (*catalog.SHARED, *own)}
    if _PENDING in st.session_state:
        state.put(st.session_state.pop(_PENDING))
        _note_shared("")
    elif is_new or private_names.went_back_or_forward():
        params, held = _query_params(), state.current_state()
        meant = state_of(params)
        # Who goes back from a preset takes back what it did to other pages, too.
        keys = _mentioned_in(params) if name_of(held) is None else meant.keys()
        state.put({key: meant[key] for key in keys if meant[key] != held[key]})
        _note_shared("")


def current_params() -> Params:
    """Return all parameters at the end of this run; what means the same stays as typed."""
    held, params = state.current_state(), _query_params()
    named, meant = _last(params, PRESET), state_of(params)
    agrees = all(meant[key] == held[key] for key in _mentioned_in(params))
    if agrees and (named not in PRESETS or named == name_of(held, named)):
        return params
    others = {key: values for key, values in params.items() if key not in _OURS}
    return {**others, **params_of(held, named, st.session_state[_OF_PAGE])}


def set_elsewhere(own: Collection[Control]) -> list[Control]:
    """Return this page's controls that another page moved, not a preset, link or lesson."""
    if present_name() is not None:
        return []
    held, usual, known = state.current_state(), state.defaults(), st.session_state.get(_SET_ON, {})
    moved = []
    for control in catalog.SHARED:
        value, page = known.get(control.key, (usual[control.key], ""))
        if control in own and value == held[control.key] not in (usual[control.key], control.start):
            moved += [control] if page not in ("", _page()) else []
    return moved


def _note_shared(page: str) -> None:
    """Remember what shared controls hold, and the page that changed them; "" for a link."""
    held, known = state.current_state(), st.session_state.setdefault(_SET_ON, {})
    usual = state.defaults()
    for control in catalog.SHARED:
        before, _ = known.get(control.key, (usual[control.key], ""))
        if before != held[control.key]:
            known[control.key] = (held[control.key], page)


def _page() -> str:
    return str(st.session_state.get(_PAGE, ""))


def follow() -> None:
    """Let the address say what the controls hold, unless it does; after all widgets."""
    _note_shared(_page())
    params, wanted = _query_params(), current_params()
    if wanted == params:
        return
    ours = {key: values for key, values in wanted.items() if key in _OURS}
    st.query_params.update(ours)  # others are bound to widgets, and only those may set them
    for key in params.keys() - wanted.keys():
        del st.query_params[key]


def go(page: str, held: State, others: Params | None = None) -> None:
    """Open a page of the menu with every control as in `held`; does not return.

    others : parameters that are no setting, as which tab is open.
    """
    st.session_state[_PENDING] = dict(held)
    st.switch_page(page, query_params={**params_of(held), **(others or {})})


def notice() -> None:
    """Say what in the address cannot be used."""
    if unknown := st.query_params.pop(UNKNOWN, ""):
        sentence = f"There is no page “{unknown[:60]}” here. The menu has all pages."
        notices.warning(sentence, icon=":material/link_off:")
    for sentence in problems(_query_params()):
        notices.warning(sentence, icon=":material/link_off:")


def problems(params: Params) -> list[str]:
    sentences = [
        *catalog.url_notices(params),
        *catalog.odometer.retired(params),
        *catalog.sections.retired(params),
    ]
    name, version = _last(params, PRESET), _last(params, VERSION_KEY)
    if name and name not in PRESETS:
        sentences.append(
            f"The link names an unknown setting (preset={name[:30]}). The known ones are "
            f"{', '.join(PRESETS)}. The rest of the link is used."
        )
    if version not in ("", *map(str, range(1, SCHEMA + 1))):
        sentences.append(
            f"This link has version {version[:10]}, and this dashboard knows version {SCHEMA}. "
            "All settings that both know are used; the others have their defaults."
        )
    return sentences


def _mentioned_in(params: Params) -> Collection[str]:
    """Return the keys of the controls that an address of this page says something of.

    What its own controls hold, it says by their absence too; a preset says it of all.
    """
    every = {control.key for control in catalog.ALL}
    if _last(params, PRESET) in PRESETS:
        return every
    return every & {*st.session_state[_OF_PAGE], *state.translated(params)}


def _query_params() -> dict[str, list[str]]:
    return {key: st.query_params.get_all(key) for key in st.query_params}


def _last(params: Params, key: str) -> str:
    return (params.get(key) or [""])[-1]
