"""A row or card that breaks a rule is refused by a sentence that says where and what to do."""

import shutil

import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.evidence.items import Check
from hetdp_core.evidence.results import FOLDER, read_items
from hetdp_core.papers import PAPERS

HEAD = "card,label,value,printed,within,at_most"
ROW = "Figure 1,one more,saturation level"
CARD = 'item = "Figure 1"'


@pytest.fixture
def changed(tmp_path):
    """Read the mean's items after a change of one of its files."""

    def read(file, old, new):
        for name in ("mean.csv", "mean.toml"):
            shutil.copy(FOLDER / name, tmp_path)
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return read_items("mean", tmp_path)

    return read


@pytest.mark.parametrize("name", [*PAPERS, "beyond"])
def test_the_shipped_files_are_read(name):
    items = read_items(name)
    assert len({item.name for item in items}) == len(items) > 0
    assert all(item.checks for item in items)


def test_a_row_is_a_check_and_an_empty_cell_says_nothing(changed):
    item = changed("mean.csv", HEAD, f"{HEAD}\n{ROW},inf,0.5,")[0]
    assert item.checks[0] == Check("one more", "saturation level", float("inf"), within=0.5)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (f'{ROW},"0,5",,', "line 2: printed must be a finite number .given: '0,5'.. Write 0.5"),
        (f"{ROW},1,-0.1,", "line 2: within must not be negative .given: -0.1.. Drop the sign"),
        (f"{ROW},1,,2", "line 2 must be judged by a number or a sentence .given: both.. Keep"),
        (
            f"{ROW},,0.1,",
            "line 2 must allow a distance from a printed number .given: none.. Fill in",
        ),
        (f"{ROW},1,2,3,4", "line 2 must have as many cells as line 1 .* between quotation marks"),
        ("Figure 1,,saturation level,,,", "line 2: label must not be empty .given: nothing.. Fill"),
        (
            "Figure 9,new,tau,,,",
            "line 2: card must be a known card .given: Figure 9.. Add it to mean",
        ),
        (f"{ROW},,,\n{ROW},,,", "line 3: label must be unique .given: one more.. Say what tells"),
    ],
)
def test_a_bad_row_is_refused_by_file_line_and_remedy(changed, row, sentence):
    with pytest.raises(InvalidInput, match=f"^mean.csv, {sentence}"):
        changed("mean.csv", HEAD, f"{HEAD}\n{row}")


@pytest.mark.parametrize("head", [HEAD.replace("within", "width"), HEAD.replace("value", "within")])
def test_columns_that_are_unknown_missing_or_twice_are_named(changed, head):
    with pytest.raises(InvalidInput, match=r"mean.csv, line 1 must name columns among at_least"):
        changed("mean.csv", HEAD, head)


def test_the_kind_of_a_number_behind_a_claim_is_one_of_three(tmp_path):
    shutil.copy(FOLDER / "beyond.toml", tmp_path)
    text = (FOLDER / "beyond.csv").read_text(encoding="utf-8")
    (tmp_path / "beyond.csv").write_text(text.replace(",exact", ",sure", 1), encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"kind must be one of exact, certified bound, simulat"):
        read_items("beyond", tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (CARD, f'{CARD}\nlike = ["x"]', "like in mean.toml must be one"),
        (CARD, f'{CARD}\nnote = ""', "mean.toml, Figure 1 must have item, shows"),
        (CARD, 'item = "Figure 9"', "card must be a known card .given: Figure 1"),
        ('recipe = "mean-saturation"', "", r"mean.toml, Figure 1 must have .* \['recipe'\]"),
        ('item = "Figure 2"', CARD, "mean.toml must hold each card once"),
        ('item = "Table I"', 'item = "Table II"', "card must be a known card .given: Table I"),
    ],
)
def test_a_bad_card_is_refused(changed, old, new, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        changed("mean.toml", old, new)
