"""Whether an approved question that is not the same is near enough to be of help."""

import re
from collections.abc import Iterable, Sequence

from knowledge.matching.alignment import Word
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.schema import SchemaWords

_QUOTED = re.compile(r"“([^”]*)”")


def differences(failed: Iterable[Failure]) -> Sequence[Failure]:
    """One failure for each thing that differs: several guards may hold the same words against it.

    Whether two questions differ is not told by how many guards say so of one word.
    """
    kept: dict[object, Failure] = {}
    for failure in failed:
        words = _QUOTED.findall(failure.reason)
        kept.setdefault(words[0] if len(words) == 1 else failure.reason, failure)
    return list(kept.values())


def asks_of_another_thing(pair: Comparison) -> bool:
    """Whether what either question is about has no counterpart in the other one."""
    alone = {word.key for word in pair.alignment.stored_only}
    new = {word.key for word in pair.alignment.asked_only}
    for word, other in pair.alignment.conflicts:
        alone.add(word.key)
        new.add(other.key)
    stored, asked = (
        _subject(pair.stored_words, pair.schema),
        _subject(pair.asked_words, pair.schema),
    )
    return stored in alone or asked in new


def _subject(words: Sequence[Word], schema: SchemaWords) -> str:
    """The first word that names something of the data; where none does, the first one."""
    keys = [word.key for word in words]
    return next((key for key in keys if schema.named_by(key)), next(iter(keys), ""))
