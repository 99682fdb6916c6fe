"""What the questions of one business database are made from: its tables, words and readings."""

import datetime as dt
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SCHEMAS = Path(__file__).parent / "schemas"
# What lasts: "contracts in May" says nothing about how many began then.
_LASTING = frozenset((
    "account", "agent", "asset", "buyer", "client", "contract", "courier", "customer", "debtor",
    "doctor", "donor", "driver", "employee", "guest", "learner", "line", "loan", "member",
    "loyalty member", "membership", "metering point", "patient", "person", "policy",
    "policyholder", "project", "restaurant", "standing pledge", "student", "subscription",
    "teacher", "user", "volunteer", "waiter", "shipper", "listing", "vendor",
))  # fmt: skip
_ALIAS = re.compile(r"\b([a-z]\w*)\.|@show\((\w+)\)")
_COLUMN = re.compile(r"\b[a-z]\w*\.\"?\w+")


@dataclass(frozen=True, slots=True)
class Edge:
    """A key of one alias to its parent."""

    child: str
    parent: str
    condition: str
    key: str
    nullable: bool


@dataclass(frozen=True, slots=True)
class Dimension:
    """Something to group by."""

    one: str
    many: str
    shown: str
    group: str
    alias: str
    is_thing: bool
    nullable: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """A sum or count over the rows of a base, in the words of the company."""

    words: tuple[str, ...]
    of: str
    sql: str
    date: str
    money: bool


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase and the conditions that its words stand for."""

    text: str
    conditions: tuple[str, ...] = ()


def load_yaml(text: str) -> Any:
    # The loader in C, where there is one, is eight times as fast.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(text, Loader=loader)  # noqa: S506 - both are safe loaders


def names_of_schemas() -> list[str]:
    return sorted(path.stem for path in SCHEMAS.glob("*.yaml"))


class Model:
    """One schema, read from its YAML file."""

    def __init__(self, name: str) -> None:
        self.spec: dict[str, Any] = load_yaml((SCHEMAS / f"{name}.yaml").read_text("utf8"))
        self.script = (SCHEMAS / f"{name}.sql").read_text("utf8")
        self.name = name
        self.split: str = self.spec["split"]
        today = self.spec["today"]
        self.today: dt.date = today if isinstance(today, dt.date) else dt.date.fromisoformat(today)
        self.tables: dict[str, str] = self.spec["tables"]
        self.edges = [_edge(text) for text in self.spec["keys"]]
        self.bases: dict[str, dict[str, Any]] = self.spec["bases"]
        self.show = {alias: self._forms(alias) for alias in self.spec["show"]}
        self.dimensions = [_dimension(self, *item) for item in self.spec.get("dims", {}).items()]
        # A thing that is only grouped by can be counted and listed too.
        for dim in self.dimensions:
            if dim.is_thing and dim.alias not in self.bases:
                self.bases[dim.alias] = {"words": f"{dim.one}/{dim.many}"}
        self.measures = [self._measure(*item) for item in self.spec.get("measures", {}).items()]

    def __getitem__(self, key: str) -> Any:
        return self.spec.get(key) or ()

    # -------------------------------------------------------------- words

    def words(self, alias: str) -> list[tuple[str, str]]:
        pairs = [pair.strip().partition("/") for pair in self.bases[alias]["words"].split(",")]
        return [(one, many) for one, _, many in pairs]

    def plural(self, pick: random.Random, alias: str) -> str:
        return _mostly_first(pick, [many for _, many in self.words(alias)])

    def single(self, pick: random.Random, alias: str) -> str:
        return _mostly_first(pick, [one for one, _ in self.words(alias)])

    def states(self, alias: str) -> list[tuple[str, str]]:
        found = self.spec.get("states", {}).get(alias, {})
        return list(found.items())

    def noun(self, pick: random.Random, alias: str, *, filtered: float = 0.4) -> Noun:
        """A noun phrase, now and then with a state and a filter."""
        text, conditions = self.plural(pick, alias), []
        states, wheres = self.states(alias), self.wheres(alias)
        if states and pick.random() < filtered:
            words, condition = pick.choice(states)
            text = with_state(text, pick.choice(words.lstrip("+").split("|")), words)
            conditions.append(condition)
        if wheres and pick.random() < filtered * 0.7:
            words, condition = pick.choice(wheres)
            text, conditions = f"{text} {words}", [*conditions, condition]
        return Noun(text, tuple(conditions))

    def wheres(self, alias: str) -> list[tuple[str, str]]:
        """The filters that can stand behind the noun of that alias."""
        reach = self.reach(alias)
        found: list[tuple[str, str]] = []
        for of, short, long, condition in self["where"]:
            if of not in reach or alias in self.spec.get("apart", {}).get(of, ()):
                continue
            words = short if of == alias else long
            found.extend((word, condition) for word in words.split("|") if word != "-")
        return found

    def is_lasting(self, alias: str) -> bool:
        return self.words(alias)[0][0] in _LASTING

    def begun(self, pick: random.Random, alias: str, *, filtered: float) -> Noun:
        """A noun phrase for the rows of a period: what lasts is called new."""
        if self.is_lasting(alias):
            return Noun(f"new {self.plural(pick, alias)}")
        return self.noun(pick, alias, filtered=filtered)

    # -------------------------------------------------------------- choosing

    def dated(self) -> list[str]:
        return [alias for alias, base in self.bases.items() if base.get("date")]

    def things(self) -> list[str]:
        return [alias for alias in self.bases if alias in self.show]

    def dims_of(self, alias: str) -> list[Dimension]:
        reach = self.reach(alias)
        apart = self.bases[alias].get("not", ())
        return [
            dim
            for dim in self.dimensions
            if dim.alias in reach
            and dim.one not in apart
            and not (dim.is_thing and dim.alias == alias)
            # Every table has a status of its own, and reasons are those of its own rows.
            and (not dim.one.endswith(("status", "reason")) or dim.alias == alias)
        ]

    # -------------------------------------------------------------- SQL

    def reach(self, alias: str) -> set[str]:
        found, waiting = {alias}, [alias]
        while waiting:
            at = waiting.pop()
            further = [e.parent for e in self.edges if e.child == at and e.parent not in found]
            found.update(further)
            waiting.extend(further)
        return found

    def key(self, alias: str) -> str:
        stated = self.spec.get("ids", {}).get(alias)
        keys = (edge.key for edge in self.edges if edge.parent == alias)
        found: str | None = stated or next(keys, None)
        return found or str(self.spec["show"][alias][0])

    def date(self, alias: str) -> str:
        return str(self.bases[alias]["date"])

    def loose_date(self, alias: str) -> str:
        """The date of rates and durations, with the others that may be meant."""
        return str(self.bases[alias].get("loose") or self.date(alias))

    def joins(self, base: str, used: Sequence[str], *, grouped: bool) -> str:
        """The FROM clause of a base and everything that the texts mention."""
        wanted = [name for name in _mentioned(" ".join(used)) if name in self.tables]
        steps: dict[str, Edge] = {}
        for alias in wanted:
            for edge in self._path(base, alias):
                steps.setdefault(edge.parent, edge)
        text, loose = f"FROM {quoted(self.tables[base])} {base}", {base: False}
        for alias, edge in sorted(steps.items(), key=lambda item: self._depth(base, item[0])):
            loose[alias] = loose[edge.child] or edge.nullable
            kind = "{j: JOIN ~ LEFT JOIN}" if loose[alias] and grouped else "JOIN"
            text += f" {kind} {quoted(self.tables[alias])} {alias} ON {edge.condition}"
        return text

    def query(
        self,
        base: str,
        columns: str,
        conditions: Sequence[str] = (),
        *,
        behind: str = "",
        grouped: Sequence[Dimension] = (),
        accepted: bool = True,
        share: str = "",
    ) -> str:
        """A compact gold over a base; `behind` is what follows WHERE and GROUP BY.

        `share` is the condition of a share: what it counts stays in the whole.
        """
        group = ", ".join(dim.group for dim in grouped)
        optional = [f"{d.group} IS NOT NULL" for d in grouped if d.nullable and not d.is_thing]
        where = self.where(base, conditions, optional, accepted=accepted, share=share)
        from_ = self.joins(
            base, [columns, *conditions, group, behind, where], grouped=bool(grouped)
        )
        grouping = f" GROUP BY {group}" if group else ""
        return f"SELECT {columns} {from_}{where}{grouping}{behind}"

    def where(
        self,
        base: str,
        conditions: Sequence[str],
        optional: Sequence[str] = (),
        *,
        accepted: bool,
        share: str = "",
    ) -> str:
        said = set(_COLUMN.findall(" ".join(conditions)))
        left_out = [
            each
            for each in (self.bases[base].get("accept", ()) if accepted else ())
            if not said & set(_COLUMN.findall(each)) and not _leaves_out(each, share)
        ]
        choices = [f" AND ({each})" if " OR " in each else f" AND {each}" for each in left_out]
        text = " AND ".join(_grouped(each) for each in conditions)
        if choices:
            text += f"{{d{base}: ~{' ~'.join(choices)}}}"
        if optional:
            text += "".join(f"{{n: ~ AND {each}}}" for each in optional)
        if not text:
            return ""
        return f" WHERE {text}" if conditions else f" WHERE 1 = 1{text}"

    def _path(self, base: str, alias: str) -> list[Edge]:
        waiting: list[tuple[str, list[Edge]]] = [(base, [])]
        for at, path in waiting:
            if at == alias:
                return path
            waiting.extend((e.parent, [*path, e]) for e in self.edges if e.child == at)
        message = f"{self.name}: no way from {base} to {alias}"
        raise LookupError(message)

    def _depth(self, base: str, alias: str) -> int:
        return len(self._path(base, alias))

    def _forms(self, alias: str) -> list[str]:
        names = [str(each) for each in self.spec["show"][alias]]
        key = self.key(alias)
        return names + [f"{key}, {each}" for each in names if key not in each]

    def _measure(self, words: str, spec: Mapping[str, Any]) -> Measure:
        of = str(spec["of"])
        date = str(spec.get("date") or self.bases.get(of, {}).get("date") or "")
        return Measure(tuple(words.split("|")), of, spec["sql"], date, spec.get("unit") == "eur")


def _leaves_out(accepted: str, share: str) -> bool:
    """Whether what is left out by default may be part of what a share counts."""
    if not set(_COLUMN.findall(accepted)) & set(_COLUMN.findall(share)):
        return False
    values = re.findall(r"'[^']*'", share)
    left_out = "<>" in accepted or "NOT IN" in accepted
    return not (values and left_out and not any(value in accepted for value in values))


def with_state(noun: str, state: str, words: str) -> str:
    return f"{noun} {state}" if words.startswith("+") else f"{state} {noun}"


def quoted(table: str) -> str:
    return table if re.fullmatch(r"\w+", table) else f'"{table}"'


def _grouped(condition: str) -> str:
    return f"({condition})" if re.search(r"\bOR\b", condition) else condition


def _mentioned(text: str) -> Iterator[str]:
    for found in _ALIAS.finditer(_without_queries(text)):
        yield found[1] or found[2]


def _without_queries(text: str) -> str:
    """The text without nested queries, which have their own FROM."""
    while (begin := text.find("(SELECT")) >= 0:
        depth, end = 0, len(text)
        for place in range(begin, len(text)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if depth == 0:
                end = place
                break
        text = text[:begin] + text[end + 1 :]
    return re.sub(r"'[^']*'", "''", text)


def _edge(text: str) -> Edge:
    left, _, right = text.replace("~=", "=").partition("=")
    left, right = left.strip(), right.strip()
    child, parent = left.partition(".")[0], right.partition(".")[0]
    return Edge(child, parent, f"{left} = {right}", right, "~=" in text)


def _dimension(model: Model, words: str, of: str) -> Dimension:
    one, _, many = words.partition("/")
    if of.startswith("show "):
        alias = of.removeprefix("show ").strip()
        return Dimension(
            one, many, f"@show({alias})", model.key(alias), alias, is_thing=True, nullable=False
        )
    column = of.rstrip("?")
    alias = column.partition(".")[0]
    return Dimension(one, many, column, column, alias, is_thing=False, nullable=of.endswith("?"))


def _mostly_first(pick: random.Random, choices: Sequence[str]) -> str:
    return choices[0] if pick.random() < 0.6 else pick.choice(choices)
