"""All tests; linear algebra keeps to one core in them, as it does for a visitor.

Pytest comes by here before it loads NumPy.  Two processes with two threads each, on two cores,
take more than twice as long as with one.
"""

import pages.shared  # noqa: F401
