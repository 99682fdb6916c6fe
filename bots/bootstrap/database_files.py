"""Where database files named in the settings lie: relative to the settings file."""

from pathlib import Path

_FILES = ("sqlite:///", "duckdb:///")


def located(url: str, folder: Path) -> str:
    """The database URL with a relative file made absolute."""
    for prefix in _FILES:
        rest = url.removeprefix(prefix)
        if rest != url and rest and not Path(rest).is_absolute() and rest != ":memory:":
            return f"{prefix}{(folder / rest).absolute()}"
    return url
