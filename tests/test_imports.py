"""The rooms stay apart. Every rule of `rooms.py` is used twice: on the project, where it must
find nothing, and on snippets that break it, where it must find something.
"""

from __future__ import annotations

import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import PurePosixPath

import pytest

from tests.rooms import (
    NAVIGATION,
    NOTICES,
    PAGE_LINES,
    ROOT,
    Rule,
    behind_the_doors,
    boxes_are_made_in_one_place,
    browser_tests_wait_for_effects,
    caches_are_bounded,
    foreign_text_is_literal_in_figures,
    foreign_text_is_literal_on_pages,
    imports,
    inner_rooms_know_only_what_they_may,
    late_lines,
    no_superseded_streamlit,
    only_tests_and_benchmarks_know_tests,
    optional,
    packages_stay_in_their_place,
    pages_are_short,
    pages_do_no_arithmetic,
    requirements,
    rooms_know_only_what_they_may,
    runtime_imports_are_required,
    shared_rooms_know_only_what_they_may,
    the_app_names_its_pages,
)

FOLDERS = ("pages", "hetdp_core", "tests", "benchmarks", "data")

BREAKS: dict[Rule, list[tuple[str, str]]] = {
    shared_rooms_know_only_what_they_may: [
        ("pages/shared/words/notices.py", "from pages.shared.controls import state"),
        ("pages/shared/controls/state.py", "from pages.shared.figure.view import View"),
        ("pages/shared/tables/own_table.py", "import pages.shared.controls"),
        ("pages/shared/figure/view.py", "from pages.shared.frame import compare"),
        ("pages/shared/attic.py", "import math"),
    ],
    behind_the_doors: [
        ("pages/shared/frame/compare.py", "from pages.inside.topics import TOPICS"),
        ("pages/shared/lessons/lesson.py", "import pages.inside.ridge.hero"),
        ("pages/inside/ridge/tabs.py", "from pages.inside.mean import views"),
        ("pages/inside/ridge/tabs.py", "from pages.inside.topics import TOPICS"),
        ("pages/inside/ridge/lesson.py", "from pages.inside import lessons"),
        ("pages/inside/release/table.py", "from pages.inside import ridge"),
        ("pages/inside/lessons/page.py", "from pages.inside.overview import map"),
        ("pages/inside/lessons/page.py", "from pages.inside.site import sheets"),
        ("pages/inside/ridge/tabs.py", "from pages.inside.site import sheets"),
    ],
    rooms_know_only_what_they_may: [
        ("hetdp_core/validate.py", "from hetdp_core import profiles"),
        ("hetdp_core/profiles/rows.py", "import hetdp_core.mean.plan"),
        ("hetdp_core/mean/plan.py", "from hetdp_core.features import allocate"),
        ("hetdp_core/mean/plan.py", "from hetdp_core import ridge"),
        ("hetdp_core/mean/plan.py", "from .. import ridge"),
        ("hetdp_core/mean/plan.py", "from ..accounting.queries import LinearQuery"),
        ("hetdp_core/mean/__init__.py", "from hetdp_core.figures import theme"),
        ("hetdp_core/ridge/fit.py", "def f():\n    from hetdp_core import features"),
        ("hetdp_core/accounting/filters/approximate.py", "from hetdp_core import experiments"),
        ("hetdp_core/experiments.py", "from hetdp_core.figures import mean"),
        ("hetdp_core/figures/mean/saturation.py", "from pages.shared import controls"),
        (
            "hetdp_core/figures/mean/saturation.py",
            "import importlib\nimportlib.import_module('app')",
        ),
        ("hetdp_core/__init__.py", "from . import figures"),
        ("hetdp_core/helpers.py", "import math"),
    ],
    inner_rooms_know_only_what_they_may: [
        ("hetdp_core/accounting/queries/a.py", "from hetdp_core.accounting import search"),
        ("hetdp_core/accounting/search/terms.py", "import hetdp_core.accounting.queries"),
        ("hetdp_core/accounting/filters/base.py", "from ..streams import stream"),
        ("hetdp_core/accounting/streams/a.py", "from hetdp_core.accounting.conversation import b"),
        ("hetdp_core/features/allocation/a.py", "from hetdp_core.features.mechanism import rows"),
        ("hetdp_core/features/attic.py", "import math"),
    ],
    browser_tests_wait_for_effects: [("tests/browser/test_a.py", "page.wait_for_timeout(300)")],
    only_tests_and_benchmarks_know_tests: [
        ("app.py", "from tests.browser import find_browser"),
        ("pages/home.py", "import benchmarks"),
        ("data/build.py", "import tests"),
    ],
    packages_stay_in_their_place: [
        ("hetdp_core/mean/plan.py", "import streamlit as st"),
        ("hetdp_core/figures/mean/saturation.py", "from streamlit import cache_data"),
        ("hetdp_core/mean/plan.py", "import plotly.graph_objects as go"),
        ("app.py", "import plotly"),
        ("pages/shared/export.py", "from plotly import io"),
        ("hetdp_core/mean/plan.py", "def f():\n    import cvxpy as cp"),
        ("pages/shared/controls.py", "__import__('cvxpy')"),
        ("hetdp_core/release/private_mean.py", "import opendp.prelude as dp"),
        ("data/build.py", "import streamlit"),
        ("hetdp_core/parallel/sweep.py", "def f():\n    from distributed import Client"),
    ],
    runtime_imports_are_required: [
        ("hetdp_core/datasets.py", "import pyarrow"),
        ("pages/home.py", "from PIL import Image"),
        ("app.py", "import pytest"),
        ("hetdp_core/parallel/cluster.py", "import distributed"),
        (
            "hetdp_core/parallel/cluster.py",
            "try:\n    from distributed import Client\nfinally: ...",
        ),
        ("hetdp_core/parallel/cluster.py", "def f():\n    import dask"),
    ],
    pages_do_no_arithmetic: [
        ("pages/mean.py", "import numpy as np"),
        ("pages/mean.py", "from math import log"),
        ("pages/mean.py", "def f():\n    import scipy.stats"),
        ("app.py", "import pandas"),
        *(("pages/mean.py", f"x = a {op} b") for op in ("-", "*", "/", "//", "%", "**", "@")),
        ("pages/mean.py", "x = n + 1"),
        ("pages/mean.py", "x = 0.5 + f(n)"),
        ("pages/mean.py", "x /= 2"),
        ("pages/mean.py", "x += 1"),
        ("pages/mean.py", "st.write(f'{1 / n}')"),
    ],
    pages_are_short: [
        ("pages/mean.py", "x = y\n" * (PAGE_LINES + 1)),
        ("app.py", "\n" * (PAGE_LINES + 1)),
    ],
    no_superseded_streamlit: [
        ("pages/mean.py", "st.plotly_chart(figure, use_container_width=True)"),
        ("pages/mean.py", "st.components.v1.html(text)"),
        ("pages/shared/figure/live_figure.py", "import streamlit.components.v1 as components"),
        ("pages/shared/figure/live_figure.py", "from streamlit.components import v1"),
        ("app.py", "st.experimental_rerun()"),
        ("app.py", "from streamlit import experimental_get_query_params"),
    ],
    caches_are_bounded: [
        ("pages/shared/cached.py", "@st.cache_data\ndef f(): ..."),
        ("pages/shared/cached.py", "@st.cache_data(ttl=60)\ndef f(): ..."),
        ("pages/shared/cached.py", "@st.cache_resource(max_entries=None)\ndef f(): ..."),
        ("pages/shared/cached.py", "from streamlit import cache_data\n@cache_data\ndef f(): ..."),
        ("pages/shared/cached.py", "from streamlit import cache_data as remember"),
        ("pages/shared/cached.py", "g = st.cache_data(f)"),
        ("pages/shared/cached.py", "remember = st.cache_data"),
    ],
    the_app_names_its_pages: [("app.py", "import streamlit"), (NAVIGATION, "st.Page(home)")],
    boxes_are_made_in_one_place: [
        ("pages/mean.py", "st.error(f'{error}')"),
        ("pages/shared/controls/scenario.py", "st.sidebar.warning(sentence)"),
        ("pages/shared/controls/scenario.py", "left.success(text)"),
        ("pages/shared/controls/scenario.py", "st.info(text)"),
        ("pages/shared/controls/scenario.py", "left.info(f'Stopped: {number}')"),
        ("pages/inside/lessons/slide.py", "RESULTS = {'right': st.success}"),
    ],
    foreign_text_is_literal_on_pages: [
        ("pages/shared/a.py", "st.markdown(f'**{column.label}**')"),
        ("pages/shared/a.py", "def f(column): return f'in {column.unit}'"),
        ("pages/shared/a.py", "st.multiselect(f'Predict {labels[target]}', names)"),
        ("pages/shared/a.py", "st.caption(draft.file_name)"),
        ("pages/shared/a.py", "st.metric(literal(a), receipt.unit)"),
        ("pages/shared/a.py", "try: f()\nexcept HetDPError as error: st.markdown(str(error))"),
        ("pages/shared/a.py", "try: f()\nexcept HetDPError as e: place.caption(f'No: {e}')"),
    ],
    foreign_text_is_literal_in_figures: [
        ("hetdp_core/figures/mean/saturation.py", "def f(label): return theme.titled(label)"),
        ("hetdp_core/figures/mean/saturation.py", "def f(unit): return f'in {unit}'"),
        ("hetdp_core/figures/ridge/losses.py", "def f(names): return {'x': list(names)}"),
        ("hetdp_core/figures/ridge/losses.py", "def f(names): return [broken(a) for a in names]"),
    ],
}

