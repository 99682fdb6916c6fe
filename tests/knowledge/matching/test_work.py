"""Where an approved answer is trusted, nobody asks at length why the others are not."""

import itertools
import subprocess
import sys

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Pair, QuestionStore, Tier, judged, nearest
from tests.work import counted_calls

_MEASURES = {"total": "SUM", "average": "AVG", "highest": "MAX", "lowest": "MIN"}
_PAIRS = [
    Pair(
        question=f"What is the {measure} {column} of orders by {by}?",
        sql=f"SELECT {by}, {function}({column}) FROM orders GROUP BY {by}",
        dialect="sqlite",
    )
    for (measure, function), column, by in itertools.product(
        _MEASURES.items(), ("amount", "tax"), ("region", "brand")
    )
]


def test_a_trusted_answer_among_many_near_ones_takes_little_work() -> None:
    store = QuestionStore(_PAIRS, OnnxEmbedder())
    near = nearest(store, "what is the total tax of orders by region?")
    judged(store, near)
    with counted_calls() as calls:
        found = judged(store, near)[0]
    assert (found.tier, found.sql) == (Tier.TRUSTED, _PAIRS[2].sql)
    assert calls[0] < 24_000


def test_an_answer_that_contradicts_tells_everything_that_differs() -> None:
    store = QuestionStore(_PAIRS, OnnxEmbedder())
    near = nearest(store, "Could you show me the median tax of the largest orders by region")
    found = judged(store, near)[0]
    assert found.tier is Tier.NONE
    assert found.failed


def test_the_first_word_that_is_looked_up_waits_for_no_sets_of_all_words() -> None:
    looked_up = (
        "from knowledge.matching.thesaurus import is_known; from tests.work import counted_calls\n"
        "with counted_calls() as calls: is_known('zzz')\n"
        "print(calls[0])"
    )
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", looked_up], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 700_000
