"""What the page shows, offers and asks outside the curator's block depends on no cell."""

import json
import re
from html import escape

import pytest

from hetdp_core.figures.report.decision import to_html
from hetdp_core.release.sample import sample_csv
from pages.inside.release import printed
from pages.shared.text.notices import literal
from tests.cases import first_and_in_studies
from tests.pages.release import room

WORDS = "two words or three"
EVERYBODY = "".join(f"{k % 2},{(1, 0.2)[k % 3 > 0]}\n" for k in range(150))
ONE_AND_A_HALF = "1,5dd\n" * 149

NEIGHBOURS = {
    "c02: children": [f"children,epsilon\n{EVERYBODY}{last},1\n" for last in ("1", "2")],
    "0 or 1 of an unknown name": [f"x,epsilon\n{EVERYBODY}{last},1\n" for last in ("1", "7.5")],
    "a word among numbers": [f"x,epsilon\n{EVERYBODY}{last},1\n" for last in ("1", "many")],
    "b4: one cell's decimal mark": [
        f"x;epsilon\n{ONE_AND_A_HALF.replace('dd', ';0,5')}{last};0,5\n" for last in ("0.5", "0,5")
    ],
    "b4: the last cell is empty": ["x\n" + "3\n5\n4\n" * 50 + f"{last}\n" for last in ("5", "")],
    WORDS: [
        "x,epsilon\n" + "yes,0.5\nno,0.5\n" * 75 + f"{last},0.5\n" for last in ("no", "perhaps")
    ],
    "between thousands": [f"x,epsilon\n{EVERYBODY}{last},1\n" for last in ('"1,200"', "1.2")],
    "a long cell of two lines": [
        f"x,epsilon\n{EVERYBODY}{last},1\n" for last in ("1", f'"a\n{"b" * 3000}"')
    ],
}


@pytest.mark.parametrize("pair", first_and_in_studies(NEIGHBOURS, 5))
def test_neighbours_see_the_same_page_from_the_file_to_the_receipt(pair, monkeypatch):
    """All that a step says, offers and asks outside the curator's block, and its page to print."""
    sheets = []

    def saved(sheet):
        sheets.append(to_html(sheet))
        return ""

    monkeypatch.setattr(printed, "to_html", saved)
    first, second = (walked(text, pair, sheets) for text in NEIGHBOURS[pair])
    assert list(first) == list(second)
    for step in first:
        assert first[step] == second[step], step


def walked(text, pair, sheets):
    """What is public at each step but for the result, which is noise.

    The curator is told of cells when the description is checked, and on Decide of missing ones.
    """
    app, public = room.uploaded(text), {}
    sheets.clear()

    def look(step):
        shown = [*room.outside_the_block(app), *sheets[-1:]]
        public[step] = [without_noise(app, one) for one in shown]

    look("Describe")
    if pair == WORDS:
        room.labelled(app.toggle, room.YES_OR_NO).set_value(True).run()
    for place, typed in enumerate(("yes", "no") if pair == WORDS else ("0", "10")):
        app.text_input[place].set_value(typed).run()
    look("Described")
    room.checked(app)
    look("Check")
    assert room.curators_block(app)
    room.press(app, "Continue")
    look("Decide")
    own = app.session_state["own_table_in_use"].dataset
    assert bool(room.curators_block(app)) == bool(own.values(own.info.default_column).missing)
    room.promised(app)
    look("Publish")
    room.release(app)
    look("Published")
    assert not room.curators_block(app)
    file = json.loads(app.session_state["releases_of_this_session"][0].json)
    public["file"] = [part for part in file.items() if part[0] not in NOISE]
    room.press(app, "Compare the options again")
    look("Decide again")
    return public


NOISE = ("identifier", "time", "released", "interval", "checksum")
"""Parts of a receipt's file that differ from one release to the next."""


def without_noise(app, text):
    """A text without each result and its share, and without its name and time."""
    for entry in app.session_state["releases_of_this_session"]:
        receipt = entry.release.receipt
        short = receipt.in_short
        told = short, escape(short), receipt.result, receipt.identifier, receipt.time
        for noise in filter(None, told):
            text = text.replace(noise, "noise").replace(literal(noise), "noise")
    return re.sub("Made on [^<]*", "", text)


def test_a_file_like_the_sample_is_no_rehearsal_whether_or_not_one_cell_differs():
    first = sample_csv().decode()
    for text in (first, first.replace("\n1,", "\n9999,", 1)):
        app = room.about_pressure(room.uploaded(text))
        receipt = room.receipts(room.release(room.decided(app)))[0]
        assert "simulated" not in receipt
    app = room.release(room.decided(room.sampled()))
    assert "simulated" in room.receipts(app)[0]
    room.uploaded(first, room.press(app, "Upload another file"))
    assert "simulated" not in room.receipts(room.release(room.decided(app)))[0]
