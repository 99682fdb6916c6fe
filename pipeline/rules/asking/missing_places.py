"""A place that is not in the data: said before anything runs, with the places that are."""

from collections.abc import Iterator, Sequence

from knowledge.catalog import Kind
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.linking.offers import in_words
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.text.words import lemmas_of, name_words

_BEFORE = frozenset(("in", "from", "within", "near", "inside"))
_PLACES = frozenset(
    ("city", "town", "country", "region", "state", "province", "county", "continent", "territory")
)
_MOST, _STEPS = 5, 2


def missing_place(items: Sequence[Item], place: int, about: Known) -> Question | None:
    """`customers in Narnia`: a place word asks for a place, never for a first name."""
    item, before = items[place], items[place - 1] if place else None
    if before is None or before.letter != "p" or before.text.lower() not in _BEFORE:
        return None
    refs = list(_kept_places(items, about))
    if not refs:
        return None
    called = [_called(ref) for ref in refs]
    told = {
        ref: name if called.count(name) == 1 else in_words(ref)
        for ref, name in zip(refs, called, strict=True)
    }
    near = [(ref, value) for ref in refs for value in _near(item.text, ref, about)][:_MOST]
    options = [Option(id=f"{ref}={value}", label=f"{value} ({told[ref]})") for ref, value in near]
    options += [
        Option(id=f"{ref}={item.text}", label=f"Look for “{item.text}” all the same ({told[ref]})")
        for ref in refs
        if not about.column(ref).complete
    ]
    if not options:
        return None
    names = list(dict.fromkeys(called))
    kinds = " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
    like = "these are written most like it" if near else "none that I know is written like it"
    return Question(
        f"word:{item.text.lower()}", "value",
        f"I know no {kinds} called “{item.text}”; {like}.",
        (*options, Option(id=IGNORED, label=f"Leave “{item.text}” out")), open=True,
    )  # fmt: skip


def _called(ref: str) -> str:
    return " ".join(name_words(ref.rpartition(".")[2]))


def _kept_places(items: Sequence[Item], about: Known) -> Iterator[str]:
    """The columns of places in the tables that are named, and in those that they refer to."""
    named = [c.table for item in items if item.letter == "T" for c in item.candidates[:1]]
    named += [metric.table for item in items if item.letter == "M" for metric in item.payload[:1]]
    for _ in range(_STEPS):
        named += [e.right for t in named for e in about.joins.edges(t) if not e.multiplies]
    for table in dict.fromkeys(named):
        if table not in about.allowed or table.lower() in about.hushed:
            continue
        for column in about.table(table).columns:
            words = set(lemmas_of(column.name))
            if (
                words & _PLACES
                and column.kind is Kind.TEXT
                and "code" not in words
                and not column.pii
            ):
                yield f"{table}.{column.name}"


def _near(text: str, ref: str, about: Known) -> Sequence[str]:
    table, _, name = ref.rpartition(".")
    return about.values.near(text, table, name, limit=_MOST)
