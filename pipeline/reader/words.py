"""Words of questions and of names: lemmas, stems, abbreviations, and the tokens of a question.

Glued names are split by the likeliest words, as in Norvig, "Natural Language Corpus Data"
(Beautiful Data, 2009). Stems are by suffix, after Porter, "An algorithm for suffix stripping"
(Program, 1980).
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

_SUFFIXES = (
    ("ization", "ize"), ("ational", "ate"), ("ations", "ate"), ("ation", "ate"), ("ements", ""),
    ("ement", ""), ("ments", ""), ("ment", ""), ("ities", ""), ("ity", ""), ("nesses", ""),
    ("ness", ""), ("ingly", ""), ("edly", ""), ("ing", ""), ("ied", "y"), ("ed", ""),
    ("ally", "al"), ("ly", ""), ("ance", ""), ("ence", ""), ("able", ""), ("ers", ""), ("ors", ""),
    ("er", ""), ("or", ""), ("ship", ""), ("ant", ""), ("ent", ""), ("ion", ""),
)  # fmt: skip
_KEPT_E = ("ases", "uses", "ises", "oses", "rses", "nses", "eses", "izes", "azes")
_LONGEST_WORD, _LONGEST_GLUED, _MOST_PARTS = 14, 40, 3
_LEAST_GLUED, _LEAST_PART = 6, 3
_LONGEST_KEY = 4
_TOKEN = re.compile(
    r"""
    "(?P<double>[^"]+)"
    | (?<![A-Za-z])'(?P<single>[^']+(?:'[^'\ ][^']*)?)'(?![A-Za-z])
    | (?P<date>\d{4}-\d\d?-\d\d?(?:[ ]\d\d?:\d\d(?::\d\d)?)?|\d{1,2}/\d{1,2}/\d{2,4})
    | (?P<number>\d+(?:[,.]\d+)*%?)(?![A-Za-z])
    | \d+[A-Za-z]+
    | [^\W\d_]+(?:'[a-z]+)?
    | [-+/$@&.,;:?!()<>=_]
    """,
    re.VERBOSE,
)
_NAME_PART = re.compile(r"[A-Za-z]+|\d+")
_QUOTES = str.maketrans("\u2019\u2018\u201c\u201d", "''\"\"")
_DECIMAL = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Rows of word and concept, by their kind."""

    rows: Mapping[str, Mapping[str, str]]

    def of(self, kind: str) -> Mapping[str, str]:
        return self.rows.get(kind, {})


@cache
def lexicon() -> Lexicon:
    """The word lists of the reader."""
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    text = files("pipeline.reader").joinpath("data/words.tsv").read_text("utf8")
    for line in text.splitlines():
        kind, word, concept = line.split("\t")
        rows[kind][word] = concept
    return Lexicon(rows)


def is_function_word(word: str) -> bool:
    """Whether a word is of the grammar of a sentence and names nothing by itself."""
    return word in lexicon().of("function_word")


@lru_cache(50_000)
def lemma(word: str) -> str:
    """The word in its dictionary form, as far as its ending tells."""
    word = word.lower()
    irregular = lexicon().of("lemma").get(word)
    if irregular is not None:
        return irregular
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "zes")):
        return word[:-1] if word.endswith(_KEPT_E) else word[:-2]
    if len(word) > 4 and word.endswith(("xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(50_000)
def stem(word: str) -> str:
    """What words of one family have in common."""
    word = lemma(word)
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: len(word) - len(suffix)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "y" if len(word) > 3 and word.endswith("i") else word


@cache
def _vocabulary() -> Mapping[str, int]:
    """Known words with their rank: the vocabulary of the embedded model lists them by frequency."""
    text = files("knowledge.embeddings").joinpath("vocab.txt").read_text("utf8")
    short = ("id", "no", "of", "by", "is", "in", "to", "at", "on")
    return {
        word: rank
        for rank, word in enumerate(text.splitlines())
        if word.isalpha() and (len(word) >= _LEAST_PART or word in short)
    }


@lru_cache(20_000)
def split_glued(word: str) -> tuple[str, ...]:
    """The likeliest known words that a lower-case name is made of, or the name as it is."""
    known = _vocabulary()
    if word in known or not _LEAST_GLUED <= len(word) <= _LONGEST_GLUED:
        return (word,)
    best: list[tuple[float, tuple[str, ...]] | None] = [(0.0, ()), *([None] * len(word))]
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - _LONGEST_WORD), end):
            before, part = best[start], word[start:end]
            if before is None or part not in known:
                continue
            short = 6 if len(part) < _LEAST_PART and part != "id" else 0
            cost = before[0] + 6 + math.log(1 + known[part]) + short
            now = best[end]
            if now is None or cost < now[0]:
                best[end] = (cost, (*before[1], part))
    found = best[-1]
    whole = found is not None and len(found[1]) <= _MOST_PARTS
    if found is None or not whole or any(len(p) < _LEAST_PART and p != "id" for p in found[1]):
        return (word,)
    return found[1]


@lru_cache(50_000)
def name_words(name: str) -> tuple[str, ...]:
    """The lemmas of the words that a table or column is called by."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    spaced = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", spaced)
    abbreviations = lexicon().of("abbreviation")
    found: list[str] = []
    for part in _NAME_PART.findall(spaced):
        written = part.lower()
        for word in abbreviations.get(written, written).split():
            for piece in split_glued(word):
                found += abbreviations.get(piece, piece).split()
    return tuple(lemma(word) for word in _with_plain_keys(found))


def _with_plain_keys(words: Sequence[str]) -> Iterator[str]:
    """The words with `e id`, `eid` as `id`: a letter before it is the table's."""
    known = _vocabulary()
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if len(word) == 1 and word.isalpha() and following == "id":
            continue
        short = word.endswith("id") and len(word) <= _LONGEST_KEY and word not in known
        yield "id" if short else word


def folded(text: object) -> str:
    """A value or words of a question in the form in which they are compared."""
    return re.sub(r"[^\w.]+", " ", str(text).lower()).strip().strip(".")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, a number, a sign or a quoted text of a question, from character `at`."""

    text: str
    low: str
    lemma: str
    stem: str
    quoted: bool
    capital: bool
    number: float | None
    dated: bool
    at: int

    @property
    def is_word(self) -> bool:
        return self.low[:1].isalpha()


def tokens_of(question: str) -> tuple[Token, ...]:
    """The tokens of a question."""
    return tuple(_token(match) for match in _TOKEN.finditer(question.translate(_QUOTES)))


def _token(match: re.Match[str]) -> Token:
    quoted = match["double"] or match["single"]
    text = quoted or match[0]
    if not quoted and text.lower().endswith("'s"):
        text = text[:-2]
    low = text.lower()
    return Token(
        text=text,
        low=low,
        lemma=lemma(low),
        stem=stem(low),
        quoted=bool(quoted),
        capital=text[:1].isupper(),
        number=_number(text, low, written=bool(match["number"]), quoted=bool(quoted)),
        dated=bool(match["date"]),
        at=match.start(),
    )


def _number(text: str, low: str, *, written: bool, quoted: bool) -> float | None:
    if written or (quoted and _DECIMAL.fullmatch(text)):
        try:
            return float(text.replace(",", "").rstrip("%"))
        except ValueError:
            return None
    spelled = lexicon().of("number").get(low)
    return float(spelled) if spelled else None
