"""Names with dots in them: the catalog keeps another character there, the database has the dot."""

from typing import Final

# It looks like a dot (U+2024, one dot leader), and parts no name.
DOT: Final = "\u2024"


def kept_name(name: str) -> str:
    """A name of the database as the catalog keeps it."""
    return name.replace(".", DOT) if "." in name else name


def database_name(name: str) -> str:
    """A name of the catalog as the database has it."""
    return name.replace(DOT, ".") if DOT in name else name
