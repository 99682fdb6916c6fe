"""What a statement does, as elements that words of a question are matched with."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.catalog import Column, Table
from knowledge.semantics import SemanticModel, corrected, draft
from knowledge.sql_text import read_sql
from pipeline.accounting.forms import forms_of, forms_of_name, forms_of_text
from pipeline.made_once import made_once
from pipeline.rules.schema.known import Known
from pipeline.sql.names.grants import table_in_catalog

TABLE, SHOWN, GROUPED, TESTED, ORDERED, COMPUTED, VALUE, NAMED = (
    "table", "shown", "grouped", "tested", "ordered", "computed", "value", "named",
)  # fmt: skip
_CONDITIONS = (exp.Where, exp.Having, exp.Join, exp.Filter, exp.If, exp.Qualify)
_NO = frozenset(("0", "false", "no", "n", "f"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """A part of a statement. `forms` are what it is called, `also` what stands beside that.

    `denied` says that rows with it are left out; `ref` is its `table.column`, or its table.
    """

    role: str
    forms: frozenset[str]
    also: frozenset[str] = frozenset()
    denied: bool = False
    standing: bool = False
    ref: str = ""


@dataclass(frozen=True)
class Statement:
    """The tree of a statement over what is known, and its elements."""

    tree: exp.Expr
    about: Known
    _columns: dict[int, tuple[Table, Column] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, sql: str, about: Known) -> "Statement | None":
        """The statement; None where it cannot be read."""
        try:
            return cls(read_sql(sql, about.catalog.dialect), about)
        except SqlglotError:
            return None

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return tuple({t.key: t for t in self._by_alias.values()}.values())

    @cached_property
    def _by_alias(self) -> dict[str, Table]:
        found: dict[str, Table] = {}
        catalog = self.about.catalog
        for node in self.tree.find_all(exp.Table):
            name = f"{node.db}.{node.name}" if node.db else node.name
            table = table_in_catalog(name, catalog, catalog.dialect)
            if table is not None:
                found.setdefault(node.alias_or_name.lower(), table)
        return found

    def column(self, node: exp.Column) -> tuple[Table, Column] | None:
        """The column of the catalog that a column of the statement is."""
        owner = self._by_alias.get(node.table.lower()) if node.table else None
        for table in (owner,) if owner is not None else self.tables:
            column = table.column(node.name)
            if column is not None:
                return table, column
        return None

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        return (*self._tables(), *self._of_columns(), *self._values(), *self._named())

    @cached_property
    def refs(self) -> frozenset[str]:
        """The columns that stand anywhere, as `table.column` in lower case."""
        found = (self.column(node) for node in self.tree.find_all(exp.Column))
        own = {f"{at[0].key}.{at[1].name}".lower() for at in found if at is not None}
        if self.tree.find(exp.Star) is not None and not self.tree.find(exp.AggFunc):
            own |= {f"{t.key}.{c.name}".lower() for t in self.tables for c in t.columns}
        return frozenset(own)

    @cached_property
    def model(self) -> SemanticModel:
        return made_once(
            self.about, "semantic model",
            lambda: corrected(
                draft(self.about.catalog), self.about.glossary, self.about.catalog
            ),
        )  # fmt: skip

    @cached_property
    def numbers(self) -> frozenset[float]:
        """The numbers of the statement, those within texts and formats as well."""
        texts = (str(each.name) for each in self.tree.find_all(exp.Literal, exp.Identifier))
        found = {float(n) for text in texts for n in re.findall(r"\d+(?:\.\d+)?", text)}
        return frozenset(found)

    def has(self, *kinds: type[exp.Expr]) -> bool:
        return self.tree.find(*kinds) is not None

    @cached_property
    def keeps_dates(self) -> bool:
        """Whether a date or a moment is compared or computed with."""
        dated = (self.column(node) for node in self.tree.find_all(exp.Column))
        return any(at is not None and (at[1].kind.is_dated or at[1].stored_time) for at in dated)

    @cached_property
    def is_cut_by_date(self) -> bool:
        """Whether rows are grouped by a date or a part of one; a list shows its dates."""
        roles = (GROUPED,) if self.aggregates else (SHOWN, ORDERED)
        cut = (each.ref for each in self.elements if each.role in roles)
        found = (column_of(ref, self.about) for ref in cut)
        return any(
            at is not None and (at[1].kind.is_dated or at[1].stored_time or _is_calendar(at[1]))
            for at in found
        )  # fmt: skip

    @cached_property
    def divides(self) -> bool:
        """Whether a part is set against a whole, or an average of a condition is taken."""
        return self.has(exp.Div, exp.Avg)

    @cached_property
    def is_grouped(self) -> bool:
        return self.has(exp.Group, exp.Window, exp.Distinct)

    @cached_property
    def aggregates(self) -> bool:
        return self.has(exp.AggFunc)

    def _tables(self) -> Iterator[Element]:
        denied = self._denied_tables
        for table in self.tables:
            yield Element(
                role=TABLE, forms=self._forms_of_table(table), also=forms_of_text(table.comment),
                denied=table.key in denied, ref=table.key,
            )  # fmt: skip

    def _forms_of_table(self, table: Table) -> frozenset[str]:
        note = self.about.glossary.note(table.key)
        meaning = self.model.table(table.key)
        names = [*(note.synonyms if note else ()), meaning.row if meaning else ""]
        names += [t.name for t in self.about.glossary.terms if t.means.lower() == table.key.lower()]
        told = (forms_of_text(name) for name in names)
        return forms_of_name(table.name).union(*told, forms_of_text(table.grain))

    @cached_property
    def _denied_tables(self) -> frozenset[str]:
        """The tables of which a row must not be there."""
        found = set()
        for node in self.tree.find_all(exp.Table):
            table = self._by_alias.get(node.alias_or_name.lower())
            if table is not None and is_denied(node):
                found.add(table.key)
        for test in self.tree.find_all(exp.Is):
            if isinstance(test.expression, exp.Null) and isinstance(test.this, exp.Column):
                at = self.column(test.this)
                joined = self.tree.find(exp.Join) is not None and at is not None
                if at is not None and joined and not isinstance(test.parent, exp.Not):
                    found.add(at[0].key)
        return frozenset(found)

    def _of_columns(self) -> Iterator[Element]:
        dates = self._aliases
        for node in self.tree.find_all(exp.Column):
            at = self.column(node)
            role = role_of(node)
            inner = dates.get(node.name.lower()) if at is None else None
            if at is None and inner is None and node.this.args.get("quoted"):
                # Some engines read a name in quotes that no column has as a text.
                forms = forms_of_text(node.name)
                yield Element(role=VALUE, forms=forms, denied=_is_left_out(node))
            elif role == "joined":
                yield from self._of_key(at)
            elif inner is not None:
                for each in inner.find_all(exp.Column):
                    yield self._of_column(self.column(each), each, role, denied=False)
                yield Element(role=role, forms=forms_of_name(node.name))
            else:
                yield self._of_column(at, node, role, denied=_is_left_out(node))
        yield from self._by_place()

    def _of_key(self, at: tuple[Table, Column] | None) -> Iterator[Element]:
        if at is not None:
            forms = forms_of_name(at[1].name)
            yield Element(role=NAMED, forms=forms, ref=f"{at[0].key}.{at[1].name}")

    def _by_place(self) -> Iterator[Element]:
        """Columns that are grouped by their place in what is shown."""
        for select in self.tree.find_all(exp.Select):
            group = select.args.get("group")
            for each in group.expressions if group is not None else ():
                place = int(each.name) - 1 if isinstance(each, exp.Literal) and each.is_int else -1
                shown = select.expressions
                if 0 <= place < len(shown):
                    for node in shown[place].find_all(exp.Column):
                        yield self._of_column(self.column(node), node, GROUPED, denied=False)

    @cached_property
    def _aliases(self) -> dict[str, exp.Expr]:
        return {
            each.alias.lower(): each.this
            for each in self.tree.find_all(exp.Alias) if isinstance(each.this, exp.Expr)
        }  # fmt: skip

    def _of_column(
        self, at: tuple[Table, Column] | None, node: exp.Column, role: str, *, denied: bool
    ) -> Element:
        if at is None:
            return Element(role=role, forms=forms_of_name(node.name), denied=denied)
        table, column = at
        ref = f"{table.key}.{column.name}"
        forms = forms_of_name(column.name).union(
            *(
                forms_of_text(name)
                for term in self.about.glossary.terms if term.means.lower() == ref.lower()
                for name in (term.name, *term.synonyms)
            )
        )  # fmt: skip
        owners = self._forms_of_table(table)
        for key in table.foreign_keys:
            to = self.about.catalog.table(key.to_table) if column.name in key.columns else None
            owners |= self._forms_of_table(to) if to is not None else frozenset()
        also = forms_of_text(column.comment) | owners
        return Element(role=role, forms=forms, also=also, denied=denied, ref=ref)

    def _values(self) -> Iterator[Element]:
        for literal in self.tree.find_all(exp.Literal):
            test = literal.find_ancestor(exp.Predicate, exp.In, exp.Like, exp.Between)
            if not literal.is_string or test is None:
                continue
            node = next(test.find_all(exp.Column), None)
            at = self.column(node) if node is not None else None
            yield Element(
                role=VALUE, forms=forms_of_text(str(literal.this)), denied=_is_left_out(literal),
                ref=f"{at[0].key}.{at[1].name}" if at is not None else "",
            )  # fmt: skip

    def _named(self) -> Iterator[Element]:
        """Numbers and states with a name, whose SQL is in the statement."""
        text = _bare(self.tree)
        glossary, dialect = self.about.glossary, self.about.catalog.dialect
        for metric in self.about.metrics:
            if _holds(text, metric.expression, dialect):
                names = (metric.name, *metric.synonyms)
                yield Element(
                    role=COMPUTED, forms=frozenset().union(*map(forms_of_text, names)),
                    also=forms_of_text(metric.description), ref=metric.name,
                )  # fmt: skip
        for term in glossary.terms:
            if " " in term.means and _holds(text, term.means, dialect):
                names = (term.name, *term.synonyms)
                yield Element(role=TESTED, forms=frozenset().union(*map(forms_of_text, names)))
        for table in self.tables:
            meaning = self.model.table(table.key)
            for state in meaning.states if meaning is not None else ():
                if _holds(text, state.condition, dialect):
                    forms = frozenset().union(*map(forms_of_text, state.words))
                    yield Element(role=TESTED, forms=forms, ref=f"{table.key}.{state.column}")
            for measure in meaning.measures if meaning is not None else ():
                if {f"{r.table}.{r.column}".lower() for r in measure.refs} <= self.refs:
                    forms = frozenset().union(*map(forms_of_text, measure.words), ())
                    yield Element(role=NAMED, forms=forms)


def column_of(ref: str, about: Known) -> tuple[Table, Column] | None:
    """The column of a `table.column`, with its table."""
    owner, _, name = ref.rpartition(".")
    table = about.catalog.table(owner)
    column = table.column(name) if table is not None else None
    return (table, column) if table is not None and column is not None else None


def _is_calendar(column: Column) -> bool:
    return bool(forms_of_name(column.name) & _CALENDAR)


_CALENDAR = frozenset().union(
    *map(forms_of, ("date", "day", "week", "month", "quarter", "year", "period", "time"))
)


def role_of(node: exp.Expr) -> str:
    """What a column does: the nearest clause around it says so."""
    parent = node.parent
    if isinstance(parent, exp.EQ):
        other = parent.right if parent.left is node else parent.left
        if isinstance(other, exp.Column) and parent.find_ancestor(exp.Join, exp.Where) is not None:
            return "joined"
    while parent is not None and not isinstance(parent, exp.Select):
        if isinstance(parent, exp.Group):
            return GROUPED
        if isinstance(parent, exp.Window) and node.find_ancestor(exp.AggFunc) is None:
            return GROUPED
        if isinstance(parent, exp.Ordered):
            return ORDERED
        if isinstance(parent, _CONDITIONS):
            return TESTED
        if isinstance(parent, exp.AggFunc):
            inner = node.find_ancestor(exp.If, exp.Filter)
            return TESTED if inner is not None else COMPUTED
        parent = parent.parent
    return SHOWN


def is_denied(node: exp.Expr) -> bool:
    """Whether rows that have this are left out."""
    before, parent = node, node.parent
    while parent is not None:
        if isinstance(parent, exp.NEQ | exp.Not):
            # `is not null` holds rows with a value.
            inner = parent.this
            if not (isinstance(parent, exp.Not) and isinstance(inner, exp.Is)):
                return True
        if isinstance(parent, exp.Except) and parent.expression is before:
            return True
        before, parent = parent, parent.parent
    return False


def _is_left_out(node: exp.Expr) -> bool:
    """Whether rows with it are left out: denied, no value wanted, or compared with a no."""
    test = node.find_ancestor(exp.Predicate)
    if isinstance(test, exp.Is) and isinstance(test.expression, exp.Null):
        return not isinstance(test.parent, exp.Not)
    if isinstance(test, exp.EQ) and not isinstance(node, exp.Literal):
        return says_no(test.expression) or is_denied(node)
    return is_denied(node)


def says_no(value: exp.Expr) -> bool:
    """Whether a value stands for no."""
    if isinstance(value, exp.Boolean):
        return not value.this
    return isinstance(value, exp.Literal) and str(value.this).lower() in _NO


def _bare(tree: exp.Expr) -> str:
    """The statement without the names of tables before columns."""
    tree = tree.copy()
    for node in tree.find_all(exp.Column):
        node.set("table", None)
        node.set("db", None)
    for name in tree.find_all(exp.Identifier):
        name.set("quoted", None)
    return tree.sql().lower().replace(" ", "")


def _holds(text: str, condition: str, dialect: str) -> bool:
    if not condition:
        return False
    try:
        return _bare(read_sql(condition, dialect)) in text
    except SqlglotError:
        return False
