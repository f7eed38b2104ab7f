"""One measurement at many points, run in parallel on any executor and repeatable."""

from hetdp_core.parallel.cluster import cluster_executor
from hetdp_core.parallel.sweep import Sweep, expected, processes, run, summary
