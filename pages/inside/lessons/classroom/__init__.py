"""Class mode: a lesson that a lecturer leads, and phones that answer its questions."""
