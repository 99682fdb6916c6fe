"""What the model on loopback says to each layer: as the gold has it, with faults in some layers."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmarks.pipeline_faults import WRONG, broken, spelled, wrong
from benchmarks.pipeline_layer_gold import SURE, Gold, Told, gold_of
from benchmarks.pipeline_questions import Item
from knowledge.catalog import Catalog
from pipeline.agents.layers.literal import content_words
from pipeline.agents.layers.undated import NONE
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision
from pipeline.direct import take_defaults
from pipeline.rules.known import Known
from pipeline.tables.chosen import PICKED
from tests.pipeline.agents.asked_layer import layer_of
from tests.pipeline.agents.loopback import (
    Answered,
    CutOff,
    Failed,
    Garbage,
    Raw,
    Reply,
    Request,
    Spoke,
)

RATE = 0.2
WRITE = "write_sql"
Answer: TypeAlias = dict[str, Any]
Turn: TypeAlias = Callable[[Answer, Gold, Told, random.Random], Answer | None]

BROKEN: Mapping[str, Reply] = {
    "bad json": Raw('{"kind": "data'),
    "wrong form": Raw('{"nothing": 7}'),
    "refusal": Spoke("I cannot help with that.", refusal=True),
    "talk": Spoke("Sure, let me think about it."),
    "429": Failed(429),
    "500": Failed(500),
    "cut": CutOff(),
    "garbage": Garbage(),
}


def _a_word(gold: Gold, dice: random.Random) -> str:
    return dice.choice(sorted(content_words(gold.question).values()) or ["what"])


def _other_tables(_: Answer, gold: Gold, told: Told, dice: random.Random) -> Answer | None:
    others = [key for key in told if key not in gold.needs]
    if not others:
        return None
    return {"tables": [{"name": dice.choice(others), "why": "it fits"}], "confidence": SURE}


def _left_out(said: Answer, _gold: Gold, _told: Told, dice: random.Random) -> Answer | None:
    columns = list(said["columns"])
    columns.pop(dice.randrange(len(columns)))
    return {"columns": columns} if columns else None


def _two_columns(said: Answer, gold: Gold, told: Told, dice: random.Random) -> Answer | None:
    names = [f"{key}.{column}" for key in told for column in sorted(told[key])]
    pair = dice.sample(names, 2) if len(names) > 1 else None
    return said | {"ambiguous": [{"words": _a_word(gold, dice), "columns": pair}]} if pair else None


# What breaks a layer's contract, or is wrong within it, by layer.
BREAKS: Mapping[str, Mapping[str, Turn]] = {
    "find_spans": {
        "words not said": lambda said, *_: said | {"times": ["last winter"]},
        "a word as a time": lambda said, gold, _, dice: said | {"times": [_a_word(gold, dice)]},
        "a word as a place": lambda said, gold, _, dice: said | {"places": [_a_word(gold, dice)]},
    },
    "understand": {
        "words not said": lambda said, *_: said | {"filters": ["in Atlantis"]},
        "limit not said": lambda said, *_: said | {"limit": 4711},
        "no question": lambda said, *_: said | {"kind": "small talk"},
        "about the schema": lambda said, *_: said | {"kind": "explain schema"},
        "a wish to change": lambda said, *_: said | {"kind": "admin request"},
        "needless doubt": lambda said, gold, _, dice: (
            said | {"unclear": [{"words": _a_word(gold, dice), "readings": ["one", "another"]}]}
        ),
    },
    "pick_tables": {
        "unlisted table": lambda said, *_: said | {"tables": [{"name": "no_such_table"}]},
        "other tables": _other_tables,
        "needless doubt": lambda said, *_: said | {"confidence": 0.2},
    },
    "pick_columns": {
        "unlisted column": lambda said, *_: {"columns": [*said["columns"], "no_table.no_column"]},
        "column left out": _left_out,
        "needless doubt": _two_columns,
    },
}


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults the model makes, in a fifth of the answers of the layer."""

    layer: str = ""
    kinds: tuple[str, ...] = ()


