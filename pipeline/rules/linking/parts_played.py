"""Keys that lead from one table twice to another: which of them the words of a question mean."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.joins import JoinGraph
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LINKING_WORDS, Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.played import words_beside
from pipeline.rules.schema.roles import FROM, TO, plays
from pipeline.rules.text.words import Word, name_words, stem_of

_TIED = 0.06
# What rows at either end of a way are called by what they do; as verbs they say less.
_GIVING = frozenset(
    ("selling", "sending", "departing", "departure", "outgoing", "giving", "origin")
)
_TAKING = frozenset(
    ("receiving", "buying", "arriving", "arrival", "incoming", "taking", "destination")
)
_FROM_END, _TO_END = frozenset(("rows that give",)), frozenset(("rows that take",))
_JOINTS = LINKING_WORDS | {"by"}


@dataclass(frozen=True, slots=True)
class Part:
    """A key from one table to another, and the words that no other key between them goes by."""

    edge: Edge
    stems: frozenset[str]

    @property
    def ref(self) -> str:
        return f"{self.edge.left}.{self.edge.pairs[0][0]}"


def in_parts_said(about: Known, said: Collection[str]) -> Known:
    """What is known, joined by the keys whose part the words name: a route's destination."""
    parts = [part for each in _parts(about.joins) for part in each if part.stems & set(said)]
    beside = [
        part.edge
        for each in _parts(about.joins)
        if sum(part in parts for part in each) == 1
        for part in each
        if part not in parts
    ]
    return about.joined(about.joins.without(beside)) if beside else about


def by_plain_keys(about: Known, said: Collection[str]) -> Known:
    """What is known, without keys named for a part that nobody speaks of, where a plain one is.

    The players of a guild are those that it is the guild of; its leader is one when they say so.
    """
    unsaid = []
    for role in about.roles:
        if role.itself or {stem_of(word) for word in (*role.nouns, *role.deeds)} & set(said):
            continue
        beside = about.joins.between(role.table, role.other)
        if any(_is_plain(edge, about) for edge in beside):
            pairs = ((role.column, role.key),)
            unsaid.append(Edge(role.table, role.other, pairs, multiplies=False))
    if not unsaid:
        return about
    gone = {(edge.left, edge.right, edge.pairs) for edge in unsaid}
    found = [e for edge in unsaid for e in about.joins.edges(edge.left)
             if (e.left, e.right, e.pairs) in gone]  # fmt: skip
    return about.joined(about.joins.without(found))


def _is_plain(edge: Edge, about: Known) -> bool:
    """Whether a key says by its name no more than which rows it leads to."""
    if len(edge.pairs) != 1:
        return False
    (left, right), turned = edge.pairs[0], edge.multiplies
    column, other, key = (right, edge.left, left) if turned else (left, edge.right, right)
    return not words_beside(column, about.table(other), key)


def parts_played(stream: Stream, known: Known) -> None:
    """`source airport`, `airports that are the destination of`: the part is no column to list."""
    parts = [part for each in _parts(known.joins) for part in each]
    if not parts:
        return
    for item in stream.items:
        if item.letter == "C":
            _name_rows(item, parts, known)
    tables = {c.table for one in stream.items if one.letter == "T" for c in one.candidates[:1]}
    stream.rewrite(r"(?P<c>C)(?=[rhp]*(?P<v>V))", lambda run: _of_value(run, parts))
    stream.rewrite(r"(?<=p)(?P<c>C)(?=[.&]|$)", lambda run: _part(run["c"], tables, "p", parts))
    stream.rewrite(
        r"(?P<c>C)(?=[rhp]*V*(?P<t>T))", lambda run: _said(run["c"], run["t"], "p", parts)
    )
    stream.rewrite(
        r"(?<=T)[rwhp]*(?P<n>n)[hp]*(?P<c>C)p(?=T)",
        lambda run: _said(run["c"], run.before[-1], "n", parts),
    )
    stream.rewrite(
        r"(?<=T)[rwhp]*(?P<c>C)p", lambda run: _said(run["c"], run.before[-1], "h", parts)
    )


