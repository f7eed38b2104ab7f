"""Home says what this is and leads on."""

from tests.pages.app import open_page


def test_home_says_what_this_is_in_three_sentences_and_links_on():
    app = open_page()
    assert not app.exception
    text = app.main.markdown[0].value
    assert text.count(". ") + 1 == 3
    assert len(app.get("page_link")) >= 1
