"""Words beside a denial: its verb, what tells the kind of denied rows, and what adds nothing."""

from dataclasses import replace

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import LINKING_WORDS, Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.deeds import tables_of_deed
from pipeline.rules.tagging.denied import VERB
from pipeline.rules.tagging.denied_links import denies_deeds
from pipeline.rules.tagging.single_words import SingleWords, is_verb
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.text.words import Word, is_plural, lemma_of, stem_of
from pipeline.rules.vocabulary import FILLERS, KEYWORDS, PREPOSITIONS
from pipeline.rules.vocabulary.ties import ROWS_OF_ANY, TYING_ADJECTIVES

_ADD_NOTHING = frozenset(("anything", "anyone", "anybody", "any", "ever", "yet", "anymore"))
_NONE = frozenset(("no", "nothing", "nobody", "none"))
_PLACED = frozenset(("located", "situated", "based"))
# Before `not` they make the word behind it a verb: `do not interact`.
_HELPING = frozenset(
    ("do", "does", "did", "ca", "can", "could", "may", "might", "will", "would", "cannot", "to")
)
_HAVE = frozenset(("have", "has", "had"))
_HAVING = frozenset(("be", "have", "do", "get"))
_BE = frozenset(("is", "are", "was", "were", "be", "been"))
_OFTEN = frozenset(("currently", "yet", "even", "also", "still", "always", "really", "ever"))
# What leads from how rows are to other rows: `suitable for oak`, `compatible with it`.
_LEADING = frozenset(("with", "for", "to", "in", "on", "by", "at"))
_UN = "un"
# So well a name fits that is said in whole: it is no verb.
_CALLED = 0.95


