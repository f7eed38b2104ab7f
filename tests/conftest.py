"""Settings shared by all tests."""

import gc

from hypothesis import settings

# The same examples on every run: a red test is red for everybody.  They are few, so that all tests
# together take minutes; `make studies` looks at many fresh ones.
settings.register_profile("suite", derandomize=True, deadline=None, max_examples=8)
settings.register_profile("studies", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("suite")


def pytest_collection_finish() -> None:
    """What is imported by now stays: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 200)  # pages make and drop many small objects, and keep large ones
