"""A regression released: chosen, promised, released once, and added up with other releases."""

import json

import numpy as np

from hetdp_core.figures.text import number
from hetdp_core.release import regression_as_json
from hetdp_core.tables import declare, guess_schema, read_table, sample_csv
from hetdp_core.tables.edit import READ_OFF
from tests.pages.app import go_to, open_page, sentences
from tests.pages.release.room import (
    PAGE,
    TRUE_MEAN,
    all_text,
    button,
    declared,
    literally,
    receipts,
    release,
    sampled,
    steps_of,
    table,
    with_table,
)


def regression(app, **held):
    """The page with a regression chosen."""
    for key, value in held.items():
        app.session_state[key] = value
    app.session_state["released"] = "regression"
    return app.run()


def with_category(people=600):
    """One number to predict, from a category alone."""
    rows = "".join(
        f"{30 + row % 40},{'north' if row % 3 else 'south'},{1.0 if row % 2 else 3.0}\n"
        for row in range(people)
    )
    raw = read_table(f"age,region,eps\n{rows}".encode())
    columns = [
        guess.column(
            bounds=(0.0, 120.0) if guess.name == "age" else None,
            categories=("north", "south") if guess.name == "region" else (),
            bounds_from="declared by you",
        )
        for guess in guess_schema(raw)
    ]
    return declare(raw, columns), raw.digest


def test_a_regression_is_released_with_a_receipt_in_zcdp():
    app = regression(with_table())
    assert not app.exception
    assert steps_of(app) == ["done", "done", "now", "later"]
    assert "**2 coefficients** that predict **wage**" in all_text(app)
    assert "λ, from public numbers alone" in all_text(app)
    assert "weaker than ε always" in all_text(app)
    assert "nothing that is protected is ever a float" in all_text(app)
    release(app)
    assert steps_of(app) == ["done"] * 4
    text = receipts(app)[0]
    assert "Ridge regression of 'wage'" in text
    assert "rho of zero-concentrated differential privacy" in text
    assert "Mean of 'wage' from the same sums" in text
    for value in (TRUE_MEAN, TRUE_MEAN * 31.5):
        assert f"{value:.4f}" not in all_text(app)
    assert {one.label for one in app.get("download_button")} >= {"Receipt (txt)", "Receipt (json)"}


def test_each_release_asks_anew_and_a_second_press_releases_nothing():
    app = release(regression(with_table()))
    assert button(app, "Release now").disabled
    assert not app.checkbox[0].value
    app.run()
    assert len(receipts(app)) == 1
    app.checkbox[0].set_value(True).run()
    assert not button(app, "Release now").disabled
    app.session_state["release_regression_judged"] = True  # another promise than the checked one
    app.run()
    assert button(app, "Release now").disabled


def test_releases_of_all_kinds_are_added_up_in_zcdp():
    app = release(regression(with_table()))
    assert "This would be **release 2 of this session**" in all_text(app)
    app.session_state["released"] = "several"
    app.run()
    assert "Added up in zCDP" in all_text(app)
    release(app)
    app.session_state["released"] = "mean"
    app.run()
    assert "This would be **release 3 of this session**" in all_text(app)
    assert "adds up releases of single means alone" in all_text(app)
    release(app)
    assert len(receipts(app)) == 3
    go_to(app, "decision")
    assert "added up in zCDP they give away at most ρ" in " ".join(sentences(app.success))


def test_the_verdict_comes_with_the_regression_and_is_paid_by_those_held_back():
    app = regression(with_table(), release_regression_judged=True)
    assert "computed from 4 sums over 400 people" in all_text(app)
    assert "Another 100 people are held back" in all_text(app)
    release(app)
    assert "on 100 records held back (20%)" in receipts(app)[0]
    assert "regression" in app.info[0].value
    regression(app, release_regression_judged=False)
    assert "held back" not in app.main.markdown[-1].value


def test_other_features_and_another_target_are_what_is_released():
    app = regression(with_table(), release_target="age")
    assert "that predict **age**" in all_text(app)
    release(app)
    assert "for one more of 'wage'" in receipts(app)[0]


def test_one_number_and_a_category_are_enough():
    app = regression(with_table(with_category()))
    assert not app.exception
    assert "**2 coefficients** that predict **age**" in all_text(app)
    release(app)
    assert "for 'region = south' instead of 'north'" in receipts(app)[0]


