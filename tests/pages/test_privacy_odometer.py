"""The page of the privacy odometer: default, changes, bad input, URL."""

import time
from dataclasses import replace
from urllib.parse import unquote_plus

import pytest

from hetdp_core.evidence import stored
from hetdp_core.evidence.odometer import SHOWN, SHOWN_STREAMS
from hetdp_core.figures.formats import number
from hetdp_core.odometer.beliefs import Statement
from hetdp_core.odometer.conversation import ConversationSettings, converse
from pages.inside.odometer import controls, results
from pages.inside.odometer.conversation import FOLDED, SMALLER
from pages.inside.odometer.sections import TOGETHER
from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, scenario, state
from pages.shared.frame.topic import figure_name
from tests.cases import first_and_in_studies
from tests.pages.app import errors, headline, open_page, prose, put, said, sentences
from tests.pages.release.room import press

PAGE = "privacy_odometer"
RUNNING = {"questions": "x, x², x³ … of a number from 0 to 10", "eps_question": "0.405"}
STEPS = {"odometer_view": "Step by step", "conversation": "The paper's Example 3"} | RUNNING


def metrics(app):
    return [metric.value for metric in app.metric]


def odds(app):
    return [metric.delta for metric in app.metric]


def until_complete(app):
    """Look at the page again until all streams are there."""
    while any(button.label == "Stop" for button in app.button):
        time.sleep(0.3)  # they are computed by other processes
        app.run()


def test_the_page_says_how_many_more_questions_the_same_budget_answers():
    app = open_page(PAGE, coordinates="3", runs="3", budget="3")
    assert not app.error
    assert "Charged at their worst, a budget of 3 pays for **3** questions; charged" in headline(
        app
    )
    until_complete(app)
    assert "(median of 3 simulations)." in headline(app)


def test_the_default_shows_all_its_streams_at_once():
    app = open_page(PAGE)
    assert "median of 20 simulations)" in headline(app)
    assert SMALLER in prose(app.markdown)
    put(app, budget=3.3)
    assert "median of 20 simulations)" in headline(app)
    assert not any(button.label in ("Stop", "Go on") for button in app.button)


@pytest.mark.parametrize("kind", SHOWN_STREAMS)
def test_the_stored_streams_are_those_of_the_default_controls(kind):
    held = {**state.defaults(), catalog.odometer.QUERY_KIND.key: kind}
    choice = controls.read(held, scenario.read(held))
    assert choice.scenario == replace(SHOWN, kind=kind)
    assert choice.runs == stored(SHOWN_STREAMS[kind]).trials


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["Truncated linear regressions", "Logistic regressions"])
@pytest.mark.parametrize("accounting", ["All answers together", "In groups of 10 (paper)"])
def test_every_kind_of_question_and_accounting_runs(kind, accounting):
    app = open_page(
        PAGE, questions=kind, accounting=accounting, coordinates="2", runs="1", budget="0.9"
    )
    until_complete(app)
    assert not app.error
    assert "certified upper bounds" in prose(app.caption)


@pytest.mark.parametrize(
    ("params", "basic", "bayesian"),
    [
        ({"budget": "0.05", "eps_question": "10"}, "**0**", "for no more"),
        ({"budget": "100", "eps_question": "0.05"}, "**1,000**", "for **at least 1,000**"),
    ],
)
def test_the_extremes_of_all_controls_have_their_counts(params, basic, bayesian):
    app = open_page(PAGE, **{**RUNNING, **params}, runs="2")
    until_complete(app)
    assert not app.error
    assert f"pays for {basic} questions" in headline(app)
    assert f"revealed, {bayesian} (" in headline(app)
    assert ("For one question, set a larger budget" in headline(app)) == (basic == "**0**")


def test_questions_have_levels_of_their_own_step_by_step():
    app = open_page(PAGE, **RUNNING, question_levels="A list", question_list="0.7, 0.1", budget="2")
    press(app, "Answer 1")
    press(app, "Answer 1")
    assert metrics(app)[1] == "0.8"


