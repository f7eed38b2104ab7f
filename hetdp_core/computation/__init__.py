"""How a table was computed, in a form that can be run and be written as Python.

>>> from hetdp_core import mean
>>> plan = Call(mean.plan, "adpm", (0.5, 1.0, float("inf")))
>>> scale = plan.attribute("noise_scale")
>>> scale.run() == mean.plan("adpm", (0.5, 1.0, float("inf"))).noise_scale
True
>>> print(scale.source("print({})"), end="")
import math
<BLANKLINE>
from hetdp_core import mean
<BLANKLINE>
plan = mean.plan("adpm", (0.5, 1.0, math.inf))
table = plan.noise_scale
print(table)
"""

from hetdp_core.computation.calls import Call, Computation, Given
from hetdp_core.computation.writing import written
