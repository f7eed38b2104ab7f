"""What the server of the dashboard does beyond Streamlit's own, one thing a file."""

from pages.shared.server.asgi import Server
from pages.shared.server.compressed import with_files_compressed
from pages.shared.server.figure_first import with_figure_first
from pages.shared.server.imported_early import import_early
from pages.shared.server.no_delay import without_delay
from pages.shared.server.one_wake_up import with_one_wake_up
from pages.shared.server.plain_state import look_up_plainly
from pages.shared.server.plotly_early import with_plotly_early
from pages.shared.server.policy import with_policy
from pages.shared.server.server_known import with_server_known

__all__ = ["Server", "equipped"]


def equipped(server: Server) -> Server:
    """Streamlit's server with all of it; the policy goes with whatever is answered inside."""
    import_early()
    look_up_plainly()
    inside = with_files_compressed(with_plotly_early(with_server_known(server)))
    return with_one_wake_up(without_delay(with_policy(with_figure_first(inside))))
