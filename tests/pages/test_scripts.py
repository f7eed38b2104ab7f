"""What is sent with every message of a component."""

from __future__ import annotations

from pages.shared.figure.live_figure import CSS, JS
from pages.shared.scripts import lean


def test_only_comments_with_lines_of_their_own_are_left_out():
    source = "// why\nlet a = `//b\n${c}`; // stays\n  /** of\n   * b */\nlet b;\n/* c */ let d;\n"
    assert lean(source) == "let a = `//b\n${c}`; // stays\nlet b;\n/* c */ let d;\n"


def test_of_our_own_scripts_no_code_is_left_out():
    for source in (JS, CSS):
        kept = lean(source).splitlines()
        gone = [line.strip() for line in source.splitlines() if line not in kept]
        assert gone
        assert all(line.startswith(("//", "/*", "*")) or line.endswith("*/") for line in gone)
