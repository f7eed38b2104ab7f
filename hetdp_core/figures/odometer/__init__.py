"""Figures and tables of privacy accounting."""
