"""Every figure of every page says how its numbers are computed, and is right."""

import contextlib
import io
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from hetdp_core.calls import Call
from hetdp_core.datasets import Column
from hetdp_core.tables import declare, read_table
from pages.inside.lessons.progress import lessons
from pages.inside.topics import TOPICS
from pages.shared import cache
from pages.shared.controls.state import State
from pages.shared.figure.live_figure import numbers
from tests.cases import first_and_in_studies
from tests.pages.app import in_use, open_page, put
from tests.pages.lessons.steps import drawn

MEAN, FEATURES, RIDGE, ODOMETER = TOPICS
FEW = {"n": "60"}
SYNTHETIC = {"rows": "Synthetic", "records": "40", "dimension": "5"}
POWERS = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "3", "answers": "101"}
TYPED = {
    "step_questions": "My own linear regressions",
    "step_slopes": "0.3, 0.2; 0.1, 0.5",
    "answers": "10",
}

FIGURES: list[tuple[str | None, str | None, dict[str, str], set[str]]] = [
    (None, None, {"relaxed": "3"}, {"people"}),
    (MEAN, "Why weights saturate", {}, {"saturation", "cap_curves"}),
    (MEAN, "Each person's weight", {}, {"profile_people"}),
    (MEAN, "What would it take?", {"mean_unknown": "Relaxed ε"}, {"mean_target_curve"}),
    (MEAN, "Error as users relax", {"public": "10"}, {"saturation", "error_curve"}),
    (MEAN, "Methods side by side", {"simulate": "true", **FEW}, {"comparison"}),
    (MEAN, "Methods side by side", {"profile": "Levels and counts"}, {"comparison"}),
    (MEAN, "A real column", {"seed": "3"}, {"column_estimate", "column_twenty", "column_errors"}),
    (MEAN, "Several columns", {"several": "7", **FEW}, {"column_curves", "several_saturation"}),
    (
        MEAN,
        "How good is it?",
        FEW,
        {"certificate_curve", "certificate", "mean_worth", "mean_relaxing"},
    ),
    (MEAN, "Table I", {}, {"table_one"}),
    (FEATURES, "Feature by feature", {"q": "0.3"}, {"feature_budgets"}),
    (FEATURES, "Parts of a report", {"q": "0.3"}, {"triangle"}),
    (FEATURES, "As printed", {"d": "5"}, {"printed", "error_bounds"}),
    (FEATURES, "What would it take?", {"feature_unknown": "q"}, {"feature_target_curve"}),
    (FEATURES, "A real dataset", {}, {"correlation", "measured", "on_dataset"}),
    (
        FEATURES,
        "Users differ, too",
        {"d": "4", "share_2": "30"},
        {"type_errors", "type_budgets", "type_questions", "type_worth"},
    ),
    (FEATURES, "Least squares", {}, {"coefficients"}),
    (FEATURES, "Ideas", {}, {"error_region", "copies"}),
    (
        RIDGE,
        "What would it take?",
        {**SYNTHETIC, "ridge_unknown": "Least private ε"},
        {"ridge_target_curve"},
    ),
    (RIDGE, "Spread", {}, {"ridge_spread"}),
    (RIDGE, "Coefficients", SYNTHETIC, {"ridge_coefficients", "distance_to_truth"}),
    (RIDGE, "One release", {"seed": "2"}, {"ridge", "one_release"}),
    (RIDGE, "Twenty releases", {"seed": "2"}, {"ridge_misses"}),
    (RIDGE, "What matters", SYNTHETIC, {"dependence"}),
    (RIDGE, "As printed", {}, {"improvements", "sampling_leak"}),
    (RIDGE, "As printed", SYNTHETIC, {"improvements"}),
    (ODOMETER, "Step by step", POWERS, {"odometer", "odometer_so_far"}),
    (
        ODOMETER,
        "What would it take?",
        {"questions_wanted": "9", **POWERS},
        {"odometer_target_curve"},
    ),
    (ODOMETER, "Posterior", POWERS, {"beliefs_1"}),
    (ODOMETER, "Posterior", {**POWERS, **TYPED}, {"beliefs_2"}),
    (ODOMETER, "Budget", POWERS, {"accepted_against_budget"}),
    (ODOMETER, "Other answers", POWERS, {"answer_kinds"}),
    (ODOMETER, "Health check-up", POWERS, {"checkup_outcomes"}),
    (ODOMETER, "Appendix E", POWERS, {"appendix_e"}),
    ("evidence", None, {}, {"reproductions"}),
    ("decision", None, {"high": "2", "a": "v=2&high=0.5"}, {"decision"}),
]
"""A page, its tab, what else its address says, and figures that it shows there."""

