"""Papers: here were articles; an old link opens the evidence and says so."""

from pages.inside.evidence.page import draw_results
from pages.inside.menu import enter
from pages.shared.text import notices

enter()
notices.info("The articles are gone. This page has the verdict on each published result.")
draw_results()