KEEPS: dict[Rule, list[tuple[str, str]]] = {
    shared_rooms_know_only_what_they_may: [
        ("pages/shared/frame/compare.py", "from pages.shared.figure.view import View"),
        ("pages/shared/figure/view.py", "from pages.shared import slides"),
        ("pages/ridge.py", "from pages.shared.frame import compare"),
    ],
    behind_the_doors: [
        ("pages/ridge.py", "from pages.inside.ridge.topic import TOPIC"),
        ("pages/inside/ridge/tabs.py", "from pages.inside.ridge import views"),
        ("pages/inside/ridge/tabs.py", "from pages.shared import kept"),
        ("pages/inside/lessons/across.py", "from pages.inside.ridge import views"),
        ("pages/inside/overview/landing.py", "from pages.inside.topics import TOPICS"),
        ("pages/inside/site/lesson.py", "from pages.inside.lessons import slide"),
    ],
    rooms_know_only_what_they_may: [
        ("hetdp_core/ridge/baselines.py", "from hetdp_core import mean, validate"),
        ("hetdp_core/mean/plan.py", "from .saturation import adpm\nfrom . import baselines"),
        ("hetdp_core/figures/mean/saturation.py", "from hetdp_core.mean import MeanPlan"),
        ("hetdp_core/__init__.py", "from hetdp_core import mean"),
        ("pages/mean.py", "from hetdp_core import mean\nfrom hetdp_core.figures import theme"),
    ],
    inner_rooms_know_only_what_they_may: [
        ("hetdp_core/accounting/__init__.py", "from hetdp_core.accounting.streams import stream"),
        ("hetdp_core/accounting/streams/a.py", "from hetdp_core.accounting.filters import base"),
        ("hetdp_core/features/curves/a.py", "from hetdp_core.features.curves.sweep import b"),
        ("hetdp_core/figures/features/a.py", "from hetdp_core.features.curves import sweep"),
    ],
    only_tests_and_benchmarks_know_tests: [
        ("benchmarks/__main__.py", "from tests.browser import find_browser"),
    ],
    packages_stay_in_their_place: [
        ("hetdp_core/figures/mean/saturation.py", "import plotly.graph_objects as go"),
        ("hetdp_core/features/notions/convex_program.py", "import cvxpy as cp"),
        ("pages/shared/figure/live_figure/component.py", "import plotly"),
        ("tests/pages/test_home.py", "from streamlit.testing.v1 import AppTest"),
    ],
    runtime_imports_are_required: [
        (
            "pages/shared/controls/state.py",
            "import streamlit, json\nfrom pages.shared import controls",
        ),
        ("tests/test_figures.py", "import pytest"),
        ("hetdp_core/parallel/cluster.py", "def f():\n    from distributed import Client"),
        ("hetdp_core/parallel/cluster.py", "if TYPE_CHECKING:\n    import distributed"),
    ],
    pages_do_no_arithmetic: [
        ("pages/mean.py", "x = -1\ny = 'a' + b + f(c)\nz: int | None = len(x)\ny += 'b'"),
        ("pages/shared/controls.py", "import math\nx = 2 * y"),
    ],
    pages_are_short: [
        ("pages/mean.py", "x = y\n" * PAGE_LINES),
        ("pages/shared/controls.py", "x = y\n" * (PAGE_LINES + 1)),
    ],
    no_superseded_streamlit: [
        ("pages/mean.py", "st.plotly_chart(figure, width='stretch')\nst.components.v2.component"),
    ],
    caches_are_bounded: [
        ("pages/shared/cached.py", "@st.cache_data(max_entries=8)\ndef f(): ..."),
        ("pages/shared/cached.py", "st.cache_data.clear()"),
    ],
    the_app_names_its_pages: [("app.py", "from pages.inside import menu")],
    boxes_are_made_in_one_place: [
        (NOTICES, "st.error(literal(text))"),
        ("pages/shared/a.py", "notices.error(error)\ndatasets.info(key)\n_LOGGER.warning('a')"),
    ],
    foreign_text_is_literal_on_pages: [
        ("pages/shared/a.py", "st.markdown(f'**{literal(column.label)}**')"),
        ("pages/shared/a.py", "f' {literal(a.unit)}' if a.unit else ''"),
        ("pages/shared/a.py", "live_figure(figure, name=f'{column.label}: mean')"),
        ("pages/shared/a.py", "try: f()\nexcept HetDPError as error: notices.error(error)"),
        ("pages/shared/controls/widgets.py", "st.number_input(f'{knob.label} (exact)')"),
    ],
    foreign_text_is_literal_in_figures: [
        (
            "hetdp_core/figures/mean/saturation.py",
            "def f(label): return theme.titled(literal(label))",
        ),
        (
            "hetdp_core/figures/mean/saturation.py",
            "def f(unit): return literal(unit) if unit else ''",
        ),
        (
            "hetdp_core/figures/ridge/losses.py",
            "def f(names): return {'x': broken(names), 'n': len(names)}",
        ),
        ("hetdp_core/figures/ridge/tables.py", "def f(names): return {'x': list(names)}"),
    ],
}


