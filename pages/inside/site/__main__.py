"""Write the site without a server: `python -m pages.inside.site FOLDER [--dashboard ADDRESS]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from streamlit.logger import set_log_level

from hetdp_core.errors import HetDPError
from pages.inside.site.page import Dashboard
from pages.inside.site.write import write


def main(argv: list[str]) -> int:
    """Write the site; return 0, or 2 where what was given cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m pages.inside.site", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write it")
    parser.add_argument("--dashboard", default="", help="address that links lead to; none if empty")
    arguments = parser.parse_args(argv)
    set_log_level("ERROR")  # Streamlit would warn at each figure that it is not running
    try:
        pages = write(arguments.folder, Dashboard(arguments.dashboard))
    except HetDPError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(pages)} pages in {arguments.folder}: open {arguments.folder / pages[0].file}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
