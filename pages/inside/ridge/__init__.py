"""Ridge regression: what is behind its door."""
