"""Uploaded and typed levels: what is accepted, and the sentence for what is not."""

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.uploads import UploadedLevels, epsilons_from_text, read_epsilon_csv


@pytest.mark.parametrize(
    "content",
    [
        b"0.5\n1\ninf\n",
        b"epsilon\n0.5\n1\ninf\n",
        b"\xef\xbb\xbfepsilon\r\n0.5\r\n1\r\nInfinity\r\n",
        b'\n"epsilon"\n"0.5"\n1e0\n+inf\n \n\n',
        b"\r \r0.5\r 1 \rinf",
    ],
)
def test_one_column_with_or_without_a_header_is_read(content):
    np.testing.assert_array_equal(read_epsilon_csv(content), [0.5, 1.0, np.inf])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty file"),
        (b"  \n \n", "empty file"),
        (b"epsilon\n", "0 rows"),
        (b"epsilon\n0\n", "line 2 must be positive"),
        (b"1\n-3\n", "line 2 must be positive"),
        (b"1\nnan\n", "line 2 must be positive"),
        (b"1\nabc\n", "line 2 must be a number, got 'abc'"),
        (b"1,2\n3,4\n", "must have one column"),
        (b"a\n1\n2,3\n", "must have one column, got 2 on line 3"),
        (b"1\n1e200\n", "at most 1e\\+100"),
        (b"\xff\xfe\x00\x01", "must be text in UTF-8"),
        (b"1\n" * 1_000_001, "at most 1,000,000 users, got more on line 1,000,001"),
        (b"1\n\n2\n", "line 2 must be a number, got a blank line"),
        (b"epsilon\n\n2\n", "line 2 must be a number, got a blank line"),
        (b"1\n" + b"2" * 131_073, "at most 131,072 letters in a cell"),
        (b'1\n"2\n3\n', "close each quotation mark"),
        (b"0.123456\n" * 700_000, "at most 5 MB, got 6.3 MB"),
        (b"1\n<script>alert(1)</script>\n", "line 2 must be a number"),
    ],
)
def test_bad_files_are_refused_with_the_place_and_the_rule(content, says):
    with pytest.raises(InvalidInput, match=says):
        read_epsilon_csv(content)


def test_a_million_rows_are_read():
    assert read_epsilon_csv(b"0.5\n" * 1_000_000).size == 1_000_000


def test_files_are_equal_when_their_bytes_are():
    one, same, other = (UploadedLevels.from_csv(c) for c in (b"1\n", b"1\n", b"2\n"))
    assert one == same
    assert one != other


def test_typed_levels_may_be_separated_as_people_do():
    assert epsilons_from_text("0.1; 2,inf  3", "levels") == (0.1, 2.0, np.inf, 3.0)


def test_typed_text_is_refused():
    with pytest.raises(InvalidInput, match="levels must be numbers"):
        epsilons_from_text("0.1, lots", "levels")
