"""Made-up files of the kinds that people have: as pandas reads them once it is told by hand how.

Each stands beside what its owner would say of it to pandas; ours is told the decimal mark and, of
some, the separator, as the page asks for them.  What is not read is refused in a sentence.
"""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.tables import declare, described, read_table
from hetdp_core.tables.curator import notes
from tests.own_columns import own_column

BOM = "\ufeff"
GERMAN = {"sep": ";", "decimal": ",", "thousands": "."}
US = {"thousands": ","}


def by_blank(mark):
    return {"sep": ";", "decimal": ",", "thousands": mark, "engine": "python"}


def percent(*names):
    return {"converters": dict.fromkeys(names, lambda cell: float(cell.rstrip("\u00a0 %")))}


CORPUS = {
    # between thousands, and the decimal mark
    "points": ("age;income\n20;1.200\n30;12.500\n40;950\n50;3.100\n", GERMAN),
    "points and commas": ("age;income\n20;1.234.567,5\n30;-12.500,25\n40;0,5\n", GERMAN),
    "commas": ('age,income\n20,"1,200"\n30,"12,500.5"\n40,950\n', US),
    "commas beside tabs": ("age\tincome\n20\t1,200\n30\t1,234,567\n", {**US, "sep": "\t"}),
    "apostrophes": ("age,income\n20,1'200.5\n30,12'500\n", {"thousands": "'"}),
    "typeset apostrophes": ("age;income\n20;1’200\n30;12’500\n", by_blank("’")),
    "blanks": ("age;income\n20;1 200,5\n30;1 234 567\n", by_blank(" ")),
    "no-break blanks": ("age;income\n20;1\u00a0200\n30;12\u00a0500,5\n", by_blank("\u00a0")),
    "narrow ones": ("age;income\n20;1\u202f200\n30;−12\u202f500,5\n", by_blank("\u202f")),
    "decimal comma": ("age;height\n20;1,50\n30;,75\n40;2\n", GERMAN),
    "decimal comma in quotes": ('age,height\n20,"1,50"\n30,"1,75"\n', {"decimal": ","}),
    "decimal point beside semicolons": ("age;height\n20;1.50\n30;1.75\n", {"sep": ";"}),
    "one column of decimal commas": ("height\n1,5\n1,75\n", {"sep": ";", "decimal": ","}),
    "exponents": ("age,x\n20,1e3\n30,2.5E-2\n40,+1e+0\n", {}),
    "minus of a typesetter": ("age,x\n20,−1.5\n30,−2e−3\n", {}),
    # percent signs
    "percent": ("age,share\n20,0%\n21,39%\n22,100%\n", percent("share")),
    "percent after a blank": ("age,share\n20,0.5 %\n21,12\u00a0%\n", percent("share")),
    "some with a sign": ("age,share\n20,7%\n21,8\n", percent("share")),
    # the line that says the separator
    "sep=;": ("sep=;\nage;visits\n30;1\n40;2\n", {**GERMAN, "skiprows": 1}),
    "sep=, with another end of line": ("SEP=,\r\nage,visits\r\n30,1\r\n40,2\r\n", {"skiprows": 1}),
    "sep= in quotation marks": ('"sep=|"\nage|visits\n30|1\n40|2\n', {"sep": "|", "skiprows": 1}),
    "sep= saved again": ("sep=;;\nage;visits\n30;1\n40;2\n", {**GERMAN, "skiprows": 1}),
    "sep= below a blank line": ("\nsep=\t\nage\tx\n30\t1\n40\t2\n", {"sep": "\t", "skiprows": 2}),
    # what pandas and R write
    "index of pandas": (",age,visits\n0,30,1\n1,40,2\n", {"index_col": 0}),
    "index beside one column": (",visits\n0,1\n1,2\n", {"index_col": 0}),
    "index that has become a column": ("Unnamed: 0,age\n0,30\n1,40\n", {}),
    "row names of R": ('"","age","visits"\n"1",30,1\n"2",40,NA\n', {"index_col": 0}),
    "write.csv2 of R": ('"";"age";"height"\n"1";30;1,5\n"2";40;NA\n', {**GERMAN, "index_col": 0}),
    # what spreadsheets write
    "German": (BOM + "age;visits\r\n30;1,5\r\n40;2\r\n", GERMAN),
    "empty last columns": ("age,visits,,\n30,1,,\n40,2,,\n", {"usecols": [0, 1]}),
    "rows of empty cells": ("age,visits\n30,1\n,\n40,2\n,\n", {}),
    "errors": ("age,visits\n30,#N/A\n40,2\n", {}),
    "old line ends": ("age,visits\r30,1\r40,2\r", {}),
    # other separators, quotation marks, byte-order marks
    "pipes": ("age|visits\n30|1\n40|2.5\n", {"sep": "|"}),
    "pipes at the end too": ("age|visits|\n30|1|\n40|2|\n", {"sep": "|", "usecols": [0, 1]}),
    "tabs": ("age\tvisits\n30\t1\n40\t2.5\n", {"sep": "\t"}),
    "quoted newlines": ('"visits\nof all",age\n"1",30\n"2\n",40\n', {}),
    "quoted separators": ('"weight, kg",age\n"70",30\n80,40\n', {}),
    "two byte-order marks": (BOM * 2 + "age,visits\n30,1\n40,2\n", {}),
    "a mark before a quotation mark": (BOM + '"age","visits"\n"30","1"\n"40","2"\n', {}),
    "blanks around": ("age , visits\u00a0\n 30 , 1\u00a0\n40,2\n", {"skipinitialspace": True}),
    "doubled names by pandas": ("age,age.1\n30,1\n40,2\n", {}),
}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", CORPUS)
def test_a_file_is_read_as_by_pandas_that_is_told_by_hand(kind, encoding):
    text, how = CORPUS[kind]
    said = how["sep"] if kind.startswith("one column") else ""
    content = f"{BOM}{text}" if encoding == "utf-16-be" else text  # the others write it themselves
    table = read_table(content.encode(encoding), said)
    decimal = how.get("decimal", ".")
    if not kind.startswith("decimal "):  # else its owner says another mark
        assert table.decimal == decimal
    plain = text.lstrip(BOM).replace("−", "-").replace("\u00a0\n", "\n")
    told = pd.read_csv(io.StringIO(plain), skip_blank_lines=False, **how)
    assert table.names == tuple(name.strip() for name in told.columns)
    ours = declare(table, columns_of_numbers(table, decimal))
    np.testing.assert_array_equal(ours.frame, told.to_numpy(dtype=float))


