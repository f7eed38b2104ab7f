"""The address and the session agree: opened anew, it sets the controls; then it follows them.

An address is read when a session begins and when the reader goes back or forward; at all other
times the session leads, and the address follows at the end of the run.  It names a preset as
long as every control is as the preset sets it.  Otherwise it holds those controls of its page,
and of what all pages share, that are not as at first; other pages' stay in the session.  A link
may say more, as all links once did, and then sets more.  Parameters that are no setting (which
tab is open, what is pinned, a presentation) are left as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from pages.shared import private_names
from pages.shared.controls import catalog, presets, state
from pages.shared.controls.control import Control
from pages.shared.controls.presets import PRESET, PRESETS
from pages.shared.controls.state import SCHEMA, VERSION_KEY, State
from pages.shared.text import notices

_RETIRED = {*catalog.odometer.RETIRED, catalog.rooms.RETIRED}
_OURS = {PRESET, VERSION_KEY, *(control.key for control in catalog.ALL), *_RETIRED}
_OF_PAGE, _PENDING = "controls_of_this_page", "pending_state"

Params = Mapping[str, Sequence[str]]
"""What an address says: each parameter with its values."""


def meaning(params: Params) -> dict[str, object]:
    """Return what every control holds where an address says this; the unusable counts as absent.

    What else an address says goes before the preset that it names.
    """
    preset = PRESETS.get(_last(params, PRESET))
    return state.of_params({**(preset.params if preset else {}), **state.translated(params)})


def params_of(held: State, named: str = "", keys: Collection[str] | None = None) -> Params:
    """Return what an address says where the controls hold this: the inverse of `meaning`.

    named : the preset to be named where it holds.
    keys : of the controls that are said where no preset is; None for all.
    """
    name = presets.name_of(held, named)
    params = state.to_params(held) if name is None else {PRESET: [name]}
    if name is None and keys is not None:
        params = {key: values for key, values in params.items() if key in keys}
    return {**params, VERSION_KEY: [str(SCHEMA)]} if params else {}


def arrive(own: Collection[Control]) -> None:
    """Set controls as the address says that was opened, or as `go` was asked; before any widget.

    own : controls of the page that its address holds, beside those that all pages share.
    """
    is_new = _OF_PAGE not in st.session_state
    st.session_state[_OF_PAGE] = {control.key for control in (*catalog.SHARED, *own)}
    if _PENDING in st.session_state:
        state.put(st.session_state.pop(_PENDING))
    elif is_new or private_names.went_back_or_forward():
        params, held = _query_params(), state.present()
        meant = meaning(params)
        # Who goes back from a preset takes back what it did to other pages, too.
        keys = _mentioned_in(params) if presets.name_of(held) is None else meant.keys()
        state.put({key: meant[key] for key in keys if meant[key] != held[key]})


def current_params() -> Params:
    """Return all parameters of the address as they are at the end of this run.

    An address that means what the controls hold is left as the reader typed it.
    """
    held, params = state.present(), _query_params()
    named, meant = _last(params, PRESET), meaning(params)
    agrees = all(meant[key] == held[key] for key in _mentioned_in(params))
    if agrees and (named not in PRESETS or named == presets.name_of(held, named)):
        return params
    others = {key: values for key, values in params.items() if key not in _OURS}
    return {**others, **params_of(held, named, st.session_state[_OF_PAGE])}


def follow() -> None:
    """Let the address say what the controls hold, unless it does; after all widgets."""
    params, wanted = _query_params(), current_params()
    if wanted == params:
        return
    ours = {key: values for key, values in wanted.items() if key in _OURS}
    st.query_params.update(ours)  # others are bound to widgets, and only those may set them
    for key in params.keys() - wanted.keys():
        del st.query_params[key]


def go(page: str, held: State, named: str = "", others: Params | None = None) -> None:
    """Open a page of the menu with every control as in `held`; does not return.

    named : the preset to be named where it holds.
    others : parameters that are no setting, as which tab is open.
    """
    in_next_run(held)
    st.switch_page(page, query_params={**params_of(held, named), **(others or {})})


def in_next_run(held: State) -> None:
    """Let controls hold this from the next run of the whole page on, whose address follows."""
    st.session_state[_PENDING] = dict(held)


def notice() -> None:
    """Say in words which parameters of the address cannot be used."""
    for sentence in problems(_query_params()):
        notices.warning(sentence, icon=":material/link_off:")


def problems(params: Params) -> list[str]:
    """Return a sentence for each parameter that cannot be used as it stands."""
    sentences = [
        *catalog.url_notices(params),
        *catalog.odometer.retired(params),
        *catalog.rooms.retired(params),
    ]
    name, version = _last(params, PRESET), _last(params, VERSION_KEY)
    if name and name not in PRESETS:
        sentences.append(
            f"“preset={name[:30]}” in the address is not known: it must be one of "
            f"{', '.join(PRESETS)}. The rest of the address is used."
        )
    if version not in ("", *map(str, range(1, SCHEMA + 1))):
        sentences.append(
            f"This link is of version {version[:10]}, this dashboard knows version {SCHEMA}: what "
            "both understand is shown, the rest is as at first."
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
