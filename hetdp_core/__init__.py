"""Heterogeneous differential privacy: mechanisms, exact moments, bounds, figures.

No module below this line knows Streamlit.
"""

__version__ = "0.1.0"
