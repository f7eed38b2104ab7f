"""One conversation of an analyst with one record, query by query."""
