"""Files for somebody at the terminal, written where they are."""

from pathlib import Path

from bots.cards import File


def saved(file: File, folder: Path) -> Path:
    """Where the file is now; nothing that stands there already is ever written over."""
    name = Path(file.name)
    number = 1
    while True:
        ending = "" if number == 1 else f"-{number}"
        path = folder / f"{name.stem}{ending}{name.suffix}"
        try:
            with path.open("xb") as out:
                out.write(file.content)
        except FileExistsError:
            number += 1
        else:
            return path
