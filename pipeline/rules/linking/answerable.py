"""What a refused question may ask for instead: the numbers, else the tables, that are known."""

from collections.abc import Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import name_words

_MOST = 4


def answerable(known: Known) -> str:
    """A sentence with a few of them; empty where nothing may be read."""
    numbers = [metric.name for metric in known.metrics]
    if numbers:
        return f"Numbers that I know here: {_first(numbers, 'more')}."
    tables = sorted(known.allowed, key=lambda key: (-(known.table(key).rows or 0), key))
    names = [" ".join(name_words(known.table(key).name)) or key for key in tables]
    return f"I know rows of {_first(names, 'tables more')}." if names else ""


def _first(names: Sequence[str], more: str) -> str:
    """The first few, and that there are more; a single one takes no more room than that."""
    if len(names) <= _MOST + 1:
        return listed(names)
    return listed((*names[:_MOST], f"{len(names) - _MOST} {more}"))
