"""How the privacy of one report is shared out among the features."""
