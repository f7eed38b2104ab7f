"""The release page: a promise before any value, a confirmation, a receipt, nothing un-noised."""

import json
import re

import numpy as np
import pytest

from hetdp_core.figures.text import number
from hetdp_core.tables import declare, guess_schema, read_table
from hetdp_core.tables.edit import READ_OFF
from tests.pages.app import go_to, open_page, sentences

PAGE = "release"
PEOPLE = 500
AGES = 30.0 + np.arange(PEOPLE) * 7 % 41 + 0.25
EPSILON = np.where(np.arange(PEOPLE) % 2, 0.2, 1.0)
CSV = "age,eps,wage\n" + "".join(
    f"{age},{level},{age * 31.5}\n" for age, level in zip(AGES, EPSILON, strict=True)
)
TRUE_MEAN = float(np.mean(AGES))


def table(text=CSV, bounds_from="declared by you"):
    raw = read_table(text.encode())
    bounds = {"age": (0.0, 120.0), "wage": (0.0, 5000.0), "eps": None}
    columns = [
        guess.column(bounds=bounds.get(guess.name, (0.0, 100.0)), bounds_from=bounds_from)
        for guess in guess_schema(raw)
    ]
    return declare(raw, columns), raw.digest


def with_table(dataset_and_digest=None, **params):
    app = open_page(PAGE, **params)
    dataset, digest = dataset_and_digest or table()
    app.session_state["own_table_in_use"] = dataset
    app.session_state["own_table_in_use_name"] = "mine.csv"
    app.session_state["own_table_in_use_digest"] = digest
    return app.run()


def steps_of(app):
    """The state of each step, in the row of steps."""
    row = next(one.proto.body for one in app.get("html") if 'class="steps"' in one.proto.body)
    return re.findall(r'<li class="step-(\w+)"', row)


def button(app, label):
    return next(one for one in app.button if one.label == label)


def release(app):
    app.checkbox[0].set_value(True).run()
    button(app, "Release now").click().run()
    assert not app.exception
    return app


def receipts(app):
    return [block.value for block in app.code]


def all_text(app):
    """Everything the page says, tables included."""
    kinds = (app.markdown, app.caption, app.info, app.error, app.success, app.code, app.subheader)
    metrics = [f"{metric.label} {metric.value}" for metric in app.metric]
    frames = [frame.value.to_string() for frame in app.dataframe]
    return "\n".join([*(one for kind in kinds for one in sentences(kind)), *metrics, *frames])


def test_without_a_table_there_is_an_uploader_and_nothing_to_release():
    app = open_page(PAGE)
    assert not app.exception
    assert app.file_uploader
    assert steps_of(app) == ["now", "later", "later", "later"]
    assert "It cannot be taken back" in app.caption[-1].value  # what the last step will be
    assert not [one for one in app.button if one.label == "Release now"]


def sampled():
    """The page with the sample brought, not yet declared."""
    app = open_page(PAGE)
    button(app, "Try it with a sample").click().run()
    assert not app.exception
    return app


def declared(app):
    button(app, "Use this table").click().run()
    assert not app.exception
    return app


def test_the_sample_is_brought_with_one_click_and_the_row_says_where_one_is():
    app = sampled()
    assert steps_of(app) == ["done", "now", "later", "later"]
    assert "For your eyes only" in app.info[0].value
    declared(app)
    assert steps_of(app) == ["done", "done", "now", "later"]
    app.checkbox[0].set_value(True).run()
    assert steps_of(app) == ["done", "done", "done", "now"]
    button(app, "Release now").click().run()
    assert steps_of(app) == ["done"] * 4


def test_the_receipt_stands_above_the_steps_and_says_that_the_sample_is_simulated():
    app = release(declared(sampled()))
    assert sentences(app.subheader)[0] == "Released"
    assert "A trial: the table is a simulated sample" in receipts(app)[0]
    assert "**Simulated**: nobody's data" in all_text(app)


def test_a_table_of_ones_own_is_not_said_to_be_simulated():
    assert "simulated" not in receipts(release(with_table()))[0]


