"""How lessons run, and the lesson across all topics."""
