"""Meanings: what the glossary said of an approved question, and whether it says the same now."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from knowledge.catalog import Catalog, Kind
from knowledge.glossary import Glossary, Metric, Region
from knowledge.matching import wordlists
from knowledge.matching.stem import stem
from knowledge.validated.drift import uses_of
from knowledge.validated.query import ValidatedQuery

Stems = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")  # noqa: RUF001 - people type typographic signs
_WORDS, _METRIC, _ROWS, _DATES = "words:", "metric:", "rows:", "dates:"
_PLURAL = 3


class Meanings:
    """A glossary by the names that questions say; what it says is told in its own words."""

    def __init__(self, glossary: Glossary, catalog: Catalog) -> None:
        self._glossary = glossary
        self._catalog = catalog
        self._metrics = {metric.name.lower(): metric for metric in glossary.metrics}
        self._explained = {
            stems: each.words
            for each in glossary.definitions
            for name in each.names
            for stems in [_stems(name)]
        }
        self._told: dict[Stems, set[str]] = defaultdict(set)
        self._dated: dict[Stems, set[str]] = defaultdict(set)
        for name, text, dates in _entries(glossary):
            self._told[_stems(name)].add(text)
            self._dated[_stems(name)].add(f"{text}, by {dates}" if dates else text)
        self._told.pop((), None)
        self._capitals = {_stems(name) for name, _, _ in _entries(glossary) if _is_capital(name)}
        self._longest = max(map(len, self._told), default=0)

    def of(self, query: ValidatedQuery) -> Mapping[str, str]:
        """All that the query depends on, as the glossary has it now."""
        dated = sorted(self._dated_tables(query))
        keys = [_WORDS + words for words in self._named(query.wordings).values()]
        keys += [_METRIC + name for name in _measures(query) if name in self._metrics]
        keys += [_ROWS + table for table in query.tables]
        keys += [_DATES + table for table in dated]
        return {key: self._text(key, dated=bool(dated)) for key in keys}

    def of_answer(self, question: str, sql: str, measures: Iterable[str]) -> Mapping[str, str]:
        """As `of`, of an answer that nobody has approved yet."""
        catalog = self._catalog
        tables, columns = uses_of(sql, catalog.dialect, catalog)
        query = ValidatedQuery(
            id="",
            workspace="",
            question=question,
            sql=sql,
            dialect=catalog.dialect,
            contract={"measures": [{"name": name} for name in measures]},
            tables=tables,
            columns=columns,
        )
        return self.of(query)

    def changed(self, query: ValidatedQuery) -> tuple[str, ...]:
        """What it says otherwise than at the query's approval, one sentence each.

        Nothing is known of a query that was kept before its meanings were.
        """
        approved = query.meanings
        if approved is None:
            return ()
        dated = any(key.startswith(_DATES) for key in approved)
        reasons = []
        for key, before in approved.items():
            now = self._text(key, dated=dated)
            if now != before and self._concerns(key, query):
                reasons.append(_changed(key, before, now))
        known = {_stems(_after(key)) for key in approved if key.startswith((_WORDS, _METRIC))}
        for stems, words in self._named(query.wordings).items():
            if stems not in known:
                reasons.append(_changed(_WORDS, "", self._text(_WORDS + words), words))
        # A title begins with a capital: its metric is told once, as the glossary writes it.
        return tuple({reason.lower(): reason for reason in reasons}.values())

    def explained_besides(self, question: str, query: ValidatedQuery) -> tuple[str, ...]:
        """Words of a question that a definition explains, and that the approved one has not."""
        approved = self._named(query.wordings)
        asked = self._named((question,)).items()
        return tuple(
            words for stems, words in asked if stems in self._explained and stems not in approved
        )

    def _text(self, key: str, *, dated: bool = False) -> str:
        """What the glossary says of what a key is about; nothing where it does not speak of it."""
        kind, _, name = key.partition(":")
        note = self._glossary.note(name)
        if kind + ":" == _ROWS:
            return " and ".join(sorted(map(_plain, note.filters))) if note else ""
        if kind + ":" == _DATES:
            zones = sorted(note.time_zones.items()) if note else []
            days = [note.time_column] if note and note.time_column else []
            forms = sorted(note.stored_times.items()) if note else []
            said = (f"{column} in {told}" for column, told in (*zones, *forms))
            return ", ".join((*days, *said))
        if kind + ":" == _METRIC:
            metric = self._metrics.get(name)
            return _number(metric) if metric else ""
        return " or ".join(sorted((self._dated if dated else self._told).get(_stems(name), ())))

    def _concerns(self, key: str, query: ValidatedQuery) -> bool:
        return not key.startswith((_ROWS, _DATES)) or _after(key) in query.tables

    def _named(self, texts: Iterable[str]) -> dict[Stems, str]:
        """The names that texts say, as they say them; also by way of words that explain others."""
        found: dict[Stems, str] = {}
        open_ = list(texts)
        while open_:
            for stems, words in self._said(open_.pop()):
                if stems not in found:
                    found[stems] = words
                    open_ += [self._explained[stems]] if stems in self._explained else []
        return found

    def _said(self, text: str) -> Iterator[tuple[Stems, str]]:
        """Each name of a text; none that is only a part of a longer one."""
        words = _words(text)
        stems = tuple(_stem(word.lower()) for word in words)
        spans = [
            (at, until)
            for at in range(len(words))
            for until in range(at + 1, min(at + self._longest, len(words)) + 1)
            if stems[at:until] in self._told
            # `IT`, `AS`: only as they are written, where the word means something else.
            if stems[at:until] not in self._capitals or words[at].isupper()
        ]
        for at, until in spans:
            # Definitions are read before all other names.
            first = stems[at:until] in self._explained
            longer = (
                (a, u)
                for a, u in spans
                if a <= at and until <= u and (a, u) != (at, until)
                if not first or stems[a:u] in self._explained
            )
            if next(longer, None) is None:
                yield stems[at:until], " ".join(words[at:until])

    def _dated_tables(self, query: ValidatedQuery) -> set[str]:
        """The tables of which the SQL uses a column of days or moments."""
        found = set()
        for name in query.columns:
            key, _, column = name.rpartition(".")
            table = self._catalog.table(key)
            used = table.column(column) if table else None
            if used is not None and used.kind in (Kind.DATE, Kind.TIMESTAMP):
                found.add(key)
        return found


def _entries(glossary: Glossary) -> Iterator[tuple[str, str, str]]:
    """Each name, what it stands for, and the dates that it goes by."""
    for metric in glossary.metrics:
        for name in (metric.name, *metric.synonyms):
            yield name, _number(metric), metric.time_column
    for term in glossary.terms:
        yield from ((name, _plain(term.means), "") for name in (term.name, *term.synonyms))
    for definition in glossary.definitions:
        yield from ((name, _plain(definition.words), "") for name in definition.names)
    for region in glossary.regions:
        yield from ((name, _place(region), "") for name in (region.name, *region.synonyms))
    for union in glossary.unions:
        tables = " with ".join(sorted(union.tables))
        yield from ((name, tables, "") for name in (union.name, *union.synonyms))
    for note in glossary.tables:
        yield from ((name, note.table, "") for name in note.synonyms)


def _number(metric: Metric) -> str:
    conditions = " and ".join(sorted(map(_plain, metric.filters)))
    rows = f"all rows of {', '.join(sorted(metric.all_rows_of))}" if metric.all_rows_of else ""
    where = f"where {conditions}" if conditions else ""
    parts = (f"{_plain(metric.expression)} of {metric.table}", where, rows)
    return ", ".join(part for part in parts if part)


def _place(region: Region) -> str:
    return region.table or f"{region.column}: {', '.join(sorted(region.values))}"


def _measures(query: ValidatedQuery) -> list[str]:
    """The names of the numbers that people confirmed, in small letters."""
    measures = query.contract.get("measures")
    rows = measures if isinstance(measures, list | tuple) else ()
    return [str(row.get("name", "")).lower() for row in rows if isinstance(row, Mapping)]


def _changed(key: str, before: str, now: str, name: str = "") -> str:
    about = name or _after(key)
    if key.startswith(_ROWS):
        was, is_ = (f"those where {text}" if text else "all" for text in (before, now))
        return f"the rows of {about} that count were {was}, and are {is_} now"
    if key.startswith(_DATES):
        was, is_ = (text or "not named" for text in (before, now))
        return f"the dates of {about} were {was}, and are {is_} now"
    was, is_ = (f"“{text}”" if text else "nothing of its own" for text in (before, now))
    return f"“{about}” meant {was}, and means {is_} now"


def _after(key: str) -> str:
    return key.partition(":")[2]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> list[str]:
    return _WORD.findall(_POSSESSIVE.sub("", text))


def _stems(text: str) -> Stems:
    return tuple(_stem(word.lower()) for word in _words(text))


def _is_capital(name: str) -> bool:
    return name.isupper() and name.lower() in wordlists.LIGHT


def _stem(word: str) -> str:
    """Its stem; `SRs` are each an SR."""
    short = len(word) == _PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if short else stem(word)