def test_where_no_budget_pays_for_a_question_the_crowd_says_so():
    few = {**RUNNING, "eps_question": "3", "budget": "0.5"}
    app = open_page(PAGE, **few, odometer_view="What is learned")
    assert "Nobody answers" in prose(app.info)
    assert "obvious means" not in prose(app.markdown)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_button_of_what_is_learned_leads_to_where_both_obvious_means_are_clearly_off(seed):
    app = open_page(PAGE, **RUNNING, odometer_view="What is learned", seed=seed)
    assert "clearly too high" not in prose(app.markdown)
    press(app, "Set budget 4 and ε = 1")
    said = prose(app.markdown)
    assert said.index("clearly too low") < said.index("clearly too high")


def test_one_strong_answer_is_compared_with_how_much_of_the_budget_is_used():
    few = {**RUNNING, "eps_question": "0.25", "budget": "4", "odometer_view": "What is learned"}
    assert "used only **30.8 %** of the budget, and most" in prose(open_page(PAGE, **few).markdown)


def test_the_tab_leads_to_the_figures_of_several_filters_which_follow_the_levels_by_question():
    app = open_page(PAGE, **RUNNING, budget="2", odometer_view="Answers by budget")
    (link,) = (one for one in app.get("page_link") if "refusals" in one.proto.label)
    named = unquote_plus(link.proto.query_string).removeprefix("figure=")
    assert named == figure_name(TOPICS["privacy_odometer"], TOGETHER)

    def shown(**levels):
        app = open_page("evidence", figure=named, budget="2", **levels)
        said = sentences(app.markdown)
        return [text for text in said if "promise" in text or "an observer who sees no" in text]

    alike, listed = shown(), shown(question_levels="A list", question_list="1, 0.2")
    assert len(alike) == len(listed) == 2
    assert not set(alike) & set(listed)
    strict = {"budget": "0.1", "eps_question": "5"}
    assert "Nobody answers" in prose(open_page("evidence", figure=named, **strict).info)
    mattering = {"question_levels": "More for what matters", "budget": "2"}
    said = " ".join(sentences(open_page("evidence", figure=named, **mattering).markdown))
    assert "here nothing, since answers never change which" in said


def test_a_crowd_is_asked_the_linear_regressions_of_the_page_and_no_other_kind():
    shown = {"odometer_view": "Who still answers", "coordinates": "2", "budget": "2"}
    app = open_page(PAGE, **shown)
    regressions = "Asked the same 30 linear regressions, the median person answers"
    assert regressions in prose(app.markdown)
    assert "records of 2 numbers from −1 to 1" in prose(app.caption)
    other = open_page(PAGE, **shown, questions="Logistic regressions")
    assert regressions not in prose(other.markdown)


def test_example_3_by_clicking_reads_as_printed_and_is_then_refused():
    app = open_page(PAGE, **STEPS)
    read = []
    for answer in "1011":
        press(app, f"Answer {answer}")
        read.append(odds(app)[0])
    assert read == ["odds × 1.5", "odds × 1.15", "odds × 1.5", "odds × 2.25"]
    assert metrics(app)[0] == "0.811"
    assert "Refused" in prose(app.info)
    assert [b.disabled for b in app.button if b.label.startswith("Answer")] == [True, True]
    press(app, "Undo")
    assert odds(app)[0] == "odds × 1.5"
    press(app, "Restart")
    assert metrics(app) == ["0", "0"]


def test_a_conversation_has_the_budget_and_the_level_of_the_page_and_invites_to_what_they_allow():
    app = open_page(PAGE, questions=RUNNING["questions"], budget="0.75", eps_question="0.7", v="2")
    assert "This budget allows one answer." in prose(app.markdown)
    assert SMALLER not in prose(app.markdown)
    assert "choose “Answer 1”, then “Answer 0”." in prose(put(app, budget=2.0).markdown)
    press(app, "Answer 1")
    assert metrics(app) == ["0.7", "0.7"]
    assert odds(app)[0] == "odds × 2.01"
    put(app, budget=3.0)
    assert "within the budget of 3" in prose(app.success)


@pytest.mark.parametrize("said", [{}, {"step_ratio": "1.5"}, {"step_most": "2.25", "v": "1"}])
def test_a_link_made_when_a_conversation_had_its_own_budget_opens_example_3(said):
    app = open_page(PAGE, **RUNNING, answers="101", **said)
    assert not app.warning
    assert odds(app) == ["odds × 1.5", "odds × 3.38"]


