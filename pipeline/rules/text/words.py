"""Words of a question: where they stand, their lemma, and their stem."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pipeline.rules.vocabulary.names import ABBREVIATIONS, DOUBLED_L, SHORT_FOR_SEVERAL
from pipeline.rules.vocabulary.phrases import RELATION_VERBS

_TOKEN = re.compile(
    # ruff: noqa: RUF001 - people type typographic quotes
    r"""
    "[^"]+" | “[^”]+” | `[^`]+` | ‘[^’]+’ | (?<![\w])'[^']+'(?!\w)   # quoted text
  | \d{4}-\d{2}-\d{2}
  | (?<!\S)[.@][^\W\d_][\w-]*(?:\.[^\W\d_]+)*                       # .io, @acme.com
  | [\w.+-]*@?[^\W\d_][\w-]*\.(?:com|net|org|edu|gov|info|example|app|dev|io|ai|co|eu
      |au|at|ca|ch|cz|de|dk|es|fi|fr|ie|jp|nl|nz|pl|pt|se|uk)(?:\.[a-z]{2})?(?!\w) # acme.com
  | (?:(?<=\s)-)?[$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?%?(?!\w) | \.\d+                          # numbers
  | [^\W\d_]+(?:['’](?:t|s|re|ve|ll|d|m)\b)                           # don't, singer's
  | [^\W]+(?:-[^\W]+)*
  | <=|>=|!=|<>|[<>=]
  | [^\w\s]
    """,
    re.VERBOSE,
)
# Square and cubic measures: their digit is no number of its own.
_UNIT = re.compile(r"[kcd]?m[23]")
_DOMAIN = re.compile(r"[.@]?[\w-]+(\.[^\W\d_]+)*\.[a-z]{2,7}|[.@][^\W\d_][\w-]*")
_BASED, _NON = "-based", "non"
_QUOTES = "\"“”`‘’'"

_IRREGULAR = {
    "people": "people", "persons": "person", "men": "man", "women": "woman", "children": "child",
    "feet": "foot", "teeth": "tooth", "mice": "mouse", "geese": "goose", "media": "media",
    "data": "data", "series": "series", "species": "species", "news": "news", "lives": "life",
    "wives": "wife", "leaves": "leaf", "has": "have", "had": "have", "does": "do", "did": "do",
    "was": "be", "were": "be", "is": "be", "are": "be", "been": "be", "status": "status",
    "statuses": "status", "analyses": "analysis", "indices": "index", "criteria": "criterion",
    "bus": "bus", "gas": "gas", "plus": "plus", "address": "address", "business": "business",
    "movies": "movie", "cookies": "cookie", "ties": "tie", "pies": "pie", "zombies": "zombie",
    "wrote": "write", "written": "write", "bought": "buy", "sold": "sell", "spent": "spend",
    "paid": "pay", "made": "make", "won": "win", "held": "hold", "gave": "give", "given": "give",
    "took": "take", "taken": "take", "taught": "teach", "spoke": "speak", "spoken": "speak",
    "left": "leave", "began": "begin", "begun": "begin", "sent": "send", "flew": "fly",
    "flown": "fly", "grew": "grow", "grown": "grow", "led": "lead", "lost": "lose", "met": "meet",
    "ran": "run", "sang": "sing", "sung": "sing", "sat": "sit", "shown": "show", "stood": "stand",
    "went": "go", "gone": "go", "drove": "drive", "driven": "drive", "built": "build",
    "born": "bear", "brought": "bring", "chose": "choose", "chosen": "choose", "got": "get",
    "gotten": "get", "kept": "keep", "known": "know", "knew": "know", "said": "say",
    "seen": "see", "saw": "see", "came": "come", "became": "become", "fell": "fall",
    "atlases": "atlas", "canvases": "canvas", "aliases": "alias", "gases": "gas",
    "biases": "bias", "lenses": "lens", "shelves": "shelf", "halves": "half", "wolves": "wolf",
    "knives": "knife", "thieves": "thief", "calves": "calf", "loaves": "loaf",
    "drawn": "draw", "drew": "draw", "sought": "seek", "heard": "hear", "rode": "ride",
    "ridden": "ride", "wore": "wear", "worn": "wear", "ate": "eat", "eaten": "eat",
    "bred": "breed", "fed": "feed", "caught": "catch", "swam": "swim", "swum": "swim",
    "drank": "drink", "stole": "steal", "beaten": "beat", "forgot": "forget", "threw": "throw",
    "thrown": "throw", "struck": "strike", "dealt": "deal", "felt": "feel", "thought": "think",
    "understood": "understand", "withdrew": "withdraw", "overseen": "oversee",
    "oversaw": "oversee", "undertook": "undertake", "undertaken": "undertake", "dug": "dig",
    "hung": "hang", "sewn": "sew", "sown": "sow", "spun": "spin", "swept": "sweep",
    "woven": "weave", "wove": "weave", "laid": "lay", "froze": "freeze", "broke": "break",
    "awoke": "awake", "bent": "bend", "learnt": "learn", "sank": "sink", "sunk": "sink",
    "slept": "sleep",
    "lent": "lend", "aged": "age", "cheques": "cheque", "caches": "cache", "aches": "ache",
}  # fmt: skip
_DEGREES = frozenset(
    [
        "highest",
        "lowest",
        "best",
        "worst",
        "most",
        "least",
        "top",
        "longest",
        "shortest",
        "oldest",
        "second",
        "third",
        "fourth",
        "fifth",
        "2nd",
        "3rd",
        "4th",
        "5th",
    ]
)
_KEEP_S = ("ss", "us", "is", "as", "os")
# What ends so is on -use; other plurals on -uses are those of -us: campuses, viruses.
_ON_USE = ("ouses", "auses", "fuses", "muses", "cluses", "abuses", "xcuses", "ccuses", "isuses")
_USES = ("uses", "reuses", "ruses")
_SUFFIXES = (
    "alities", "ality", "ations", "ments", "ings", "ment", "ing", "ers", "ors", "ies",
    "ion", "ed", "er", "or", "ly", "es", "e", "s",
)  # fmt: skip
# Nouns of verbs that change more than their ending: admission, prescription, resolution, delivery.
_OF_VERBS = (
    ("mission", "mit"), ("scription", "scrib"), ("solution", "solv"), ("eption", "eiv"),
    ("cision", "cid"), ("pansion", "pand"), ("delivery", "deliver"), ("expiry", "expir"),
    ("attendance", "attend"), ("performance", "perform"), ("appearance", "appear"),
    ("acceptance", "accept"), ("inheritance", "inherit"), ("assistance", "assist"),
    ("insurance", "insur"), ("residence", "resid"), ("preference", "prefer"),
    ("istration", "ister"), ("stallation", "stall"), ("quisition", "quir"), ("approval", "approv"),
)  # fmt: skip
_NOUNS_OF_VERBS = tuple(noun for noun, _ in _OF_VERBS)
_SHORTEST_STEM = 3
_MORE = frozenset(("more", "less", "fewer"))


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question, at characters [at, until); `glued` to the one before by `_`."""

    text: str
    lower: str
    lemma: str
    stem: str
    at: int
    until: int
    quoted: bool = False
    glued: bool = False

    @property
    def number(self) -> int | float | None:
        """The number that the word writes in digits."""
        return number_of(self.text)


def number_of(text: str) -> int | float | None:
    """The number that a text writes in digits, or None: whether 1,5 is a half more, nobody says."""
    sign = text[:1] if text[:1] == "-" else ""
    plain = sign + text[len(sign) :].lstrip("$€£").rstrip("%")
    if not re.fullmatch(r"-?(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?|\.\d+", plain):
        return None
    if re.fullmatch(r"0\d+", plain):
        return None  # 007 is a code.
    plain = plain.replace(",", "")
    return float(plain) if "." in plain else int(plain)


@lru_cache(maxsize=50_000)
def lemma_of(word: str) -> str:
    """The singular or plain form of a lower-case word."""
    known = _IRREGULAR.get(word)
    if known:
        return known
    if len(word) <= _SHORTEST_STEM or not word.endswith("s") or word.endswith(_KEEP_S):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("uses") and word not in _USES and not word.endswith(_ON_USE):
        return word[:-2]
    if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return word[:-2]
    return word[:-1]


def lemmas_of(name: str) -> list[str]:
    """The plain forms of the words that a table or a column is called by."""
    return [lemma_of(word) for word in name_words(name)]


@lru_cache(maxsize=50_000)
def is_plural(word: str) -> bool:
    """Whether a lower-case word has another, plain form: `lamps`, `people`."""
    return lemma_of(word) != word


def is_past(word: str) -> bool:
    """Whether a lower-case word is what was done: `visited`, `bought`, no plural of a noun."""
    irregular = lemma_of(word) != word and not word.endswith("s")
    return lemma_of(word) in RELATION_VERBS if irregular else word.endswith("ed")


@lru_cache(maxsize=50_000)
def stem_of(word: str) -> str:
    """What words of one family share (hiring, hire, hired), good enough to compare with."""
    lemma = lemma_of(word)
    if lemma.endswith(_NOUNS_OF_VERBS):
        noun, verb = next(pair for pair in _OF_VERBS if lemma.endswith(pair[0]))
        return lemma.removesuffix(noun) + verb
    for suffix in _SUFFIXES if lemma.endswith(_SUFFIXES) else ():
        base = lemma.removesuffix(suffix)
        least = _SHORTEST_STEM + (suffix == "ly")  # a reply is no adverb
        if base != lemma and len(base) >= least:
            return _undoubled(base.removesuffix("e") if len(base) > _SHORTEST_STEM else base)
    return lemma


def _undoubled(base: str) -> str:
    doubled = len(base) > _SHORTEST_STEM and base[-1] == base[-2] and base[-1] not in "ls"
    return base[:-1] if doubled or base in DOUBLED_L else base


# Typed without their apostrophe.
_RUN_TOGETHER = {
    **{f"{verb}nt": f"{verb}n't" for verb in (
        "do", "does", "did", "have", "has", "had", "is", "are", "was", "were", "wo", "could",
        "would", "should",
    )},
    **{f"{word}s": f"{word}'s" for word in ("what", "where", "who", "how")},
}  # fmt: skip


def words_of(question: str) -> tuple[Word, ...]:
    """The words of a question, contractions and possessives opened, in order."""
    found: list[Word] = []
    for match in _TOKEN.finditer(question):
        found.extend(_opened(match.group(), match.start(), match.end()))
    return tuple(
        replace(word, lower="than", lemma="than", stem="than") if _is_than(found, at) else word
        for at, word in enumerate(found)
    )


def _is_than(words: Sequence[Word], at: int) -> bool:
    """`older then 30`: behind what compares nothing comes later."""
    near = words[max(at - 2, 0) : at]
    compared = any(word.lower in _MORE for word in near) or any(
        word.lower.endswith("er") and word.lemma != word.stem for word in near[-1:]
    )
    return words[at].lower == "then" and compared


def _opened(text: str, at: int, until: int) -> list[Word]:
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        return [_as_written(text[1:-1].strip(), at, until)]
    if is_domain(text):
        return [_as_written(text, at, until)]
    cut = _parted_at(text)
    if cut:
        return [_word(text[:cut], at, at + cut), _word(text[cut + 1 :], at + cut + 1, until)]
    lower = text.lower().replace("’", "'")
    text, lower = _RUN_TOGETHER.get(lower, text), _RUN_TOGETHER.get(lower, lower)
    if lower.endswith("n't"):
        base = {"ca": "can", "wo": "will"}.get(lower[:-3], lower[:-3])
        return [_word(base, at, until - 3), _word("not", until - 3, until)]
    if "'" in lower and lower.index("'") > 0:
        cut = lower.index("'")
        return [_word(text[:cut], at, at + cut), _word(text[cut:], at + cut, until)]
    return _unglued(text, at) if "_" in text else [_word(text, at, until)]


def _unglued(text: str, at: int) -> list[Word]:
    """`payment_method` is two words, which the schema writes as one."""
    found = [
        _word(match.group(), at + match.start(), at + match.end()) for match in _RUN.finditer(text)
    ]
    return [replace(word, glued=bool(place)) for place, word in enumerate(found)]


def is_domain(text: str) -> bool:
    """Whether a text is an address on the net or the end of one: `.io`, `acme.com`."""
    return _DOMAIN.fullmatch(text) is not None


def _as_written(text: str, at: int, until: int) -> Word:
    lower = text.lower()
    return Word(text, lower, lower, lower, at, until, quoted=True)


def _parted_at(text: str) -> int:
    """The hyphen behind which another word begins: `Lisbon-based`, `non-German`, `top-rated`."""
    if text[:1].isupper() and text.endswith(_BASED):
        return len(text) - len(_BASED)
    first, hyphen, rest = text.partition("-")
    return len(first) if hyphen and rest and first.lower() in _DEGREES | {_NON} else 0


def _word(text: str, at: int, until: int) -> Word:
    lower = text.lower()
    if text.replace("-", "").isalpha():
        lower = lower.replace("-", "")
    return Word(text, lower, lemma_of(lower), stem_of(lower), at, until)


_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_RUN = re.compile(r"[^\W_]+")


@lru_cache(maxsize=16_384)
def written_words(name: str) -> tuple[str, ...]:
    """The lower-case words of a table's or column's name; none where it has no letter or digit."""
    return tuple(part.lower() for run in _RUN.findall(name) for part in _parts_of(run))


@lru_cache(maxsize=16_384)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, those in full that are short for one word only.

    A name without any letter or digit is a word itself: nobody says it, and it has a last word.
    """
    words = tuple(word for part in written_words(name) for word in in_full(part).split())
    return words or (name,)


def in_full(part: str) -> str:
    """What a part of a name is always short for, else itself."""
    return part if part in SHORT_FOR_SEVERAL else ABBREVIATIONS.get(part, part)


def _parts_of(run: str) -> list[str]:
    """Capitals part the words of a name; another alphabet and `m2` are one word."""
    if _UNIT.fullmatch(run.lower()):
        return [run]
    return _CAMEL.findall(run) if run.isascii() else [run]
