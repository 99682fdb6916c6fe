"""Two columns whose noun is said once: `the start and end dates of outages`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import name_words, stem_of

_DATES = frozenset(("date", "dates", "day", "days", "time", "times"))
_SURE, _TIED = 0.9, 0.06


def shared_heads(stream: Stream, known: Known) -> None:
    """Take the noun as part of both names, where one table has a column for each of them."""
    stream.rewrite(r"(?P<one>C)(?=&(?P<two>C)(?P<head>C))", lambda run: _first(run, known))
    stream.rewrite(r"(?P<one>C)(?=&(?:C&)*(?P<last>C)(?!&|C))", lambda run: _of_a_list(run, known))


def _first(run: Run, known: Known) -> Item | None:
    one, (joint, two, head) = run["one"], run.after[:3]
    if two.last != head.first or joint.last - one.last > 1 or len(head.text.split()) > 1:
        return None
    pairs = [
        (own, other)
        for own in _called(one, head, known)
        for other in _called(two, head, known)
        if own.table == other.table and own.column != other.column
    ]
    named = {item.candidates[0].table for item in run.after if item.letter == "T"}
    found = [pair for pair in pairs if pair[0].table in named] or pairs
    if len(found) != 1:
        return None
    one.candidates, two.candidates = [found[0][0]], [found[0][1]]
    one.payload = two.payload = head.payload
    two.last, two.text = head.last, f"{two.text} {head.text}"
    one.verb = two.verb = False
    head.letter, head.verb = "p", True
    return one


def _of_a_list(run: Run, known: Known) -> Item | None:
    """`support, doubt and refusal rates`: all of them are rates, whatever else the words do."""
    one, last, best = run["one"], run["last"], run["last"].candidates[0]
    *before, tail = last.text.split()
    if not before or not best.column or one.candidates[0].score >= _SURE:
        return None
    head = Item("C", last.last - 1, last.last, tail)
    ends = [c for c in last.candidates if c.column and c.score >= best.score - _TIED]
    found = [c for c in _called(one, head, known) if c.table in {end.table for end in ends}]
    tables = {c.table for c in found}
    if not found or len(tables) < len(found) or {c.ref for c in found} & {end.ref for end in ends}:
        return None
    one.candidates, one.payload, one.verb = found, last.payload, False
    return one


def _called(item: Item, head: Item, known: Known) -> list[Candidate]:
    """The columns that have the noun in their names as well, or are days where it says so."""
    said = head.text.lower()
    return [
        Candidate(c.table, c.column, max(c.score, _SURE))
        for c in item.candidates
        if c.column
        and (
            stem_of(said) in map(stem_of, name_words(c.column))
            or (said in _DATES and known.column(c.ref).kind.is_dated)
        )
    ]
