"""Shipped tables and the user's own, by key."""
