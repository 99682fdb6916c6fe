"""What the model on loopback says to each layer: as the gold has it, with faults in some layers."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from benchmarks.pipeline_faults import WRONG, broken, spelled, wrong
from benchmarks.pipeline_layer_faults import BREAKS, BROKEN, Answer, Faults
from benchmarks.pipeline_layer_gold import Gold, Told, gold_of
from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_script import IsRight
from knowledge.catalog import Catalog
from pipeline.agents.layers.undated import NONE
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Question
from pipeline.direct import take_defaults
from pipeline.rules.schema.known import Known
from pipeline.steps.match import FRESH, USE
from pipeline.steps.rewrite import STOP, TYPED, YES
from pipeline.tables.chosen import PICKED
from tests.pipeline.agents.asked_layer import layer_of
from tests.pipeline.agents.loopback_replies import Answered, Reply, Request

RATE = 0.2
WRITE = "write_sql"
# The block of a prompt that lists what may be chosen from, where that is no schema.
_LISTED = {"route": "workspaces", "propose_match": "approved"}


class LayeredScript:
    """Answers every layer as the gold has it; a fault depends on question, layer and try alone.

    Whoever writes the SQL knows the gold, but only writes over what it was told.
    """

    def __init__(self, twins: Mapping[str, frozenset[str]], is_right: IsRight) -> None:
        self.is_right = is_right
        self.faulty: Sequence[Faults] = ()
        self.faults = self.caught = 0
        self.last_faulty = False
        self.asked: Counter[str] = Counter()
        self._twins = twins
        self._item: Item = {"id": ""}
        self._bad_rewriting = False
        self._gold: Gold | None = None
        self._catalog: Catalog | None = None
        self._dated: tuple[str, ...] = ()
        self._before = ""

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None:
        """That question is asked now."""
        self._item, self._dated, self._catalog = item, dated, known.catalog
        self._gold = gold_of(item, gold, known.catalog, self._twins)
        self.asked, self.last_faulty, self._before = Counter(), False, ""
        self._bad_rewriting = False

    def __call__(self, request: Request) -> Reply:
        layer, gold = layer_of(request), self._gold
        assert gold is not None and self._catalog is not None, "a question was begun"  # noqa: S101, PT018
        # What was wrong is said to the next try: then code saw it.
        self.caught += self._before == layer and 'kind=\\"problems\\"' in request.text
        told = _listed(request, layer) or told_in(request, self._catalog)
        said = self._said(layer, gold, told, request)
        made = self._fault(layer, said, gold, told)
        self.asked[layer] += 1
        self.faults += made is not None
        self._before = layer if made is not None else ""
        self.last_faulty = made is not None
        self._bad_rewriting = made is not None if layer == "rewrite" else self._bad_rewriting
        return made or Answered(said)

    def errs(self, item: Item, layer: str, tries: int) -> bool:
        """Whether one of the first answers of a layer to a question would have a fault."""
        return any(self._dice(item, layer, each).random() < RATE for each in range(tries))

    def is_double(self, item: Item, known: Known) -> bool:
        """Whether another table could be meant just as well, by its name and columns."""
        sql, _ = spelled(item["gold"][0].strip().rstrip(";"), known)
        gold = gold_of(item, sql, known.catalog, self._twins)
        tables = {
            t.key.lower(): frozenset(c.name.lower() for c in t.columns)
            for t in known.catalog.tables
        }
        return any(gold.doubles(key, tables) for key in gold.needs)

    async def person(self, ask: Ask) -> Decision | None:
        """Somebody who knows what is meant, and otherwise takes what is proposed."""
        gold = self._gold
        if ask.kind is CheckpointKind.REPAIR or gold is None:
            return None
        choices: dict[str, str] = {}
        values: dict[str, str] = {}
        for question in ask.questions:
            chosen = self._chosen(question, ask, gold)
            choices |= {question.id: chosen} if chosen else {}
            if question.id == "rewrite" and not chosen:
                values[TYPED] = gold.beside.whole
        usual = await take_defaults(ask)
        if usual is None and len(choices) + len(values) < len(ask.questions):
            return None
        choices = (dict(usual.choices) if usual else {}) | choices
        values = (dict(usual.values) if usual else {}) | values
        action = Action.EDIT if values else Action.APPROVE
        return Decision(action=action, choices=choices, values=values)

    def _chosen(self, question: Question, ask: Ask, gold: Gold) -> str:
        """What they press where they know better; empty for what is proposed."""
        offered = {option.id.lower(): option.id for option in question.options}
        match question.id:
            case "workspace":
                return offered.get(gold.beside.workspace.lower(), "")
            case "match":
                return USE if self.is_right(self._item, ask.sql) else FRESH
            case "rewrite" if YES in offered:
                return STOP if self._bad_rewriting else YES
            case _ if question.id == PICKED and gold.needs.keys() <= offered.keys():
                return ",".join(offered[key] for key in gold.needs)
        return NONE if NONE in offered and not question.default else ""

    def _said(self, layer: str, gold: Gold, told: Told, request: Request) -> Answer:
        answers: Mapping[str, Callable[[], Answer]] = {
            "route": lambda: gold.beside.routed(told),
            "propose_match": lambda: gold.beside.proposed(told),
            "rewrite": lambda: gold.beside.rewritten(gold.question, gold.sql, self.asked[layer]),
            "find_spans": gold.spans,
            "understand": gold.meant,
            "pick_tables": lambda: gold.picked(told),
            "pick_columns": lambda: gold.pruned(told),
        }
        return answers.get(layer, lambda: self._written(gold, told, request))()

    def _written(self, gold: Gold, told: Told, request: Request) -> Answer:
        bound = " ".join(re.findall(r"only these tables may be read: ([^<\\]*)", request.text))
        sql, cannot = gold.written(told, re.split(r"[\s,]+", bound.lower()))
        dated = list(self._dated)
        return {"sql": sql, "cannot": cannot, "reading": "as asked", "date_columns": dated}

    def _fault(self, layer: str, said: Answer, gold: Gold, told: Told) -> Reply | None:
        kinds = next((each.kinds for each in self.faulty if each.layer == layer), ())
        dice = self._dice(self._item, layer, self.asked[layer])
        if not kinds or dice.random() >= RATE:
            return None
        kind = dice.choice(kinds)
        if layer == WRITE:
            return self._badly_written(said, kind, dice)
        if kind in BROKEN:
            return BROKEN[kind]
        turned = BREAKS[layer][kind](said, gold, told, dice)
        return None if turned is None or turned == said else Answered(turned)

    def _dice(self, item: Item, layer: str, tries: int) -> random.Random:
        return random.Random(f"{item['id']}|{layer}|{tries}")  # noqa: S311 - no secret

    def _badly_written(self, said: Answer, kind: str, dice: random.Random) -> Reply | None:
        sql = said["sql"]
        if not sql:
            return None
        if kind not in WRONG:
            return broken(sql, kind)
        turned = wrong(sql, kind, dice)
        return None if turned is None else Answered(said | {"sql": turned})


def _listed(request: Request, layer: str) -> dict[str, frozenset[str]]:
    """What this layer may choose from, in its order."""
    lines = _blocks(request, _LISTED.get(layer, "-")).splitlines()
    names = (line.partition(": ")[0] if layer == "route" else line[2:] for line in lines)
    return {name.strip(): frozenset() for name in names if name.strip()}


def _blocks(request: Request, kinds: str) -> str:
    text = "\n".join(str(each.get("content")) for each in request.body.get("messages", ()))
    found = re.findall(rf'<data kind="(?:{kinds})">\n(.*?)\n</data>', text, re.DOTALL)
    return "\n".join(found)


def told_in(request: Request, catalog: Catalog) -> dict[str, frozenset[str]]:
    """The tables and columns that the prompt shows, in its order, in lower case."""
    known = {t.key.lower(): [c.name.lower() for c in t.columns] for t in catalog.tables}
    found: dict[str, set[str]] = {}
    table = ""
    for line in _blocks(request, "cards|schema").lower().splitlines():
        if line.startswith("  "):
            words = {part.strip() for part in re.split(r",| and \d+ more", line)}
            found[table] |= {
                c for c in known.get(table, ()) if c in words or line[2:].startswith(f"{c} ")
            }
        elif name := line.partition(" -- ")[0].strip():
            table = name
            found.setdefault(table, set())
    return {key: frozenset(columns) for key, columns in found.items() if key in known}