@cache
def project() -> dict[PurePosixPath, str]:
    """The text of each Python file of the project, by its path below the root."""
    files = [ROOT / "app.py"] if (ROOT / "app.py").exists() else []
    for folder in FOLDERS:
        files += sorted((ROOT / folder).rglob("*.py"))
    return {
        PurePosixPath(file.relative_to(ROOT).as_posix()): file.read_text(encoding="utf-8")
        for file in files
    }


def spoken(value: object) -> str | None:
    return getattr(value, "__name__", None)


def snippets(table: dict[Rule, list[tuple[str, str]]]) -> list[tuple[Rule, str, str]]:
    return [(rule, path, source) for rule, cases in table.items() for path, source in cases]


@pytest.mark.parametrize("rule", BREAKS, ids=spoken)
def test_the_project_keeps(rule: Rule) -> None:
    found = [finding for path, source in project().items() for finding in rule(path, source)]
    assert found == []


@pytest.mark.parametrize(("rule", "path", "source"), snippets(BREAKS), ids=spoken)
def test_the_rule_catches(rule: Rule, path: str, source: str) -> None:
    assert list(rule(PurePosixPath(path), source))


@pytest.mark.parametrize(("rule", "path", "source"), snippets(KEEPS), ids=spoken)
def test_the_rule_lets_pass(rule: Rule, path: str, source: str) -> None:
    assert list(rule(PurePosixPath(path), source)) == []


