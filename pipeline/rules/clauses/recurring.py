"""What happened in one period and in another, or not: `ordered in 2024 but not in 2025`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Relation, Test
from pipeline.rules.text.words import lemma_of, name_words, stem_of
from pipeline.rules.vocabulary.numbers import YEARS

_AGAIN = frozenset(("again", "also", "too"))


def recurring(stream: Stream, known: Known) -> None:
    """Reduce two periods that each want rows of their own, or none, to two relations."""
    found = stream.code

    def apart(run: Run) -> Item | None:
        return _apart(run, known)

    stream.rewrite(
        r"(?<=[TrhL])(?P<event>[oCT])[hrp]*(?P<two>2)?p?(?P<one>[#D])"
        r"(?P<mid>[.&]?n?x?&?n?)(?:[pr]|(?P<again>[oCT])(?=p*[#D]))*(?P<other>[#D])(?=[.?]|$)",
        apart,
    )
    if stream.code != found:
        stream.items = [part for item in stream.items for part in _opened(item)]


def event_of(item: Item, subject: str, known: Known) -> Candidate | None:
    """The table of events that a verb stands for: its own name, or that of its date."""
    said = stem_of(lemma_of(item.text.lower().split()[0]))
    meant = item.other if item.letter == "o" else item
    for candidate in meant.candidates if meant is not None else ():
        if not candidate.column:
            return candidate if candidate.table != subject else None
        dated = known.column(candidate.ref).kind.is_dated
        named = said in {stem_of(lemma_of(word)) for word in name_words(candidate.column)}
        if dated and named and known.joins.has_many(subject, candidate.table):
            return Candidate(candidate.table, "", candidate.score)
    return None


def _apart(run: Run, known: Known) -> Item | None:
    tables = [item for item in run.before if item.letter == "T"]
    subject = tables[0].candidates[0].table if tables else ""
    event = event_of(run["event"], subject, known) if subject else None
    denied = any(item.letter == "n" for item in run.all("mid"))
    said = {item.text.lower() for item in run.all("mid", "x")}
    if event is None or not known.joins.has_many(subject, event.table) or said - _AGAIN:
        return None
    if not (denied or said or run.get("two")):
        return None
    tests = [_test(run[name]) for name in ("one", "other")]
    if None in tests:
        return None
    named = run["event"]
    named.letter, named.candidates = "T", [event]
    parts = [
        Relation(table=named, where=[test], negated=denied and place > 0)
        for place, test in enumerate(tests) if test is not None
    ]  # fmt: skip
    return Item("R", run.first, run.last, payload=parts)


def _test(item: Item) -> Test | None:
    if item.letter == "D":
        plain = item.payload.comparison is None
        return Test(span=item.payload, words=item.text, first=item.first) if plain else None
    year = isinstance(item.payload, int) and item.payload in YEARS
    return (
        Test(values=(item.payload,), year=True, words=item.text, first=item.first) if year else None
    )


def _opened(item: Item) -> list[Item]:
    """One relation for each of the two periods."""
    if item.letter != "R" or not isinstance(item.payload, list):
        return [item]
    return [Item("R", item.first, item.last, item.text, part) for part in item.payload]
