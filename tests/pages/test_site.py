"""The site without a server: complete, small, without a network, and what the dashboard shows."""

import json
import re
import zlib
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from hetdp_core.calls import Call
from hetdp_core.errors import InvalidInput
from hetdp_core.evidence import Verdict, cards
from hetdp_core.mean.sweep import saturation_sweep
from pages.inside.lessons.progress import lessons
from pages.inside.lessons.slide import judged
from pages.inside.site import __main__ as command
from pages.inside.site.lesson import _stops, lesson_page
from pages.inside.site.page import Dashboard, Page
from pages.inside.site.sheets import html, landing, results, topic_page
from pages.inside.site.write import script, write
from pages.inside.topics import TOPICS
from pages.shared import cache
from pages.shared.controls import scenario, state
from pages.shared.figure.live_figure import numbers, payload
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Slider
from tests.html_reader import Reader
from tests.pages.site_reader import HOST, LEADS, leads_somewhere, links_in_main

MEGABYTES = 8.0


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where something stood before."""
    made: Path = tmp_path_factory.mktemp("site")
    (made / "CNAME").write_text("example.org")
    (made / "index.html").write_text("old")
    return made


@pytest.fixture(scope="session")
def made(folder: Path) -> list[Page]:
    """The pages as they were written, with links to a dashboard."""
    return write(folder, Dashboard(HOST))


@pytest.fixture(scope="session")
def read(folder: Path, made: list[Page]) -> dict[str, Reader]:
    return {page.file: Reader((folder / page.file).read_text(encoding="utf-8")) for page in made}


def figures(folder: Path, page: Page) -> dict[str, str]:
    """What a page's script holds, by key."""
    path = folder / "assets" / f"data-{Path(page.file).stem}.js"
    text = path.read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text.removeprefix("window.hetdpFigures = ").rstrip(";\n"))
    return found


def unpacked(text: str) -> dict:
    """What the browser is told of a figure."""
    about: dict = json.loads(zlib.decompress(b64decode(text)))
    return about


def test_it_is_below_eight_megabytes_with_plotly_once_and_leaves_what_else_is_there(folder, made):
    assert (folder / "CNAME").read_text() == "example.org"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MEGABYTES * 1e6
    assert sum(path.stat().st_size > 1e6 for path in files) == 1
    assert len(made) == 1 + len(TOPICS) + 1 + len(lessons()) + 1


def test_every_address_is_a_file_of_the_folder_or_a_link_to_the_dashboard(folder, read):
    for page in read.values():
        loaded = page.all("script", "src") + page.all("link", "href")
        for address in loaded:
            assert (folder / address).is_file(), address
        for address in page.all("a", "href"):
            if not address.startswith((HOST, "data:text/")):
                assert not address.startswith(("/", "//"))
                assert leads_somewhere(page, read, address), address
        others = {(tag, name) for tag, given in page.elements for name in given if name in LEADS}
        assert others <= {("a", "href"), ("link", "href"), ("script", "src")}


def test_every_page_is_reached_from_the_first_and_each_card_leads_to_its_topic(read):
    reached, left = set(), ["index.html"]
    while left:
        file = left.pop()
        if file not in reached:
            reached.add(file)
            left += [address for address in read[file].all("a", "href") if address in read]
    assert reached == set(read)
    assert links_in_main(read["index.html"]) == [f"{key}.html" for key in TOPICS]


def test_without_a_dashboard_no_link_leaves_the_folder(made):
    alone = Dashboard()
    few = [
        landing(state.defaults(), alone),
        topic_page(TOPICS["ridge"], state.defaults(), alone),
        lesson_page(lessons()["mean"], alone),
        results(alone),
    ]
    pages = [Reader(html(page, made, alone)) for page in few]
    links = [address for page in pages for address in page.all("a", "href")]
    assert not [one for one in links if ":" in one and not one.startswith("data:text/")]
    assert "make run" in pages[0].text


