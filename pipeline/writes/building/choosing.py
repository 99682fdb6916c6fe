"""Which rows a wish means: the planner reads them, as it reads a question about them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.catalog import Kind, Table
from knowledge.sql_text import read_sql
from pipeline.checkpoint import Option, Question
from pipeline.rules.asking.ask import LEFT_OUT
from pipeline.rules.deciding import NOTHING_FOUND
from pipeline.rules.outcomes import Ask, Cannot, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.times.values import TimeSpan
from pipeline.writes.building.identifiers import column_node, unquoted
from pipeline.writes.building.naming import Names
from pipeline.writes.building.unsettled import UnsettledError, ask, cannot

_NUMBERED = re.compile(
    r"^(?:the\s+)?(?P<noun>[A-Za-z][\w ]*?)\s*(?:number|no\.?|nr\.?|id|with id|with the id|#)?"
    r"\s*[:=#]?\s*(?P<number>\d+)$",
    re.IGNORECASE,
)
_TABLE_WORD = re.compile(r"\s+(?:rows?|records?|entries|table)\b", re.IGNORECASE)
_FIRST = re.compile(r"^(?:all\s+(?:of\s+)?)?(?:the\s+)?", re.IGNORECASE)
_EVERYTHING = re.compile(
    r"^(?:everything|all rows|all records|all data|the data|all)\s+(?:in|from|of)\s+", re.IGNORECASE
)
_QUOTED = re.compile(r"“([^”]+)”")
_LEAVES_OUT = ("word:", LEFT_OUT)
_GO_ON = "Say which rows are meant, or write the statement."


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows of one table; no condition means all of them."""

    table: Table
    condition: exp.Expr | None


class RowsChooser:
    """Reads which rows are meant, with what the person has answered so far."""

    def __init__(self, known: Known, choices: Mapping[str, str], times: Sequence[TimeSpan]) -> None:
        self._known = known
        self._dialect = known.catalog.dialect
        self._names = Names(known, choices)
        # The card of the approval shows the reading in full: it need not be confirmed before.
        self._choices = {**choices, "reading": "as-read"}
        self._times = times

    def rows(self, phrase: str) -> Rows:
        """The rows that a phrase with a table's name in it means.

        Raises `UnsettledError`.
        """
        phrase = _EVERYTHING.sub("all ", _TABLE_WORD.sub("", phrase)).strip()
        numbered = self._numbered(phrase)
        if numbered is not None:
            return numbered
        bare = self._names.table_or_none(_FIRST.sub("", phrase))
        if bare is not None:
            return Rows(table=bare, condition=None)
        said = _FIRST.sub("", phrase)
        return self._read(f"How many {said}?", said)

    def rows_of_column(self, column: str, phrase: str) -> Rows:
        """The rows of the table that has the column, where the phrase names no table itself.

        Raises `UnsettledError`.
        """
        joint = "" if re.match(r"(?:of|in|for|on|from|with|where)\b", phrase) else "of "
        rest = re.sub(r"^of\s+", "of ", phrase)
        return self._read(f"List the {column} {joint}{rest}", phrase)

    def row_called(self, phrase: str, tables: Sequence[Table]) -> Rows | None:
        """The rows of that very name, where one alone of the tables has such rows."""
        said = phrase.strip("\"'` ")
        hits = [hit for hit in self._known.values.find(said) if hit.score == 1]
        found = [
            (table, hit)
            for table in tables
            for hit in hits
            if hit.table == table.key and hit.column in display_columns(table)
        ]
        if len(found) != 1:
            return None
        ((table, hit),) = found
        column = column_node(hit.column, self._dialect)
        same = exp.EQ(this=column, expression=exp.Literal.string(hit.value))
        return Rows(table=table, condition=same)

    def _numbered(self, phrase: str) -> Rows | None:
        """`order 17`: the row of that key."""
        found = _NUMBERED.match(phrase)
        table = self._names.table_or_none(found["noun"]) if found else None
        if found is None or table is None or len(table.primary_key) != 1:
            return None
        key = table.column(table.primary_key[0])
        if key is None or key.kind is not Kind.INTEGER:
            return None
        value = exp.Literal.number(found["number"])
        return Rows(
            table=table,
            condition=exp.EQ(this=column_node(key.name, self._dialect), expression=value),
        )

    def _read(self, question: str, said: str) -> Rows:
        times = self._shifted(question)
        # A whole reading may leave a word out, and would then change more rows than were meant.
        outcome = plan(question, self._known, times=times, choices=self._choices, readings=False)
        if isinstance(outcome, Planned):
            return self._chosen(outcome)
        if isinstance(outcome, Ask) and not outcome.id.startswith(_LEAVES_OUT):
            raise _asked(outcome)
        named = self._named_in(said)
        if named is not None:
            return named
        unread = _unread(outcome, said)
        raise cannot(because=unread, next_step=_GO_ON, linked=False)

    def _named_in(self, said: str) -> Rows | None:
        """`room Cellar`: the table's name, and then the name of a row."""
        words = said.split()
        for count in range(len(words) - 1, 0, -1):
            try:
                table = self._names.table_or_none(" ".join(words[:count]))
            except UnsettledError:
                continue
            rows = self.row_called(" ".join(words[count:]), [table]) if table else None
            if rows is not None:
                return rows
        return None

    def _shifted(self, question: str) -> tuple[TimeSpan, ...]:
        """The time spans where their words stand in the question that is asked."""
        found = []
        for span in self._times:
            at = question.find(span.words)
            if at >= 0:
                found.append(replace(span, at=at, until=at + len(span.words)))
        return tuple(found)

    def _chosen(self, planned: Planned) -> Rows:
        dialect = self._known.catalog.dialect
        tree = read_sql(planned.sql, dialect)
        if planned.left_out or not isinstance(tree, exp.Select) or not _is_plain(tree):
            raise cannot(because="I do not know exactly which rows you mean.", next_step=_GO_ON)
        source = _wanted(tree)
        table = self._table_of(source)
        return Rows(table=table, condition=_condition(tree, source, dialect))

    def _table_of(self, source: exp.Table) -> Table:
        key = f"{source.db}.{source.name}" if source.db else source.name
        return self._known.table(key)


