"""Pages that others lead to, by the file of their door."""

HOME = "pages/home.py"
LESSONS = "pages/lessons.py"
PAPERS = "pages/papers.py"
REPRODUCTIONS = "pages/reproductions.py"
RELEASE = "pages/release.py"
DECISION = "pages/decision.py"