def test_only_the_column_of_the_mean_and_that_of_levels_are_declared():
    app = sampled()
    assert app.selectbox[0].options == ["age", "sbp"]  # neither the level nor who it is
    assert app.selectbox[0].value == "sbp"
    assert app.selectbox[1].value == "epsilon"
    assert [one.value for one in app.text_input] == ["60", "260", "mmHg"]
    declared(app)
    used = app.session_state["own_table_in_use"].info
    assert [column.name for column in used.columns] == ["sbp", "epsilon"]


def test_bounds_that_are_missing_are_asked_for_and_typed_ones_outlive_a_second_look():
    app = open_page(PAGE)
    content = b"wage,epsilon\n" + b"10,0.5\n20,2\n" * 100
    app.file_uploader[0].set_value(("mine.csv", content, "text/csv")).run()
    button(app, "Use this table").click().run()
    assert "lowest possible value of 'wage' must be given" in literally(app.error)
    app.text_input[0].set_value("0").run()
    app.text_input[1].set_value("50").run()
    app.text_input[2].set_value("$/hour").run()
    declared(app)
    wage = app.session_state["own_table_in_use"].info.column("wage")
    assert (wage.bounds, wage.unit) == ((0.0, 50.0), "$/hour")
    button(app, "Declare it again, or bring another").click().run()
    assert [one.value for one in app.text_input] == ["0", "50", "$/hour"]
    app.toggle(key="release_declare_every").set_value(True).run()
    row = app.data_editor[0].value.iloc[0]
    assert (row["high"], row["unit"]) == (50.0, "$/hour")


def test_bounds_in_the_wrong_order_are_one_sentence_and_nothing_can_be_released():
    app = sampled()
    app.text_input[0].set_value("300").run()
    button(app, "Use this table").click().run()
    assert "bounds of 'sbp'" in literally(app.error)
    assert steps_of(app) == ["done", "now", "later", "later"]


def test_a_bound_typed_with_a_decimal_comma_is_the_number_that_was_meant():
    app = sampled()
    app.text_input[0].set_value("60,5").run()
    assert app.text_input[0].value == "60,5"
    declared(app)
    assert app.session_state["own_table_in_use"].info.column("sbp").bounds == (60.5, 260.0)


@pytest.mark.parametrize("unit", ["<b>kg</b>", "[a](b)", "a\nb", "`x`"])
def test_a_unit_that_is_none_is_one_sentence_at_once_and_is_not_used(unit):
    app = sampled()
    app.text_input[2].set_value(unit).run()
    assert literally(app.error).startswith("unit of 'sbp' must be of letters")
    button(app, "Use this table").click().run()
    assert steps_of(app) == ["done", "now", "later", "later"]


def test_a_typed_unit_stands_after_what_is_released_and_on_its_receipt():
    app = sampled()
    app.text_input[2].set_value("kPa").run()
    app = release(declared(app))
    assert "kPa" in receipts(app)[0]
    assert "mmHg" not in all_text(app)


@pytest.mark.parametrize("typed", ["sixty", "1,234", "1.234,5"])
def test_a_bound_that_is_no_number_is_one_sentence_at_once_and_is_not_used(typed):
    app = sampled()
    app.text_input[0].set_value(typed).run()
    said = literally(app.error)
    assert said.startswith(f"lowest possible value of 'sbp' must be one number, got '{typed}'; ")
    button(app, "Use this table").click().run()
    assert literally(app.error) == said
    assert steps_of(app) == ["done", "now", "later", "later"]


def test_a_column_whose_commas_are_unclear_is_named_where_it_is_missed():
    app = open_page(PAGE)
    content = b"pay,age,epsilon\n" + b'"1,234",30,1\n"2,345",40,2\n' * 100
    app.file_uploader[0].set_value(("mine.csv", content, "text/csv")).run()
    assert app.selectbox[0].options == ["age"]
    assert literally(app.warning).startswith("“pay” was not taken as numbers")


def literally(elements):
    return " ".join(sentences(elements)).replace("\\", "")


def test_the_levels_of_the_table_are_the_profile_of_all_pages_until_it_is_forgotten():
    app = declared(sampled())
    button(app, "Use it on all pages").click().run()
    go_to(app, "heterogeneous_mean")
    assert not app.exception
    assert not app.error
    assert "Of 600 users, **22.8 % are given more privacy" in "".join(sentences(app.main.markdown))
    assert "epsilon" not in str(dict(app.query_params)).replace("epsilon_", "")
    go_to(app, PAGE)
    button(app, "Forget my table").click().run()
    assert "last_good_scenario" not in app.session_state or (
        app.session_state["last_good_scenario"].profile.uploaded is None
    )
    assert app.session_state["profile"] == "log_uniform"


