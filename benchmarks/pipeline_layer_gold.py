"""What each small layer would say of a question if it knew the gold SQL, and no more than that."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlglot
from sqlglot import exp

from benchmarks.pipeline_gold_beside import Beside, beside_of
from benchmarks.pipeline_questions import Item
from knowledge.catalog import Catalog
from pipeline.agents.layers.literal import place_of
from pipeline.agents.plain_words import numbers_said

Reply = dict[str, Any]
Told = Mapping[str, frozenset[str]]

SURE, UNSURE = 0.95, 0.3
_MOST_TABLES = 4
_PLACES = frozenset(("country", "city", "region", "state", "continent", "location", "district"))
_NUMBER = re.compile(
    r"\b(?:how many|number of|average|total|sum of|maximum|minimum|ratio of)(?: \w+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The gold of one question: its SQL, the tables it reads with the columns it uses of each."""

    question: str
    sql: str
    needs: Told
    twins: Mapping[str, frozenset[str]]
    beside: Beside = field(default_factory=Beside)

    @property
    def tree(self) -> exp.Expr:
        return sqlglot.parse_one(self.sql, read="sqlite")

    def spans(self) -> Reply:
        """Places stand in the gold as values of columns that are named after places."""
        found = [
            words
            for column, words in _compared(self.tree)
            if _PLACES & set(re.findall(r"[a-z]+", column.lower()))
        ]
        return {"times": [], "places": self._said(found)[:6]}

    def meant(self) -> Reply:
        """The words of the question for what the gold computes, groups, filters and cuts."""
        tree = self.tree
        numbers = [m[0] for m in _NUMBER.finditer(self.question)] if tree.find(exp.AggFunc) else []
        group = tree.find(exp.Group)
        keys = [c.name.replace("_", " ") for c in group.find_all(exp.Column)] if group else []
        limit = tree.args.get("limit")
        count = limit.expression.name if limit is not None else ""
        said = count.isdigit() and int(count) in numbers_said(self.question)
        return {
            "kind": "data question",
            "metrics": [{"words": words, "metric": ""} for words in self._said(numbers)[:6]],
            "dimensions": self._said(keys)[:6],
            "filters": self._said([words for _, words in _compared(tree)])[:8],
            "times": [],
            "limit": int(count) if said else None,
        }

    def picked(self, listed: Told) -> Reply:
        """The needed tables of those on the cards; unsure where one is missing, or is not alone."""
        here = [key for key in self.needs if key in listed]
        alone = not any(self.doubles(key, listed) for key in here)
        sure = len(here) == len(self.needs) <= _MOST_TABLES and alone
        chosen = here[:_MOST_TABLES] or list(listed)[:1]
        tables = [{"name": key, "why": "it is read"} for key in chosen]
        return {"tables": tables, "confidence": SURE if sure else UNSURE}

    def pruned(self, listed: Told) -> Reply:
        """The used columns of those that are listed."""
        found = [f"{key}.{c}" for key, needed in self.needs.items() for c in sorted(needed)]
        here = [name for name in found if _listed(name, listed)][:40]
        return {"columns": here or [f"{t}.{c}" for t in listed for c in listed[t]][:1]}

    def written(self, told: Told, bound: Sequence[str]) -> tuple[str, str]:
        """The SQL over what was told, and why there is none where something is missing.

        Of two tables of one name with the same columns nobody can tell which is meant: the first
        that was told is taken, unless a person said which.
        """
        tree = self.tree
        for key, needed in self.needs.items():
            like = {key, *self.doubles(key, told)}
            here = [name for name in told if name in like and needed <= told[name]]
            if not here:
                return "", f"Nothing was told of what {key} holds."
            taken = key if key in bound else here[0]
            if taken != key:
                _replaced(tree, key, taken)
        changed = any(self.doubles(key, told) for key in self.needs)
        return (tree.sql(dialect="sqlite") if changed else self.sql), ""

    def doubles(self, key: str, listed: Told) -> list[str]:
        """The listed tables that could be meant as well: of the same name, with those columns."""
        same = self.twins.get(key, frozenset())
        return [name for name in listed if name in same and self.needs[key] <= listed[name]]

    def _said(self, found: list[str]) -> list[str]:
        """Each of them as the question writes it, where it does."""
        places = (place_of(words, self.question) for words in found if words.strip())
        return list(dict.fromkeys(self.question[p[0] : p[1]] for p in places if p is not None))


def gold_of(item: Item, sql: str, catalog: Catalog, twins: Mapping[str, frozenset[str]]) -> Gold:
    """The gold with the tables and columns of the catalog that it uses, in lower case."""
    tree = sqlglot.parse_one(sql, read="sqlite")
    tables = {t.name.lower(): {c.name.lower() for c in t.columns} for t in catalog.tables}
    read = {
        t.alias_or_name.lower(): t.name.lower()
        for t in tree.find_all(exp.Table)
        if t.name.lower() in tables
    }
    needs: dict[str, set[str]] = {key: set() for key in read.values()}
    for column in tree.find_all(exp.Column):
        owner = read.get(column.table.lower())
        owners = [owner] if owner else ([] if column.table else list(needs))
        for key in owners:
            if column.name.lower() in tables[key]:
                needs[key].add(column.name.lower())
    frozen = {key: frozenset(columns) for key, columns in needs.items()}
    return Gold(
        question=item["question"], sql=sql, needs=frozen, twins=twins, beside=beside_of(item)
    )


def _compared(tree: exp.Expr) -> Iterator[tuple[str, str]]:
    """Each column with a text that it is compared with."""
    for node in tree.find_all(exp.EQ, exp.Like, exp.ILike, exp.In):
        column = node.find(exp.Column)
        for literal in node.find_all(exp.Literal):
            if column is not None and literal.is_string:
                yield column.name, literal.name.strip("%")


def _listed(name: str, listed: Told) -> bool:
    key, _, column = name.rpartition(".")
    return column in listed.get(key, frozenset())


def _replaced(tree: exp.Expr, key: str, taken: str) -> None:
    for table in list(tree.find_all(exp.Table)):
        if table.name.lower() == key:
            alias = table.alias or table.name
            table.set("this", exp.to_identifier(taken))
            table.set("alias", exp.TableAlias(this=exp.to_identifier(alias)))
