"""Conditions on texts: all ways of writing a value count, and texts that stand for nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Column, Kind, Table
from knowledge.shapes import is_missing_text, is_part_of_date, variants_of
from knowledge.shapes.texts import same_text
from knowledge.sql_text import read_sql
from pipeline.checkpoint import Option
from pipeline.hazards.kinds import VARIANTS
from pipeline.hazards.reading import Reading, column_of, mapped, spoken
from pipeline.intent import AnyOf, Clause, Condition, leaves
from pipeline.rules.outcomes import Ask, Outcome
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed

_EQUAL = {"=": "in", "in": "in", "!=": "not in", "<>": "not in", "not in": "not in"}
_MOST_FOUND, _MOST_TOLD = 60, 6
_WORDS_FOR_NONE = ("None", "N/A", "NA", "null", "nil", "nan", "not available", "not applicable")
_NO_DATES = ("0000-00-00", "0000-00-00 00:00:00", "00/00/0000")
# Shares are known to four places: of more rows, one may have no value though the share says so.
_EXACT_SHARE = 10_000
APART = "apart"
_AS_A_VALUE = "Rows with {shown} in {name} count as rows with a value."
_PART_AS_VALUE = "{shown} in {name} counts as a date, though not all of it is known."
_SORTED_APART = "Text is compared letter by letter here: only “{value}” counts, not {others}."


@dataclass(slots=True)
class _Mending:
    """The conditions of one reading, changed one by one; `told` says what was changed."""

    about: Known
    told: list[str] = field(default_factory=list)

    def changed(self, clause: Clause) -> tuple[Clause, ...] | None:
        """What stands for a condition; None where it stays as it is."""
        if not isinstance(clause, Condition):
            return None
        found = column_of(clause.column, self.about)
        if found is None or found[1].kind is not Kind.TEXT:
            return None
        if clause.operator in _EQUAL:
            return self._in_all_ways(clause, *found)
        return self._nothing(clause, *found)

    def _in_all_ways(
        self, clause: Condition, table: Table, column: Column
    ) -> tuple[Clause, ...] | None:
        texts = [value for value in clause.values if isinstance(value, str)]
        found = [ways_of_writing(value, table, column, self.about) for value in texts]
        every = tuple(dict.fromkeys(way for ways in found for way in ways))
        if len(texts) != len(clause.values) or set(every) <= set(texts):
            return None
        for value, ways in zip(texts, found, strict=True):
            self._tell_ways(value, ways, table, column)
        operator = _EQUAL[clause.operator]
        words = clause.words
        return (Condition(column=clause.column, operator=operator, values=every, words=words),)

    def _tell_ways(self, value: str, ways: tuple[str, ...], table: Table, column: Column) -> None:
        others = [way for way in ways if way != value]
        if not others:
            return
        name = spoken(column.name)
        if self.about.is_hushed(table.key):
            self.told.append(f"Upper and lower case and blanks do not count in {name}.")
            return
        shown = listed(f"“{way}”" for way in ways[:_MOST_TOLD])
        self.told.append(f"{shown} in {name} count as one.")

    def _nothing(
        self, clause: Condition, table: Table, column: Column
    ) -> tuple[Clause, ...] | None:
        """`no damage`, where the rows say None: such a text is no value."""
        if clause.operator not in ("is null", "is not null"):
            return None
        texts = tuple(texts_for_nothing(table, column, self.about))
        if not texts:
            return None
        shown = listed((f"“{text}”" for text in texts[:_MOST_TOLD]), "or")
        self.told.append(f"{shown} counts as no {spoken(column.name)}.")
        operator = "in" if clause.operator == "is null" else "not in"
        stored = Condition(
            column=clause.column, operator=operator, values=texts, words=clause.words
        )
        if operator == "not in":
            return (clause, stored)
        filled = column.null_share == 0 and table.rows_exact and (table.rows or 0) <= _EXACT_SHARE
        return (stored,) if filled else (AnyOf(conditions=(clause, stored)),)


def mend_texts(reading: Reading) -> Outcome | None:
    """The reading with all ways of writing a value; None where nothing is to be mended."""
    mending = _Mending(reading.about)
    intent = mapped(reading.planned.intent, mending.changed)
    if intent == reading.planned.intent:
        return None
    mended = reading.with_intent(intent, *mending.told)
    return mended or reading.telling(*_not_mended(reading))


def _not_mended(reading: Reading) -> Iterator[str]:
    """What a statement that cannot be written anew leaves out, said plainly."""
    for condition in _conditions(reading.planned.intent):
        found = column_of(condition.column, reading.about)
        if found is None or found[1].kind is not Kind.TEXT or reading.about.is_hushed(found[0].key):
            continue
        for value in condition.values if condition.operator in _EQUAL else ():
            ways = ways_of_writing(str(value), *found, reading.about)
            others = listed((f"“{way}”" for way in ways if way != value), "or")
            if others:
                yield _SORTED_APART.format(value=value, others=others)
        texts = tuple(texts_for_nothing(*found, reading.about))
        if condition.operator in ("is null", "is not null") and texts:
            shown = listed((f"“{text}”" for text in texts), "or")
            yield _AS_A_VALUE.format(shown=shown, name=spoken(found[1].name))


def _conditions(intent: object) -> list[Condition]:
    found: list[Condition] = []

    def noted(clause: Clause) -> None:
        if isinstance(clause, Condition):
            found.append(clause)

    mapped(intent, noted)
    return found


def ask_about_groups(reading: Reading) -> Outcome | None:
    """Groups, or a count of values, of a column that writes one value in several ways."""
    intent = reading.planned.intent
    counted = [
        m.column for measure in intent.measures for m in leaves(measure)
        if m.function == "count" and m.distinct and m.column
    ]  # fmt: skip
    grouped = [
        each.column for each in intent.dimensions
        if not each.grain and not _is_of_each_row(each.column, reading)
    ]  # fmt: skip
    for ref in dict.fromkeys((*grouped, *counted)):
        found = column_of(ref, reading.about)
        if found is None or found[1].kind is not Kind.TEXT or reading.about.is_hushed(found[0].key):
            continue
        groups = variants_of(reading.about.shown_values(found[0].key, found[1]))
        key = f"{VARIANTS}:{ref}"
        if not groups:
            continue
        ways = listed(f"“{way}”" for way in groups[0][:_MOST_TOLD])
        name = spoken(found[1].name)
        if reading.choices.get(key) == APART:
            return _told_once(reading, f"{ways} in {name} are counted apart, as they are written.")
        return Ask(
            id=key,
            kind="columns",
            prompt=(
                f"One {name} is written in several ways: {ways}. I cannot count them as one. "
                "Should each spelling be counted separately?"
            ),
            options=(Option(id=APART, label="Yes, each way of writing by itself"),),
            default="",
        )
    return None


def _is_of_each_row(ref: str, reading: Reading) -> bool:
    """Whether the rows of the column's table are groups of their own: they are grouped by a key."""
    found = column_of(ref, reading.about)
    keys = {name.lower() for name in found[0].primary_key} if found else set[str]()
    groups = reading.tree.find_all(exp.Group) if reading.tree is not None else ()
    return any(column.name.lower() in keys for g in groups for column in g.find_all(exp.Column))