def test_with_a_table_the_promise_stands_there_before_any_release():
    app = with_table()
    assert not app.exception
    assert not app.error
    assert "500 people" in all_text(app)
    assert "first release" in all_text(app)
    promised = app.dataframe[-1].value
    assert promised["people"].tolist() == [250, 250]
    assert promised["guaranteed ε"].tolist()[0] == "0.2"
    assert app.selectbox(key="release_epsilon").value == "eps"
    assert receipts(app) == []


def test_the_release_needs_the_confirmation():
    app = with_table()
    assert button(app, "Release now").disabled
    app.checkbox[0].set_value(True).run()
    assert not button(app, "Release now").disabled


def test_a_release_gives_a_receipt_close_to_the_mean_and_nothing_without_noise():
    app = release(with_table())
    (receipt,) = receipts(app)
    assert "250 people who asked for epsilon = 0.2: epsilon at most 0.2" in receipt
    assert "asked by the persons" in receipt
    assert "opendp" in receipt
    released = float(receipt.split("Mean of 'age': ")[1].split()[0])
    assert abs(released - TRUE_MEAN) < 20
    for digits in (6, 8):  # the noise is about 1: fewer digits may be hit by chance
        assert f"{TRUE_MEAN:.{digits}g}" not in all_text(app)
    assert f"{np.median(AGES):.6g}" not in all_text(app)


def test_the_promise_does_not_depend_on_any_value():
    """Two tables that differ in every age, some missing or far outside, show the same page."""
    other = "age,eps,wage\n" + "".join(
        f"{age},{level},-7.5\n" for age, level in zip(["", 99.5, -3.5] * 200, EPSILON, strict=False)
    )
    texts = [all_text(with_table(table(text))) for text in (CSV, other)]
    assert texts[0] == texts[1]


def test_each_release_is_confirmed_anew_kept_and_added_up():
    app = release(with_table())
    assert app.checkbox[0].value is False
    assert "**the mean of age**" in app.checkbox[0].label
    assert "release 2 of this session" in all_text(app)
    app.selectbox(key="release_column").set_value("wage").run()
    release(app)
    assert len(receipts(app)) == 2
    assert "Mean of 'wage'" in receipts(app)[0]  # the latest first
    assert "Mean of 'age'" in receipts(app)[1]
    third = app.dataframe[-1].value["with earlier releases ε"].tolist()
    assert third[0] == "0.6"


def test_before_a_second_release_it_is_said_how_many_give_more_than_they_asked_for():
    app = with_table()
    assert not any("Taken together" in one.value for one in app.warning)
    release(app)
    own = app.session_state["own_table_in_use"]
    (said,) = (one.value for one in app.warning if "Taken together" in one.value)
    plan = app.session_state["releases_of_this_session"][0].release
    beyond = int(np.sum(2.0 * plan.guaranteed > own.frame["eps"] * (1.0 + 1e-9)))  # rounding
    assert beyond > 0
    assert f"Taken together, {beyond:,} people give more than the ε in the table." in said


@pytest.mark.parametrize("level", ["0.05", "0.3"])
def test_one_level_for_all_is_held_against_what_people_ask_for_once_something_is_out(level):
    app = release(with_table())
    app.selectbox(key="release_levels_from").set_value("same").run()
    app.text_input(key="release_same_level").set_value(level).run()
    (before,) = app.session_state["releases_of_this_session"]
    own = app.session_state["own_table_in_use"]
    given = before.release.guaranteed + float(level)
    beyond = int(np.sum(given > own.frame["eps"] * (1.0 + 1e-9)))
    (said,) = (one.value for one in app.warning if "Taken together" in one.value)
    assert f"Taken together, {beyond:,} people give more" in said


def test_what_was_released_of_another_table_is_not_said_to_go_beyond_anybody_s_wish():
    app = release(with_table())
    app.session_state["own_table_in_use_digest"] = "another"
    assert "another table" in all_text(app.run())
    assert not any("Taken together" in one.value for one in app.warning)