MINE = (
    Column("age", "number", "Age", "years", "", "mine", "low", (0.0, 100.0)),
    Column("wage", "number", "Wage", "", "", "mine", "high", (0.0, 50.0)),
    Column("pet", "category", "Pet", "", "", "mine", "low", None, ("cat", "dog")),
    Column("asked", "level", "Asked", "", "", "mine", "low"),
)


@dataclass(frozen=True)
class Shown:
    """A figure that a page has shown."""

    name: str
    recipe: Call | None
    held: State | None

    @property
    def table(self) -> pd.DataFrame:
        assert self.recipe is not None
        return pd.DataFrame(cache.value(self.recipe))

    @property
    def script(self) -> str:
        assert self.recipe is not None
        return numbers.python(self.name, self.recipe)

    @property
    def csv(self) -> str:
        return numbers.csv(self.table)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, Shown]:
    """What is shown from now on, by key."""
    found: dict[str, Shown] = {}

    def note(
        key: str, name: str, caption: str, recipe: Any, held: State | None, *words: str
    ) -> None:
        del caption, words
        found[key] = Shown(name, recipe if isinstance(recipe, Call) else None, held)

    monkeypatch.setattr(numbers, "draw", note)
    return found


def printed(script: str) -> str:
    """What a script prints, run by itself."""
    assert "pages" not in script
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(script, "script", "exec"), {})
    return output.getvalue().removesuffix("\n")


EIGHT = {"people", "saturation", "column_estimate", "feature_budgets", "one_release"}
EIGHT |= {"odometer", "decision", "reproductions"}
"""Of those figures, the ones whose scripts are run in `make test`; all are in `make studies`."""


def figures():
    wanted, cases = set(EIGHT), []
    for case in FIGURES:
        here = wanted & case[3]
        wanted -= here
        cases.append(case if here else pytest.param(*case, marks=pytest.mark.slow))
    return cases


@pytest.mark.parametrize(("page", "tab", "address", "keys"), figures())
def test_the_script_of_every_figure_prints_its_table(shown, page, tab, address, keys):
    open_page(page, **({TOPICS[page].tabs_key: tab} if tab else {}), **address)
    assert keys <= set(shown)
    for key in keys:
        assert printed(shown[key].script) == shown[key].csv


@pytest.mark.slow
@pytest.mark.parametrize("key", lessons())
def test_the_script_of_every_answer_of_a_lesson_prints_its_table(shown, key):
    drawn(key, revealed=True)
    assert set(shown) == {f"lesson_{key}_{n + 1}_after" for n in range(len(lessons()[key].steps))}
    for figure, step in zip(shown.values(), lessons()[key].steps, strict=True):
        assert printed(figure.script) == figure.csv, step.title


@pytest.mark.parametrize("key", first_and_in_studies(lessons()))
def test_nothing_of_a_lesson_is_offered_before_the_answer(shown, key):
    drawn(key, revealed=False)
    assert shown  # some have no table either
    assert {(figure.recipe, figure.held) for figure in shown.values()} == {(None, None)}


def test_the_parameters_of_an_answer_are_those_of_its_step(shown):
    drawn("ridge", revealed=True)
    assert shown["lesson_ridge_3_after"].held["high"] == 0.01  # of what the step compares with
    assert shown["lesson_ridge_4_after"].held["high"] == 0.05


def draw_numbers(recipe: bool) -> None:
    import pandas as pd
    import streamlit

    from hetdp_core.calls import Call
    from pages.shared.figure.live_figure import numbers

    streamlit.session_state[numbers.key_of("figure")] = True
    table = {"answer": [42]}
    made = Call(pd.DataFrame, table) if recipe else pd.DataFrame(table)
    numbers.draw("figure", "Figure", "", made, None)


@pytest.mark.parametrize("recipe", [True, False])
def test_what_has_no_recipe_has_a_table_and_no_file(recipe):
    app = AppTest.from_function(draw_numbers, kwargs={"recipe": recipe}).run()
    (table,) = app.get("html")
    assert "<td>42</td>" in table.proto.body or ">42</th>" in table.proto.body
    buttons = [button.proto for button in app.get("download_button")]
    assert len(buttons) == (3 if recipe else 0)
    # Made at a click, a file would be gone once two runs of anybody have ended.
    assert not any(button.deferred_file_id for button in buttons)


