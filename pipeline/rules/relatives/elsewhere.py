"""`Borrowed a copy of a branch other than their own`: what a row has, against other rows of its."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.intent import Compared, Related
from pipeline.rules.asking.ways import with_ways
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import Read, column_of, counts_only, readings_of, with_clause
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.text.words import name_words, stem_of, words_of

_THEIR = r"(?:their|its|his|her)"
_X = r"(?P<x>[a-z]\w*(?:\s+\w+){0,2}?)"
_AGAIN = r"(?P<again>(?:\s*\b(?!own\b|home\b)[a-z]\w*){0,2})"
_OWN = rf"(?:{_THEIR}\s+(?:(?:own|home)\b)?{_AGAIN}|theirs)"
_END = r"(?=\s*(?:[.;?!,]|$))"
_FORMS = tuple(
    (re.compile(form + _END, re.IGNORECASE), operator)
    for form, operator in (
        (rf"\b(?:an?|any|some)\s+{_X}\s+(?:other\s+than|different\s+(?:from|than|to)|"
         rf"(?:that|which)\s+is\s+not|not)\s+{_OWN}", "!="),
        (rf"\b(?:another|an?\s+different)\s+{_X}\s+(?:than|from|as|to)\s+{_OWN}", "!="),
        (rf"\boutside\s+(?:of\s+)?{_THEIR}\s+(?:own|home)\s+{_X}", "!="),
        (rf"\b(?:outside|not\s+in)\s+(?:of\s+)?{_THEIR}\s+(?P<far>[a-z]\w*)'s?\s+{_X}", "!="),
        (rf"\b(?:in|from)\s+{_THEIR}\s+(?P<far>[a-z]\w*)'s?\s+{_X}", "="),
        (rf"\bthe\s+(?:very\s+)?same\s+{_X}\s+as\s+{_OWN}", "="),
        (rf"\b(?:in|from|of|at)\s+{_THEIR}\s+own\s+{_X}", "="),
    )
)  # fmt: skip
_FAR = (
    r"\s+(?:an?|the|any|some|one\s+of\s+(?:the|their))\s+(?P<far>[a-z]\w*(?:\s+\w+)?)\s+"
    r"(?:(?:that|which|where)\s+)?(?:they|it|he|she)\s+(?P<does>[a-z ]+?)"
)
_OF_FAR = tuple(
    (re.compile(form + _END, re.IGNORECASE), operator)
    for form, operator in (
        (rf"\bthe\s+(?:very\s+)?same\s+{_X}\s+as{_FAR}", "="),
        (rf"\b(?:another|an?\s+different)\s+{_X}\s+(?:than|from|as|to){_FAR}", "!="),
        (rf"\b(?:an?|any|some)\s+{_X}\s+other\s+than\s+that\s+of{_FAR}", "!="),
    )
)  # fmt: skip
_PLAIN = frozenset("Tphrwkyxo.")
# `the office they work for`: it is theirs.
_BELONGS = frozenset((stem_of(verb),) for verb in ("work", "belong", "serve", "study", "live"))
_LONGER, _SHORTEST = 2, 3
_SURE = 0.85
_FIRST = re.compile(r"^([^.;?!]*)[.;?!]*\s*(.*?)[.?!]*$", re.DOTALL)
_LEAD = re.compile(
    r"^(?:which|what|list|show|give|find|return|name|how many|who)\b|^(?:(?:all|the)\s+)*[\w-]+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """The rows that are asked for, what is told of others of theirs, and what is compared.

    `x` is of the rows themselves in the words `own`; `named` are the other rows, if they are told.
    """

    rest: str
    told: str
    x: str
    own: str
    operator: str
    named: str = ""
    theirs: bool = False


@dataclass(frozen=True, slots=True)
class _Ends:
    """What is compared of the rows themselves and of the others, and which rows are between.

    `deeds` are the stems of what is done, where no rows are called after it in full; `theirs`
    that the others are the one row that each belongs to.
    """

    own: str
    far: str
    between: tuple[str, ...]
    deeds: tuple[str, ...]
    theirs: bool


def elsewhere(question: str, about: Known, read: Read) -> tuple[list[Planned], bool, Known]:
    """The readings of a question that sets what a row has against what other rows of its have."""
    for table, said in _parsed(question, about):
        ends = _ends(table, said, about)
        if ends is None:
            continue
        joined = _joined(question, ends, about)
        ways = _ways(table, ends, joined)
        bases, sure = readings_of(said.rest, read)
        made = [
            _with(base, said.operator, ends, way)
            for base in bases[:1] if counts_only(base, table)
            for way in ways
        ]  # fmt: skip
        if made:
            return made, sure and len(made) == 1, joined
    return [], False, about


def _with(base: Planned, operator: str, ends: _Ends, way: tuple[str, ...]) -> Planned:
    clause = Related(
        table=way[0], also=way[1:],
        where=(Compared(column=ends.far, operator=operator, function="own", of=ends.own),),
    )  # fmt: skip
    return with_clause(base, clause)


def _parsed(question: str, about: Known) -> Iterator[tuple[str, _Said]]:
    """Whose rows are asked for; the last sentence may say what is shown of them."""
    first, tail = _FIRST.match(question.strip()).groups()  # type: ignore[union-attr]
    for form, operator in (*_OF_FAR, *_FORMS):
        found = form.search(first)
        if found is None or found.end() < len(first.rstrip()):
            continue
        before, parts = first[: found.start()].rstrip(), found.groupdict()
        for table, lead in _leads(before, about):
            rest = f"{lead} are there" if lead.lower().startswith("how many") else lead
            own = (parts.get("again") or "").strip()
            far = parts.get("far") or ""
            if own and not far and _named(own, about):
                own, far = "", own  # `another city than their museum`: that of the museum
            theirs = bool(far) and not parts.get("does")
            yield table, _Said(
                rest=tidy(f"{rest}. {tail}" if tail else rest),
                told=f"{before[len(lead) :]} {parts.get('does') or ''}",
                x=found["x"], own=own or found["x"], operator=operator, named=far, theirs=theirs,
            )  # fmt: skip


def _leads(before: str, about: Known) -> Iterator[tuple[str, str]]:
    """The rows that are named first, and the words up to them."""
    places = []
    for table in said_tables(before, about):
        found = re.search(rf"\b(?:{called(table, about)})\b", before, re.IGNORECASE)
        if found is not None and _LEAD.match(before[: found.end()]):
            places.append((found.end(), table))
    for until, table in sorted(places)[:1]:
        yield table, before[:until]


def _ends(table: str, said: _Said, about: Known) -> _Ends | None:
    """What is compared; None where something else is told of the other rows."""
    items = tagged(f"{said.told} {said.named}".strip(), about, (), {}).items
    if any(item.letter not in _PLAIN and not _is_done(item, about) for item in items):
        return None
    told = [key for key in (_table_in(item, about) for item in items) if key and key != table]
    deeds = tuple(stem_of(item.text.lower()) for item in items if item.letter in "xo")
    common = _named(said.x, about)
    for far in (*reversed(told), *_done(said.told, about)):
        pair = _keys(table, far, common, about) if common else None
        pair = pair or _columns(table, far, said, about)
        if pair is not None:
            between = tuple(key for key in dict.fromkeys(told) if key not in (far, common))
            theirs = said.theirs or deeds in _BELONGS
            return _Ends(*pair, between, deeds, theirs)
    return None


def _ways(table: str, ends: _Ends, about: Known) -> list[tuple[str, ...]]:
    """By which rows both belong together: those that are told, or any that are near enough."""
    far = ends.far.rpartition(".")[0]
    first = about.joins.path(table, far)
    if first is None:
        return []
    passed = {edge.right for edge in first}
    if ends.deeds and ends.deeds not in _BELONGS:
        told = all(any(_is_called_after(key, deed) for key in passed) for deed in ends.deeds)
        return [(far, *ends.between)] if told else []
    if set(ends.between) & passed or (ends.theirs and len(first) == 1):
        return [(far, *ends.between)]
    others = about.joins.without(first[:1]).path(table, far)
    if others is None or len(others) > len(first) + _LONGER:
        return [(far, *ends.between)]
    return [tuple(edge.right for edge in way) for way in (first, others)]


def _is_called_after(table: str, deed: str) -> bool:
    """`ordered`, of sales orders; `deliver`, of delivery areas."""
    stems = (stem_of(word) for word in name_words(table.rpartition(".")[2]))
    return any(
        min(len(stem), len(deed)) >= _SHORTEST and (stem.startswith(deed) or deed.startswith(stem))
        for stem in stems
    )


def _done(told: str, about: Known) -> list[str]:
    """The tables that are called after what is done."""
    deeds = {word.stem for word in words_of(told)}
    return [
        key for key in sorted(about.allowed) if any(_is_called_after(key, deed) for deed in deeds)
    ]


def _is_done(item: Item, about: Known) -> bool:
    """`visited`, where rows keep the day on which they were: those rows."""
    dated = [c for c in item.candidates[:1] if c.column and about.column(c.ref).kind.is_dated]
    return item.letter == "C" and bool(dated) and item.text.lower().endswith("ed")


def _table_in(item: Item, about: Known) -> str:
    if _is_done(item, about):
        return item.candidates[0].table
    found = item.best(table=True) if item.letter == "T" else None
    return found.table if found is not None else ""


def _named(words: str, about: Known) -> str:
    """The table that words name."""
    fits = about.lexicon.find(words_of(words))
    return next((c.table for c in fits if not c.column and c.score >= _SURE), "")


def _keys(table: str, far: str, common: str, about: Known) -> tuple[str, str] | None:
    """The keys by which rows of both tables belong to one of a third."""
    found = []
    for owner in (table, far):
        edges = [
            edge for edge in about.joins.between(owner, common)
            if not edge.multiplies and len(edge.pairs) == 1
        ]  # fmt: skip
        if len(edges) != 1 or owner == common:
            return None
        found.append((f"{owner}.{edges[0].pairs[0][0]}", edges[0].pairs[0][1]))
    (own, one), (other, two) = found
    return (own, other) if one == two else None


def _columns(table: str, far: str, said: _Said, about: Known) -> tuple[str, str] | None:
    own, other = column_of(said.own, table, about), column_of(said.x, far, about)
    if own is None or other is None or len(own) != 1 or len(other) != 1:
        return None
    refs = f"{table}.{own[0]}", f"{far}.{other[0]}"
    alike = about.column(refs[0]).kind is about.column(refs[1]).kind
    return refs if alike else None


def _joined(question: str, ends: _Ends, about: Known) -> Known:
    """What is known, where the rows do not belong together by what is compared of them."""
    about = with_ways(about, tagged(question, about, (), {}), {})
    gone = []
    for ref in (ends.own, ends.far):
        table, _, column = ref.rpartition(".")
        gone += [edge for edge in about.joins.edges(table) if column in dict(edge.pairs)]
    return about.joined(about.joins.without(gone)) if gone else about
