"""Streams beside the odometer's page: in turn, for who looks, stopped, reported; their levels."""

import os
import signal
import threading
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from hetdp_core.figures.figure import still
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario, power_traces, whole_traces
from pages.inside.odometer import hero
from pages.inside.odometer.background import Streams, sweep
from pages.inside.odometer.controls import OdometerChoice
from tests.pages.app import open_page, prose, put, sentences
from tests.pages.test_own_levels import address
from tests.plotlys import checked

SMALL = TraceScenario(dimension=1, ceiling=1.0)
LONG, OTHER = TraceScenario(dimension=9, seed=1234), TraceScenario(dimension=9, seed=4321)

HANGS = 120.0
"""Seconds after which what never comes is given up: no outcome depends on them."""


class Line:
    """Blocks in the order in which they were submitted, each done when a test says so."""

    def __init__(self, error=None):
        self.error = error
        self.blocks: list[Any] = []

    def submit(self, function, /, *arguments):
        future: Future[Any] = Future()
        self.blocks.append((future, function, arguments))
        if self.error is not None:
            future.set_exception(self.error)
        return future

    def work(self, seconds=()):
        for future, function, arguments in self.blocks:
            if not future.done():
                future.set_result(function(*arguments, *seconds))

    @property
    def runs(self):
        return [arguments[1] for _, _, arguments in self.blocks]


def questions(streams: Streams) -> int:
    return sum(trace.accepted for trace in streams.traces(100))


def complete(streams: Streams, wanted: int) -> int:
    return sum(trace.complete for trace in streams.traces(wanted))


def look_until(happens, *looking: Streams) -> None:
    """Look at streams, as a page does, until something happens."""
    end = time.monotonic() + HANGS
    while not happens():
        assert time.monotonic() < end, "waited in vain"
        for streams in looking:
            streams.go_on(100)
        time.sleep(0.05)


def test_each_missing_stream_is_submitted_once_and_begins_when_there_is_a_lane():
    line = Line()
    streams = Streams(SMALL, line.submit, lanes=2)
    streams.go_on(3)
    streams.go_on(3)
    assert line.runs == [0, 1]
    line.work()
    assert len(line.blocks) == 2  # nobody has looked
    streams.go_on(3)
    line.work()
    assert line.runs == [0, 1, 2]
    assert complete(streams, 3) == 3
    for found, alone in zip(streams.traces(3), whole_traces(SMALL, range(3)), strict=True):
        np.testing.assert_array_equal(found.loss, alone.loss)


def test_whose_stream_was_asked_least_goes_on_so_that_small_budgets_are_known_early():
    line = Line()
    scenario = TraceScenario(dimension=2, ceiling=9.0)
    streams = Streams(scenario, line.submit, lanes=1)
    for accepted in range(6):
        assert questions(streams) == accepted
        streams.go_on(2)
        line.work(seconds=[0.0])
    assert line.runs == [0, 1, 0, 1, 0, 1]
    small = budget_sweep(scenario, streams.traces(2), 1.0, 2)
    assert (small.is_whole, small.is_final, complete(streams, 2)) == (True, False, 0)
    unknown = budget_sweep(scenario, streams.traces(2), 8.0, 2)
    assert not unknown.is_whole
    choice = OdometerChoice(scenario, 2, 1.0)
    assert "median of 2 simulations" in hero.sweep_view(choice, small).headline


def test_streams_that_need_not_run_are_not_submitted():
    for scenario in (TraceScenario(), TraceScenario("powers")):  # stored, and computed at once
        line = Line()
        streams = Streams(scenario, line.submit)
        streams.stop()
        streams.go_on(2)
        assert (complete(streams, 2), line.blocks) == (2, [])


def test_a_stop_takes_back_what_has_not_begun_and_keeps_what_was_computed():
    line = Line()
    streams = Streams(SMALL, line.submit, lanes=2)
    streams.go_on(1)
    line.work(seconds=[0.0])
    streams.go_on(2)
    streams.stop()
    assert [future.cancelled() for future, *_ in line.blocks] == [False, True, True]
    assert (questions(streams), streams.problem) == (1, "")
    streams.go_on(2)  # another one who looks
    line.work()
    assert complete(streams, 2) == 2


def test_a_process_that_ends_is_reported_and_the_next_try_goes_on_where_it_was():
    line = Line()
    streams = Streams(SMALL, line.submit)
    streams.go_on(1)
    line.work(seconds=[0.0])
    line.error = BrokenProcessPool()
    for _ in range(3):
        streams.go_on(1)
    assert streams.problem == "The simulation stopped: a shared process ended."
    assert len(line.blocks) == 2
    assert questions(streams) == 1
    line.error = None
    streams.try_again()
    streams.go_on(1)
    line.work()
    assert (streams.problem, complete(streams, 1)) == ("", 1)


def test_who_waits_for_a_stream_is_told_of_its_end():
    line = Line()
    streams = Streams(SMALL, line.submit)
    streams.go_on(2)
    threading.Timer(0.1, line.work).start()
    streams.wait(2, enough=1, seconds=HANGS)
    assert streams.has(2, enough=1)


def test_who_waits_for_a_stream_in_vain_goes_on_after_the_time_or_a_failure():
    Streams(SMALL, Line().submit).wait(1, enough=1, seconds=0.05)
    failing = Streams(SMALL, Line(OSError("no memory")).submit)
    failing.wait(1, enough=1, seconds=HANGS)
    assert failing.problem == "The simulation stopped: no memory"


