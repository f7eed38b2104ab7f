"""One measurement at many points, run in parallel on any executor and repeatable."""

from hetdp_core.parallel.children import ChildPool
from hetdp_core.parallel.cluster import cluster_executor
from hetdp_core.parallel.shared_pool import Job, Patience, SharedPool, cores
from hetdp_core.parallel.sweep import Sweep, expected, run, summary
from hetdp_core.parallel.turns import Places, Turns
