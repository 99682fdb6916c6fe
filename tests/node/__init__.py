"""Microsoft's own tools, which run on Node: the validator of packages, the renderer of cards."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

FOLDER: Final = Path(__file__).parent
MODULES: Final = FOLDER / "node_modules"
_AWAY: Final = "needs Node, and `npm install` in tests/node (make check does it)"

needs_node: Final = pytest.mark.skipif(
    shutil.which("node") is None or not MODULES.is_dir(), reason=_AWAY
)


def ran(script: str, *arguments: str) -> bytes:
    """What a script of this folder prints."""
    command = ["node", str(FOLDER / script), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603 - our own
