"""Writes `questions.jsonl`: the questions that the templates make over the business schemas.

    python -m benchmarks.business.generate [--only SCHEMA]

It is run again only when a schema, a template or a phrase changes. The same files always give the
same questions. A question is kept if its gold gives rows, no zero and no tie at a cut.
"""

import argparse
import json
import random
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.business.golds import expand
from benchmarks.business.model import Model, load_yaml, names_of_schemas
from benchmarks.business.rows import fill_database
from benchmarks.business.templates import TEMPLATES, Draft, Unfit, settle_names
from benchmarks.business.typing_habits import type_sloppily

HERE = Path(__file__).parent
QUESTIONS = HERE / "questions.jsonl"
_TRIES = 40
_MOST_ROWS = 150
_VALUE = re.compile(r"VALUE_OF\((\w+)\.\)")


def load_phrases() -> dict[str, Any]:
    loaded: dict[str, Any] = load_yaml((HERE / "phrases.yaml").read_text("utf8"))
    return loaded


def questions_of(model: Model, connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """The questions of one schema, from templates and from its own."""
    phrases, said = load_phrases(), set[str]()
    for name, about in phrases.items():
        if name not in TEMPLATES:
            continue
        pick = random.Random(f"{model.name}.{name}")  # noqa: S311 - a fixed choice
        made = 0
        for _ in range(_TRIES):
            if made == about["each"]:
                break
            item = _made(model, connection, name, about, pick)
            if item is None or item["question"].lower() in said:
                continue
            said.add(item["question"].lower())
            made += 1
            yield {"id": f"{model.name}-{name.replace('_', '-')}-{made}", **item}
    yield from _own_questions(model, phrases)


def _made(
    model: Model,
    connection: sqlite3.Connection,
    name: str,
    about: Mapping[str, Any],
    pick: random.Random,
) -> dict[str, Any] | None:
    try:
        draft = TEMPLATES[name](model, pick)
    except Unfit:
        return None
    gold = settle_names(draft.gold, model)
    slots = dict(draft.slots)
    if value := _VALUE.search(gold):
        words, condition = _a_value(model, connection, value[1], pick)
        gold, slots["value"] = _VALUE.sub(lambda _: condition, gold), words
    if not is_telling(model, connection, gold, draft):
        return None
    split = part_of(model.split, about["split"])
    phrase = _phrase(about["q"], slots, pick, everyone=split == "train")
    if phrase is None:
        return None
    question = _filled(phrase, slots)
    return {
        "db_id": model.name,
        "question": type_sloppily(question, pick, keep=slots.get("value", "")),
        "template": name,
        "split": split,
        "gold": gold,
    }


def _phrase(
    phrases: list[str], slots: Mapping[str, str], pick: random.Random, *, everyone: bool
) -> str | None:
    fitting = [
        phrase
        for phrase in phrases
        if not (everyone and phrase.startswith("* "))
        and all(slots.get(slot, "").strip() or slot in ("p", "by") for slot in _slots(phrase))
    ]
    return pick.choice(fitting).removeprefix("* ") if fitting else None


def _slots(phrase: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", phrase)


def _filled(phrase: str, slots: Mapping[str, str]) -> str:
    text = phrase
    for slot in _slots(phrase):
        value = slots.get(slot, "")
        if re.search(rf"\bin \{{{slot}\}}", text):
            value = value.removeprefix("in ")
        if re.search(rf"\bin \{{{slot}\}}", text) and value.startswith(("last", "the", "this")):
            text = text.replace(f"in {{{slot}}}", f"{{{slot}}}")
        text = text.replace(f"{{{slot}}}", value)
    text = re.sub(r"\b(by|per|each|every) (in|during|since) ", r"\1 \2 ", text)
    text = re.sub(r"\bnumber of number of\b|\btotal total\b", lambda m: m[0].split()[0], text)
    text = re.sub(r"\b(a) (?=[aeio])", "an ", text)
    return re.sub(r"\s+([?,:])", r"\1", re.sub(r"\s+", " ", text)).strip()


def _a_value(
    model: Model, connection: sqlite3.Connection, alias: str, pick: random.Random
) -> tuple[str, str]:
    columns = model.spec["show"][alias][0].split(", ")
    bare = ", ".join(columns)
    rows = connection.execute(f"SELECT DISTINCT {bare} FROM {model.tables[alias]} {alias}")
    row = pick.choice([r for r in rows.fetchall() if all(r)])
    said = [
        f"{column} = " + (str(cell) if isinstance(cell, int) else _literal(cell))
        for column, cell in zip(columns, row, strict=True)
    ]
    return " ".join(str(cell) for cell in row), " AND ".join(said)


def _literal(cell: object) -> str:
    return "'" + str(cell).replace("'", "''") + "'"


def is_telling(model: Model, connection: sqlite3.Connection, gold: str, draft: Draft) -> bool:
    """Whether the gold gives rows that say something, and no other order could be right."""
    statement = expand(gold, model.show, 1)[0]
    rows = connection.execute(statement).fetchall()
    if not 0 < len(rows) <= _MOST_ROWS:
        return False
    if len(rows) == 1 and all(cell in (None, 0, 0.0) for cell in rows[0]):
        return False
    if len(rows) > 1 and all(row[-1] in (None, 0, 0.0) for row in rows):
        return False
    if any(cell is None for row in rows for cell in row[-1:]) and len(rows) < 3:
        return False
    if draft.whole is not None and not _leaves_some(model, connection, rows, draft.whole):
        return False
    return draft.cut is None or _cuts_cleanly(model, connection, *draft.cut)


def _leaves_some(model: Model, connection: sqlite3.Connection, rows: list[Any], whole: str) -> bool:
    """Whether a threshold leaves something out."""
    every = connection.execute(expand(settle_names(whole, model), model.show, 1)[0]).fetchall()
    numbers = rows[0][0], every[0][0]
    if len(rows) == len(every) == 1 and all(isinstance(each, (int, float)) for each in numbers):
        return bool(numbers[0] < numbers[1])
    return len(rows) < len(every)


def _cuts_cleanly(model: Model, connection: sqlite3.Connection, query: str, number: int) -> bool:
    """Whether the values on both sides of a cut differ."""
    rows = connection.execute(expand(settle_names(query, model), model.show, 1)[0]).fetchall()
    if number < 0:
        marks = [row[0] for row in rows]
        return marks.count(1) * 2 == len(marks) or len(marks) == 2
    return len(rows) > number and rows[number - 1][0] != rows[number][0] and rows[0][0] is not None


def part_of(schema: str, template: str) -> str:
    """The part of a question: what is kept from training in either way is kept from it."""
    if "test" in (schema, template):
        return "test"
    return "dev" if "dev" in (schema, template) else "train"


def _own_questions(model: Model, phrases: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for number, own in enumerate(model["special"], start=1):
        # Phrases of one meaning go to one part; the third and later ones are not trained on.
        name = own["t"]
        split = part_of(model.split, phrases.get(name, {}).get("split", "train"))
        for place, question in enumerate(own["q"], start=1):
            yield {
                "id": f"{model.name}-own-{number}-{place}", "db_id": model.name,
                "question": question, "template": name, "split": split, "gold": own["gold"],
            }  # fmt: skip
    for number, question in enumerate(model["unanswerable"], start=1):
        yield {
            "id": f"{model.name}-not-{number}", "db_id": model.name, "question": question,
            "template": "unanswerable", "split": model.split, "unanswerable": True,
        }  # fmt: skip


def generate(schemas: list[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in schemas:
            model, path = Model(name), Path(folder) / f"{name}.sqlite"
            fill_database(path, model.script, name, model.today.isoformat())
            connection = sqlite3.connect(path)
            found.extend(questions_of(model, connection))
            connection.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="print the questions of one schema; write nothing")
    options = parser.parse_args()
    if options.only:
        for item in generate([options.only]):
            print(item["split"], item["template"], "|", item["question"])
            print("      ", item.get("gold"))
        return
    found = generate(names_of_schemas())
    QUESTIONS.write_text("".join(json.dumps(i, ensure_ascii=False) + "\n" for i in found), "utf8")
    print(json.dumps({"questions": len(found)}))


if __name__ == "__main__":
    main()
