"""The Reproductions page: default, one change, bad input, URL; its links lead where they say."""

from dataclasses import replace

import pytest

from hetdp_core.evidence import Verdict, cards, chosen, claim_cards, stored
from hetdp_core.evidence.mean import ON_THE_PAGE
from hetdp_core.evidence.odometer import crowd_settings
from hetdp_core.evidence.recipes import SEED
from hetdp_core.features.channel import PRINTED_FACTOR
from hetdp_core.figures import evidence as figures
from hetdp_core.figures.formats import number
from hetdp_core.odometer.kinds import KINDS, KindsScenario
from hetdp_core.papers import PAPERS
from hetdp_core.ridge.sampling import sampling_leaks
from pages.inside.evidence.page import A_PAGE, AS_PRINTED, ERRATA, address, errata, found_there
from pages.inside.odometer import controls
from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, scenario, state
from pages.shared.frame import tabs
from pages.shared.frame.topic import FIGURE
from tests.pages.app import open_page, prose, put, said, sentences

PAGE = "evidence"
ITEMS = [card.item for card in cards()]
CLAIMS = [card.item for card in claim_cards()]
BEYOND = [claim.item for claim in CLAIMS]
TABS = {topic.tabs_key: topic.titles for topic in TOPICS.values()}
ROOMS = {topic.room: topic for topic in TOPICS.values()}
LEADS_TO = {topic.room: key for key, topic in TOPICS.items()}

UNFOLDED = {
    **{f"erratum_{erratum.number}": True for _, erratum in errata()},
    **{f"claim_{number}": True for number, _ in enumerate(CLAIMS, start=1)},
}
"""What a session holds whose reader has opened all that is wrong, and all that goes beyond."""


def shown(app):
    """Titles of the papers' cards."""
    return sentences(app.main.subheader)


def folds(app):
    """What is folded up or was, by name: whether it is open."""
    return {one.label: one.proto.expanded for one in app.main.expander}


@pytest.fixture(scope="module")
def unfolded():
    """The page with its errata and claims open."""
    return open_page(PAGE, UNFOLDED)


def test_the_page_opens_with_a_sentence_of_numbers_a_link_to_what_is_beyond_and_cards_folded(
    first_look,
):
    app = first_look
    assert not app.error
    top, sentence = (one.value for one in app.main.markdown[:2])
    (heading,) = [one for one in app.main.header if one.value == "Beyond the papers"]
    assert f"(#{heading.proto.anchor})" in top
    assert f"Of {len(ITEMS)} tables, figures" in sentence
    of = {kind: sum(card.verdict is kind for card in cards()) for kind in Verdict}
    held = of[Verdict.REPRODUCED] + of[Verdict.ASSUMED]
    assert f"{held} are reproduced**, {of[Verdict.REPRODUCED]} of them as printed." in sentence
    assert f"**{of[Verdict.WRONG]} contain" in sentence
    assert shown(app) == []
    assert len(app.main.table) == 0
    assert not any(folds(app).values())
    others = [card for card in cards() if card.verdict is not Verdict.WRONG]
    for room, paper in PAPERS.items():
        count = sum(card.item.paper == room for card in others)
        assert f"{paper.topic}: {count} results" in folds(app)


def test_a_paper_and_a_verdict_leave_their_cards():
    app = open_page(PAGE, cards_of="Privacy odometer")
    app.selectbox(key="cards_with").set_value(str(Verdict.REPRODUCED)).run()
    left = chosen("odometer", str(Verdict.REPRODUCED))[:A_PAGE]
    assert shown(app) == [f"Privacy odometer · {one.item.item}" for one in left]


def test_a_verdict_from_the_address_unfolds_the_cards_that_have_it_with_their_reason():
    app = open_page(PAGE, cards_with=str(Verdict.IMPOSSIBLE))
    left = [card.item for card in cards() if card.verdict is Verdict.IMPOSSIBLE]
    assert shown(app) == [f"{PAPERS[item.paper].topic} · {item.item}" for item in left]
    assert "does not contain the figure" in prose(app.main.markdown)


def test_a_link_to_the_wrong_cards_says_that_they_stand_above_and_leaves_the_claims():
    app = open_page(PAGE, cards_of="Privacy odometer", cards_with=str(Verdict.WRONG))
    assert f"[{ERRATA}](#errata)" in prose(app.info)
    assert [title for title in folds(app) if title in BEYOND] == BEYOND


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [("cards_of", "cats", True), ("cards_with", "perhaps", True), ("cards_page", "99", False)],
)
def test_unusable_url_parameters_leave_the_page_usable_and_filters_are_named(key, value, named):
    app = open_page(PAGE, **{key: value})
    assert (f"an invalid value ({key}={value})" in prose(app.warning)) == named
    assert "Ridge regression: 30 results" in folds(app) or shown(app)


