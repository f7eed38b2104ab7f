"""A user's own table in a real browser: typing into the schema, replacing the file."""

import pytest
from playwright.sync_api import expect

from tests.browser.dashboard import rerun, visit

CSV = b"age,wage,sex\n30,9.5,cat\n40,8,dog\n50,7,cat\n60,2,cat\n"
SECOND_ROW = 35 + 35 + 17  # below the header and the first row, in the middle


@pytest.fixture
def panel(apps, page):
    visit(page, f"{apps}own_table", figures=0)
    expect(page.get_by_text("goes nowhere else")).to_be_visible()
    bring(page, "mine.csv", CSV)
    expect(page.get_by_text("4 rows, 3 columns")).to_be_visible()
    return page


def bring(page, name, content):
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    rerun(page, lambda: page.locator("input[type=file]").set_input_files(file))


def fill_wage_and_sex(page):
    """Type the bounds of wage, with a decimal comma, and the labels of sex, cell by cell."""
    grid = page.get_by_test_id("stDataFrame").first
    grid.click(position={"x": 150, "y": SECOND_ROW})  # the name of the second column
    write(page, ["ArrowRight", "ArrowRight"], "0")
    write(page, ["ArrowUp", "ArrowRight"], "60,5")  # Enter has moved a row down
    write(page, ["ArrowRight"] * 2, "cat, dog, fish")  # past the unit


def write(page, way, text):
    """Go from one cell to another, open it, and replace what it holds."""
    for key in (*way, "Enter"):
        page.keyboard.press(key)
    cell = page.locator("#portal").locator("input, textarea").last
    cell.fill(text)
    rerun(page, lambda: cell.press("Enter"))  # once it is heard, the editor is not drawn anew
    expect(cell).to_have_count(0)
    expect(page.get_by_test_id("data-grid-canvas").first).to_contain_text(text)


def test_typed_cells_are_used_and_outlive_a_bad_file(panel):
    expect(panel.get_by_text("Still to fill in")).to_be_visible()
    fill_wage_and_sex(panel)
    expect(panel.get_by_text("Still to fill in")).to_have_count(0)

    bring(panel, "bad.csv", b"a,b,a\n1,2,3\n")
    expect(panel.get_by_text("must name each column once")).to_be_visible()
    expect(panel.get_by_text("Still to fill in")).to_have_count(0)
    expect(panel.get_by_test_id("data-grid-canvas").first).to_contain_text("cat, dog, fish")
    rerun(panel, panel.get_by_role("button", name="Use this table").click)
    expect(panel.get_by_text("In use: mine.csv with 4 rows and 3 declared")).to_be_visible()
    expect(panel.get_by_test_id("data-grid-canvas").last).to_contain_text("0 to 60.5")
    expect(panel.get_by_text("The page has own:")).to_be_visible()