def _told_once(reading: Reading, sentence: str) -> Outcome | None:
    return None if sentence in reading.planned.assumptions else reading.telling(sentence)


def ways_of_writing(value: str, table: Table, column: Column, about: Known) -> tuple[str, ...]:
    """The stored values that differ from this one only by case and blanks, itself among them."""
    wanted = same_text(value)
    hits = about.values.find(value, limit=_MOST_FOUND)
    indexed = (hit.value for hit in hits if (hit.table, hit.column) == (table.key, column.name))
    stored = [text for text in (*column.values, *indexed) if same_text(text) == wanted]
    return tuple(dict.fromkeys((value, *stored)))


def texts_for_nothing(table: Table, column: Column, about: Known) -> tuple[str, ...]:
    """The stored texts of a column that stand for no value."""
    known = [text for text in column.values if is_missing_text(text)]
    if not column.complete:
        for word in _WORDS_FOR_NONE:
            known += [
                text for text in ways_of_writing(word, table, column, about)[1:]
                if is_missing_text(text)
            ]  # fmt: skip
        for text in _NO_DATES:
            hits = about.values.find(text, limit=_MOST_FOUND)
            here = ((hit.table, hit.column, hit.value) for hit in hits)
            known += [text] if (table.key, column.name, text) in here else []
    return tuple(dict.fromkeys(known))


