"""The sketch: which part of a question asks for what, before words are linked to columns."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from pipeline.rules.clauses.marks import Marks
from pipeline.rules.drafting.listed import owner_within, with_sorted
from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.parts import (
    Aim,
    Count,
    Enough,
    Extreme,
    Grouping,
    Ordering,
    Relation,
    Test,
)

_DOUBTFUL = "QYqx#scblntodkKNVMDFGWaiIv"


@dataclass(slots=True)
class Shown:
    """A column to show, and the table item that the question says it belongs to."""

    item: Item
    owner: Item | None


@dataclass(slots=True)
class Sketch:
    """What was asked for, in the question's own words."""

    outputs: list[Shown | Count] = field(default_factory=list)
    subject: Item | None = None
    asked: Item | None = None
    late: bool = False
    tests: list[Test] = field(default_factory=list)
    groups: list[Grouping] = field(default_factory=list)
    extremes: list[Extreme] = field(default_factory=list)
    orders: list[Ordering] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    enough: list[Enough] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    limit: int | None = None
    bottom: bool = False
    distinct: bool = False
    everything: bool = False
    # Whether the names of the rows are shown before the columns: `the dogs with their weight`.
    rows: bool = False
    share: bool = False
    ratio: bool = False
    divided: int = -1
    marks: Marks = field(default_factory=Marks)
    unexplained: list[str] = field(default_factory=list)
    stray: list[Item] = field(default_factory=list)

    @property
    def counts(self) -> list[Count]:
        return [output for output in self.outputs if isinstance(output, Count)]

    @property
    def shown(self) -> list[Shown]:
        return [output for output in self.outputs if isinstance(output, Shown)]


