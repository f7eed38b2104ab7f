"""A figure with its words, and how it reaches the browser."""
