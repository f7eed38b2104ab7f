"""The report of a scenario: what it says of the settings, where it links to, when it is made."""

from datetime import UTC, datetime

import pytest

from hetdp_core.figures.report.html import to_html
from pages.inside.overview import report
from pages.inside.release import questions
from pages.inside.topics import TOPICS
from pages.shared.controls.state import of_params
from tests.pages.app import open_page
from tests.pages.release.room import press

QUICK = {"questions": "x, x², x³ … of a number from 0 to 10"}


@pytest.mark.parametrize("page", [None, "ridge", "privacy_odometer"])
def test_it_is_made_on_request_alone_with_all_topics_and_what_was_changed(reports, page):
    app = open_page(page, n="321", low="0.02", **QUICK)
    app.session_state["share"] = page is not None
    app.run()
    assert reports == []
    press(app, "Report: all pages")
    (one,) = reports
    assert [chapter.title for chapter in one.chapters] == [one.title for one in TOPICS.values()]
    assert "Of 321 people" in one.chapters[0].headline
    assert one.changed[:2] == [("Number of people n", "321"), ("Most private ε", "0.02")]
    assert not {name for name, _ in one.changed} & {name for name, _ in one.others}
    assert "n=321" in one.link
    assert len(one.errata) == 7
    assert any("NHEFS" in source for source in one.sources)
    app.run()
    assert len(reports) == 1


def test_a_topic_that_the_settings_do_not_fit_says_why(reports):
    press(open_page(None, rows="Synthetic", records="10", d="2", deltas="-1"), "Report: all pages")
    mean, features, *_ = reports[0].chapters
    assert "people" in mean.headline
    assert "must be positive" in features.problem


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("", ""),
        ("http://host:8501/", "http://host:8501/"),
        ("https://host/ridge", "https://host/"),
        ("https://host/lab/lessons?lesson=mean", "https://host/lab/"),
        ("https://host/papers", "https://host/"),
        ("https://host/reproductions#ridge", "https://host/"),
        ("https://host/lab/ridge?n=5", "https://host/lab/"),
        ("https://host/lab/", "https://host/lab/"),
    ],
)
def test_links_lead_to_the_dashboard_wherever_it_is(url, base):
    assert report.base_of(url) == base


def test_the_report_of_all_pages_begins_with_the_decision_and_the_mean_alone_has_it_too():
    present, now = of_params({"n": "321"}), datetime.now(UTC)
    report.decided = questions.present
    every = report.report(present, now, "")
    alone = report.report(present, now, "http://host/heterogeneous_mean", "heterogeneous_mean")
    other = report.report(present, now, "http://host/ridge", "ridge")
    assert every.decision is not None
    assert alone.decision is not None
    assert every.decision.options[-1].name == "Do not release"
    assert [option.typical_error for option in alone.decision.options] == [
        option.typical_error for option in every.decision.options
    ]
    assert other.decision is None
    assert [chapter.title for chapter in other.chapters] == ["Ridge regression"]
    assert len(every.errata) == 7
    assert 0 < len(other.errata) < 7
    assert other.link.startswith("http://host/ridge?")
    page = to_html(every)
    assert page.index("Decision: mean of") < page.index("<h2>Heterogeneous mean")
    page_alone = to_html(alone)
    assert page_alone.index("<h2>Heterogeneous mean") < page_alone.index("Decision: mean of")
    assert "It uses all 1,629 rows of the dataset" in page_alone
    assert page.index("<h2>Sources") < page.index("Appendix: errata")


def test_the_report_of_the_decision_page_holds_it_alone_and_at_first_nothing_is_changed():
    only = report.report(of_params({}), datetime.now(UTC), "", "decision")
    assert (only.chapters, only.changed) == ([], [])
    assert only.decision is not None
    assert "Decision: mean of" in to_html(only)
