"""Notions of privacy, one from another, and exact mechanisms on finite domains."""
