"""Words that tell a degree: `oldest`, `more expensive than any`, `best rated`."""

from pipeline.rules.tagging.stored_words import StoredWords
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary import ADJECTIVES, FORMS

_DEGREE = {"more": "more", "most": "most", "less": "less", "least": "least"}
_RATED = {
    **dict.fromkeys(("best", "top", "highest", "most"), "most"),
    **dict.fromkeys(("worst", "lowest", "least"), "least"),
}
_QUANTIFIERS = {"any": "any", "some": "any", "all": "all", "every": "all", "each": "all"}


class DegreeWords(StoredWords):
    """What a form of an adjective was recognised as."""

    def _degree(self, at: int, until: int, phrase: str) -> int | None:
        """`most expensive`, `less recent than`: an adjective's comparative written with a word."""
        degree = _DEGREE.get(phrase)
        adjective = self.words[until].lower if degree and until < len(self.words) else ""
        adjective = adjective if adjective in ADJECTIVES else adjective.removesuffix("ly")
        if not degree or adjective not in ADJECTIVES:
            return None
        self._add_form(degree, adjective, at, until + 1)
        return self.items[-1].last

    def _form(self, at: int, word: Word) -> int | None:
        if word.lower not in FORMS:
            return None
        self._add_form(*FORMS[word.lower], at, at + 1)
        return self.items[-1].last

    def _add_form(self, degree: str, adjective: str, at: int, until: int) -> None:
        than = until < len(self.words) and self.words[until].lower == "than"
        sign = ">" if degree == "more" else "<"
        others = _QUANTIFIERS.get(self.words[until + 1].lower) if self._than_others(until) else None
        if others and degree in ("more", "less"):
            self._add("Q", at, until + 2, (sign, others, adjective))
            return
        if degree in ("most", "least"):
            self._add("s", at, until, ("desc" if degree == "most" else "asc", adjective))
        else:
            self._add("c", at, until + than, (">" if degree == "more" else "<", adjective))

    def _than_others(self, until: int) -> bool:
        return until + 1 < len(self.words) and self.words[until].lower == "than"

    def _rated(self, at: int) -> int | None:
        """`best rated`, `lowest rated`: by what the rows were rated, never by some tax rate."""
        degree = _RATED.get(self.words[at].lower)
        behind = self.words[at + 1].lower if at + 1 < len(self.words) else ""
        if degree is None or behind != "rated":
            return None
        self._add_form(degree, "rated", at, at + 2)
        return at + 2
