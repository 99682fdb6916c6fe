"""What a scripted model knows beside the gold SQL: the workspace, a question's twin, the turn."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlglot
from sqlglot import exp

from pipeline.agents.layers.literal import content_words, place_of

Reply = dict[str, Any]
_PARTS = (
    ("condition", (exp.Where, exp.Having)),
    ("limit", (exp.Limit,)),
    ("order", (exp.Order,)),
    ("group", (exp.Group,)),
    ("number", (exp.AggFunc,)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Where a question can be answered, which approved ones ask for the same, and its last turn.

    `whole` is the follow-up as somebody else wrote it in one question, `before` the turn before.
    """

    workspace: str = ""
    same: frozenset[str] = frozenset()
    whole: str = ""
    before: str = ""
    sql_before: str = ""

    def routed(self, listed: Iterable[str]) -> Reply:
        """The right one of them; unsure where it is not listed."""
        here = self.workspace in listed
        return {"workspace": self.workspace if here else "", "unsure": not here}

    def proposed(self, listed: Iterable[str]) -> Reply:
        """A listed question with the same gold."""
        return {"same_as": next((each for each in listed if each in self.same), "")}

    def rewritten(self, message: str, sql: str, tries: int) -> Reply:
        """The whole question; once that was refused, in the words of both turns and no others."""
        plain = self.before.strip().rstrip(" .?!")
        question = self.whole if self.whole and not tries else f"{plain}, {message}"
        changes = _changes(message, sql, self.sql_before)
        return {"question": question[:500], "changes": changes, "new_topic": False}


def beside_of(item: dict[str, Any]) -> Beside:
    """What the item says of it."""
    return Beside(
        workspace=item.get("workspace", ""),
        same=frozenset(item.get("same", ())),
        whole=item.get("whole", ""),
        before=item["after"]["question"] if "after" in item else "",
        sql_before=item["after"]["gold"][0] if "after" in item else "",
    )


def _changes(message: str, sql: str, before: str) -> list[Reply]:
    """Each part of the query that is another than before, with words of the message of its own."""
    now, then = sqlglot.parse_one(sql, read="sqlite"), sqlglot.parse_one(before, read="sqlite")
    left = list(dict.fromkeys(content_words(message).values()))
    found = []
    for what, kinds in _PARTS:
        fresh = _texts(now, kinds) - _texts(then, kinds)
        if not fresh and _texts(now, kinds) == _texts(then, kinds):
            continue
        said = [word for word in left if any(_is_in(word, text) for text in fresh)]
        words = (said or left)[:1]
        if words:
            left.remove(words[0])
            found.append({"what": what, "words": _as_written(words[0], message)})
    return found


def _texts(tree: exp.Expr, kinds: tuple[type[exp.Expr], ...]) -> set[str]:
    return {node.sql(dialect="sqlite").lower() for node in tree.find_all(*kinds)}


def _is_in(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word.lower())}", text) is not None


def _as_written(word: str, message: str) -> str:
    place = place_of(word, message)
    return message[place[0] : place[1]] if place else word