@pytest.mark.parametrize("kinds", [("one", "several"), ("several", "one"), ("several", "several")])
def test_releases_of_both_kinds_are_held_against_what_people_ask_for(kinds):
    app = with_table()
    for kind in kinds[:1]:
        if kind == "several":
            app.session_state["released"] = "several"
            app.run()
        release(app)
    app.session_state["released"] = "several" if kinds[1] == "several" else "mean"
    app.run()
    (said,) = (one.value for one in app.warning if "Taken together" in one.value)
    assert "500 people give more" in said or "250 people give more" in said
    assert "but for a chance δ" in said


def test_one_level_for_all_that_nobody_asked_for_breaks_no_wish():
    app = with_table(table("age\n" + "30\n40\n" * 200))
    release(app)
    assert not any("Taken together" in one.value for one in app.warning)


def test_a_second_receipt_says_that_it_is_one_and_what_everybody_is_exposed_to_in_total():
    app = release(release(with_table()))
    second, first = receipts(app)
    assert "number 2 from this table" not in first
    assert "This is release 2 of this session, and number 2 from this table." in second
    assert "250 people given epsilon = 0.2 by this one: 0.4 in total" in second


def test_releases_count_although_the_table_is_declared_anew_or_forgotten():
    app = release(with_table())
    button(app, "Forget my table").click().run()
    assert not app.exception
    assert steps_of(app)[0] == "now"
    assert len(receipts(app)) == 1
    app.session_state["own_table_in_use"], app.session_state["own_table_in_use_digest"] = table()
    app.run()
    assert "release 2 of this session" in all_text(app)


def added_up_with(text):
    """What the page says a second release would give away, by level asked."""
    app = release(with_table())
    app.session_state["own_table_in_use"], app.session_state["own_table_in_use_digest"] = table(
        text
    )
    app.run()
    assert "release 2 of this session" in all_text(app)
    assert len(receipts(app)) == 1
    return app, app.dataframe[-1].value["with earlier releases ε"].tolist()


@pytest.mark.parametrize(
    "again",
    [
        CSV.replace("\n", "\r\n"),
        CSV.replace(",", ";"),
        CSV.replace(",", "\t").rstrip(),
        "\ufeff" + CSV + "\n\n",
        "".join(f'"{line}"\n'.replace(",", '","') for line in CSV.splitlines()),
    ],
)
def test_the_same_table_saved_in_another_way_is_added_up_person_by_person(again):
    app, sums = added_up_with(again)
    assert sums[0] == "0.4"
    assert "another table" not in all_text(app)


@pytest.mark.parametrize("again", [CSV.replace("30.25,", "31.25,", 1), CSV + "44,1,1000\n"])
def test_of_another_table_everyone_counts_as_its_most_exposed_person(again):
    app, sums = added_up_with(again)
    most = float(app.session_state["releases_of_this_session"][0].release.guaranteed.max())
    assert most > 0.2
    assert sums[0] == number(0.2 + most)
    assert "1 of them came from another table" in all_text(app)


def test_a_column_of_levels_is_said_to_become_public_before_the_release_and_cannot_be_released():
    app = with_table()
    assert "**eps becomes public**" in app.info[0].value
    assert app.selectbox(key="release_column").options == ["age", "wage"]
    assert app.selectbox(key="release_epsilon").options == ["eps"]
    app.selectbox(key="release_levels_from").set_value("profile").run()
    assert not app.info


def test_forty_people_are_forty_on_the_receipt_although_one_row_is_empty():
    rows = ["30,900\n"] * 40
    rows[17] = ",\n"
    app = with_table(table("age,wage\n" + "".join(rows)))
    receipt = receipts(release(app))[0]
    assert "Records: 40." in receipt


def test_who_has_released_is_told_that_a_reload_forgets_it():
    app = release(with_table())
    said = " ".join(sentences(app.caption))
    assert "To reload or close the page ends the session: save the receipt before." in said
    (keys,) = (found[1] for found in map(UNSAVED.fullmatch, bodies(app)) if found)
    assert [f"{keys}_txt", f"{keys}_json"] == [one.proto.id.split("-")[-1] for one in saves(app)]


def bodies(app):
    """All HTML of the page."""
    return [one.proto.body for one in app.get("html")]


def saves(app):
    """What saves a receipt."""
    return app.get("download_button")


