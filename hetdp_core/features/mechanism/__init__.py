"""Mechanism 1: reports, estimates, their exact errors and the paper's bounds."""
