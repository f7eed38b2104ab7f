"""Papers: here were articles; an old link opens the published results and says so."""

from pages.inside.evidence.page import draw_results
from pages.inside.menu import enter
from pages.shared.text import notices

enter()
notices.info("The articles are gone. Here is what became of the published results.")
draw_results()
