"""What a sentence that asks for a length of time says beside its ends: unit and functions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.lengths import AVERAGED, ON_AVERAGE, UNITS

_LONGEST_NOUN = 3


@dataclass(slots=True)
class Asked:
    """What one sentence says of a length: places that are read, its unit and its functions."""

    words: Sequence[Word]
    first: int
    last: int
    known: Known
    unit: str = ""
    functions: list[str] = field(default_factory=list)
    read: set[int] = field(default_factory=set)

    def lower(self, at: int) -> str:
        return self.words[at].lower if at < self.last else ""

    def rest(self) -> list[int]:
        """The places of the sentence behind its first word that are not read yet."""
        return [n for n in range(self.first, self.last) if n not in self.read]

    def participles(self) -> list[str]:
        """`cancelled`, `delivered`: what may say how rows were over."""
        return [word for n in self.rest() if (word := self.lower(n)).endswith("ed")]

    def table_in(self, first: int, last: int) -> str:
        """The rows that the words up to a place name at their end."""
        places = [n for n in range(first, last) if n not in self.read][-_LONGEST_NOUN:]
        for start in range(len(places)):
            found = self.known.lexicon.find([self.words[n] for n in places[start:]])[:1]
            if found and not found[0].column:
                return found[0].table
        return ""


def read_before(asked: Asked) -> None:
    """`On average, how many days`."""
    lower = [word.lower for word in asked.words[: asked.first]]
    said = tuple(word for word in lower[-3:] if word != ",")[-2:]
    if said in ON_AVERAGE or said[-1:] in (("typically",), ("usually",), ("normally",)):
        asked.functions = asked.functions or ["avg"]
        asked.read |= {
            n for n in range(asked.first - 3, asked.first) if n >= 0 and lower[n] in {*said, ","}
        }


def read_remarks(asked: Asked) -> None:
    """`on average`, `typically`, `, in minutes,`: wherever they stand in the sentence."""
    for at in asked.rest():
        pair = (asked.lower(at), asked.lower(at + 1))
        if pair in ON_AVERAGE or asked.lower(at) in AVERAGED:
            asked.read |= {at, at + 1} if pair in ON_AVERAGE else {at}
            asked.functions = asked.functions or ["avg"]
        elif pair[0] == "in" and pair[1] in UNITS and not asked.unit:
            asked.unit = UNITS[pair[1]]
            around = {n for n in (at - 1, at + 2) if asked.lower(n) == ","}
            asked.read |= {at, at + 1, *around}
