"""What a refused question may ask for instead: the numbers, else the tables, that are known."""

from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import name_words

_MOST = 4


def answerable(known: Known) -> str:
    """A sentence with a few of them; empty where nothing may be read."""
    numbers = [metric.name for metric in known.metrics][:_MOST]
    if numbers:
        return f"Numbers that I know here: {listed(numbers)}."
    tables = sorted(known.allowed, key=lambda key: (-(known.table(key).rows or 0), key))[:_MOST]
    names = [" ".join(name_words(known.table(key).name)) or key for key in tables]
    return f"I know rows of {listed(names)}." if names else ""
