"""Feature privacy: some features ask for more than others, and nobody is trusted."""
