"""How often a trusted match is wrong, on files of stored questions and questions to answer."""

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching.store import Pair, QuestionStore
from knowledge.matching.matcher import match as find_match
from knowledge.matching.schema import schema_of_columns
from knowledge.matching.values import ValueIndex

EMB = OnnxEmbedder(cache_size=200000)
_V = {}
_S = {}
_P = {}


def match(store, question):
    p = _P.get(id(store)) or prepare(store)
    m = find_match(p, question)
    return {
        "tier": m.tier.value,
        "sql": m.sql,
        "cand": m.candidate and m.candidate.question,
        "failed": [(f.guard, f.reason) for f in m.failed],
        "sim": m.similarity,
    }


def prepare(store):
    _P[id(store)] = QuestionStore(
        [Pair(question=s["question"], sql=s["sql"], dialect="mysql") for s in store],
        EMB,
        schema=schema_of_columns(_S.get(id(store), [])),
        values=ValueIndex(_V.get(id(store), {})),
    )
    return _P[id(store)]


match.prepare = prepare
match.set_values = lambda s, v: _V.__setitem__(id(s), v)
match.set_schema = lambda s, v: _S.__setitem__(id(s), v)
