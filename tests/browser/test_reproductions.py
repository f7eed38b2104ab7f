"""A card's link opens the scenario, where the same number stands: one card of each paper."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from hetdp_core.evidence import chosen
from hetdp_core.papers import PAPERS
from pages.inside.evidence.page import A_PAGE
from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, open_tables, settle, steady, visit
from tests.cases import first_and_in_studies

ADDRESS = "reproductions"

SEEN = {
    "mean": ("Table I", "heterogeneous_mean"),
    "features": ("Figure 2", "feature_privacy"),
    "ridge": ("Table 1", "ridge"),
    "odometer": ("Example 3", "privacy_odometer"),
}


@pytest.mark.parametrize("paper", first_and_in_studies(SEEN))
def test_the_link_of_a_card_leads_to_its_number(page: Page, server: Server, paper: str) -> None:
    item, address = SEEN[paper]
    one = next(one for one in chosen(paper) if one.item.item == item)
    query = {"cards_of": PAPERS[paper].topic, "cards_page": 1 + chosen(paper).index(one) // A_PAGE}
    visit(page, f"{server('app.py').url}{ADDRESS}?{urlencode(query)}")
    title = page.get_by_role("heading", name=f"{PAPERS[paper].topic} · {item}", exact=True)
    card = page.get_by_test_id("stVerticalBlock").filter(has=title).last
    expect(card.get_by_text(re.compile("^There you find"))).to_contain_text(one.seen_there)
    with page.expect_popup() as opened:
        card.get_by_role("link", name="Open this scenario").click()
    there = opened.value
    there.wait_for_url(re.compile(f"/{address}\\?"), timeout=SLOW)
    settle(there)
    open_tables(there)
    expect(there.get_by_test_id("stMain")).to_contain_text(one.seen_there, timeout=SLOW)
    there.close()


def test_a_link_leads_down_to_its_tab_where_it_says_so_and_once(page: Page, server: Server) -> None:
    there = server("app.py").url + "heterogeneous_mean"
    visit(page, f"{there}?{urlencode({'view': 'How good is it?', 'down': 1})}")
    bar = page.get_by_test_id("stHeader").bounding_box()
    for name in ("For reviewers", "How good is it?"):
        tab = page.get_by_role("tab", name=name, exact=True)
        expect(tab).to_be_in_viewport(ratio=1)
        steady(tab)
        place = tab.bounding_box()
        assert bar
        assert place
        assert place["y"] >= bar["y"] + bar["height"], "hidden by the bar"
    title = page.get_by_role("heading", level=1).first
    expect(title).not_to_be_in_viewport()
    title.scroll_into_view_if_needed()
    users = page.get_by_label("Number of users n", exact=True).first
    users.fill("900")
    users.press("Enter")
    page.wait_for_url(re.compile(r"\bn=900\b"), timeout=SLOW)
    settle(page)
    expect(title).to_be_in_viewport()
    visit(page, f"{there}?{urlencode({'view': 'How good is it?'})}")
    expect(page.get_by_role("heading", level=1).first).to_be_in_viewport()