def test_every_page_has_a_language_a_title_one_heading_and_a_policy(read):
    for file, page in read.items():
        assert page.open == []
        assert page.all("html", "lang") == ["en"]
        assert page.tags.count("h1") == 1
        (policy,) = [one for one in page.all("meta", "content") if "default-src" in one]
        assert policy.startswith("default-src 'none'; script-src 'self' file:;")
        assert "http" not in policy
        assert "unsafe" not in policy.split("script-src")[1].split(";")[0]
        assert page.all("a", "aria-current").count("page") == (not file.startswith("lesson-"))
        ids = [given["id"] for _, given in page.elements if "id" in given]
        assert len(ids) == len(set(ids))


def test_no_script_stands_in_a_page_and_none_of_ours_asks_for_anything(read):
    for page in read.values():
        assert [tag for tag, given in page.elements if tag == "script" and "src" not in given] == []
    assert not re.search(
        r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|\bimport\b *[({'\"]|export ", script()
    )


def test_every_place_has_the_figure_and_frames_of_its_view_and_every_figure_a_place(
    folder, made, read
):
    for page in made:
        about = (given for _, given in read[page.file].elements)
        places = [given["data-figure"] for given in about if "data-figure" in given]
        again = "has two places: give one View another key (`replace(view, key=…)`)"
        for key, count in Counter(places).items():
            assert count == 1, f"{page.file}: {key} {again}"
        assert sorted(places) == sorted(page.views)
        held = figures(folder, page) if page.views else {}
        assert set(held) == set(page.views)
        for key, view in page.views.items():
            assert unpacked(held[key])["content"] == payload(view.figure, view.frames).decode()


def test_numbers_and_script_are_those_of_the_views(made, read):
    for page in made:
        leads = map(unquote, read[page.file].all("a", "href"))
        links = [one for one in leads if one.startswith("data:")]
        computed = [one for one in page.views.values() if isinstance(one.numbers, Call)]
        files = [
            (
                f"csv;charset=utf-8,{numbers.csv(cache.value(view.numbers))}",
                f"x-python;charset=utf-8,{numbers.python(view.name, view.numbers)}",
            )
            for view in computed
        ]
        assert sorted(links) == sorted(f"data:text/{one}" for pair in files for one in pair)


def test_the_heros_key_numbers_are_the_cores(folder, made):
    hero = next(page for page in made if page.file == "heterogeneous_mean.html")
    sweep = json.loads(unpacked(figures(folder, hero)["saturation"])["content"])["sweep"]
    curves = saturation_sweep(scenario.read(state.defaults()).profile).points
    levels = next(one["texts"] for one in sweep["readouts"] if one["name"] == "Saturation level τ")
    shown = {
        place: float(text) for place, text in enumerate(levels) if re.fullmatch(r"[\d.]+", text)
    }
    assert len(shown) > 20
    for place, level in shown.items():
        assert level == pytest.approx(curves[place].level, rel=5e-3)  # three digits are shown


def test_headlines_and_captions_are_those_of_the_views(made, read):
    for page in made:
        said = read[page.file].text.replace("\u00a0", " ")
        for view in page.views.values():
            for words in (view.headline, view.caption):
                for word in words.split("\n\n"):
                    plain = word.replace("**", "").replace("\\", "")
                    assert plain.replace("\u00a0", " ") in said, view.key


def all_of_a_tab(key: str, title: str) -> None:
    """A tab of a topic, as the dashboard draws it at first."""
    import streamlit as st

    from pages.inside.topics import TOPICS
    from pages.shared.controls import scenario, state
    from pages.shared.frame import tabs

    topic = TOPICS[key]
    if title in ("Step by step", "What an observer believes"):
        st.session_state["conversation"], st.session_state["answers"] = "example_3", "101"
    st.session_state["problems_of_this_run"] = []
    chosen = topic.draw_hero(scenario.read(state.current_state()), None)
    tabs.draw_section(next(part for part in topic.sections if part.title == title), chosen)


@pytest.mark.parametrize("key", TOPICS)
def test_the_figures_of_each_tab_are_those_that_the_dashboard_draws(monkeypatch, key):
    shown: dict[str, tuple] = {}
    monkeypatch.setattr(numbers, "draw", lambda key, *about: shown.update({key: about}))
    monkeypatch.setattr(st, "page_link", lambda *_, **__: None)  # no other page is known here
    topic = TOPICS[key]
    for title, views in topic.stills(state.defaults()).items():
        shown.clear()
        AppTest.from_function(
            all_of_a_tab, kwargs={"key": key, "title": title}, default_timeout=60
        ).run()
        hero = topic.view(state.defaults()).key
        assert [one.key for one in views] == [one for one in shown if one != hero], title
        for one in views:
            name, _, computation, *_ = shown[one.key]
            assert one.name == name
            assert numbers.csv(cache.value(one.numbers)) == numbers.csv(cache.value(computation))


def test_every_tab_is_shown_or_named_as_being_in_the_dashboard(read):
    for topic in TOPICS.values():
        words = read[f"{topic.key}.html"].text
        stills = topic.stills(state.defaults())
        for title in topic.titles:
            assert (title if title in stills else f"“{title}”") in words


@pytest.mark.parametrize("key", lessons())
def test_every_prediction_is_judged_as_in_the_dashboard(read, key):
    lesson = lessons()[key]
    judgements = [*map(json.loads, read[f"lesson-{key}.html"].all("form", "data-judgements"))]
    assert len(judgements) == len(lesson.steps)
    for step, found in zip(lesson.steps, judgements, strict=True):
        question: Any = step.question
        truth = step.truth()
        guesses = _stops(question) if isinstance(question, Slider) else list(question.options)
        assert found == [[*judged(step, truth, one)] for one in guesses]
        if isinstance(question, Slider):
            assert float(guesses[0]) == question.low
            assert float(guesses[-1]) == question.high


def test_a_lesson_shows_the_figures_of_its_questions_and_answers(made):
    page = next(one for one in made if one.file == "lesson-mean.html")
    assert list(page.views)[:2] == ["lesson_mean_1_before", "lesson_mean_1_after"]
    assert not any(view.headline for view in page.views.values())
    moving = [view.frames for view in page.views.values() if view.frames is not None]
    assert all(frames.plays for frames in moving)
    before: View = page.views["lesson_mean_1_before"]
    assert numbers.csv(cache.value(before.numbers))  # its own numbers, and no script


def test_results_show_every_verdict_command_and_erratum(read):
    page = read["results.html"]
    everything = cards()
    for kind in Verdict:
        marked = [
            one for _, one in page.elements if one.get("class") == f"card {kind.name.lower()}"
        ]
        assert len(marked) == sum(one.verdict is kind for one in everything)
    for one in everything:
        assert all(command in page.text for command in one.item.commands)
        assert one.item.item in page.text
    for topic in TOPICS.values():
        for erratum in topic.paper.errata:
            assert erratum.printed in page.text
            assert erratum.holds in read[f"{topic.key}.html"].text


@pytest.mark.parametrize("address", ["javascript:alert(1)", "dash.example.org", "ftp://host"])
def test_only_a_web_server_is_a_dashboard(address, capsys, tmp_path):
    with pytest.raises(InvalidInput, match="must begin with http"):
        Dashboard(address)
    assert command.main([str(tmp_path), "--dashboard", address]) == 2
    assert "must begin with http" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_dashboards_address_may_lack_its_last_slash():
    assert Dashboard("http://host/lab").address == Dashboard("http://host/lab/").address


def test_a_folder_that_cannot_be_written_to_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert command.main([str(tmp_path / "file")]) == 2
    assert "must be writable" in capsys.readouterr().err
