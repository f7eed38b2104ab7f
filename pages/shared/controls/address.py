"""The address and the controls agree: it says what they hold, and opened anew it sets them.

An address is read when a session begins and when the reader goes back or forward; at all other
times the controls lead, and the address follows at the end of the run.  It names a preset as
long as every control is as the preset sets it, and otherwise holds whatever is not as at first,
on every page, whether the page draws the control or not.  Parameters that are no setting (which
tab is open, what is pinned, a presentation) are left as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.shared import private_names
from pages.shared.controls import knobs, presets, state
from pages.shared.controls.presets import PRESET, PRESETS
from pages.shared.controls.state import SCHEMA, VERSION_KEY, State
from pages.shared.words import notices

_RETIRED = {*knobs.odometer.RETIRED, knobs.rooms.RETIRED}
_OURS = {PRESET, VERSION_KEY, *(knob.key for knob in knobs.ALL), *_RETIRED}
_ARRIVED, _PENDING = "address_was_read", "pending_state"

Params = Mapping[str, Sequence[str]]
"""What an address says: each parameter with its values."""


def meaning(params: Params) -> dict[str, object]:
    """What every control holds where the address says `params`; the unusable counts as absent.

    What else an address says goes before the preset that it names.
    """
    preset = PRESETS.get(_last(params, PRESET))
    named = preset.params if preset else {}
    return state.of_params({**named, **state.translated(params)})


def params_of(held: State, named: str = "") -> dict[str, list[str]]:
    """What the address says where the controls hold this: the inverse of `meaning`.

    named : the preset to be named where it holds.
    """
    name = presets.name_of(held, named)
    params = state.to_params(held) if name is None else {PRESET: [name]}
    return {**params, VERSION_KEY: [str(SCHEMA)]} if params else {}


def arrive() -> None:
    """Set every control where an address was opened, or `go` was asked for; before any widget."""
    if _PENDING in st.session_state:
        state.put(st.session_state.pop(_PENDING))
    elif _ARRIVED not in st.session_state:
        first, meant = state.defaults(), meaning(_given())
        state.put({key: value for key, value in meant.items() if value != first[key]})
    elif private_names.went_back_or_forward():
        state.put(meaning(_given()))
    st.session_state[_ARRIVED] = True


def said() -> dict[str, list[str]]:
    """Return all parameters of the address as they are at the end of this run.

    An address that means what the controls hold is left as the reader typed it.
    """
    held, given = state.present(), _given()
    named = _last(given, PRESET)
    if meaning(given) == held and (named not in PRESETS or named == presets.name_of(held, named)):
        return given
    others = {key: values for key, values in given.items() if key not in _OURS}
    return {**others, **params_of(held, named)}


def follow() -> None:
    """Let the address say what the controls hold, unless it does; after all widgets."""
    given, saying = _given(), said()
    if saying == given:
        return
    ours = {key: values for key, values in saying.items() if key in _OURS}
    st.query_params.update(ours)  # others are bound to widgets, and only those may set them
    for key in given.keys() - saying.keys():
        del st.query_params[key]


def go(page: str, held: State, named: str = "", others: Params | None = None) -> None:
    """Open a page of the menu with every control as in `held`; does not return.

    named : the preset to be named where it holds.
    others : parameters that are no setting, as which tab is open.
    """
    st.session_state[_PENDING] = dict(held)
    st.switch_page(page, query_params={**params_of(held, named), **(others or {})})


def in_next_run(held: State) -> None:
    """Let controls hold this from the next run of the whole page on, whose address follows."""
    st.session_state[_PENDING] = dict(held)


def notice() -> None:
    """Say in words which parameters of the address cannot be used."""
    for sentence in problems(_given()):
        notices.warning(sentence, icon=":material/link_off:")


def problems(params: Params) -> list[str]:
    """A sentence for each parameter that cannot be used as it stands."""
    found = [
        *knobs.url_notices(params),
        *knobs.odometer.retired(params),
        *knobs.rooms.retired(params),
    ]
    name, version = _last(params, PRESET), _last(params, VERSION_KEY)
    if name and name not in PRESETS:
        found.append(
            f"“preset={name[:30]}” in the address is not known: it must be one of "
            f"{', '.join(PRESETS)}. The rest of the address is used."
        )
    if version not in ("", *map(str, range(1, SCHEMA + 1))):
        found.append(
            f"This link is of version {version[:10]}, this dashboard knows version {SCHEMA}: what "
            "both understand is shown, the rest is as at first."
        )
    return found


def _given() -> dict[str, list[str]]:
    return {key: st.query_params.get_all(key) for key in st.query_params}


def _last(params: Params, key: str) -> str:
    return (params.get(key) or [""])[-1]
