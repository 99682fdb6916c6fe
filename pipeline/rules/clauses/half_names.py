"""Names of which half is said: `first and last names`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import name_parts

_HALVES = (("first", "last"), ("last", "first"))


def half_names(stream: Stream, known: Known) -> None:
    """Complete the first of two names by the noun that is said once for both."""
    stream.rewrite(r"(?P<t>t)(?=[&|]+(?P<c>C))", lambda run: _half(run, known))


def _half(run: Run, known: Known) -> Item | None:
    """`first and last names`, where the words stand behind another in the columns' names."""
    word, said = run["t"].text.lower(), run["c"].text.lower().split()
    if not any(word == one and said[:1] == [other] for one, other in _HALVES):
        return None
    place = 0 if word == "first" else 1
    found = [
        Candidate(candidate.table, parts[place], candidate.score)
        for candidate in run["c"].candidates
        if candidate.column
        and candidate.column in (parts := name_parts(known.table(candidate.table)))[1 - place :][:1]
    ]
    if not found:
        return None
    return Item("C", run.first, run.last, f"{run['t'].text} {said[1]}" if said[1:] else word,
                candidates=found)  # fmt: skip
