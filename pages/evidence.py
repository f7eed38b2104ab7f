"""Evidence: the verdict on each table and figure of the papers, and what goes beyond them."""

from pages.inside.evidence.page import draw_results
from pages.inside.menu import enter

enter()  # where the page is asked for by itself, this starts over inside the frame
draw_results()
