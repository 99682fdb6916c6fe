"""What a model says, shown while it writes: whole sentences, each only after its check."""

import re
from collections.abc import Callable, Mapping, Sequence

from pipeline.events import TextChecked, tell

# A full stop inside a number is followed by a digit, and that of the last sentence by nothing yet.
_SENTENCE = re.compile(r".*?[.!?][”\")]?(?=\s)", re.DOTALL)


class Aloud:
    """Tells the sentences that hold; from the first that does not on, nothing more is told."""

    def __init__(self, holds: Callable[[str], bool]) -> None:
        self._holds = holds
        self._told = ""

    def hear_text(self, so_far: Mapping[str, object]) -> None:
        """An answer whose field `text` is a few sentences."""
        self._say([found.strip() for found in _SENTENCE.findall(str(so_far.get("text", "")))])

    def hear_sentences(self, so_far: Mapping[str, object]) -> None:
        """An answer whose field `sentences` is a list; the last one may still grow."""
        found = so_far.get("sentences")
        self._say([str(each).strip() for each in found[:-1]] if isinstance(found, list) else [])

    def _say(self, sentences: Sequence[str]) -> None:
        good: list[str] = []
        for sentence in sentences:
            if not self._holds(sentence):
                break
            good.append(sentence)
        text = " ".join(good)
        if text and text != self._told:
            self._told = text
            tell(TextChecked(text=text))