def test_no_feature_bounds_from_the_data_or_too_few_people_are_one_sentence_and_nothing_more():
    few = "age,eps,wage\n" + "30,0.1,900\n" * 40
    cases = {
        "at least one column": regression(with_table(), release_features_1=[]),
        "must not come from the data": regression(with_table(table(bounds_from=READ_OFF))),
        "under their noise": regression(with_table(table(few))),
    }
    for said, app in cases.items():
        assert not app.exception
        assert said in literally(app.error)
        assert not [one for one in app.button if one.label == "Release now"]


def test_a_link_chooses_the_regression_and_all_that_it_needs_is_asked_for_straight_away():
    app = open_page(PAGE, released="A regression")
    assert app.segmented_control[0].value == "regression"
    button(app, "Try it with a sample").click().run()
    assert not app.exception
    assert not [one for one in app.toggle if "Declare the other columns" in one.label]
    assert not [one for one in app.toggle if "from the data" in one.label]  # could not be released
    assert app.data_editor[0].value["column"].tolist() == [
        "person_id",
        "age",
        "sbp",
        "smoker",
        "epsilon",
    ]


def test_of_one_column_alone_the_page_says_what_a_regression_needs_and_leads_there():
    app = declared(sampled())
    app.segmented_control[0].set_value("regression").run()
    assert not app.exception
    assert "at least one other column to predict it from" in app.info[0].value
    assert steps_of(app) == ["done", "done", "now", "later"]
    button(app, "Declare all columns").click().run()
    assert app.data_editor


def test_the_sample_gives_a_regression_about_nobody():
    raw = read_table(sample_csv())
    columns = [one.column() for one in guess_schema(raw) if one.name != "person_id"]
    app = release(regression(with_table((declare(raw, columns), raw.digest))))
    assert "A trial: the table is a simulated sample" in receipts(app)[0]
    assert "for 'smoker = yes' instead of 'no'" in receipts(app)[0]


def test_the_receipt_says_what_is_free_from_there_on_and_fewer_features_are():
    app = release(regression(with_table()))
    assert "**Free from here on**" in all_text(app)
    assert "Free from here on: another lambda, fewer features" in receipts(app)[0]
    (made,) = app.session_state["releases_of_this_session"]
    stored = json.loads(regression_as_json(made.release))
    sums = {tuple(one["of"]): one["average"] for one in stored["noisy_averages"]}
    alone = sums["intercept", "wage"] / (1.0 + stored["lambda"])  # no feature at all
    assert -1.0 <= alone <= 1.0


def test_the_receipt_that_is_taken_away_lets_others_compute_on():
    app = release(regression(with_table()))
    (made,) = app.session_state["releases_of_this_session"]
    stored = json.loads(regression_as_json(made.release))
    assert np.isfinite([one["average"] for one in stored["noisy_averages"]]).all()


def test_the_page_to_sign_does_not_say_that_nothing_was_released():
    app = release(regression(with_table()))
    go_to(app, "decision")
    assert not app.exception
    assert "**Released** in this session: receipt" in app.success[0].value
    assert not [said for said in sentences(app.caption) if "Nothing of this was released" in said]


def test_what_the_verdict_will_be_able_to_tell_is_said_before_it_is_paid_for():
    app = regression(with_table())
    assert "Known before it is released" not in all_text(app)
    regression(app, release_regression_judged=True)
    assert "**Known before it is released.** The verdict of 100 people held back" in all_text(app)


def test_what_everybody_will_have_paid_in_total_stands_before_the_button_each_time():
    app = regression(with_table())
    first = [text for text in sentences(app.markdown) if "**first release**" in text]
    assert "with it everybody will have paid at most ε = **" in first[0]
    made = release(app).session_state["releases_of_this_session"][0].release
    rho = float(made.guaranteed.max())
    (said,) = [text for text in sentences(app.markdown) if "**release 2 of this session**" in text]
    assert f"(ρ = {number(2.0 * rho)}) in total" in said
    assert f"(ρ = {number(rho)}) so far" in said
    values = [getattr(block, "value", None) for block in app.main]
    order = [value for value in values if isinstance(value, str)]
    assert order.index(said) > order.index("4 · Release :material/check:")