@pytest.mark.slow
def test_what_epsilon_means_has_its_script(shown):
    open_page("", {"meaning": True, "right_before": 30})
    assert printed(shown["meaning_dots"].script) == shown["meaning_dots"].csv


@pytest.mark.slow
def test_streams_are_computed_again_by_their_seed(shown):
    address = {"coordinates": "2", "runs": "2", "budget": "0.9"}
    app = open_page(ODOMETER, odometer_view="Budget", **address)
    while any(button.label == "Stop" for button in app.button):
        app.run()
    for key in ("odometer", "accepted_against_budget"):
        assert printed(shown[key].script) == shown[key].csv
        assert "may take minutes" in shown[key].script


def test_levels_from_a_file_are_read_from_the_readers_file(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = b"epsilon\n" + b"1\n2\n8\ninf\n" * 500
    (tmp_path / "your-levels.csv").write_bytes(content)
    app = open_page(MEAN, profile="Uploaded file", view="Methods side by side")
    app.file_uploader(key="epsilon_file").upload("mine.csv", content).run()
    for key in ("saturation", "comparison"):
        assert printed(shown[key].script) == shown[key].csv
        assert "# Your own levels: put the path of your file here.\n" in shown[key].script


@pytest.fixture
def own_table(tmp_path, monkeypatch):
    """What a session with a reader's table holds; scripts find it under the name they ask for."""
    monkeypatch.chdir(tmp_path)
    rows = (
        f"{age},{7 + age % 13},{('cat', 'dog')[age % 2]},{age % 3 + 1}\n" for age in range(20, 80)
    )
    content = ("age,wage,pet,asked\n" + "".join(rows)).encode()
    (tmp_path / "your-table.csv").write_bytes(content)
    return in_use(declare(read_table(content), MINE), "digest")


@pytest.mark.parametrize(
    ("page", "address", "widget", "key"),
    first_and_in_studies(
        [
            (RIDGE, {}, "dataset", "ridge"),
            (MEAN, {"view": "A real column"}, "dataset", "column_estimate"),
            (FEATURES, {"feature_view": "A real dataset"}, "dataset", "on_dataset"),
            ("release", {}, None, "decision"),
        ]
    ),
)
def test_an_own_table_is_read_from_the_readers_file(shown, own_table, page, address, widget, key):
    app = open_page(page, own_table, **address)
    if widget:
        app.selectbox(key=widget).set_value("own").run()
    assert printed(shown[key].script) == shown[key].csv
    told = "put the path of your file here, and the signs and codes you declared."
    assert told in shown[key].script


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["column", "profile"])
@pytest.mark.parametrize("key", ["column_estimate", "column_twenty", "column_errors"])
def test_the_script_of_a_real_column_asks_as_the_page_does(shown, own_table, key, asked):
    app = open_page(MEAN, own_table, view="A real column")
    app.selectbox(key="dataset").set_value("own").run()
    next(box for box in app.selectbox if box.label == "Privacy levels from").set_value(asked).run()
    assert printed(shown[key].script) == shown[key].csv
    assert ("levels(result, 'asked')" in shown[key].script) == (asked == "column")
    assert ("make_profile" in shown[key].script) == (asked == "profile")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tab", "keys"),
    [
        ("What would it take?", {"ridge", "ridge_target_curve"}),
        ("One release", {"one_release"}),
        ("Twenty releases", {"ridge_misses"}),
        ("What matters", {"dependence"}),
        ("Coefficients", {"ridge_coefficients"}),
        ("As printed", {"improvements"}),
        ("Spread", {"ridge_spread"}),
    ],
)
def test_the_scripts_of_ridge_ask_for_the_levels_that_stand_in_the_table(
    shown, own_table, tab, keys
):
    app = put(open_page(RIDGE, own_table, ridge_view=tab, vary="Training records"), dataset="own")
    assert not app.error
    for key in keys:
        assert "record_levels(result, 'asked'" in shown[key].script
        assert "assigned" not in shown[key].script
        assert printed(shown[key].script) == shown[key].csv
    for chosen in [box for box in app.selectbox if box.label == "Privacy levels from"]:
        chosen.set_value("profile").run()
        assert "record_levels" not in shown["ridge"].script
        assert printed(shown["ridge"].script) == shown["ridge"].csv


@pytest.mark.slow
def test_levels_of_a_release_come_from_the_column_that_was_chosen(shown, own_table):
    app = open_page("release", own_table)
    app.selectbox(key="release_levels_from").set_value("column").run()
    assert printed(shown["decision"].script) == shown["decision"].csv
    assert "'age', 'asked'" in shown["decision"].script
