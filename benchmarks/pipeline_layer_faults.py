"""Faults of the small layers: answers that are none, and answers that are wrong, by layer."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmarks.pipeline_layer_gold import SURE, Gold, Told
from pipeline.agents.layers.literal import content_words
from tests.pipeline.agents.loopback_replies import CutOff, Failed, Garbage, Raw, Reply, Spoke

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


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults the model makes, in a fifth of the answers of the layer."""

    layer: str = ""
    kinds: tuple[str, ...] = ()


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


def _other_workspace(_: Answer, gold: Gold, told: Told, dice: random.Random) -> Answer | None:
    others = [name for name in told if name != gold.beside.workspace]
    return {"workspace": dice.choice(others), "unsure": False} if others else None


def _other_approved(_: Answer, gold: Gold, told: Told, dice: random.Random) -> Answer | None:
    others = [question for question in told if question not in gold.beside.same]
    return {"same_as": dice.choice(others)} if others else None


def _without_the_last(said: Answer, gold: Gold, _: Told, dice: random.Random) -> Answer | None:
    """What the last question held is forgotten, and no word of the message is the reason."""
    del dice
    message = gold.question.strip()
    return None if said["new_topic"] else {"question": message, "changes": []}


def _with_more(words: str) -> Turn:
    """A condition, period or limit that nobody asked for stands in the question."""

    def turned(said: Answer, *_: object) -> Answer:
        return said | {"question": f"{said['question'].rstrip(' .?!')} {words}"}

    return turned


# What breaks a layer's contract, or is wrong within it, by layer.
BREAKS: Mapping[str, Mapping[str, Turn]] = {
    "route": {
        "unlisted name": lambda *_: {"workspace": "payroll", "unsure": False},
        "other workspace": _other_workspace,
        "needless doubt": lambda *_: {"workspace": "", "unsure": True},
    },
    "propose_match": {
        "unlisted question": lambda *_: {"same_as": "How many of them were there before?"},
        "another question": _other_approved,
        "none of them": lambda *_: {"same_as": ""},
    },
    "rewrite": {
        "the last forgotten": _without_the_last,
        "a condition more": _with_more("in Atlantis"),
        "a period more": _with_more("in the year 1999"),
        "words not said": lambda said, *_: (
            said | {"changes": [{"what": "condition", "words": "in Atlantis"}]}
        ),
        "a new topic": lambda said, gold, *_: (
            said | {"question": gold.question, "new_topic": True, "changes": []}
        ),
    },
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