@pytest.mark.slow  # it starts processes
def test_two_who_look_get_on_a_stop_leaves_the_other_and_a_death_costs_a_sentence():
    ann, bob = Streams(LONG), Streams(OTHER)
    look_until(lambda: questions(ann) and questions(bob), ann, bob)
    ann.stop()
    before = questions(bob)
    look_until(lambda: questions(bob) > before, bob)
    assert (ann.problem, bob.problem) == ("", "")
    before = questions(bob)
    for process in active_children():
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
    look_until(lambda: bob.problem, bob)
    assert "a shared process ended" in bob.problem
    bob.try_again()
    look_until(lambda: questions(bob) > before, bob)
    assert bob.problem == ""
    bob.stop()


@pytest.mark.slow  # processes go when they have been idle for a while
def test_nothing_is_left_running_when_all_have_left():
    streams = Streams(LONG)
    look_until(lambda: questions(streams), streams)
    assert active_children()
    streams.stop()
    look_until(lambda: not active_children())


def test_what_complete_streams_say_of_a_budget_is_put_together_once_and_is_what_it_was():
    scenario = TraceScenario("powers", epsilon=0.37, ceiling=2.0, seed=41)
    traces = power_traces(scenario, range(3))
    for budget in (1.2345, 1.5, 1.2345, 0.5, 0.777):  # typed, on the slider, ...
        choice = OdometerChoice(scenario, 3, budget)
        now, alone = sweep(choice), budget_sweep(scenario, traces, budget)
        np.testing.assert_array_equal(now.budgets, alone.budgets)
        np.testing.assert_array_equal(now.quartiles, alone.quartiles)
        view, (figure, frames) = hero.sweep_view(choice, now), hero.drawn(alone, budget)
        assert view.headline == frames.headlines[frames.current]
        assert checked(view.still) == checked(still(figure, frames))
        assert hero.sweep_view(choice, sweep(choice)).figure is view.figure


def test_no_median_is_claimed_before_all_streams_have_come_to_their_ends():
    scenario = TraceScenario("powers", ceiling=1.0)
    few, whole = (budget_sweep(scenario, power_traces(scenario, range(3)), 1.0, n) for n in (4, 3))
    (_, frames), (_, known) = (hero.drawn(one, 1.0) for one in (few, whole))
    assert all(
        "the median is not known yet." in one and "median of" not in one for one in frames.headlines
    )
    assert all("median of 3 simulations" in one for one in known.headlines)
    assert set(frames.readouts["Bayesian filter (median)"]) == {"…"}
    assert few.relaxed(0.5) is None
    assert np.all(np.isnan(few.path(2)[1][:, 1:]))


@pytest.mark.parametrize("kind", ["powers", "linear", "logistic"])
def test_answers_reveal_less_together_as_the_headline_says(kind):
    dimension = 1 if kind == "powers" else 9
    streams = whole_traces(TraceScenario(kind, dimension=dimension, ceiling=3.0), range(4))
    alone = min(trace.loss[1] for trace in streams)
    assert alone > 0.8  # of ε: one answer tells nearly all it may
    together = sum(trace.loss[-1] for trace in streams)
    assert together < 0.8 * alone * sum(trace.accepted for trace in streams)


ODOMETER = {
    "questions": "x, x², x³ … of a number from 0 to 10",
    "budget": "2",
    "odometer_view": "Who still answers",
}


def questions_of(app, content):
    app.file_uploader(key="question_file").upload("q.csv", content).run()
    return app


def test_the_questions_of_a_stream_take_their_levels_from_a_file_that_is_in_no_link():
    listed = open_page(
        "privacy_odometer", **ODOMETER, question_levels="A list", question_list="0.7, 0.1"
    )
    app = open_page("privacy_odometer", **ODOMETER, question_levels="Uploaded file")
    assert "Upload a CSV file with one ε per line." in sentences(app.main.info)
    assert not app.error
    questions_of(app, b"epsilon\n0.7\n0.1\n")
    first = sentences(app.main.markdown)
    assert first == sentences(listed.main.markdown)
    assert "Each question has its own ε, from 0.1 to 0.7" in prose(app.caption)
    assert "a budget of 2 pays for **4** questions" in " ".join(first)
    assert "0.7" not in address(app)
    assert "file" not in address(app).replace("Uploaded file", "")
    put(app, meaning=True)
    assert app.radio(key="meaning_of").options[1] == "The most private level: 0.1"
    for content, says in (
        (b"0.7\ninf\n", "Level of a question must be"),
        (b"0.7\n\n0.1\n", "blank line"),
        (b"1\n" * 1001, "Number of levels must lie between 1 and 1,000"),
    ):
        questions_of(app, content)
        assert says in sentences(app.main.error)[0]
        assert first[0] in sentences(app.main.markdown)


def test_streams_with_levels_of_a_file_are_kept_for_their_session_alone():
    def streams():
        import streamlit as st

        from hetdp_core.odometer.levels import QuestionLevels
        from hetdp_core.odometer.streams.traces import TraceScenario
        from hetdp_core.profiles import ProfileSettings
        from hetdp_core.uploads import UploadedLevels
        from pages.inside.odometer import background

        file = UploadedLevels.from_csv(b"0.5\n")
        levels = QuestionLevels(ProfileSettings("uploaded", high=9.0, uploaded=file), "listed")
        for epsilon in (levels, 0.5):
            found = background.of(TraceScenario("powers", epsilon=epsilon))
            st.session_state.setdefault("found", []).append(found)

    apps = [AppTest.from_function(streams).run().run() for _ in range(2)]
    (own, shared, *again), others = (app.session_state["found"] for app in apps)
    assert again == [own, shared]
    assert own is not others[0]
    assert shared is others[1]