def _name_rows(item: Item, parts: Collection[Part], known: Known) -> None:
    """`each source airport` is an airport: the key to it names its rows, as a person calls them."""
    said = _said_of(item)
    refs = {candidate.ref for candidate in item.candidates[:1]}
    for part in parts:
        rows = _stems(expanded(name_words(known.table(part.edge.right).name)))
        if part.ref in refs and said & rows and said - rows and said - rows <= part.stems:
            item.letter, item.payload = "T", None
            item.candidates = [Candidate(part.edge.right, "", item.candidates[0].score)]
            return


def _said(column: Item, table: Item, letter: str, parts: Collection[Part]) -> Item | None:
    """What stands for a column that only says which part the rows of a table play."""
    tables = {c.table for c in table.candidates[:1] if not c.column}
    return _part(column, tables, letter, parts)


def _part(
    column: Item, tables: Collection[str], letter: str, parts: Collection[Part]
) -> Item | None:
    if not any(part.edge.right in tables for part in _meant(column, parts)):
        return None
    column.verb = True
    return Item(letter, column.first, column.last, column.text)


def _of_value(run: Run, parts: Collection[Part]) -> Item | None:
    """`whose destinations are in Italy`, `packed by Ann`: the rows that play the part."""
    for part in _meant(run["c"], parts):
        hits = [hit for hit in run["v"].payload or () if hit.table == part.edge.right]
        if hits:
            run["v"].payload = hits
            if run["c"].text.lower().endswith(" by"):
                run["c"].verb = True
                return Item("p", run["c"].first, run["c"].last, run["c"].text)
            rows = Candidate(part.edge.right, "", run["c"].candidates[0].score)
            return Item("T", run["c"].first, run["c"].last, run["c"].text, candidates=[rows])
    return None


def _meant(column: Item, parts: Collection[Part]) -> list[Part]:
    """The parts that the words of a column are the names of."""
    best = column.candidates[0].score
    refs = {c.ref for c in column.candidates if c.score >= best - _TIED}
    said = _said_of(column)
    return [part for part in parts if part.ref in refs and said <= part.stems]


def _said_of(item: Item) -> frozenset[str]:
    """The words that name a part: `by the` of `reported by the volunteer` names nothing."""
    return _stems(word for word in item.text.lower().split() if word not in _JOINTS)


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem_of(word) for word in words)


def _parts(joins: JoinGraph) -> Iterator[list[Part]]:
    """The parts that rows of a table play for another one: the port that is left, or reached."""
    for edges in joins.side_by_side:
        called = [_stems(expanded(name_words(edge.pairs[0][0]))) for edge in edges]
        found = defaultdict[str, int](int)
        for stems in called:
            for stem in stems:
                found[stem] += 1
        # `friends` of a table of friends are its rows, on whichever side they stand.
        table = _stems(expanded(name_words(edges[0].left)))
        own = [frozenset(s for s in stems if found[s] == 1 and s not in table) for stems in called]
        own = [_with_ends(edge, stems) for edge, stems in zip(edges, own, strict=True)]
        yield [Part(edge, stems) for edge, stems in zip(edges, own, strict=True) if stems]


def _with_ends(edge: Edge, stems: frozenset[str]) -> frozenset[str]:
    """`the receiving club`, where the key to it is called `to_club`."""
    name = edge.pairs[0][0]
    leaves, reaches = plays(name, FROM), plays(name, TO)
    if leaves == reaches or not stems:
        return stems
    return stems | (_FROM_END if leaves else _TO_END)


def ends_named(words: Sequence[Word], about: Known) -> frozenset[str]:
    """Which ends of a way are called by what they do: `the receiving club`, no `received`."""
    rows = {stem_of(name) for key in about.allowed for name in name_words(about.table(key).name)}
    told = {one.lower for one, other in pairwise(words) if other.stem in rows}
    named = ((_GIVING, _FROM_END), (_TAKING, _TO_END))
    return frozenset(end for deeds, ends in named if told & deeds for end in ends)
