"""All topics in a row: the map of the overview, and the report."""
