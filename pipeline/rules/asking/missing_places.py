"""A place that is not in the data: said before anything runs, with the places that are."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from knowledge.catalog import Kind
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.linking.offers import in_words
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.text.places import OTHER_NAMES
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import lemmas_of, name_words

_BEFORE = frozenset(("in", "from", "within", "near", "inside"))
_FROM = "from"
_PLACES = frozenset(
    ("city", "town", "country", "region", "state", "province", "county", "continent", "territory")
)
_MOST, _STEPS, _WAYS = 5, 2, 3
_NEAR = 0.7


def missing_place(items: Sequence[Item], place: int, about: Known) -> Question | None:
    """`customers in Narnia`: a place word asks for a place, never for a first name."""
    item, before = items[place], items[place - 1] if place else None
    if before is None or before.letter != "p" or before.text.lower() not in _BEFORE:
        return None
    if item.letter == "V" and item.payload:
        return _elsewhere(items, place, about)
    if item.letter == "x" and not _is_place(item, before):
        return None
    refs = list(_kept_places(items, about))
    return _asked(item.text, refs, about) if refs else None


def _is_place(item: Item, before: Item) -> bool:
    """Whether a word without a capital may be a place: `from narnia`, `in france`."""
    known = item.text.lower() in OTHER_NAMES and len(item.text) > len("usa")
    return known or before.text.lower() == _FROM


def _elsewhere(items: Sequence[Item], place: int, about: Known) -> Question | None:
    """`employees from Berlin`, where only customers are: the employees have a city of their own."""
    led = place - 1
    while led and items[led - 1].letter in "rhp":
        led -= 1
    rows = items[led - 1].best(table=True) if led and items[led - 1].letter == "T" else None
    own = list(_places_of(rows.table, about)) if rows is not None else []
    hits = {f"{hit.table}.{hit.column}": hit for hit in items[place].payload}
    kinds = {word for ref in own for word in _PLACES & {*lemmas_of(_name(ref))}}
    others = [ref for ref in hits if kinds & {*lemmas_of(_name(ref))}]
    if not own or rows is None or any(hit.table == rows.table for hit in hits.values()):
        return None
    if not others or not all(about.column(ref).complete for ref in own):
        return None
    same = [ref for ref in own if any(_alike(ref, other) for other in others)]
    text = items[place].text
    options = [_as_written(text, ref) for ref in same[:_WAYS]]
    options += [Option(id=f"{ref}={hits[ref].value}", label=in_words(ref)) for ref in others]
    called = listed([in_words(ref) for ref in same], "or")
    prompt = f"“{text}” is no {called}; it is {listed([in_words(ref) for ref in others], 'or')}."
    return _question(text, prompt, options) if same else None


def _asked(text: str, refs: Sequence[str], about: Known) -> Question | None:
    called = [_called(ref) for ref in refs]
    told = {
        ref: name if called.count(name) == 1 else in_words(ref)
        for ref, name in zip(refs, called, strict=True)
    }
    near = [(ref, value) for ref in refs for value in _near(text, ref, about)][:_MOST]
    # What is written alike may be meant; of the others, none rather than any.
    options = [Option(id=f"{ref}={value}", label=f"{value} ({told[ref]})") for ref, value in near]
    options += [
        Option(id=f"{ref}={text}", label=f"Look for “{text}” anyway ({told[ref]})")
        for ref in refs
        if not about.column(ref).complete
    ]
    names = list(dict.fromkeys(called))
    like = "the nearest are offered" if near else "none that I know is similar"
    return _question(text, f"I know no {listed(names, 'or')} called “{text}”; {like}.", options)


def _question(text: str, prompt: str, options: Sequence[Option]) -> Question:
    leave = Option(id=IGNORED, label=f"Leave “{text}” out")
    return Question(f"word:{text.lower()}", "value", prompt, (*options, leave), open=True)


def _as_written(text: str, ref: str) -> Option:
    return Option(id=f"{ref}={text}", label=f"{in_words(ref)} is “{text}”: no row has it")


def _name(ref: str) -> str:
    return ref.rpartition(".")[2]


def _alike(one: str, other: str) -> bool:
    return bool(_PLACES & {*lemmas_of(_name(one))} & {*lemmas_of(_name(other))})


def _called(ref: str) -> str:
    return " ".join(name_words(_name(ref)))


def _kept_places(items: Sequence[Item], about: Known) -> Iterator[str]:
    """The columns of places in the tables that are named, and in those that they refer to."""
    named = [c.table for item in items if item.letter == "T" for c in item.candidates[:1]]
    named += [metric.table for item in items if item.letter == "M" for metric in item.payload[:1]]
    if not named:
        named += [c.table for item in items if item.letter == "C" for c in item.candidates[:1]]
    for _ in range(_STEPS):
        named += [e.right for t in named for e in about.joins.edges(t) if not e.multiplies]
    for table in dict.fromkeys(named):
        yield from _places_of(table, about)


def _places_of(table: str, about: Known) -> Iterator[str]:
    if table not in about.allowed or about.is_hushed(table):
        return
    for column in about.table(table).columns:
        words = set(lemmas_of(column.name))
        place = words & _PLACES and "code" not in words
        if place and column.kind is Kind.TEXT and not column.pii:
            yield f"{table}.{column.name}"


def _near(text: str, ref: str, about: Known) -> Sequence[str]:
    table, _, name = ref.rpartition(".")
    near = about.values.near(text, table, name, limit=_MOST)
    return [value for value in near if _is_near(text, value)]


def _is_near(text: str, value: str) -> bool:
    """Whether a place is another one in nearly the same letters: Milan is not meant by Japan."""
    return SequenceMatcher(None, text.lower(), value.lower()).ratio() >= _NEAR