class _Walk:
    """Goes once through the reduced items and sorts them into a sketch."""

    def __init__(self, stream: Stream, lists: Collection[int]) -> None:
        self.items = with_sorted(stream.items)
        self.lists = lists
        self.before: list[Shown | Count] = []
        self.sketch = Sketch(marks=stream.marks or Marks())
        self.head = True

    def run(self) -> Sketch:
        for at, item in enumerate(self.items):
            if item.letter == "." and item.first in self.lists and self._lists(at):
                self.before, self.sketch.outputs = [*self.before, *self.sketch.outputs], []
            self._take(at, item)
        self.sketch.outputs = self._listed()
        return self.sketch

    def _lists(self, at: int) -> bool:
        """Whether the sentence that begins here names what is shown."""
        after = "".join(item.letter for item in self.items[at + 1 :]).partition(".")[0]
        return bool(set("Cm") & set(after))

    def _listed(self) -> list[Shown | Count]:
        """`...? Return the name and the total.`: the list is what is shown, as far as it goes."""
        listed, before = self.sketch.outputs, self.before
        if not listed:
            return before
        if not any(isinstance(output, Count) for output in listed):
            return [*listed, *(output for output in before if isinstance(output, Count))]
        if all(isinstance(output, Count) for output in listed):
            return [*(output for output in before if isinstance(output, Shown)), *listed]
        return listed

    def _take(self, at: int, item: Item) -> None:
        if item.letter in "fSRHE":
            self._condition(item)
        elif item.letter == "&":
            self.head = self.head or self._asks_more(at)
        elif item.letter in "wr.h":
            self._led(at, item)
        elif item.letter == "J":
            self.sketch.outputs.append(Shown(item, None))
        elif item.letter in "TCm":
            self._named(at, item)
        elif item.letter in "gOLAu%2":
            self._part(item)
        elif (
            item.letter in _DOUBTFUL
            or (item.letter == "e" and item.text.lower() == "per")
            or item.letter == "|"
        ):
            self.sketch.unexplained.append(item.text)

    def _led(self, at: int, item: Item) -> None:
        """A small word that leads to more; what is asked `when`, at the end, found no date."""
        self.head = item.letter in "w." or (self.head and item.letter in "hr" and at == 0)
        if item.text.lower() != "when" or not at:
            return
        if all(one.letter == "." for one in self.items[at + 1 :]):
            self.sketch.unexplained.append(item.text)

    def _condition(self, item: Item) -> None:
        sketch = self.sketch
        places: dict[str, list[Any]] = {
            "f": sketch.tests, "S": sketch.extremes, "R": sketch.relations, "H": sketch.enough,
            "E": sketch.aims,
        }  # fmt: skip
        places[item.letter].append(item.payload)
        self.head = self.head and not (sketch.subject or sketch.outputs)

    def _asks_more(self, at: int) -> bool:
        """`... and their ages`: after a condition the list of what is shown goes on."""
        after = self.items[at + 1].letter if at + 1 < len(self.items) else ""
        return bool(self.sketch.outputs) and after == "C"

    def _named(self, at: int, item: Item) -> None:
        if item.letter == "C":
            self._column(at, item)
        elif item.letter == "m":
            self._measure(item)
        elif self._is_listed(at) or self._is_listed_last(at) or self._is_listed_between(at):
            self.sketch.outputs.append(Shown(item, item))
        elif self._is_best_of_each(at):
            self.sketch.subject, self.sketch.late = item, False
        elif self.sketch.subject is None:
            self._first_table(at, item)
            if self._begins_list(at):
                self.sketch.outputs.append(Shown(item, item))
        elif self._begins_list(at) or self._is_shown_too(at):
            self.sketch.outputs.append(Shown(item, item))

    def _is_best_of_each(self, at: int) -> bool:
        """`for each customer with complaints, the latest complaint`: that is what is listed."""
        before = self.items[at - 1] if at else None
        plain = before is not None and before.letter == "S" and before.payload.measure is None
        rows = [group.item for group in self.sketch.groups if group.item is not None]
        return plain and any(item.letter == "T" for item in rows)

    def _is_shown_too(self, at: int) -> bool:
        """`the names of parties and their regions`: what names the regions is shown as well."""
        before = self.items[at - 1].letter if at else ""
        behind = self.items[at + 1].letter if at + 1 < len(self.items) else "."
        return self.head and before == "&" and bool(self.sketch.shown) and behind in ".prhO"

    def _is_listed(self, at: int) -> bool:
        """`the grape, color and name of wines`: what names the grape is shown as well."""
        behind = "".join(item.letter for item in self.items[at + 1 :])
        starts = at == 0 or self.items[at - 1].letter in "w."
        goes_on = bool(self.sketch.shown) and self.sketch.shown[-1].item is self.items[at - 2]
        fresh = self.head and self.sketch.subject is None and (starts or goes_on)
        listed = re.match(r"&(?:[CT]&)*C(?P<owner>C*p+[SfuL]*T)?", behind) if fresh else None
        if listed is None:
            return False
        return bool(listed["owner"]) or " of " in self.items[at + listed.end()].text

    def _begins_list(self, at: int) -> bool:
        """`Show the players and their ages`."""
        starts = at == 0 or self.items[at - 1].letter in "w."
        behind = "".join(item.letter for item in self.items[at + 1 :])
        return self.head and starts and re.match(r"(O&)?&C", behind) is not None

    def _is_listed_last(self, at: int) -> bool:
        """`names of parties and their regions`, `the name and address of the customers`."""
        fresh = self.sketch.subject is None and self._is_shown_too(at)
        behind = [item.letter for item in self.items[at + 1 : at + 3]]
        return fresh and (" of " in self.sketch.shown[-1].item.text or behind == ["p", "T"])

    def _is_listed_between(self, at: int) -> bool:
        """`the name, department, and city of ...`: what names the department is shown as well."""
        shown = self.sketch.shown[-1].item if self.sketch.shown else None
        fresh = self.head and self.sketch.subject is None and self.items[at - 1].letter == "&"
        behind = "".join(item.letter for item in self.items[at + 1 : at + 3])
        ends = len(self.sketch.shown) > 1 and behind[:1] in ("h", "r")
        return fresh and shown is self.items[at - 2] and (ends or behind == "&C")

    def _part(self, item: Item) -> None:
        sketch = self.sketch
        if item.letter in "gO":
            (sketch.groups if item.letter == "g" else sketch.orders).extend(item.payload)
        elif item.letter == "L":
            sketch.limit, sketch.bottom = item.payload[0], item.payload[1] == "bottom"
        sketch.everything = sketch.everything or item.letter == "A"
        sketch.distinct = sketch.distinct or item.letter == "u"
        if item.letter == "%":
            sketch.ratio, sketch.divided = item.payload == "ratio", item.first
            sketch.share = not sketch.ratio

    def _first_table(self, at: int, item: Item) -> None:
        self.sketch.subject = item
        starts = at == 0 or self.items[at - 1].letter in "w."
        if starts and not self.sketch.outputs:
            self.sketch.asked = item
        self.sketch.late = not self.head

    def _measure(self, item: Item) -> None:
        for count in item.payload:
            self.sketch.outputs.append(count)

    def _column(self, at: int, item: Item) -> None:
        before = self.items[at - 1] if at else None
        counted = before is not None and before.letter == "m" and before.payload[-1].table
        if not self.head or counted:
            self.sketch.stray.append(item)
            return
        if self._tells_whose(at):
            item.verb = True
            return
        if self._is_named(at):
            self.sketch.shown[-1].item.verb = True
            self.sketch.outputs.pop()
        self.sketch.outputs.append(Shown(item, self._owner(at)))

    def _tells_whose(self, at: int) -> bool:
        """`the area of the appellation that ...`: the second name says whose the first one is."""
        before = "".join(item.letter for item in self.items[max(at - 2, 0) : at])
        behind = self.items[at + 1].letter if at + 1 < len(self.items) else "."
        common = before == "Sp" and self.items[at - 2].payload.adjective == "common"
        if common:
            return behind == "p"
        return before == "Cp" and behind in "r.hO" and bool(self.sketch.shown)

    def _is_named(self, at: int) -> bool:
        """`the name of the film studio`: where films keep their studio, that is its name."""
        before = self.items[max(at - 3, 0) : at]
        if "".join(item.letter for item in before) != "CpT" or not self.sketch.shown:
            return False
        name, _, owner = before
        said = name.text.lower() in ("name", "names") and self.sketch.shown[-1].item is name
        # `the names of the mills built by ...`: what has a name is no year.
        said = said and not self.items[at].payload
        table = self.items[at].candidates[0].table
        return said and owner.last == self.items[at].first and owner.candidates[0].table == table

    def _owns(self, at: int) -> bool:
        """Whether a table only says whose the column behind it is: `author names`."""
        behind = self.items[at + 1].letter if at + 1 < len(self.items) else ""
        return self.items[at].letter == "T" and behind == "C" and self.items[at - 1].letter == "&"

    def _owner(self, at: int) -> Item | None:
        if at and self.items[at - 1].letter == "T":
            return self.items[at - 1]
        after = at + 1
        while after < len(self.items) and (self.items[after].letter in "C&mu" or self._owns(after)):
            owner = owner_within(self.items[after])
            if owner is not None:
                return owner
            after += 1
        if after >= len(self.items) or self.items[after].letter not in "pyg":
            return None
        if self.items[after].letter == "g":
            grouped = self.items[after].payload[0].item
            return grouped if grouped is not None and grouped.letter == "T" else None
        after += 1
        while after < len(self.items) and self.items[after].letter in "SfuL":
            after += 1
        found = self.items[after] if after < len(self.items) else None
        return found if found is not None and found.letter == "T" else None


def sketched(stream: Stream, lists: Collection[int] = ()) -> Sketch:
    """The sketch of a reduced stream; `lists` are the stops behind which a list of outputs is."""
    sketch = _Walk(stream, lists).run()
    if sketch.marks.also and not sketch.outputs:
        rows = sketch.subject
        sketch.outputs = [Shown(rows, rows)] if rows is not None else []
        sketch.rows = rows is None
    sketch.outputs += [Shown(also.item, also.owner) for also in sketch.marks.also]
    return sketch
