"""What outputs do to an analyst's belief about a record."""
