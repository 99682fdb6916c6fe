"""Measures how long the rules think about texts of one kind, from short to the longest allowed.

`DATABASE` is a SQLite file. Each line tells a kind of text and the processor milliseconds for each
length; `times` is how much longer the longest takes than one of half its length: 2 where all is
read once, 4 where every word is read again for every other.
"""

import argparse
import itertools
import json
import time
from collections.abc import Sequence
from pathlib import Path

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words

LENGTHS = (250, 500, 1_000, 2_000)


def kinds_of(about: Known) -> dict[str, Sequence[str]]:
    """What texts are made of again and again, by kind."""
    names = [
        " ".join(name_words(name))
        for table in about.catalog.tables
        for name in (table.name, *(column.name for column in table.columns))
    ]
    rows = " ".join(name_words(about.catalog.tables[0].name))
    return {
        "definitions": ("x = y.",),
        "names": names,
        "names, listed": [f"{name}," for name in names],
        "comparisons": (f"{rows} with more than 3 {names[-1]}",),
        "denials": (f"without {rows} but not {names[-1]}",),
        "each": (f"for each {rows}",),
        "sentences": (f"Show {rows}.",),
        "numbers": ("1", "2", "3"),
        "marks": (".", '"', "("),
        "one word": (f"{rows}s" * 3,),
    }


def text_of(parts: Sequence[str], length: int) -> str:
    """The parts again and again, up to that length."""
    text = ""
    for part in itertools.cycle(parts):
        if len(text) + len(part) >= length:
            return text
        text = f"{text} {part}".lstrip()
    return text


def milliseconds(question: str, about: Known) -> float:
    begin = time.process_time()
    plan(question, about)
    return (time.process_time() - begin) * 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", type=Path)
    options = parser.parse_args()
    url = f"sqlite:///{options.database}"
    catalog = read_catalog(url, workspace=options.database.stem)
    about = Known(catalog, Glossary(), read_values(url, catalog))
    plan("how many are there", about)  # what is made once for all questions
    figures: dict[str, list[float]] = {}
    for kind, parts in kinds_of(about).items():
        took = [milliseconds(text_of(parts, length), about) for length in LENGTHS]
        figures[kind] = [round(each, 1) for each in took]
        told = "".join(f"{each:10.1f}" for each in took)
        print(f"{kind:16}{told}   times {took[-1] / max(took[-2], 0.1):.1f}", flush=True)
    print(json.dumps({"lengths": LENGTHS, "cpu_ms": figures}))


if __name__ == "__main__":
    main()