class LayeredScript:
    """Answers every layer as the gold has it; a fault depends on question, layer and try alone.

    Whoever writes the SQL knows the gold, but only writes over what it was told.
    """

    def __init__(self, twins: Mapping[str, frozenset[str]]) -> None:
        self.faulty: Sequence[Faults] = ()
        self.faults = self.caught = 0
        self.last_faulty = False
        self.asked: Counter[str] = Counter()
        self._twins = twins
        self._item = ""
        self._gold: Gold | None = None
        self._catalog: Catalog | None = None
        self._dated: tuple[str, ...] = ()
        self._before = ""

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None:
        """That question is asked now."""
        self._item, self._dated, self._catalog = item["id"], dated, known.catalog
        self._gold = gold_of(item["question"], gold, known.catalog, self._twins)
        self.asked, self.last_faulty, self._before = Counter(), False, ""

    def __call__(self, request: Request) -> Reply:
        layer, gold = layer_of(request), self._gold
        assert gold is not None and self._catalog is not None, "a question was begun"  # noqa: S101, PT018
        # What was wrong is said to the next try: then code saw it.
        self.caught += self._before == layer and 'kind=\\"problems\\"' in request.text
        told = told_in(request, self._catalog)
        said = self._said(layer, gold, told, request)
        made = self._fault(layer, said, gold, told)
        self.asked[layer] += 1
        self.faults += made is not None
        self._before = layer if made is not None else ""
        self.last_faulty = made is not None
        return made or Answered(said)

    def is_double(self, item: Item, known: Known) -> bool:
        """Whether another table could be meant just as well, by its name and columns."""
        sql, _ = spelled(item["gold"][0].strip().rstrip(";"), known)
        gold = gold_of(item["question"], sql, known.catalog, self._twins)
        tables = {
            t.key.lower(): frozenset(c.name.lower() for c in t.columns)
            for t in known.catalog.tables
        }
        return any(gold.doubles(key, tables) for key in gold.needs)

    async def person(self, ask: Ask) -> Decision | None:
        """Somebody who knows which tables are meant, and otherwise takes what is proposed."""
        gold = self._gold
        if ask.kind is CheckpointKind.REPAIR or gold is None:
            return None
        choices: dict[str, str] = {}
        for question in ask.questions:
            offered = {option.id.lower(): option.id for option in question.options}
            if question.id == PICKED and gold.needs.keys() <= offered.keys():
                choices[question.id] = ",".join(offered[key] for key in gold.needs)
            elif NONE in offered and not question.default:
                choices[question.id] = NONE
        usual = await take_defaults(ask)
        if usual is None and len(choices) < len(ask.questions):
            return None
        rest = dict(usual.choices) if usual else {}
        values = usual.values if usual else {}
        return Decision(
            action=Action.EDIT if values else Action.APPROVE, choices=rest | choices, values=values
        )

    def _said(self, layer: str, gold: Gold, told: Told, request: Request) -> Answer:
        match layer:
            case "find_spans":
                return gold.spans()
            case "understand":
                return gold.meant()
            case "pick_tables":
                return gold.picked(told)
            case "pick_columns":
                return gold.pruned(told)
            case _:
                bound = " ".join(
                    re.findall(r"only these tables may be read: ([^<\\]*)", request.text)
                )
                sql, cannot = gold.written(told, re.split(r"[\s,]+", bound.lower()))
                dated = list(self._dated)
                return {"sql": sql, "cannot": cannot, "reading": "as asked", "date_columns": dated}

    def _fault(self, layer: str, said: Answer, gold: Gold, told: Told) -> Reply | None:
        kinds = next((each.kinds for each in self.faulty if each.layer == layer), ())
        dice = random.Random(f"{self._item}|{layer}|{self.asked[layer]}")  # noqa: S311 - no secret
        if not kinds or dice.random() >= RATE:
            return None
        kind = dice.choice(kinds)
        if layer == WRITE:
            return self._badly_written(said, kind, dice)
        if kind in BROKEN:
            return BROKEN[kind]
        turned = BREAKS[layer][kind](said, gold, told, dice)
        return None if turned is None or turned == said else Answered(turned)

    def _badly_written(self, said: Answer, kind: str, dice: random.Random) -> Reply | None:
        sql = said["sql"]
        if not sql:
            return None
        if kind not in WRONG:
            return broken(sql, kind)
        turned = wrong(sql, kind, dice)
        return None if turned is None else Answered(said | {"sql": turned})


def told_in(request: Request, catalog: Catalog) -> dict[str, frozenset[str]]:
    """The tables and columns that the prompt shows, in its order, in lower case."""
    text = "\n".join(str(each.get("content")) for each in request.body.get("messages", ()))
    blocks = re.findall(r'<data kind="(?:cards|schema)">\n(.*?)\n</data>', text, re.DOTALL)
    known = {t.key.lower(): [c.name.lower() for c in t.columns] for t in catalog.tables}
    found: dict[str, set[str]] = {}
    table = ""
    for line in "\n".join(blocks).lower().splitlines():
        if line.startswith("  "):
            words = {part.strip() for part in re.split(r",| and \d+ more", line)}
            found[table] |= {c for c in known[table] if c in words or line[2:].startswith(f"{c} ")}
        elif name := line.partition(" -- ")[0].strip():
            table = name
            found.setdefault(table, set())
    return {key: frozenset(columns) for key, columns in found.items() if key in known}
