"""Words that a person explained: what was chosen for them stands for them."""

from knowledge.values import ValueHit
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import LONGEST_PHRASE, Candidate
from pipeline.rules.tagging.degree_words import DegreeWords
from pipeline.rules.tagging.stored_words import adjective_of
from pipeline.rules.vocabulary import FORMS


class ExplainedWords(DegreeWords):
    """What a word, or a name of several, stands for since somebody said so."""

    def _chosen(self, at: int) -> int | None:
        """A word, or several that name one thing, that a person explained."""
        until, picked = self._picked(at)
        explained = self.choices.get(f"word:{adjective_of(self.words[at])}")
        if picked is None and explained is None:
            return None
        meant, _, value = (picked or explained or "").partition("=")
        if value:
            self._add("V", at, until, [_hit(self.known, meant, value)])
            return until
        table, column = _split(self.known, meant)
        candidates = [Candidate(table, column, 1.2)]
        text = " ".join(word.text for word in self.words[at:until])
        item = Item("C" if column else "T", at, until, text, candidates=candidates)
        if picked is None:
            self._explained(at, item)
        else:
            self.items.append(item)
            self._done_by(until)
        return until

    def _done_by(self, at: int) -> None:
        """`people killed by storms`: behind a verb they are no groups."""
        by = at < len(self.words) and self.words[at].lower == "by"
        if by and self.words[at - 1].lower.endswith("ed"):
            self.passive.add(at)

    def _picked(self, at: int) -> tuple[int, str | None]:
        """The longest name from here on that a person explained, and what it stands for."""
        for until in range(min(len(self.words), at + LONGEST_PHRASE), at, -1):
            said = " ".join(word.lower for word in self.words[at:until])
            if f"word:{said}" in self.choices:
                return until, self.choices[f"word:{said}"]
        return at + 1, None

    def _explained(self, at: int, column: Item) -> None:
        """`longest`, `longer than`, by the column that a person said it is of."""
        degree, _ = FORMS[self.words[at].lower]
        if degree not in ("most", "least"):
            self.items.append(column)
        self._add_form(degree, "", at, at + 1)
        if degree in ("most", "least"):
            self.items.append(column)


def _hit(known: Known, ref: str, value: str) -> ValueHit:
    table, column = _split(known, ref)
    return ValueHit(table=table, column=column, value=value, score=1.0)


def _split(known: Known, ref: str) -> tuple[str, str]:
    if known.catalog.table(ref):
        return ref, ""
    table, _, column = ref.rpartition(".")
    return table, column
