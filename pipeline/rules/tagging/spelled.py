"""Words with slips of the pen in them, put right before they are read."""

from dataclasses import replace

from pipeline.rules.tagging.column_values import ColumnValues
from pipeline.rules.text.slips_of_pen import meant_by
from pipeline.rules.text.spelling import KEPT
from pipeline.rules.text.words import Word, lemma_of, stem_of


class Spelled(ColumnValues):
    """Puts names of tables and columns right, and the words that every question is asked in."""

    def _spelled(self) -> tuple[Word, ...]:
        """The words with slips of the pen in names of tables and columns put right."""
        covered = {n for first, (last, _) in self.values.items() for n in range(first, last)}
        return tuple(
            word if n in covered or word.quoted else self._put_right(n, word)
            for n, word in enumerate(self.words)
        )

    def _put_right(self, at: int, word: Word) -> Word:
        kept = f"word:{word.lower}" in self.choices or f"{KEPT}{word.lower}" in self.choices
        if kept:
            return word
        if self.known.spelling.knows(word):
            return self._in_english(word)
        better = self.known.spelling.nearest(word.lower)
        # `shelf id`, where the name is written as `shelfid`: nothing is misspelt.
        glued = "".join(each.lower for each in self.words[at : at + 2])
        if better in (None, glued):
            return self._in_english(word) if better is None else word
        return self._read_as(word, better)

    def _in_english(self, word: Word) -> Word:
        """`teh minumum price`: a slip in a word that every question may have, no name of these."""
        typed = word.text in (word.lower, word.lower.capitalize())
        better = meant_by(word) if typed else ""
        if not better or self.known.lexicon.find([word]):
            return word
        return self._read_as(word, better)

    def _read_as(self, word: Word, better: str) -> Word:
        self.corrected.append((word.text, better))
        return replace(word, lower=better, lemma=lemma_of(better), stem=stem_of(better))
