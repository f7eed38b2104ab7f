"""A server that nobody should call, and text that would make a browser call it."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Listener:
    """Listens on 127.0.0.1 and keeps what it was asked for, until it is stopped."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing: what was asked for is kept."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def host(self) -> str:
        """Name and port, as an address says them."""
        return f"127.0.0.1:{self._server.server_port}"

    def picture(self, name: object) -> str:
        """Markdown that fetches `/name` from here where it is taken for Markdown."""
        return f"![](//{self.host}/{name})"

    def stop(self) -> None:
        """Listen no longer."""
        self._server.shutdown()
        self._server.server_close()
