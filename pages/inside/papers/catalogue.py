"""All articles, in the order of the topics."""

from __future__ import annotations

from pages.inside.papers import accounting, features, mean, ridge
from pages.inside.papers.article import Article

ARTICLES: dict[str, Article] = {
    one.room: one for one in (mean.ARTICLE, features.ARTICLE, ridge.ARTICLE, accounting.ARTICLE)
}
"""By the room of the paper."""