def test_an_old_link_with_another_budget_says_what_to_set():
    app = open_page(PAGE, **RUNNING, step_ratio="3", step_most="9")
    text = prose(app.warning)
    assert "The link contains an old value (step_most=9)" in text
    assert "Set “ε of each question =” to ln 3" in text


def test_an_answer_is_drawn_from_the_simulated_record():
    app = open_page(PAGE, {FOLDED: True}, **STEPS)
    press(app, "Draw an answer")
    assert app.text_input(key="answers").value in ("0", "1")
    app.text_input(key="record").set_value("11").run()
    press(app, "Draw an answer")
    assert "record must lie between 0 and 10" in errors(app)
    assert len(app.text_input(key="answers").value) == 1


def test_what_sets_a_conversation_up_is_drawn_where_it_is_unfolded():
    app = open_page(PAGE, **STEPS)
    assert not [field for field in app.text_input if field.key == "answers"]
    put(app, **{FOLDED: True})
    app.text_input(key="answers").set_value("10").run()
    after_two = odds(app)
    assert after_two != ["odds × 1", "odds × 1"]
    put(app, **{FOLDED: False})
    assert odds(app) == after_two


@pytest.mark.parametrize(
    ("params", "says"),
    first_and_in_studies(
        [
            ({"answers": "12"}, "must be zeros and ones"),
            ({"step_slopes": "0, 0"}, "must have an entry other than zero"),
            ({"step_slopes": "1, 1"}, "must stay in its range"),
            ({"step_slopes": "a"}, "must be slopes"),
            ({"step_slopes": "; "}, "must not be empty"),
        ]
    ),
)
def test_a_bad_conversation_shows_one_sentence_and_keeps_the_last(params, says):
    linear = {} if "answers" in params else {"step_questions": "My own linear regressions"}
    app = open_page(PAGE, **STEPS, **linear, **params)
    assert says in errors(app)
    assert len(app.error) == 1
    assert metrics(app)[0] == "0"


def test_answers_after_a_refusal_do_not_count_and_are_said_not_to():
    app = open_page(PAGE, **STEPS, answers="11111111")
    assert not app.error
    says = "Question 3 is refused at these settings, so 6 answers do not count"
    assert says in prose(app.info)


def cut_short_by_work(monkeypatch):
    assert converse.__kwdefaults__ is not None
    monkeypatch.setitem(converse.__kwdefaults__, "work", 1.0)


def cut_short_by_patience(monkeypatch):
    monkeypatch.setattr(results, "patience", lambda: lambda: True)


@pytest.mark.parametrize(
    ("hurry", "budget", "says"),
    [
        (cut_short_by_work, "2.2", "reached its limit of work"),
        (cut_short_by_patience, "2.1", "stopped after 10 s"),
    ],
)
def test_a_search_that_was_cut_short_says_so_with_its_interval(monkeypatch, hurry, budget, says):
    hurry(monkeypatch)
    app = open_page(
        PAGE,
        **RUNNING,
        v="2",
        step_questions="My own truncated linear regressions",
        answers="1",
        budget=budget,  # asked nowhere else: all these apps are one session
    )
    (found,) = [box.value for box in app.info if "search for the loss" in box.value]
    assert says in found
    assert "and 0.405. Only the upper end" in found


def test_what_a_busy_moment_may_cut_short_is_kept_for_its_session_alone():
    talk = results.conversation(ConversationSettings("linear"), (True,))
    for step in (talk, results.beliefs(talk, "uniform", Statement(), (0,))):
        assert step.owners
        assert "stop" not in step.script(str)


def test_what_no_moment_can_cut_short_is_kept_for_all_sessions():
    def stop():
        raise AssertionError("a table is not searched")

    settings = ConversationSettings(budget=9.0)
    assert not results.conversation(settings, (True, False)).owners
    assert len(converse(settings, (True, False), stop=stop).steps) == 2


TYPED = "0.3·x₁ + 0.2·x₂ − 0.1·x₃ + 0.2"