def test_the_rules_read_the_whole_project() -> None:
    read = {str(path) for path in project()}
    assert {"hetdp_core/errors.py", "hetdp_core/mean/plan.py", "tests/test_imports.py"} <= read


def test_the_runtime_requirements_are_pinned_exactly() -> None:
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-c "))]
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9_]+==[0-9.]+", line)] == []
    assert requirements() == {
        "streamlit",
        "numpy",
        "scipy",
        "plotly",
        "pandas",
        "cvxpy",
        "opendp",
        "segno",
        "starlette",
        "loky",
    }


def test_the_optional_requirements_are_pinned_exactly_and_apart_from_the_others():
    text = (ROOT / "requirements-dask.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-r "))]
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9_]+==[0-9.]+", line)] == []
    assert optional() == {"distributed"}
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert set(lines) <= set(constraints)


def test_no_module_imports_in_a_circle() -> None:
    known = {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in project()
    }
    graph = {name: set(_first_imports(path, known) - {name}) for name, path in known.items()}
    TopologicalSorter(graph).prepare()  # names the circle, if there is one


def _first_imports(path: PurePosixPath, known: dict[str, PurePosixPath]) -> set[str]:
    """The project's modules that must be there before this one is."""
    source = project()[path]
    late = late_lines(source)
    named = [(line, module) for line, module in imports(path, source) if line not in late]
    modules = {module for _, module in named} & known.keys()
    # `from a import b` names `a` as well: where `b` is a module, that is the one which is needed.
    return {one for one in modules if not any(other.startswith(f"{one}.") for other in modules)}
