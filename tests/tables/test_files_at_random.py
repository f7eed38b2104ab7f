"""Files that nobody would write: one sentence or all of their records, never anything else."""

import csv
import io
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.tables import cells_asking, declare, described, read_table
from hetdp_core.tables.curator import notes
from hetdp_core.uploads import MAX_LETTERS, read_epsilon_csv

CASES, MANY = 400, 10_000

TABLES = [
    b"age,eps,pet\n30,0.5,cat\n40,inf,dog\n,1,cat\n50,2,\n",
    "\ufeffalter;größe;ε\r\n30;1,75;0,5\r\n40;1,8;1\r\n".encode(),
    b'a\tb\n"1"\t"x ""y"" z"\n2\t"two\nlines"\n\t\n',
    b"one\n1\n\n3\n",
    b'a|b||\n1|2||\n"3"|4||\n',
]
LEVELS = [b"epsilon\n0.5\n1\ninf\n", b"0.1\r\n0.2\r\n0.3", b'"1"\n"2"\n\n', b"\xef\xbb\xbf1\n"]
PIECES = [
    *(bytes([letter]) for letter in b",;\t\"\n\r \x00\x0c\x85\x1a-\\'"),
    *(b'""', b"\r\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"PK\x03\x04", b"=1+1"),
    *(b"nan", b"inf", b"1e400", b"1_0", b"9" * 400, "٣".encode(), "é".encode("latin-1")),
    *(b",,,\n", b"\n\n"),
]
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-7")


def files(valid: list[bytes], count: int) -> Iterator[bytes]:
    """Valid files with bytes cut out, doubled, changed and put in, and some of bytes alone."""
    draw = random.Random(2026)
    for case in range(count):
        content = bytearray(draw.choice(valid) * draw.choice([1, 1, 1, 2, 30]))
        for _ in range(draw.choice([0, 1, 2, 3, 8])):
            start = draw.randrange(len(content) + 1)
            end = min(len(content), start + draw.choice([0, 0, 1, 1, 2, 20]))
            put = draw.choice(
                [*PIECES, bytes([draw.randrange(256)]), bytes(content[start:end]) * 2]
            )
            content[start:end] = put
        if case % 10 == 0:
            content = bytearray(draw.randbytes(draw.randrange(200)))
        if case % 10 == 1:
            text = content.decode("utf-8", "ignore")
            content = bytearray(text.encode(draw.choice(ENCODINGS), "ignore"))
        if case % 100 == 2:
            huge = MAX_LETTERS + draw.randrange(-2, 3)
            content += draw.choice([b'"', b""]) + draw.choice([b"x", b"9", b'""']) * huge
        yield bytes(content)


def counted(content: bytes, separator: str, to_the_end: bool = False) -> int:
    """Records from the first line that holds anything to the last, by a plain reading."""
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    text = content.decode(encoding).removeprefix("\ufeff").removeprefix("\ufeff").lstrip(" \r\n")
    held = text if to_the_end else text.rstrip(" \r\n")
    return len(list(csv.reader(io.StringIO(held, newline=""), delimiter=separator)))


def table_of(content: bytes) -> None:
    table = read_table(content)
    alone = len(table.names) + table.unnamed == 1
    assert table.rows == counted(content, table.separator, alone) - 1
    assert len(table.lines) == table.rows
    columns = [
        replace(about, kind="number", low="0", high="100").column() for about in described(table)
    ]
    for decimal in (".", ","):
        declared = [replace(column, decimal=decimal) for column in columns]
        assert len(declare(table, declared).frame) == table.rows
        notes(table, declared)
        for column in declared:
            notes(table, [replace(column, kind="category", categories=("cat",))])
            with suppress(InvalidInput):
                cells_asking(table, column.name, decimal)


def levels_of(content: bytes) -> None:
    levels = read_epsilon_csv(content)
    assert (levels > 0).all()
    assert counted(content, ",") - levels.size in (0, 1)  # with or without a header


def outcome(read: Callable[[bytes], None], content: bytes) -> str:
    """ "" for a file that was read, else the sentence."""
    try:
        read(content)
    except InvalidInput as error:
        return str(error)
    return ""


READERS = [(table_of, TABLES), (levels_of, LEVELS)]


@pytest.mark.parametrize(("read", "valid"), READERS)
@pytest.mark.parametrize("count", [CASES, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_file_gives_one_sentence_or_all_of_its_records(read, valid, count):
    said = [outcome(read, content) for content in files(valid, count)]
    assert all(len(one) < 400 and (not one or one.endswith(".")) for one in said)
    assert 0.05 * count < said.count("") < 0.95 * count
    assert len(set(said)) > 10
