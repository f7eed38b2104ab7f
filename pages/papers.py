"""Papers: an article about each, with its figure, its claims and what became of them."""

from pages.inside.menu import enter
from pages.inside.papers.page import draw_papers

enter()
draw_papers()
