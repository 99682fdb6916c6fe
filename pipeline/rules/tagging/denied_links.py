"""Which rows a denied verb tells of where nothing is called like it: those that the keys tie."""

import re
from dataclasses import dataclass

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import lemma_of, name_words, stem_of
from pipeline.rules.vocabulary.ties import TYING_VERBS

_BEFORE_VERBS = frozenset(
    ("not", "never", "n't", "cannot", "neither", "nor", "yet", "nobody", "noone", "one", "longer")
)
_NOBODY = frozenset(("nobody", "noone", "one"))
# What a denial may be about, and what sets it against a number or a time.
SAID, FAR = "TVC", "D#cbKF"
_TYING = frozenset(
    stem_of(form) for verb in TYING_VERBS for form in (verb, f"{verb.removesuffix('e')}ed")
)
_OF_NUMBER = re.compile(r"(?P<n>n)h?(?P<c>C)h?c#")
# So low that it is asked: what the verb tells of is not in the data by name.
_GUESSED = 0.2


def denies_deeds(item: Item) -> bool:
    """Whether a verb comes behind a denial (`never`, `did not`), not a noun (`no`, `without`)."""
    return item.letter == "n" and item.text.lower().split()[-1] in _BEFORE_VERBS


@dataclass(slots=True)
class DeniedLinks:
    """Finds the rows that belong to those which a question denies something of."""

    items: list[Item]
    known: Known

    def _subject(self, at: int) -> str:
        """The table of what was named first before a place."""
        named = [item for item in self.items[:at] if item.letter in "TC" and item.candidates]
        return named[0].candidates[0].table if named else ""

    def _behind(self, at: int) -> list[Item]:
        """What stands behind a place and belongs to it."""
        found: list[Item] = []
        for item in self.items[at + 1 :]:
            if item.letter in ".rw" or (item.letter == "n" and denies_deeds(item)):
                break
            found.append(item)
        return found

    def _call_any_rows(self, at: int, subject: str) -> None:
        """`pilots without records`: rows that are called so, or whatever belongs to a pilot."""
        noun, parts = self.items[at], self._parts_of(subject)
        word = lemma_of(noun.text.lower())
        called = [key for key in parts if lemma_of(name_words(key)[-1]) == word]
        said = any(item.letter in SAID for item in self._behind(at))
        found = called or ([] if said else parts)
        if not found:
            self.items.pop(at)
            return
        score = 1.0 if len(called) == 1 else _GUESSED
        noun.letter, noun.verb = "T", True
        noun.candidates = [Candidate(key, "", score) for key in found]

    def _name_rows_of_numbers(self) -> None:
        """`never had a score above 8`: none of the rows that keep the scores has such a one."""
        letters = "".join(item.letter for item in self.items)
        found = _OF_NUMBER.search(letters)
        if found is None:
            return
        at = found.start("c")
        column, subject = self.items[at], self._subject(found.start())
        kept = [c for c in column.candidates if c.column and self._belongs(c.table, subject)]
        best = [c for c in kept if c.score == kept[0].score]
        if not subject or len({c.table for c in best}) != 1:
            return
        column.candidates = best
        rows = Item(
            "T", column.first, column.first, column.text, verb=True,
            candidates=[Candidate(best[0].table, "", 1.0)],
        )  # fmt: skip
        self.items[found.end("n") : at] = [rows, Item("h", column.first, column.first, "with")]

    def _belongs(self, table: str, subject: str) -> bool:
        return bool(subject) and table != subject and self.known.joins.has_many(subject, table)

    def _parts_of(self, subject: str) -> list[str]:
        """The tables with rows that belong to a row of the subject, many to one."""
        edges = self.known.joins.edges(subject) if subject else []
        return sorted({edge.right for edge in edges if edge.multiplies})

    def _only_ties(self, parts: list[str], subject: str) -> bool:
        """Whether one table of rows between two others is all that something may be tied by."""
        keys = [key for key in self.known.table(subject).foreign_keys if len(key.columns) == 1]
        open_ = any(self.known.column(f"{subject}.{key.columns[0]}").null_share for key in keys)
        others = {
            edge.right
            for part in parts
            for edge in self.known.joins.edges(part)
            if not edge.multiplies and edge.right != subject
        }
        return len(parts) == 1 and bool(others) and not open_

    def _leads_to_value(self, at: int, columns: list[Candidate]) -> bool:
        """`not supplied by Birkwood`: the key tells no more than that a row belongs to another."""
        behind = [item for item in self._behind(at) if item.letter in SAID + FAR]
        if len(behind) != 1 or behind[0].letter != "V":
            return False
        stored = {hit.table for hit in behind[0].payload or ()}
        owners = {
            edge.right
            for named in columns
            for edge in self.known.joins.edges(named.table)
            if not edge.multiplies and named.column in (left for left, _ in edge.pairs)
        }
        return bool(stored) and stored <= owners

    def _is_used_by_nobody(self, at: int, subject: str) -> bool:
        """`coupons nobody redeemed`: of the rows that belong to them, which a person confirms.

        `projects not assigned yet` says no more than that: it is plain where all that belongs to
        them ties them to other rows, and they have no key of their own that may be empty.
        """
        verb, behind = self.items[at], [item for item in self._behind(at) if item.letter in SAID]
        denial = next((item for item in reversed(self.items[:at]) if item.letter != "h"), verb)
        nobody = denial.letter == "n" and bool(_NOBODY & set(denial.text.lower().split()))
        linked = denial.letter == "n" and stem_of(verb.text.lower()) in _TYING
        named = {c.table for i in self.items[:at] if i.letter in "TC" for c in i.candidates[:1]}
        done = self.items[at - 2].letter == "V" if at > 1 else False  # `Kit did not take`
        linked = linked and named <= {subject} and not done
        parts = self._parts_of(subject) if (nobody or linked) and not behind else []
        if not parts:
            return False
        verb.letter, verb.verb = "T", True
        score = 1.0 if linked and self._only_ties(parts, subject) else _GUESSED
        verb.candidates = [Candidate(key, "", score) for key in parts]
        return True
