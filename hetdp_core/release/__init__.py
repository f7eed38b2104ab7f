"""A real private release of means or a regression, when every user sets their own epsilon.

The weights are the best there are; the noise is opendp's discrete Laplace, for several numbers at
once its discrete Gaussian, never NumPy's.  What will be guaranteed to whom (`prepare`) depends on
the request alone, and is known before any value is looked at; `release_mean` looks at the values
once and returns a receipt without them.
"""

from hetdp_core.release.composition import (
    ConcentratedSoFar,
    GivenSoFar,
    compose,
    compose_concentrated,
)
from hetdp_core.release.earlier import added_up, json_with, text_with
from hetdp_core.release.groups import Span, condensed
from hetdp_core.release.plan import ReleasePlan, prepare
from hetdp_core.release.private_mean import PrivateRelease, release_mean
from hetdp_core.release.promised import ConcentratedPromise
from hetdp_core.release.receipt import Receipt
from hetdp_core.release.regression import (
    RegressionPlan,
    RegressionRelease,
    prepare_regression,
    release_regression,
)
from hetdp_core.release.regression_receipt import (
    regression_as_json,
    regression_as_text,
    regression_in_short,
)
from hetdp_core.release.regression_request import RegressionRequest, regression_request
from hetdp_core.release.regression_use import RegressionUse, use_of
from hetdp_core.release.request import ReleaseRequest, request_by_column, request_for
from hetdp_core.release.several import (
    SeveralRelease,
    SeveralReleasePlan,
    SeveralRequest,
    prepare_several,
    release_means,
)
from hetdp_core.release.several_receipt import several_as_json, several_as_text, several_in_short
