"""Figures and tables of the heterogeneous mean."""
