"""Who may know whom: each room, and what may be imported there. A new room starts here."""

from __future__ import annotations

FLOOR = {"errors", "validate", "counted", "numerals"}
SHARED = FLOOR | {
    "profiles",
    "datasets",
    "tables",
    "grids",
    "frozen",
    "outcomes",
    "target",
    "conversions",
    "remembered",
}
TOPICS = {"mean", "features", "ridge", "accounting"}

# Each room of hetdp_core, and the rooms it may know besides itself.
MAY_KNOW: dict[str, set[str]] = {
    "errors": set(),
    "counted": set(),
    "validate": {"counted", "errors"},
    "grids": FLOOR,
    "frozen": set(),
    "target": FLOOR | {"frozen"},  # it searches along whatever it is given
    "meaning": FLOOR | {"grids", "frozen"},
    "remembered": set(),
    "outcomes": FLOOR | {"frozen"},
    "game": FLOOR | TOPICS | {"frozen", "meaning"},  # one game a topic
    "papers": set(),
    "tally": FLOOR,
    "conversions": FLOOR,
    "computation": set(),  # it names what others compute, and imports none of it
    "numerals": set(),
    "delimited": FLOOR,
    "uploads": FLOOR | {"delimited"},
    "datasets": FLOOR,
    "tables": FLOOR | {"datasets", "frozen", "delimited", "uploads"},
    "profiles": FLOOR | {"uploads", "frozen"},
    "mean": SHARED,
    "features": SHARED,
    "ridge": SHARED | {"mean"},  # the private-mean predictor is one of its baselines
    "accounting": SHARED,
    "release": SHARED | {"mean"},  # its weights are ADPM's
    "decision": SHARED | {"mean", "meaning", "outcomes", "release"},  # what a release will do
    "parallel": FLOOR,  # it measures what it is given
    "experiments": SHARED | TOPICS | {"parallel"},
    "reproductions": SHARED | TOPICS | {"experiments", "parallel"},
    "figures": SHARED
    | TOPICS
    | {
        "decision",
        "game",
        "meaning",
        "parallel",
        "experiments",
        "release",
        "reproductions",
        "tally",
    },
}

# Each inner room of a topic, and the others it may know there; what stands on its floor first.
QUERIES = {"channel", "domain", "queries"}
REPORTS = {"channel", "precision"}
INNER_MAY_KNOW: dict[str, dict[str, set[str]]] = {
    "accounting": {
        "channel": set(),
        "domain": set(),
        "queries": {"channel", "domain"},
        "search": set(),
        "transcripts": QUERIES | {"search"},
        "filters": QUERIES | {"search", "transcripts"},
        "paper": QUERIES | {"search", "transcripts"},
        "streams": QUERIES | {"search", "filters", "paper"},
        "conversation": QUERIES | {"search", "filters", "paper"},
        "beliefs": QUERIES | {"transcripts", "conversation"},
        "kinds": QUERIES | {"search", "transcripts"},
    },
    "features": {
        "channel": set(),
        "precision": {"channel"},
        "correlation": set(),
        "table": {"correlation"},
        "allocation": REPORTS,
        "mechanism": REPORTS | {"allocation"},
        "notions": REPORTS | {"allocation", "mechanism"},
        "curves": REPORTS | {"allocation", "mechanism", "notions"},
        "user_types": REPORTS | {"allocation", "mechanism", "notions", "curves"},
    },
}

# Packages with a fixed place: path prefix -> why it may import the package there.
MAY_IMPORT: dict[str, dict[str, str]] = {
    "streamlit": {
        "app.py": "the frame of all pages",
        "pages/": "the pages",
        "tests/": "page tests",
        "benchmarks/": "the bare page that the live figure is timed against",
    },
    "plotly": {
        "hetdp_core/figures/": "results become figures here",
        "pages/shared/figure/live_figure": "takes plotly figures to the browser",
        "pages/shared/figure/view.py": "holds what a page shows first",
        "pages/inside/site/write.py": "writes what the live figure is told into a file",
        "pages/shared/figure/plotly_asset.py": "takes plotly's JavaScript from its package",
        "tests/": "figures are checked as plotly objects",
        "benchmarks/": "the plain chart that the live figure is timed against",
    },
    "opendp": {
        "hetdp_core/release/laplace.py": "the noise of a real release",
        "tests/": "its own word on what a release guarantees",
    },
    "loky": {"hetdp_core/parallel/": "processes beside this one"},
    "distributed": {
        "hetdp_core/parallel/cluster.py": "sweeps on a Dask cluster",
        "tests/": "real schedulers and workers",
    },
    "cvxpy": {
        "hetdp_core/features/notions/convex_program.py": "CDP has no answer without it",
        "tests/": "the second road to what a closed form says",
        "benchmarks/": "the peer that closed forms are timed against",
    },
}

# What stands behind the doors of pages/, and whom each may know there besides itself and what
# all share.  A new topic needs no line here: topics know each other in no way.
KNOW_TOPICS = {
    "topics",
    "menu",
    "overview",
    "lessons",
    "reproductions",
    "decision",
    "site",
}

# Those among them that know each other too: the menu, and the site that shows them all.
KNOW_ALL = {"menu", "site"}

# Each room of what all pages share, and the others it may know there.
SHARED_MAY_KNOW: dict[str, set[str]] = {
    "doors": set(),
    "patience": set(),
    "private_names": set(),
    "sessions": {"private_names"},
    "browser": {"scripts"},
    "turn": set(),
    "scripts": set(),
    "kept": set(),
    "words": set(),
    "tables": {"kept", "sessions", "words"},
    "users": {"tables"},
    "controls": {"doors", "kept", "scripts", "tables", "words"},
    "slides": {"controls"},
    "figure": {"controls", "kept", "scripts", "slides", "words"},
    "lessons": {"controls", "figure", "kept"},
    "server": {"figure", "scripts"},
    "frame": {
        "controls",
        "figure",
        "kept",
        "lessons",
        "turn",
        "slides",
        "tables",
        "users",
        "words",
    },
}
