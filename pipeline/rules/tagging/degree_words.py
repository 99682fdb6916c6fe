"""Words that tell a degree: `oldest`, `more expensive than any`, `best rated`."""

from pipeline.rules.schema.parts import DONE
from pipeline.rules.tagging.stored_words import StoredWords
from pipeline.rules.text.words import Word, name_words
from pipeline.rules.vocabulary import ADJECTIVES, FORMS, KEYWORDS, RELATION_VERBS, VERB_FORMS

_DEGREE = {"more": "more", "most": "most", "less": "less", "least": "least"}
_RATED = {
    **dict.fromkeys(("best", "top", "highest", "most"), "most"),
    **dict.fromkeys(("worst", "lowest", "least"), "least"),
}
_WAGES = frozenset(("salary", "wage", "wages", "income", "earnings"))
# What is done so much, not so often: `is paid the most`.
_AMOUNTS = frozenset(("pay", "owe", "charge", "spend", "invest", "bill", "cost", "fund", "sell"))
_PASSIVE = frozenset(("be", "get"))
_ENDS = frozenset((".", ",", ";", "?", "!", "and", "in", "by", "since", "during", "this", "last"))
_LONGEST_QUANTITY = 7


class DegreeWords(StoredWords):
    """What a form of an adjective was recognised as."""

    def _degree(self, at: int, until: int, phrase: str) -> int | None:
        """`most expensive`, `less recent than`: an adjective's comparative written with a word."""
        degree = _DEGREE.get(phrase)
        done = self._done_so(at, until) if degree in ("most", "least") else ""
        if degree and done:
            self._add_form(degree, done, at, until)
            return until
        adjective = self.words[until].lower if degree and until < len(self.words) else ""
        adjective = adjective if adjective in ADJECTIVES else adjective.removesuffix("ly")
        if not degree or adjective not in ADJECTIVES:
            return None
        self._add_form(degree, adjective, at, until + 1)
        return self.items[-1].last

    def _done_so(self, at: int, until: int) -> str:
        """`is played the most`, `is paid least`: how often, or how much, where nothing is named."""
        verb = at - 1 - (at > 0 and self.words[at - 1].lower == "the")
        if verb < 1 or (until < len(self.words) and self.words[until].lower not in _ENDS):
            return ""
        said, before = self.words[verb], self.words[max(verb - 2, 0) : verb]
        done = said.lower in VERB_FORMS or said.lemma in RELATION_VERBS
        if not done or not any(word.lemma in _PASSIVE or word.lower == "been" for word in before):
            return ""
        if said.lemma in _AMOUNTS:
            return said.lower if said.lower in ADJECTIVES else ""
        # Where people wrote down what counts, they say which of it is meant.
        return "" if self.known.glossary.metrics else DONE

    def _form(self, at: int, word: Word) -> int | None:
        if word.lower not in FORMS:
            return None
        self._add_form(*FORMS[word.lower], at, at + 1)
        return self.items[-1].last

    def _add_form(self, degree: str, adjective: str, at: int, until: int) -> None:
        than = until < len(self.words) and self.words[until].lower == "than"
        sign = ">" if degree == "more" else "<"
        others, last = self._others(until) if than else ("", until)
        if others and degree in ("more", "less"):
            self._add("Q", at, last, (sign, others, adjective))
            return
        if degree in ("most", "least"):
            self._add("s", at, until, ("desc" if degree == "most" else "asc", adjective))
        else:
            self._add("c", at, until + than, (">" if degree == "more" else "<", adjective))

    def _others(self, at: int) -> tuple[str, int]:
        """`than at least one of the`: which of the others are meant, and where the words end."""
        for last in range(min(at + _LONGEST_QUANTITY, len(self.words)), at + 1, -1):
            letter, quantity = KEYWORDS.get(
                " ".join(word.lower for word in self.words[at:last]), ("", None)
            )
            if letter == "Y":
                return str(quantity), last
        return "", at

    def _rated(self, at: int) -> int | None:
        """`best rated`, `lowest rated`: by what the rows were rated, never by some tax rate."""
        degree = _RATED.get(self.words[at].lower)
        behind = self.words[at + 1].lower if at + 1 < len(self.words) else ""
        if degree is None or not (behind == "rated" or (behind == "paid" and self._earn(at + 2))):
            return None
        self._add_form(degree, behind, at, at + 2)
        return at + 2

    def _earn(self, at: int) -> bool:
        """Whether rows are named there that keep what they are paid."""
        found = self.known.lexicon.find(self.words[at : at + 1])
        rows = found[0].table if found and not found[0].column else ""
        names = [column.name for column in self.known.table(rows).columns] if rows else []
        return any(_WAGES & set(name_words(name)) for name in names)
