"""Starts the command `countersign`, after a look at which packages would be imported.

Countersign's packages have common names. Where another package of such a name stands before ours
on the search path, ours would be replaced in part, so nothing is imported and the start is refused.
"""

import importlib
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

__version__ = "0.2.0"

PACKAGES: Final = ("bots", "review", "pipeline", "knowledge", "demo")
HOME: Final = Path(__file__).resolve().parent
_REFUSED: Final = 2


def problems(path: Sequence[str] | None = None) -> Iterator[str]:
    """Say for each of our packages why another, or none, would be imported from `path`."""
    for name in PACKAGES:
        ours = HOME / name
        spec = PathFinder.find_spec(name, path)
        if spec is None:
            yield f"The package '{name}' is missing in {HOME}: the installation is not complete."
            continue
        found = [*spec.submodule_search_locations] if spec.submodule_search_locations else []
        place = Path(found[0] if found else spec.origin or "").resolve()
        if place != ours:
            yield (
                f"Another package named '{name}' would be imported, from {place}.\n"
                f"Countersign's own is {ours}."
            )


def main() -> None:
    """The entry point: `countersign COMMAND`. Exit with status 2 where a package is not ours."""
    found = tuple(problems())
    if found:
        advice = (
            "Install Countersign as an application of its own (uv tool install, pipx, a virtual "
            "environment or the container image), and start it without PYTHONPATH."
        )
        sys.stderr.write("\n".join(("Countersign could not start.", *found, advice)) + "\n")
        raise SystemExit(_REFUSED)
    importlib.import_module("bots.cli").main()
