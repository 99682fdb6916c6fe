"""Words for columns that are hidden from a person: said so, and read as nothing else."""

from collections.abc import Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LINKING_WORDS, LONGEST_PHRASE
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import Word
from pipeline.times.values import TimeSpan

# How well a name fits that is said in full.
_NAMED = 0.93
_UNSURE = "xCT"


def hidden_words(
    question: str, every: Known, seen: Known, times: Sequence[TimeSpan] = ()
) -> tuple[str, ...]:
    """The words that name a hidden column of a table that the person sees, and nothing seen."""
    if every is seen:
        return ()
    tags = tagged(question, seen, times, {})
    found: list[str] = []
    for item in tags.items:
        if item.letter not in _UNSURE:
            continue
        best = item.candidates[0].score if item.candidates else 0.0
        words = _hidden_from(tags.words[item.first :], every, seen, best)
        if words:
            found.append(" ".join(word.text for word in words))
    return tuple(dict.fromkeys(found))


def not_open(words: Sequence[str]) -> str:
    """Why a question about these is not answered, and who could change that."""
    named = listed(f"“{each}”" for each in words)
    verb = "are" if len(words) > 1 else "is"
    return (
        f"{named} {verb} not open to you: this workspace hides it from your role. The "
        "administrator of this workspace can give you access."
    )


def _hidden_from(words: Sequence[Word], every: Known, seen: Known, best: float) -> Sequence[Word]:
    """The longest name of a hidden column that begins here, if it fits better than what is seen."""
    for until in range(min(len(words), LONGEST_PHRASE), 0, -1):
        said = words[:until]
        if said[-1].lower in LINKING_WORDS:
            continue
        fits = every.lexicon.find(said)
        named = [each for each in fits if each.score >= max(_NAMED, fits[0].score)]
        hidden = [
            each for each in named
            if each.column and (table := seen.catalog.table(each.table)) is not None
            and table.column(each.column) is None
        ]  # fmt: skip
        if named and len(hidden) == len(named) and named[0].score > best:
            return said
    return ()
