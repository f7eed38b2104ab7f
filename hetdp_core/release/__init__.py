"""A real private release of one mean, when every user sets their own epsilon.

The weights are the best there are; the noise is opendp's discrete Laplace, never NumPy's.  The
guarantee of each person (`prepare`) depends on the request alone, and is known before any value is
looked at.  `release_mean` looks at the values once and returns a receipt without them.
"""

from hetdp_core.release.groups import Span, condensed
from hetdp_core.release.ledger import GivenSoFar, added_up, compose, json_with
from hetdp_core.release.plan import ReleasePlan, prepare
from hetdp_core.release.private_mean import PrivateRelease, release_mean
from hetdp_core.release.receipt import Receipt
from hetdp_core.release.request import ReleaseRequest, request_by_column, request_for