@pytest.mark.parametrize(
    ("kind", "asked", "now"),
    [
        ("linear", f"{TYPED}: allowed", "52.2"),
        ("truncated linear", f"clip({TYPED})", "52.2"),
        ("logistic", f"logistic({TYPED})", "51.7"),
    ],
)
def test_typed_regressions_can_be_asked(kind, asked, now):
    app = open_page(
        PAGE,
        **RUNNING,
        odometer_view="Step by step",
        step_questions=f"My own {kind} regressions",
        step_slopes="0.3, 0.2, -0.1 | 0.2; 0.1, 0, 0.5",
        answers="10",
    )
    assert not app.error
    assert f"Question 3 asks for {asked}" in said(app)
    assert f"changed from 51.2 % to **{now} %**" in said(put(app, odometer_view="Posterior"))


def test_of_a_loss_that_falls_it_is_said_why_and_of_no_other():
    for answers, falls in (("1", False), ("10", True), ("101", False)):
        app = open_page(PAGE, **STEPS, answers=answers)
        assert any("The loss has fallen" in one for one in sentences(app.main.caption)) is falls


def test_of_a_budget_that_hardly_protects_it_is_said_and_of_another_why_it_reaches_far():
    warned = "**This budget hardly protects**: a bet on a yes/no fact may nearly always win."
    for budget in ("10", "3"):
        said = headline(open_page(PAGE, **RUNNING, runs="1", budget=budget))
        assert (warned in said) is (budget == "10")


def test_a_statement_goes_from_prior_to_posterior():
    app = open_page(PAGE, **RUNNING, odometer_view="Posterior", answers="1011")
    assert "from 54.5 % to **64.5 %**" in prose(app.main.markdown)
    put(app, threshold=10.0)
    assert "from 9.09 % to **14.6 %**" in prose(app.main.markdown)


def test_a_simulated_person_takes_the_place_of_the_typed_record():
    app = open_page(PAGE, **RUNNING, odometer_view="Health check-up")
    assert "Basic composition counts a loss of 4" in prose(app.main.markdown)
    assert app.session_state["pressure"] == 140
    press(app, "Simulate a person")
    assert app.session_state["pressure"] != 140
    assert "never a row of a real dataset" in prose(app.caption)


def test_erratum_5_is_stated_with_the_exact_values():
    app = open_page(PAGE, **RUNNING, odometer_view="Appendix E")
    assert "is too high, by 0.0999 to 0.1486." in prose(app.main.markdown)
    (table,) = (each.value for each in app.dataframe if "exact, at most" in each.value)
    assert len(table) == 16
    assert table["exact, at most"].iloc[0] == pytest.approx(2.3564, abs=1e-3)


def test_the_leakage_of_the_statement_stands_beside_what_any_guess_may_gain():
    app = open_page(PAGE, **RUNNING, odometer_view="Posterior", answers="1")
    says = "an observer guesses**, the best expected gain grows at most × 1."
    assert says in prose(app.markdown)


def test_the_filter_with_delta_stands_beside_the_others():
    text = prose(open_page(PAGE, **RUNNING, odometer_view="Budget", runs="3").markdown)
    assert f"which may fail with chance δ = {number(1e-6)}, other methods answer" in text
    assert "**A larger budget**: with a budget of" in text
    assert "**Nobody is asked more than" not in text


def test_a_budget_without_a_next_step_says_why_nothing_is_told_of_a_larger_one():
    for budget, why in (("11", "up to a budget of 12 now; set"), ("100", "of 100 on this")):
        app = open_page(PAGE, odometer_view="Budget", **RUNNING, budget=budget, runs="3")
        text = prose(app.markdown)
        assert "**A larger budget**: the effect of a tenth more is not known here" in text
        assert why in text
    assert "at most exp(L)" in prose(app.caption)


def test_where_streams_end_before_the_budget_a_larger_one_says_so_and_alike_ones_are_one_number():
    asked = {**RUNNING, "eps_question": "0.05", "odometer_view": "Budget", "runs": "2"}
    text = prose(open_page(PAGE, **asked, budget="40").markdown)
    assert "more than 1,000 questions.** With the larger budget, 2 of 2 people would" in text
    text = prose(open_page(PAGE, **asked, budget="90").markdown)
    assert "simulated people **1,000** questions. The number" in text
