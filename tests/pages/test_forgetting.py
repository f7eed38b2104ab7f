"""Of a table that its reader forgets the session holds nothing any more."""

from collections.abc import Iterator, Mapping, Set
from types import FunctionType, MethodType, ModuleType

import pandas as pd

from hetdp_core.datasets import Dataset
from hetdp_core.uploads import UploadedLevels
from pages.inside.topics import TOPICS
from pages.shared.frame.tabs import DATA, tabs
from tests.pages.app import in_use, open_page
from tests.pages.release.room import press, table

COLUMN = "hours_of_sleep"
TABLE = f"{COLUMN},eps,wage\n" + "7,0.5,900\n8,2,800\n" * 100


def inside(value: object, seen: set[int]) -> Iterator[object]:
    """All that a value is made of: keys, entries, and what objects hold."""
    if id(value) in seen or isinstance(value, type | ModuleType | FunctionType | MethodType):
        return
    seen.add(id(value))
    yield value
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | Set):
        parts = [*value]
    else:
        parts = [*getattr(value, "__dict__", {}).values()]
        parts += [getattr(value, name, None) for name in getattr(value, "__slots__", ())]
    for part in parts:
        yield from inside(part, seen)


def of_the_table(app, token: str) -> dict[str, object]:
    """What rests on the table or names a part of it, by the session's key of it."""
    found = {}
    for key, value in app.session_state._state.filtered_state.items():  # all that a page can see
        for part in inside({key: value}, set()):
            named = isinstance(part, str) and (token in part or COLUMN in part)
            if named or isinstance(part, Dataset | pd.DataFrame | UploadedLevels):
                found[key] = part
    return found


def test_no_value_of_the_session_rests_on_a_forgotten_table():
    dataset, token = table(TABLE)
    app = open_page("release", in_use(dataset, token), dataset="My own table")
    for topic in TOPICS.values():
        if DATA in tabs(topic.sections):
            app.session_state[topic.tabs_key] = DATA
        app.switch_page(topic.page).run()
        assert not app.exception
    assert {"last_good_scenario", "last_good_ridge"} <= of_the_table(app, token).keys()
    app.switch_page("pages/release.py").run()
    press(app, "Forget my table")
    assert of_the_table(app, token) == {}