UNSAVED = re.compile(r'<div class="unsaved" data-keys="(\w+)"></div>')


def test_the_receipt_can_be_taken_away_as_json_with_the_same_numbers():
    app = release(with_table())
    made = app.session_state["releases_of_this_session"][0].release.receipt
    stored = json.loads(made.as_json())
    assert f"{stored['released']:.6g}" in receipts(app)[0]
    assert [one.label for one in app.get("download_button")] == ["Receipt (txt)", "Receipt (json)"]


def test_bounds_read_off_the_data_cannot_be_released():
    app = with_table(table(bounds_from=READ_OFF))
    assert "must not come from the data" in app.error[0].value
    assert not app.checkbox


def test_too_much_privacy_for_so_few_shows_one_sentence():
    app = with_table(table("age,eps\n30,0.1\n40,0.1\n"))
    assert "better than the middle of the range" in app.error[0].value


def test_while_the_table_is_declared_again_nothing_can_be_released():
    app = declared(sampled())
    button(app, "Declare it again, or bring another").click().run()
    assert "For your eyes only" in app.info[0].value
    assert not [one for one in app.button if one.label == "Release now"]
    button(app, "Back to the release").click().run()
    assert button(app, "Release now")


def test_twenty_releases_are_shown_before_there_is_one_from_the_plan_alone():
    (said,) = (one for one in sentences(with_table().markdown) if "Twenty releases" in one)
    assert "18 of 20 lie within ± " in said
    assert f"{TRUE_MEAN:.4g}" not in said
    other = CSV.replace("30.25,", "99.5,").replace("31.25,", "0,")
    (again,) = (
        one for one in sentences(with_table(table(other)).markdown) if "Twenty releases" in one
    )
    assert again == said


def test_a_release_can_be_shrunk_and_says_so_before_and_after():
    app = with_table()
    assert app.toggle(key="release_shrunk").value is False
    assert "shrunk" not in " ".join(sentences(app.main.markdown))
    app.toggle(key="release_shrunk").set_value(True).run()
    assert not app.exception
    said = " ".join(sentences(app.main.markdown))
    assert "of its distance to the middle** of the bounds" in said
    assert "before it is shrunk" in said
    release(app)
    assert not app.exception
    (receipt,) = receipts(app)
    assert "It was shrunk" in receipt
    assert "The mean without noise, not shrunk, lies from" in receipt


def test_what_everybody_will_have_paid_in_total_stands_before_the_button():
    app = with_table()
    most = float(release(app).session_state["releases_of_this_session"][0].release.guaranteed.max())
    (said,) = [text for text in sentences(app.markdown) if "**release 2 of this session**" in text]
    assert f"at most ε = **{number(2.0 * most)}** in total, up from ε = {number(most)}" in said


@pytest.mark.parametrize("high", ["1e-320", "1e-101"])
def test_bounds_too_near_for_a_release_are_one_sentence_when_they_are_declared(high):
    app = sampled()
    app.text_input[0].set_value("0").run()
    app.text_input[1].set_value(high).run()
    button(app, "Use this table").click().run()
    assert "bounds of 'sbp' must be at least 1e-100 apart" in literally(app.error)


@pytest.mark.parametrize("ends", [("0", "1e-100"), ("-1e100", "1e100")])
def test_no_page_of_a_release_shows_a_number_of_more_than_twenty_digits(ends):
    app = sampled()
    for entry, end in zip(app.text_input[:2], ends, strict=True):
        entry.set_value(end)
    app.run()
    release(declared(app))
    said = "\n".join([all_text(app), *(one.label for one in app.expander)])
    assert "10⁻¹⁰" in said or "10⁹" in said
    for one in re.findall(r"\d[\d.,]*", said):
        assert len(re.sub(r"\D", "", one)) <= 20, one


def test_a_column_of_two_words_is_said_to_have_no_mean_until_it_is_written_as_1_and_0():
    app = open_page(PAGE)
    content = b"wage,recommends,ward\n" + b"10,yes,a\n20,no,b\n30,yes,c\n" * 50
    app.file_uploader[0].set_value(("mine.csv", content, "text/csv")).run()
    (said,) = (one for one in sentences(app.caption) if "of words there is no mean" in one)
    assert "recommends" in said
    assert "ward" not in said