def tell_parts_of_dates(reading: Reading) -> Outcome | None:
    """Texts of dates without a day or a month, where it counts whether there is a date."""
    told = []
    for condition in _conditions(reading.planned.intent):
        found = column_of(condition.column, reading.about)
        if found is None or condition.operator not in ("is null", "is not null"):
            continue
        parts = [text for text in found[1].values if is_part_of_date(text)]
        if parts and not reading.about.is_hushed(found[0].key):
            shown = listed((f"“{text}”" for text in parts[:_MOST_TOLD]), "or")
            told.append(_PART_AS_VALUE.format(shown=shown, name=spoken(found[1].name)))
    new = [each for each in dict.fromkeys(told) if each not in reading.planned.assumptions]
    return reading.telling(*new) if new else None


def values_left_out(sql: str, about: Known) -> tuple[str, ...]:
    """What a statement that nobody reads from a question leaves out: other ways of writing."""
    try:
        tree = read_sql(sql, about.catalog.dialect)
    except SqlglotError:
        return ()
    told: list[str] = []
    compared = {(each.column, each.value) for each in texts_compared(tree)}
    for ref, value in sorted(compared):
        found = column_of(ref, about)
        if found is None or found[1].kind is not Kind.TEXT or about.is_hushed(found[0].key):
            continue
        ways = ways_of_writing(value, *found, about)
        others = listed((f"“{w}”" for w in ways if (ref, w) not in compared), "or")
        if others:
            told.append(_SORTED_APART.format(value=value, others=others))
    return (*told, *_counted_as_values(tree, about))


def _counted_as_values(tree: exp.Expr, about: Known) -> Iterator[str]:
    """Conditions on missing values, where the rows write such a value as a text."""
    refs = (column_named(test.this, tree) for test in tree.find_all(exp.Is))
    for ref in dict.fromkeys(ref for ref in refs if ref):
        found = column_of(ref, about)
        if found is None or found[1].kind is not Kind.TEXT or about.is_hushed(found[0].key):
            continue
        texts = [text for text in texts_for_nothing(*found, about) if not _is_compared(text, tree)]
        if texts:
            shown = listed((f"“{text}”" for text in texts[:_MOST_TOLD]), "or")
            yield _AS_A_VALUE.format(shown=shown, name=spoken(found[1].name))


def _is_compared(text: str, tree: exp.Expr) -> bool:
    return any(each.is_string and str(each.this) == text for each in tree.find_all(exp.Literal))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCompared:
    """A text in a condition of a statement: `test` compares it with the column `table.column`."""

    test: exp.Expr
    text: exp.Literal
    column: str

    @property
    def value(self) -> str:
        return str(self.text.this)


def texts_compared(tree: exp.Expr) -> Iterator[TextCompared]:
    """The texts that columns are compared with as they stand; what is set to a value is none."""
    for test in tree.find_all(exp.EQ, exp.NEQ, exp.In):
        if isinstance(test.parent, exp.Update) and test.arg_key == "expressions":
            continue
        sides = (test.this, *(test.expressions if isinstance(test, exp.In) else [test.expression]))
        refs = [ref for side in sides if (ref := column_named(side, tree))]
        for side in sides if len(refs) == 1 else ():
            if isinstance(side, exp.Literal) and side.is_string:
                yield TextCompared(test=test, text=side, column=refs[0])


def column_named(node: object, tree: exp.Expr) -> str:
    """The `table.column` that a column of the statement is; empty for anything else."""
    if not isinstance(node, exp.Column):
        return ""
    scope = node.find_ancestor(exp.Select) or tree
    for tables in (_tables_of(scope), _tables_of(tree), list(tree.find_all(exp.Table))):
        named = [t for t in tables if not node.table or t.alias_or_name == node.table]
        if named and (node.table or len(named) == 1):
            table = named[0]
            return f"{table.db}.{table.name}.{node.name}".lstrip(".")
    return ""


def _tables_of(scope: exp.Expr) -> list[exp.Table]:
    """The tables that a query reads, or that a change is made to."""
    source = scope.args.get("from_") if isinstance(scope, exp.Select) else scope
    sources = [source, *(scope.args.get("joins") or [])]
    found = (each.this for each in sources if each is not None)
    return [table for table in found if isinstance(table, exp.Table)]