def columns_of_numbers(table, decimal):
    """What is declared where each column holds numbers."""
    said = {"kind": "number", "low": "-1e9", "high": "1e9", "decimal": decimal}
    return [replace(about, **said).column() for about in described(table)]


TITLE = " is a title, set “Lines to skip at the top” to "
REFUSED = {
    "a title": ("Survey 2020\nage,visits\n20,0\n21,1\n", TITLE),
    "a title and a blank line": ("Survey 2020\n\nage,visits\n20,0\n21,1\n", TITLE),
    "a title above semicolons": ("Survey 2020\nage;visits\n20;0\n21;1\n", TITLE),
    "a title above tabs": ("Survey 2020\n\nage\tx\n20\t0\n", TITLE),
    "two lines of title": ("Survey 2020\nDone in May\nage;visits\n20;0\n21;1\n", TITLE),
    "a title as a spreadsheet saves it": (
        "Survey 2020,,\nage,x,y\n1,2,3\n4,5,6\n",
        f"1 name for 3 columns.. .*{TITLE}",
    ),
    "a title, and the names are gone": ("Survey 2020\n20,1\n30,2\n", TITLE),
    "a comment": ("# made by a program\nage,visits\n20,0\n21,1\n", TITLE),
    "a source below": (
        "age,visits\n20,0\n21,1\nSource: the office\n",
        "line 4 .*given: 1.. .* Otherwise correct line 4, or",
    ),
    "no names": (
        "20,1\n30,2\n40,3\n",
        "given: 0 names for 2 columns.. .* Otherwise add a line with the names",
    ),
    "write.table of R": (
        '"age","x"\n"1",30,1\n"2",40,2\n',
        "line 2 of the file must have 2 cells, .*given: 3..",
    ),
    "separators behind rows alone": ("age,x\n30,1,\n40,2,\n", "line 2 .*given: 3.. "),
    "decimal commas beside commas": (
        "age,x\n30,1,5\n40,2\n",
        "line 2 .*given: 3.. .* or choose another separator",
    ),
    "one column of decimal commas": ("height\n1,5\n1,7\n", "or choose another separator"),
    "doubled names": (
        "age,x,age\n1,2,3\n4,5,6\n",
        "given: 'age' for columns 1 and 3.. Rename one of them",
    ),
    "doubled but for a blank": ("age,age\u00a0\n1,2\n3,4\n", "name each column once"),
    "doubled in another form": ("é,x,e\u0301\n1,2,3\n4,5,6\n", "for columns 1 and 3"),
    "an unknown separator said": ("sep=x\nagexy\n1x2\n3x4\n", "must be one of tabs, .*given: 'x'"),
    "a separator in words": ("sep=\\t\nage\tx\n1\t2\n3\t4\n", "must be one of tabs"),
    "a blank line inside": ("age,x\n1,2\n\n3,4\n", "line 3 .* a blank line.. If"),
    "JSON": ('[{"age": 1, "x": 2},\n{"age": 2, "x": 3}]\n', "must be a CSV .given: JSON"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_in_one_way_is_refused_with_what_to_do(kind):
    text, says = REFUSED[kind]
    with pytest.raises(InvalidInput, match=says):
        read_table(text.encode())


IN_OTHER_ENCODINGS = [
    *("größe,x\n1,2\n3,4\n".encode(name) for name in ("latin-1", "cp1252", "mac_roman")),
    *("age,x\n1,2\n3,4\n".encode(name) for name in ("utf-16-le", "utf-16-be", "utf-32")),
    b"\x1f\x8b\x08\x00compressed",
    b"\xd0\xcf\x11\xe0an old workbook",
]


@pytest.mark.parametrize("content", IN_OTHER_ENCODINGS)
def test_another_encoding_is_refused_with_what_to_do(content):
    with pytest.raises(InvalidInput, match=r'must be text in UTF-8 .*[Ss]ave it as "CSV UTF-8"'):
        read_table(content)


# What no reader can know without looking at cells is told to who brought the file.
TOLD = {
    "a title above one column": (
        "Survey 2020\nage\n20\n21\n",
        "1 of 3 cells cannot be read as a number, and count as missing; the first is “age” on "
        "line 2.",
    ),
    "a title with a separator": ("Survey,May\nage,x\n20,0\n21,1\n", "“age” on line 2."),
    "units below the names": ("age,x\nyears,mm\n20,1\n21,2\n", "“years” on line 2."),
    "a total below": ("age,visits\n20,0\n21,1\nTotal,1\n", "“Total” on line 4."),
    "columns between blanks": ("age visits\n20 0\n21 1\n", "2 of 2 cells cannot be read"),
    "columns between colons": ("age:visits\n20:0\n21:1\n", "2 of 2 cells cannot be read"),
    "currency": (
        "pay,x\n$5,1\n€6,2\n7,3\nmuch,4\n",
        "3 of 4 cells cannot be read as a number, and count as missing; the first is “$5” on "
        "line 2. To read it, enter “$” under “Signs to ignore in numbers” on Describe.",
    ),
    "a unit": (
        "size,x\n12 kg,1\n7 kg,2\n",
        "first is “12 kg” on line 2. To read it, enter “kg” under",
    ),
    "Swiss beside semicolons": (
        "pay;x\n1'200.50;1\n2'300.75;2\n",
        "With a point as “Decimal mark”, 2 can be read.",
    ),
    "Excel's Unicode text": ("pay\tx\n1,5\t1\n2,25\t2\n", "With a comma as “Decimal mark”, 2 can"),
    "truth": ("smokes,x\nTRUE,1\nFALSE,2\n", "the first is “TRUE” on line 2."),
    "points between thousands": ("pay,x\n1.200,1\n950,2\n", "“1.200” is read as 1.2. If this is"),
    "percent": ("share,x\n5 %,1\n7,2\n", "“5 %” is read as 5."),
    "negative in parentheses": (
        'pay,x\n"(1,200)",1\n($5),2\n7,3\n',
        "2 of 3 cells cannot be read as a number, and count as missing; the first is “(1,200)” on "
        "line 2.",
    ),
    "a minus behind": ("pay,x\n5-,1\n7-,2\n", "2 of 2 cells cannot be read as a number"),
    "lakhs": ('pay,x\n"1,00,000",1\n5,2\n', "“1,00,000” on line 2"),
}


def test_lines_that_the_owner_says_to_skip_are_no_part_of_the_table():
    for kind, (text, says) in REFUSED.items():
        if TITLE in says and "gone" not in kind and "tabs" not in kind:
            lines = [place for place, line in enumerate(text.splitlines()) if "age" in line]
            table = read_table(text.encode(), skipped=lines[0])
            assert table.names[0] == "age"
            assert table.column("age")[0] in ("20", "1")
            assert table.lines[0] == lines[0] + 2
    with pytest.raises(InvalidInput, match="an empty file"):
        read_table(b"age,x\n1,2\n3,4\n", skipped=9)


@pytest.mark.parametrize("kind", TOLD)
def test_what_only_its_owner_can_know_is_told_to_the_curator(kind):
    text, says = TOLD[kind]
    table = read_table(text.encode())
    column, *_ = columns_of_numbers(table, table.decimal)
    assert says in " ".join(said for _, said in notes(table, [column]))


@pytest.mark.parametrize(
    ("cell", "meant"),
    [("SOUTH", "south"), ("Ko\u0308ln", "Köln"), ("ﬁt", "fit"), ("Straße", "STRASSE")],
)
def test_labels_in_another_case_or_form_are_told_wherever_the_first_stands(cell, meant):
    table = read_table(f"town,age\nelsewhere,1\n{meant},2\n{cell},3\n".encode())
    column = own_column("town", kind="category", categories=(meant, "north"))
    ((_, said),) = notes(table, [column])
    assert said == (
        "2 of 3 cells cannot be read as a declared label; the first is “elsewhere” on line 2. "
        f"“{cell}” is “{meant}”, which is declared, in another case or form."
    )
