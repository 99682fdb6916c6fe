"""The grounds of the layers beside the road: many workspaces, approved answers, follow-ups."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_road import name_of
from benchmarks.text_to_sql import Bench
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Thresholds
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.store import MemoryValidatedStore
from knowledge.validated.workspace import ValidatedWorkspace
from pipeline.approved.answers import Shelf, StoredAnswers
from pipeline.workspace import ValidatedAnswers


def located(items: Sequence[Item]) -> tuple[Item, ...]:
    """The questions with the workspace that each is about."""
    return tuple(item | {"workspace": name_of(item["db"])} for item in items)


def repeated(items: Sequence[Item]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Of questions with one gold the first is approved; all others are asked, as are single ones.

    What has no approved answer is asked too: that is the usual case, and the layer's cost.
    """
    alike: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in items:
        alike[item["db"], item["gold"][0]].append(item)
    several = [group for group in alike.values() if len(group) > 1]
    first = {group[0]["id"]: group[0] for group in several}
    same = {other["id"]: [group[0]["question"]] for group in several for other in group}
    asked = (item | {"same": same.get(item["id"], [])} for item in items if item["id"] not in first)
    return tuple(first.values()), tuple(asked)


async def answers_of(items: Sequence[Item], bench: Bench) -> Mapping[str, ValidatedAnswers]:
    """The approved answers of each database, looked up as the product does."""
    embedder, found = OnnxEmbedder(), {}
    for db in dict.fromkeys(item["db"] for item in items):
        store, name, known = MemoryValidatedStore(), name_of(db), bench.known(db)
        for item in (each for each in items if each["db"] == db):
            query = ValidatedQuery(
                id=item["id"],
                workspace=name,
                question=item["question"],
                sql=item["gold"][0].strip().rstrip(";"),
                dialect="sqlite",
                approved_by="bench",
            )
            await store.add(query)
        queries = ValidatedWorkspace(name, embedder, catalog=known.catalog, glossary=known.glossary)
        found[db] = StoredAnswers(Shelf(store=store, queries=queries, thresholds=Thresholds()))
    return found


def followed(questions: Path | None) -> tuple[Item, ...]:
    """Conversations of two turns: the second, with the first and with both in one question."""
    file = questions.parent / "conversations.jsonl" if questions else None
    if file is None or not file.exists():
        return ()
    read = (json.loads(line) for line in file.read_text("utf8").splitlines() if line.strip())
    two = (each for each in read if len(each["turns"]) == 2 and each.get("goal"))
    return tuple(
        {
            "id": each["id"],
            "db": each["db"],
            "db_id": each["db_id"],
            "question": last["question"],
            "gold": last["gold"],
            "whole": each["goal"],
            "after": first | {"id": f"{each['id']}-before", "db": each["db"]},
        }
        for each in two
        for first, last in (each["turns"],)
        if first["gold"] and last["gold"]
    )
