"""Figures and tables of a release."""