def _unread(outcome: Ask | Cannot, said: str) -> str:
    """Why rows cannot be told, in the person's own words alone."""
    if isinstance(outcome, Ask):
        words = outcome.id.partition(":")[2]
        at = said.lower().find(words) if words else -1
        unknown = said[at : at + len(words)] if at >= 0 else said
        return f"I cannot tell which rows “{unknown}” means."
    quoted = _QUOTED.findall(outcome.reason)
    if outcome.reason == NOTHING_FOUND or any(words not in said for words in quoted):
        return f"I cannot tell which rows “{said}” means."
    return outcome.reason


def _asked(asked: Ask) -> UnsettledError:
    """The planner's question."""
    options = tuple(
        Option(id=option.id, label=option.label, detail=option.detail)
        for option in asked.options
        if option.id != IGNORED
    )
    question = Question(id=asked.id, text=asked.prompt, options=options, default=options[0].id)
    return ask(question) if options else cannot(because=asked.prompt, next_step=_GO_ON)


def _is_plain(tree: exp.Select) -> bool:
    """Whether the query shows rows of one table as they are: nothing grouped, cut or ordered."""
    counted = any(isinstance(item.unalias(), exp.AggFunc) for item in tree.expressions)
    shapes = ("group", "having", "limit", "with_", "qualify")
    return not any(tree.args.get(shape) for shape in shapes) and (
        len(tree.expressions) == 1 or not counted
    )


def _wanted(tree: exp.Select) -> exp.Table:
    """The table whose rows the query counts, or whose column it shows."""
    sources: list[exp.Table] = [
        tree.args["from_"].this,
        *(join.this for join in tree.args.get("joins") or []),
    ]
    shown = next(iter(tree.expressions)).unalias()
    column = shown.find(exp.Column)
    named = next((s for s in sources if column is not None and s.name == column.table), None)
    return named if named is not None else sources[0]


def _condition(tree: exp.Select, source: exp.Table, dialect: str) -> exp.Expr | None:
    joins = tree.args.get("joins") or []
    where = tree.args.get("where")
    if not joins:
        return unquoted(_own(where.this, source), dialect) if where else None
    others = [tree.args["from_"].this, *(join.this for join in joins)]
    inner = exp.select(exp.Literal.number(1))
    for place, other in enumerate(other for other in others if other is not source):
        inner = inner.from_(other) if place == 0 else inner.join(other, join_type="cross")
    for join in joins:
        inner = inner.where(join.args["on"])
    inner = inner.where(where.this) if where else inner
    return unquoted(_own(exp.Exists(this=inner), source), dialect)


def _own(condition: exp.Expr, source: exp.Table) -> exp.Expr:
    """The condition over the table's own columns: others stand in it as lists of keys."""
    top = exp.Paren(this=condition)
    for part in list(top.find_all(exp.Exists)):
        _as_membership(part, source)
    for column in list(top.find_all(exp.Column)):
        if column.table == source.name and column.find_ancestor(exp.Select) is None:
            column.set("table", None)
    return top.unnest()


def _as_membership(part: exp.Exists, source: exp.Table) -> None:
    """`EXISTS (... WHERE t.id = o.t_id AND ...)` as `id IN (SELECT o.t_id FROM ... WHERE ...)`."""
    inner = part.this
    where = inner.args.get("where") if isinstance(inner, exp.Select) else None
    parts = list(where.this.flatten()) if where and isinstance(where.this, exp.And) else []
    parts = parts or ([where.this] if where else [])
    links = [each for each in parts if source.name in _tables_in(each)]
    if len(links) != 1 or not isinstance(links[0], exp.EQ):
        return
    own, other = links[0].this, links[0].args["expression"]
    if own.table != source.name:
        own, other = other, own
    if not isinstance(own, exp.Column) or not isinstance(other, exp.Column):
        return
    rest = [each.copy() for each in parts if each is not links[0]]
    query = inner.copy()
    query.set("expressions", [other.copy()])
    query.set("where", None)
    # One empty key in the list would make NOT IN true of no row.
    present = exp.Not(this=exp.Is(this=other.copy(), expression=exp.Null()))
    wanted = [*rest, present] if isinstance(part.parent, exp.Not) else rest
    for each in wanted:
        query = query.where(each)
    part.replace(exp.In(this=own.copy(), query=query.subquery()))


def _tables_in(node: exp.Expr) -> set[str]:
    return {column.table for column in node.find_all(exp.Column)}