@pytest.mark.parametrize("paper", LEADS_TO)
def test_every_card_of_a_paper_is_drawn(paper):
    cards_of = PAPERS[paper].topic
    titles = []
    others = [one for one in chosen(paper) if one.verdict is not Verdict.WRONG]
    for page in range(1, 2 + (len(others) - 1) // A_PAGE):
        app = open_page(PAGE, cards_of=cards_of, cards_page=str(page))
        titles += shown(app)
    assert titles == [f"{cards_of} · {one.item.item}" for one in others]


def test_every_claim_beyond_the_papers_has_a_card_with_evidence_and_proof(unfolded):
    app = unfolded
    assert [title for title in folds(app) if title in BEYOND] == BEYOND
    text = prose(app.main.markdown)
    for claim in CLAIMS:
        assert claim.shows in text
    kinds = {kind for table in app.main.table if "kind" in table.value for kind in table.value.kind}
    assert kinds == {"exact", "certified bound", "simulated"}
    assert text.count("*Proof.*") >= len(CLAIMS) - 1  # one section has two, one none


def test_a_claim_is_seen_live_where_its_link_leads():
    for claim in CLAIMS:
        key = ROOMS[claim.paper].tabs_key
        tab = claim.view[key]
        assert tab in TABS[key]
        page, of = LEADS_TO[claim.paper], key
        if tab in ROOMS[claim.paper].on_evidence:
            page, of = "evidence", FIGURE
        assert f"{of}=" in address(claim)
        assert address(claim).startswith(f"{page}?")


def test_the_parameters_of_a_link_are_usable():
    for item in ITEMS:
        assert catalog.url_notices({key: [value] for key, value in item.view.items()}) == []
        assert set(item.view) <= {*catalog.BY_KEY, *TABS, "vary"}
        for key in TABS.keys() & item.view.keys():
            assert item.view[key] in TABS[key], item.name


def linked(name):
    """The page that a card's link opens, and the card."""
    one = next(one for one in cards() if one.item.name == name)
    return open_page(LEADS_TO[one.item.paper], **one.item.view), one


@pytest.mark.parametrize(
    "name",
    [
        "Heterogeneous mean: Figure 1",
        "Heterogeneous mean: Figure 2",
        "Feature privacy: Figure 2",
        "Feature privacy: Figure 3",
        "Feature privacy: Example 1",
        "Privacy odometer: Example 2",
        "Privacy odometer: Example 3",
        "Privacy odometer: Section 6.3, predictions",
        "Privacy odometer: Appendix E, losses",
    ],
)
def test_the_linked_page_shows_the_number_of_the_card(name):
    app, one = linked(name)
    assert one.seen_there
    frames = [frame.value.round(4).to_string() for frame in app.main.dataframe]
    metrics = [metric.value for metric in app.main.metric]
    assert one.seen_there in " ".join([said(app), *frames, *metrics])


def test_table_one_opens_with_the_stored_values():
    app, one = linked("Heterogeneous mean: Table I")
    table = app.main.dataframe[-1].value
    ours = next(column for column in table.columns if "exact" in column or "ours" in column)
    values = stored(one.item.recipe).values
    assert sorted(round(value, 2) for value in values.values()) == sorted(table[ours])


def test_the_claim_about_filtered_answers_opens_one_of_its_own_settings():
    (claim,) = (one for one in CLAIMS if one.view.get("odometer_view") == "What is learned")
    shown = controls.crowd_scenario(state.of_params(claim.view))
    settings = [replace(one, people=shown.people) for one in crowd_settings(SEED).values()]
    assert settings.index(shown) == 2
    assert "third setting" in claim.not_drawn


def test_the_claims_of_the_mean_are_about_the_people_that_its_page_opens_with():
    assert scenario.read(state.of_params({})).people == replace(ON_THE_PAGE, seed=SEED)


OTHER, LOWER = "Other answers", "Health check-up"


@pytest.mark.slow  # its page is computed; the card's own sample is in `tests/evidence`
def test_the_card_of_the_odometer_states_what_its_page_opens_with(monkeypatch):
    monkeypatch.setattr(controls, "KindsScenario", KindsScenario)  # other tests ask fewer people
    (card,) = [one for one in claim_cards() if one.item.view.get("odometer_view") == OTHER]
    app = open_page("privacy_odometer", odometer_view=OTHER)
    text = prose(app.main.markdown)
    two, levels, gaussian = (
        [number(card.result.values[f"page, {kind}: {what}"]) for what in ("told", "counted")]
        for kind in KINDS
    )
    assert f"Yes or no reveals **{two[0]}** of the {two[1]} that" in text
    assert f"levels **{levels[0]}** of {levels[1]}." in text
    assert f"Gaussian noise reveals **{gaussian[0]}**" in text
    assert f"Composition counts {gaussian[1]} for it," in text
    assert "20 equally accurate answers" in text
    assert "a weaker guarantee" in text
    assert "no largest loss" in prose(app.caption)


@pytest.mark.slow  # `tests/browser/test_scenario` follows such a link
@pytest.mark.parametrize(
    ("asked", "brought"),
    [({"odometer_view": LOWER, "down": "1"}, LOWER), ({}, None), ({"odometer_view": LOWER}, None)],
)
def test_only_a_link_that_says_so_brings_its_tab_into_sight(monkeypatch, asked, brought):
    tokens = []
    monkeypatch.setattr(tabs, "bring_into_sight", lambda _, token: tokens.append(token))
    app = open_page("privacy_odometer", **asked)
    assert set(tokens) == ({brought} if brought else set())
    assert "down" not in app.query_params
    tokens.clear()
    put(app, odometer_view="How this is calculated")
    assert set(tokens) <= {brought}  # the same token moves nothing a second time


def card(paper, item):
    return next(card for card in cards() if (card.item.paper, card.item.item) == (paper, item))


def test_a_card_about_a_tab_leads_down_to_it_and_one_about_the_hero_to_the_top():
    led = {card.item.name: address(card.item) for card in chosen()}
    assert {place.partition("?")[0] for place in led.values()} == {*TOPICS, "evidence"}
    of_tabs = [place for place in led.values() if "view=" in place]
    assert 0 < len(of_tabs) < len(led)
    assert all(place.endswith("&down=1") for place in of_tabs)
    assert not any("down=" in place for place in led.values() if place not in of_tabs)


def test_every_erratum_stands_in_the_order_of_its_number_with_a_number_as_printed(unfolded):
    words = sentences(unfolded.main.markdown)
    known = errata()
    assert [one.number for _, one in known] == [1, 2, 3, 4, 5, 6, 7]
    named = [name for name in folds(unfolded) if name.startswith("**Erratum")]
    assert named == [f"**Erratum {one.number}. {one.printed}**" for _, one in known]
    tables = [*unfolded.main.table, *unfolded.main.dataframe]
    for topic, one in known:
        assert one.holds in words
        if one.card:
            wrong = next(f for f in card(topic.room, one.card).findings if f.agrees is False)
            labels = ([*table.value.index, *table.value.iloc[0]] for table in tables)
            assert any(wrong.label in of_a_table for of_a_table in labels)
        else:
            assert AS_PRINTED in topic.titles
            ((printed, truth),) = (
                table.value.loc[one.number_at_stake[0]]
                for table in unfolded.main.table
                if one.number_at_stake[0] in table.value.index
            )
            assert [printed, truth] == [*one.number_at_stake[1:]]
            assert printed != truth


def test_the_cards_of_the_errata_are_those_that_are_wrong():
    named = [(paper, one.card) for paper in PAPERS for one in PAPERS[paper].errata if one.card]
    wrong = [one for one in cards() if one.verdict is Verdict.WRONG]
    assert named == [(one.item.paper, one.item.item) for one in wrong]
    assert all("rrat" in one.item.erratum for one in wrong)


def test_titles_of_errata_say_the_numbers_of_their_cards_with_the_digits_they_are_judged_by():
    title = {one.number: one.printed for _, one in errata()}
    losses = figures.findings(card("odometer", "Appendix E, losses").findings)
    above = losses.difference[losses.what.str.startswith("Outcome")]
    too_high = sorted(text.lstrip("−") for text in above)
    assert f"by {too_high[0]} to {too_high[-1]}." in title[5]
    predicted = card("odometer", "Section 6.3, predictions").findings
    assert sum(one.agrees is False for one in predicted) == 7
    assert "seven of the eight predictions" in title[6]
    (sleep,) = (one for one in predicted if one.label == "ID 0, sleep")
    assert (sleep.printed, sleep.agrees) == ("7.50", False)


def test_every_link_says_what_is_found_there_or_in_what_it_differs():
    silent = [one.item.name for one in (*cards(), *claim_cards()) if not [*found_there(one)]]
    assert silent == []


def test_the_numbers_of_errata_without_a_card_are_those_of_the_core():
    leak = sampling_leaks()[-1]
    known = {one.number: one.number_at_stake for paper in PAPERS.values() for one in paper.errata}
    assert known[1][2] == f"{PRINTED_FACTOR:g}v"
    assert known[4][0].endswith(f"for {leak.title}")
    assert known[4][2] == f"≥ {number(leak.published)}"
