"""A whole scenario as one file."""
