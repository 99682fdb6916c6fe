"""What a text is about: `tickets about invoices or billing`, `whose note mentions a photo`."""

import re
from collections.abc import Sequence

from knowledge.catalog import Kind
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.state_words import StateWords
from pipeline.rules.text.words import Word, name_words

# Behind a column of text these say what is in it.
_TELLS = re.compile(
    r"(?:(?:says?|said|saying|tells?|talks?|talking|speaks?|reads?|has|have|with|containing"
    r"|contains?) )?(?:something |anything )?(?:about|mentions?|mentioned|mentioning|regarding"
    r"|concerning|refers? to|referring to)(?= )"
)
# Behind rows, where one of their columns is such a text.
_ABOUT = re.compile(
    r"(?:(?:(?:is|are|that are|which are) )?(?:about|regarding|concerning|mentioning)"
    r"|(?:(?:that|which) )?mention(?:s|ed)?)(?= )"
)
_PROSE = frozenset(
    ("subject", "topic", "headline", "description", "note", "notes", "comment", "comments",
     "body", "text", "message", "content", "summary", "remark", "remarks", "feedback", "memo",
     "caption", "abstract", "review")
)  # fmt: skip
_ARTICLES = frozenset(("a", "an", "the", "any", "some", "our", "their", "its"))
_OR = "or"
_AFTER_TEXT = frozenset(
    (".", "?", "!", ",", ";", ":", "(", ")", "and", "but", "with", "for", "in", "by", "per", "on",
     "at", "of", "to", "than", "from", "since", "last", "this", "during", "before", "after",
     "between", "when", "where", "whose", "which", "that", "who", "have", "has", "had", "is", "are",
     "was", "were", "sorted", "ordered", "grouped", "each", "did", "do",
     "does", "opened", "created", "sent")
)  # fmt: skip
_LONGEST, _MOST_WORDS = 6, 3
_PRE = "rhp"


class TextSearches(StateWords):
    """Reads words that are looked for in a text."""

    def _searched(self, at: int) -> int | None:
        """`claims whose note says something about a photo`, `tickets about billing`."""
        said = " ".join(word.lower for word in self.words[at : at + _LONGEST])
        before = next((item for item in reversed(self.items) if item.letter not in _PRE), None)
        if before is None or before.letter not in "CT" or not before.candidates:
            return None
        mentioned = self._mentioned(at)
        if mentioned is not None:
            return mentioned
        form = _TELLS if before.letter == "C" else _ABOUT
        found = form.match(f"{said} ")
        if found is None:
            return None
        start = at + len(found.group().split())
        texts, until = self._texts(start)
        columns = self._texts_of(before)
        if not texts or not columns:
            return None
        self._look_for(texts, columns, before, (at, until))
        return until

    def _mentioned(self, at: int) -> int | None:
        """`mention a cot in their remark`: the text that is named behind it is searched."""
        if self.words[at].lemma != "mention":
            return None
        texts, until = self._texts(at + 1)
        lead = [word.lower for word in self.words[until : until + 2]]
        if not texts or lead[:1] != ["in"]:
            return None
        start = until + 1 + (lead[1:] != [] and lead[1] in _ARTICLES)
        for end in range(min(len(self.words), start + _MOST_WORDS), start, -1):
            found = self.known.lexicon.find(self.words[start:end])
            columns = [c for c in found if c.column and self.known.column(c.ref).kind is Kind.TEXT]
            if columns:
                self._add_search(texts, columns, (at, end))
                return end
        return None

    def _look_for(
        self, texts: list[str], columns: list[Candidate], before: Item, span: tuple[int, int]
    ) -> None:
        at, until = span
        if before.letter == "C":
            self.items.remove(before)
            columns, at = before.candidates, before.first
        self._add_search(texts, columns, (at, until))

    def _add_search(
        self, texts: list[str], columns: Sequence[Candidate], span: tuple[int, int]
    ) -> None:
        at, until = span
        words = " ".join(word.text for word in self.words[at:until])
        named = Item("C", at, until, " ".join(texts), candidates=list(columns))
        tests = [
            Test(operator="like", column=named, values=(f"%{text}%",), words=words, first=at)
            for text in texts
        ]
        test = tests[0] if len(tests) == 1 else Test(any_of=tests, words=words, first=at)
        self._add("f", at, until, test)

    def _texts(self, at: int) -> tuple[list[str], int]:
        """What is looked for, with `or` between, and where it ends; nothing where it is unclear."""
        texts: list[str] = []
        part: list[Word] = []
        while at < len(self.words) and self.words[at].lower not in _AFTER_TEXT:
            word = self.words[at]
            if word.number is not None or any(span.at == word.at for span in self.times):
                return [], at
            if word.lower == _OR:
                texts, part = [*texts, *_as_text(part)], []
            elif word.lower not in _ARTICLES:
                part.append(word)
            at += 1
        texts += _as_text(part)
        return texts, at

    def _texts_of(self, before: Item) -> list[Candidate]:
        """The columns that hold such a text: the one that is named, else those of the rows."""
        best = before.candidates[0]
        if before.letter == "C":
            plain = self.known.column(best.ref).kind is Kind.TEXT
            return [best] if plain else []
        return [
            Candidate(best.table, column.name, best.score)
            for column in self.known.table(best.table).columns
            if column.kind is Kind.TEXT and _PROSE & set(expanded(name_words(column.name)))
        ]


def _as_text(words: Sequence[Word]) -> list[str]:
    """One piece of text, in the singular: what holds `invoices` holds `invoice`."""
    # `about the topic “storms”` looks for what stands in quotes.
    words = [word for word in words if word.quoted] or words
    if not 0 < len(words) <= _MOST_WORDS:
        return []
    *first, last = words
    end = last.text if last.quoted or last.text[:1].isupper() else last.lemma
    end = end.removesuffix("s") if end.endswith("os") else end
    return [" ".join((*(word.text for word in first), end))]
