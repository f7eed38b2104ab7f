"""One mean of a table of the user's own, released for good."""
