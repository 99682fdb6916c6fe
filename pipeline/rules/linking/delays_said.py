"""`Left more than 15 minutes late`: where rows keep how long their delay was, it was so long."""

import re
from collections.abc import Iterator

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.units import TIME_UNITS

_BOUND = (
    r"(?:more than|over|at least|less than|under|at most|up to|no more than|longer than|"
    r"(?P<low>[\d.]+)\s+(?:and|to)|between\s+(?P<from>[\d.]+)\s+and|exactly)"
)
_LENGTH = (
    rf"(?P<bound>{_BOUND}\s+)?(?P<number>\d+(?:\.\d+)?|an?|half\s+an)\s*"
    r"(?P<unit>min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?)"
)
_LATE = r"(?:late(?!\s+(?:fee|charge|payment))|delayed|behind\s+(?:schedule|time|plan))\b"
_VERB = (
    r"(?:(?P<deny>not|never|n't)\s+)?(?:(?P<be>were|was|are|is|had\s+been|ran|came|got|"
    r"left|departed|arrived)\s+|(?P<ing>leaving|departing|arriving|running|being)\s+)?"
)
_AFTER = re.compile(rf"\b{_VERB}{_LENGTH}\s+{_LATE}", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?<!\bnot )(?<!\bnever )(?<!\bn't )\b(?:(?P<be>were|was|are|is|had\s+been|got)\s+)?"
    rf"(?P<ing>delayed)\s+(?:by\s+|for\s+)?{_LENGTH}\b",
    re.IGNORECASE,
)
_NOUN = re.compile(rf"\b(?P<lead>delays?\s+(?:of|(?:is|was|are|were)\s+)?\s*){_LENGTH}\b", re.I)
_DEEDS = {"left": "departure", "departed": "departure", "leaving": "departure",
          "departing": "departure", "arrived": "arrival", "arriving": "arrival"}  # fmt: skip
_WORDS = {"a": 1.0, "an": 1.0}
_PLURAL = {1: "ms", 1_000: "seconds", 60_000: "minutes", 3_600_000: "hours", 86_400_000: "days"}


def with_delays_said(question: str, about: Known) -> str:
    """The question with how late something was said as its delay, in the unit that is kept."""
    if not _AFTER.search(question) and not _BEFORE.search(question) and not _NOUN.search(question):
        return question
    columns = list(_delays(about))
    units = {unit for _, unit in columns}
    if len(units) != 1 or not all(units):
        return question
    kept = units.pop()
    names = {word for words, _ in columns for word in words}

    def plainly(found: re.Match[str]) -> str:
        told = found.groupdict()
        length = _length(found, kept)
        if not length or told.get("deny"):
            return found[0]
        deed = _DEEDS.get((told.get("be") or told.get("ing") or "").lower(), "")
        had = "had" if told.get("be") else "with"
        return f"{had} a {f'{deed} ' if deed in names else ''}delay of {length}"

    def converted(found: re.Match[str]) -> str:
        length = _length(found, kept)
        return f"{found['lead']}{length}" if length else found[0]

    return _NOUN.sub(converted, _BEFORE.sub(plainly, _AFTER.sub(plainly, question)))


def _length(found: re.Match[str], kept: str) -> str:
    """A length in the kept unit; nothing where it is no whole number of it."""
    said = TIME_UNITS[found["unit"].lower().removesuffix("s")]
    factor = said / TIME_UNITS[kept]

    def told(number: str) -> str:
        plain = " ".join(number.lower().split())
        value = factor * (0.5 if plain == "half an" else _WORDS.get(plain) or float(plain))
        return str(int(value)) if value.is_integer() else ""

    last, bound = told(found["number"]), (found["bound"] or "").strip()
    low = found["low"] or found["from"] or ""
    if low:
        bound = f"between {told(low)} and" if told(low) else ""
        last = last if bound else ""
    return f"{bound} {last} {kept}".strip() if last else ""


def _delays(about: Known) -> Iterator[tuple[frozenset[str], str]]:
    """The words of each column of delays, and the unit that its name tells."""
    for key in about.allowed:
        for column in about.table(key).columns:
            written = name_words(column.name)
            words = frozenset((*written, *expanded(written)))
            units = [word for word in written if word in TIME_UNITS and word != "day"]
            if column.kind.is_number and words & {"delay", "delayed", "lateness"}:
                yield words, _PLURAL[TIME_UNITS[units[-1]]] if units else ""
