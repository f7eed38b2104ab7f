"""Uploaded and typed levels: what is accepted, and the sentence for what is not."""

import numpy as np
import pytest

from hetdp_core import uploads
from hetdp_core.errors import InvalidInput


@pytest.mark.parametrize(
    "content",
    [
        b"0.5\n1\ninf\n",
        b"epsilon\n0.5\n1\ninf\n",
        b"\xef\xbb\xbfepsilon\r\n0.5\r\n1\r\nInfinity\r\n",
        b'\n"epsilon"\n"0.5"\n1e0\n+inf\n \n\n',
        b"\r \r0.5\r 1 \rinf",
        b"\xef\xbb\xbf\xef\xbb\xbfprivacy level\n0.5\n1\ninf",
        b"sep=;\r\nepsilon\r\n0.5\r\n1\r\ninf\r\n",
        "ε\n0.5\n1\n∞\n".encode("utf-16"),
    ],
)
def test_one_column_with_or_without_a_header_is_read(content):
    np.testing.assert_array_equal(uploads.read_epsilon_csv(content), [0.5, 1.0, np.inf])


NO_NAMES = ["n/a", "NA", "null", "-", "?", "-inf", "1e400", "0", "−5", "nan", "#N/A", "none"]
NO_NAMES += ["unknown", "k. A.", "strict", "x"]
"""First lines that may be somebody's, and no name of levels."""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty file"),
        (b"  \n \n", "empty file"),
        (b"epsilon\n", "must list 1 to 1,000,000 users .given: 0"),
        (b"epsilon\n0\n", "line 2 must be a positive privacy level"),
        (b"1\n-3\n", "line 2 must be a positive privacy level"),
        (b"1\nnan\n", "line 2 must be a positive privacy level"),
        (b"1\nabc\n", "line 2 must be a positive privacy level.*given: 'abc'"),
        (b"1,2\n3,4\n", "must have one column"),
        (b"eps\n1\n2,3\n", "must have one column .given: 2 on line 3.. Delete other columns, and"),
        (b",epsilon\n0,1\n1,2\n", "must have one column .given: 2 on line 1"),
        (b"wishes\n1\n", 'line 1 must be a positive .* write "epsilon" if it names the column'),
        (b"1\n1e200\n", "at most 1e\\+100"),
        (b"1\n1e400\n", "line 2 must be a positive privacy level.*given: '1e400'"),
        *((f"{first}\n1\n2\n".encode(), "epsilon on line 1 must") for first in NO_NAMES),
        (b"a\xff\n1\n", "must be text in UTF-8"),
        (b"\xff\xfea", "must be text in UTF-8"),
        (b"1\n\n2\n", "line 2 must be a positive privacy level.*given: a blank line"),
        (b"epsilon\n\n2\n", "line 2 must be a positive privacy level.*given: a blank line"),
        (b"1\n" + b"2" * 131_073, "at most 131,072 letters in a cell"),
        (b'1\n"2\n3\n', "close each quotation mark"),
        (b"0.123456\n" * 700_000, "at most 5 MB .given: 6.3 MB"),
        (b"1\n<script>alert(1)</script>\n", "line 2 must be a positive privacy level"),
    ],
)
def test_bad_files_are_refused_with_the_place_and_the_rule(content, says):
    with pytest.raises(InvalidInput, match=says):
        uploads.read_epsilon_csv(content)


def test_so_many_rows_are_read_and_one_more_is_refused(monkeypatch):
    monkeypatch.setattr("hetdp_core.uploads.MAX_USERS", 1_000)
    assert len(uploads.read_epsilon_csv(b"0.5\n" * 1_000)) == 1_000
    with pytest.raises(InvalidInput, match=r"must list 1 to 1,000 users .given: 1,001"):
        uploads.read_epsilon_csv(b"0.5\n" * 1_001)


def test_files_are_equal_when_their_bytes_are():
    one, same, other = (uploads.UploadedLevels.from_csv(c) for c in (b"1\n", b"1\n", b"2\n"))
    assert one == same
    assert one != other


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("0.1; 2,inf  3", (0.1, 2.0, np.inf, 3.0)),
        ("0.1,1,10", (0.1, 1.0, 10.0)),
        ("0.1, 1 2,\t3", (0.1, 1.0, 2.0, 3.0)),
        ("0,1; 0,5; 2", (0.1, 0.5, 2.0)),
        ("1e-2 −3", (0.01, -3.0)),
        ("", ()),
    ],
)
def test_typed_levels_may_be_separated_as_people_do(text, levels):
    assert uploads.epsilons_from_text(text, "levels") == levels


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0.1, lots", "levels must be a number .given"),
        ("0,5 1", "levels must be separated in one way.*semicolons"),
        ("0,5, 0,7", "levels must be separated in one way.*semicolons"),
        ("1, 1.000", "levels could mean 1000 or 1 .*Write 1000 or 1.0"),
        ("1, nan", "levels must be a number .given"),
        ("1_0", "levels must be a number .given"),
    ],
)
def test_typed_text_that_is_no_list_or_could_be_two_is_refused(text, says):
    with pytest.raises(InvalidInput, match=says):
        uploads.epsilons_from_text(text, "levels")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("60,5", 60.5),
        ("60.5", 60.5),
        ("1e3", 1000.0),
        ("2,5e-3", 0.0025),
        ("−5", -5.0),
        ("+5", 5.0),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,234,567", 1234567.0),
        ("1.234.567", 1234567.0),
        ("1\u202f234,5", 1234.5),
        ("1’234.5", 1234.5),
        ("0.500", 0.5),
        ("0,500", 0.5),
        ("1234.567", 1234.567),
        ("150.0", 150.0),
        ("150000", 150_000.0),
        (" inf ", np.inf),
    ],
)
def test_a_typed_number_is_what_was_meant(typed, value):
    assert uploads.number_from_text(typed, "bound") == value


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("150.000", "Write 150000 or 150.0."),
        ("150,000", "Write 150000 or 150.0."),
        ("1.000", "Write 1000 or 1.0."),
        ("-1,234", "Write -1234 or -1.2340."),
        ("12.345e2", "Write 1234500 or 1234.5."),
    ],
)
def test_a_typed_number_that_could_be_two_is_asked_back_with_both(typed, ways):
    with pytest.raises(InvalidInput, match="bound could mean") as caught:
        uploads.number_from_text(typed, "bound")
    assert str(caught.value).endswith(ways)


@pytest.mark.parametrize("typed", ["", "nan", "1_0", "5%", "1,23,456", "1 23", "0x1", "٣", "1e400"])
def test_what_is_no_number_is_refused(typed):
    with pytest.raises(InvalidInput, match=r"bound must be a number .given"):
        uploads.number_from_text(typed, "bound")


def test_a_byte_that_windows_1252_has_not_is_refused_with_its_line():
    assert uploads.decoded(b"a\n\xe4\n", "cp1252") == ("", "a\nä\n")
    with pytest.raises(InvalidInput, match=r"must be text in Windows-1252 .* on line 2"):
        uploads.decoded(b"a\n\x81\n", "cp1252")
