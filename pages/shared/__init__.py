"""What several pages use; a visitor's run keeps to one core.

OpenBLAS reads this once, when NumPy is loaded, which the pages below do and the server does not.
With more threads, the many small decompositions of ridge regression take ten times as long, and
visitors take the cores from each other.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