class DeniedWords(SingleWords):
    """Keeps the words that stand beside a denial: it is they that are denied."""

    def _denied_word(self, at: int) -> int | None:
        word, before = self.words[at], self._denial_before(at)
        phrase = " ".join(each.lower for each in self.words[at : at + 2])
        if "l" in (KEYWORDS.get(word.lower, ("",))[0], KEYWORDS.get(phrase, ("",))[0]):
            return None  # `not containing the letter a`: the text is what is denied
        adds_nothing = word.lower in _ADD_NOTHING or self._is_not_one(at)
        if adds_nothing and self._is_denied():
            return at + 1
        none = self._tells_of_none(at) and self._is_denied()
        rows = self._any_rows(at, word) if none else None
        if rows is not None:
            return rows
        if before is not None and before.letter == "n" and not denies_deeds(before):
            return self._any_rows(at, word) or self._denied_kind(at, word) or self._deeds(at, word)
        behind = self.words[at + 1].lower if at + 1 < len(self.words) else ""
        if (before is not None and denies_deeds(before)) or behind in _NONE:
            return self._denied_deed(at, word) or self._denied_verb(at, word, behind)
        had = before is not None and before.letter in "h#" and not self._is_denied()
        rows = self._rows_had(at, word) if had else self._tie(at, word)
        return rows or self._undone(at, word)

    def _is_denied(self) -> bool:
        return any(item.letter == "n" for item in self.items)

    def _rows_had(self, at: int, word: Word) -> int | None:
        """`pilots who have a record`, where a table is called so: no word that adds nothing."""
        called = any(not c.column for c in self.known.lexicon.find([word]))
        return self._any_rows(at, word) if called else None

    def _tie(self, at: int, word: Word) -> int | None:
        """`suitable for oak`: what ties rows to others, by the name of the rows between them."""
        if self._lower(at - 1) not in _BE or self._lower(at + 1) not in _LEADING or is_verb(word):
            return None
        found = self.known.lexicon.find([word])
        close = not found or found[0].score >= _CALLED or at in self.values
        if close or not all(self._is_between(c.table) for c in found):
            return None
        self.verbs.append(word.text)
        return at + 1

    def _is_between(self, table: str) -> bool:
        """Whether rows of a table belong to rows of two others."""
        edges = self.known.joins.edges(table)
        return len({edge.right for edge in edges if not edge.multiplies}) > 1

    def _denial_before(self, at: int) -> Item | None:
        """The item before a word; of `nobody has used` and `have not had` it is the denial."""
        last = self.items[-1] if self.items else None
        if last is None or last.letter != "h" or len(self.items) == 1:
            return last
        denial, word = self.items[-2], self.words[at]
        perfect = word.lower.endswith("ed") or (
            word.lemma != word.lower and not is_plural(word.lower)
        )
        return denial if denies_deeds(denial) and perfect and word.lemma != "have" else last

    def _is_not_one(self, at: int) -> bool:
        """`not a single order`, `without a single order`: none of them."""
        before = self.words[at - 1].lower if at else ""
        of_denial = bool(self.items) and self.items[-1].letter in "nh"
        return self.words[at].lower == "single" and before == "a" and of_denial

    def _tells_of_none(self, at: int) -> bool:
        """`in any record`, `without expert records`: a noun behind what there is none of."""
        if self._lower(at - 1) == "any" or not self.items or self.items[-1].letter != "V":
            return self._lower(at - 1) == "any"
        letters = "".join(item.letter for item in self.items)
        return letters.rstrip("V").rstrip("ph")[-1:] == "n"

    def _any_rows(self, at: int, word: Word) -> int | None:
        """`without records`: rows of a table that is called so, or of what belongs to others."""
        pair = self.words[at : at + 2]
        goes_on = len(pair) > 1 and bool(self.known.lexicon.find(pair))
        if word.lemma not in ROWS_OF_ANY or goes_on:
            return None
        called = [c for c in self.known.lexicon.find([word]) if not c.column]
        self._add("T" if called else VERB, at, at + 1).candidates = called
        return at + 1

    def _deeds(self, at: int, word: Word) -> int | None:
        """`customers without purchases`, where invoices tell of them: a deed, as if by its verb."""
        named = self.known.lexicon.find([word]) or at in self.values
        if named or not is_plural(word.lower) or not tables_of_deed(word.lower, "", self.known):
            return None
        self._add(VERB, at, at + 1)
        return at + 1

    def _denied_verb(self, at: int, word: Word, behind: str) -> int | None:
        """`never sold`, `sold nothing`: what the verb tells of, there is none of."""
        last, hits = self.values.get(at, (at + 1, None))
        verb = is_verb(word) or self._done_by_nobody(at, word) or self._is_denied_link(at, word)
        if not verb or word.lemma in ("be", "have") or last > at + 1:
            return None
        if word.lower in _PLACED and [item.letter for item in self.items[-2:]] == ["C", "n"]:
            # `whose office is not located in`: of the column, not of rows that tell of places.
            self.verbs.append(word.text)
            return at + 1
        named = self.words[at : at + 2] if behind not in (*LINKING_WORDS, *_NONE) else ()
        if len(named) > 1 and self.known.lexicon.find(named):
            return None
        item = self._add(VERB, at, at + 1, hits)
        item.candidates = self._named_after(word)
        self.verbs.append(word.text)
        if not self.known.lexicon.find(self.words[at + 2 : at + 3]):
            self._passive(at + 1)
        return at + 1

    def _named_after(self, word: Word) -> list[Candidate]:
        """What a verb or its participle names: `did not pass`, where `passed` is kept."""
        found = self.known.lexicon.find([word])
        done = f"{word.lower.removesuffix('e')}ed"
        participle = replace(word, lower=done, lemma=lemma_of(done), stem=stem_of(done))
        return found or self.known.lexicon.find([participle])

    def _is_denied_link(self, at: int, word: Word) -> bool:
        """`do not interact`, `not compatible with`: what no list of verbs holds, denied as one."""
        plain = word.lower.isalpha() and word.lower not in PREPOSITIONS | FILLERS | _OFTEN
        if not plain or at in self.values or word.lemma in _HAVING or self._begins_keyword(at):
            return False
        denial, behind = self.words[at - 1].lower if at else "", self._lower(at + 1)
        helped = denial == "cannot" or (denial == "not" and self._lower(at - 2) in _HELPING)
        has = denial == "never" or (denial == "not" and self._lower(at - 2) in _HAVE)
        if (helped and word.lower == word.lemma) or (has and word.lower.endswith("ed")):
            return True
        found = self.known.lexicon.find([word])
        ties = word.lower in TYING_ADJECTIVES or any(self._is_between(c.table) for c in found)
        close = max((c.score for c in found), default=0.0) >= _CALLED
        return denial == "not" and behind in _LEADING and ties and not close

    def _lower(self, at: int) -> str:
        return self.words[at].lower if 0 <= at < len(self.words) else ""

    def _begins_keyword(self, at: int) -> bool:
        """Whether words that compare, count or order begin there: `not equal to`."""
        lower = [word.lower for word in self.words[at : at + 3]]
        return any(" ".join(lower[:many]) in KEYWORDS for many in range(1, len(lower) + 1))

    def _done_by_nobody(self, at: int, word: Word) -> bool:
        """`coupons nobody redeemed`: a verb, whether or not it is known."""
        before = self._denial_before(at)
        nobody = before is not None and before.text.lower() in ("nobody", "noone", "no one")
        return nobody and word.lower.endswith("ed")

    def _denied_deed(self, at: int, word: Word) -> int | None:
        """`never logged in`, `did not export`: a kind of event that is stored so."""
        if at in self.values or word.lemma == "be" or self.known.lexicon.find([word]):
            return None
        behind = "".join(word.lower for word in self.words[at + 1 : at + 2])
        base = stem_of(word.lower)
        for text, until in ((f"{base}{behind}", at + 2), (base, at + 1)):
            found = self.known.values.find(text)
            hits = [hit for hit in found if hit.score >= EXACT and hit.table in self.known.allowed]
            if hits and all(self._is_category(hit) for hit in hits):
                self._add("V", at, until, hits)
                return until
        return None

    def _denied_kind(self, at: int, word: Word) -> int | None:
        """`no cancelled orders`: which of the rows there are none of; no such word is dropped."""
        rows = {c.table for c in self._rows_behind(at)}
        plain = word.lower == word.lemma and not word.lower.endswith("ed")
        if not rows or not is_verb(word) or plain:
            return self._undone(at, word)
        hits = [hit for hit in self.known.values.find(word.lower) if hit.score >= EXACT]
        if any(hit.table in rows for hit in hits):
            self._add("V", at, at + 1, [hit for hit in hits if hit.table in rows])
            return at + 1
        columns = [c for c in self.known.lexicon.find([word]) if c.column and c.table in rows]
        item = self._add("C" if columns else "x", at, at + 1)
        item.candidates = columns
        return at + 1

    def _undone(self, at: int, word: Word) -> int | None:
        """`unpaid invoices`: the date on which they were paid is missing."""
        done = word.lower.removeprefix(_UN)
        if not done or done == word.lower or at in self.values:
            return None
        plain = replace(word, lower=done, lemma=lemma_of(done), stem=stem_of(done))
        rows = {candidate.table for candidate in self._told_of(at)}
        found = [c for c in self.known.lexicon.find([plain]) if c.column and c.table in rows]
        dates = [c for c in found if self._may_be_missing(c.ref)]
        if not dates:
            return None
        named = Item("C", at, at + 1, word.text, "date", candidates=dates)
        test = Test(operator="is null", column=named, words=word.text, first=at)
        self._add("f", at, at + 1, test)
        return at + 1

    def _may_be_missing(self, ref: str) -> bool:
        column = self.known.column(ref)
        return column.kind.is_dated and bool(column.null_share)

    def _told_of(self, at: int) -> list[Candidate]:
        """`unpaid fines`, `the unpaid amount`, `fines that are unpaid`: of which rows that is."""
        behind = self.known.lexicon.find(self.words[at + 1 : at + 2])
        named = [item for item in self.items if item.letter == "T"]
        return self._rows_behind(at) or behind[:1] or (named[-1].candidates if named else [])

    def _rows_behind(self, at: int) -> list[Candidate]:
        """The tables that the noun behind a word may mean."""
        behind = self.words[at + 1 : at + 2]
        return [c for c in self.known.lexicon.find(behind) if not c.column] if behind else []
