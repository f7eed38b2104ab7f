"""The page to print: what stands on it, and that before a release no cell of a table has a part."""

import re
import secrets
from urllib.parse import parse_qs, urlsplit

from hetdp_core.decision import decide, subject_of
from hetdp_core.tables import declare, read_table
from pages.shared.controls import catalog
from tests.pages.app import open_page
from tests.pages.decision.room import NHEFS, PAGE, TWO, pinned, release_of, said, save, shown
from tests.pages.release.room import promised, table, with_table

COLUMN = NHEFS.info.default_column
HIGH = catalog.shared.HIGH.name

PEOPLE = 40
ROWS = [[str(20 + row % 50), str(900 + row), ("0.2", "1")[row % 2]] for row in range(PEOPLE)]
NEIGHBOURS = {
    "a value": ("age", 0, "77"),
    "the largest value": ("age", 17, "119"),
    "a value outside the bounds": ("age", 3, "500"),
    "an empty cell": ("age", PEOPLE - 1, ""),
    "a value of another column": ("wage", 5, "4999"),
    "an ε that is not used": ("eps", 2, "0.05"),
}
"""Which cell of whom is another, and what it is then."""

HEADER = ["age", "wage", "eps"]


def declared(rows):
    """The table with these cells, whatever they are declared as those of the first one are."""
    own, _ = table(text_of(ROWS))
    raw = read_table(text_of(rows).encode())
    token = secrets.token_hex(6)
    return declare(raw, own.info.columns, f"own:{token}"), token


def text_of(rows):
    return "\n".join(map(",".join, [HEADER, *rows])) + "\n"


def public_of(rows, source, saved):
    """The page to print, and what the room says and calls its controls."""
    app = with_table(declared(rows))
    app.selectbox(key="release_levels_from").set_value(source).run()
    save(promised(app))
    page = re.sub(r"Made on \d+ \w+ \d{4}, \d\d:\d\d", "Made", saved[-1][1])
    labels = [one.label for one in (*app.button, *app.selectbox, *app.text_input, *app.toggle)]
    return page, said(app), labels


def changed(*cells):
    """The rows with other cells."""
    rows = [list(row) for row in ROWS]
    for column, row, cell in cells:
        rows[row][HEADER.index(column)] = cell
    assert rows != ROWS
    return rows


def test_before_a_release_the_pages_of_neighbouring_tables_are_the_same(saved):
    shown = public_of(ROWS, "same", saved)
    for name, cell in NEIGHBOURS.items():
        assert public_of(changed(cell), "same", saved) == shown, name


def test_nor_does_any_cell_have_a_part_where_levels_differ(saved):
    """All of them at once, but for the levels, which are public."""
    cells = [one for one in NEIGHBOURS.values() if one[0] != "eps"]
    assert public_of(changed(*cells), "column", saved) == public_of(ROWS, "column", saved)


def test_what_can_be_lived_with_is_printed_and_in_no_link(saved):
    app = open_page(PAGE, **TWO, high="2", a=pinned("0.1"))  # the others saturate at 0.198
    entry = app.main.text_input[0]
    assert entry.value == ""
    assert "Your decision" in said(app)
    save(app)
    assert saved[-1][0].settings[-1] == ("Largest acceptable typical error", "no limit")
    assert saved[-1][0].not_in_link == ""
    assert f"({NHEFS.info.column(COLUMN).unit})" in entry.label
    half = subject_of(NHEFS, COLUMN).half_range
    for tolerable, recommended in (
        (0.9 * half, "Recommended: Release with A"),
        (1e-6, "Recommended: Do not release"),
        (half, "Recommended: Do not release"),
    ):
        app.main.text_input[0].set_value(repr(tolerable)).run()
        assert recommended in said(app)
    assert "Even guessing the middle of the range" in said(app)
    save(app)
    assert saved[-1][0].decision.tolerable == half
    assert "Even guessing the middle of the range" in saved[-1][1]
    assert "It does not hold the largest acceptable typical error." in saved[-1][1]
    app.main.text_input[0].set_value("-1").run()
    assert "Largest acceptable typical error must be positive" in app.main.error[0].value


def test_a_table_may_be_everybody_whom_the_question_is_about(saved):
    app = open_page(PAGE, **TWO, high="2")
    assert "The dots leave out sampling error" in said(app)
    (switch,) = (toggle for toggle in app.main.toggle if "only these people" in toggle.label)
    switch.set_value(True).run()
    shown(app, decide([release_of("the profile's ε", everybody=True, high=2.0)]))
    assert "which includes everybody" in said(app)
    save(app)
    assert "the result describes only these people" in saved[-1][1]
    assert "noise and sampling" not in saved[-1][1]
    assert ("The result describes only these people", "on") in saved[-1][0].settings
    assert "everybody=true" in saved[-1][0].link


def test_the_page_to_print_names_what_it_follows_from_and_its_link_restores_it(saved):
    app = open_page(PAGE, **TWO, high="2", lam="5", q="0.4", a=pinned("0.2"))
    save(app)
    (sheet, _) = saved[-1]
    present, there = dict(sheet.settings), dict(sheet.pinned)
    assert {name for name in present if present[name] != there.get(name)} == {
        HIGH,
        "Largest acceptable typical error",
    }
    assert (there[HIGH], present[HIGH]) == ("0.2", "2")
    assert "Number of people n" not in present  # the table says how many there are
    query = parse_qs(urlsplit(sheet.link).query)
    again = open_page(PAGE, **{key: given[-1] for key, given in query.items()})
    save(again)
    assert saved[-1][0].settings == sheet.settings
    assert saved[-1][0].pinned == sheet.pinned
