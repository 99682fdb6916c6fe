"""What a question says of rows and the rows that their keys lead to, taken out of its words."""

import re
from dataclasses import dataclass, field

from pipeline.rules.relatives.outdoing import Versus, outdone
from pipeline.rules.relatives.said import Said, deed_by, in_each, in_nouns, without_deed
from pipeline.rules.text.words import lemma_of

_END = r"(?=\s*(?:[,.;:?!()]|$))"
_JOINT = (
    r"(?:,\s*(?:and|plus|with|along with|together with|as well as)|,|and|&|\+|with|plus|besides?|"
    r"together with|along with|alongside|next to|as well as|against|followed by|then)\s+"
    r"(?:also\s+)?"
)
_ITEM = r"(?!(?:the|their|its|his|her|a|an)\b)[a-z]\w*(?: (?!(?:and|of|the|their|its)\b)\w+){0,2}"
_WHAT = rf"(?P<what>{_ITEM}(?:(?:, | and ){_ITEM}){{0,3}})"
_SAME = r"(?P<same>the same|a different|another|a differing|other|an other|the very same)"
_AWAY = (
    r"(?:skip(?:ping)?|ignor(?:e|ing)|leav(?:e|ing) out|exclud(?:e|ing)|omit(?:ting)?|"
    r"drop(?:ping)?|not counting|do not (?:show|list|include)|don't (?:show|list|include))"
)
_KEEP = r"(?:keep(?:ing)?|includ(?:e|ing)|also (?:list|show)|even|also)"
_THOSE = r"(?:(?:the|those|any|all|anyone|anybody|everyone|ones?|people|rows|in the list)\s+)*"
_LACK = r"(?:with no|without|who have no|that have no|which have no|having no|lacking|with out)"
_MOST = 4
_AT_THE_END = re.compile(r"[\s,]*\b(?:but|and|yet|who|that|which)\s*$", re.IGNORECASE)
_BARE = re.compile(r"^(?P<asks>how many|which|what)\s+(?P<rows>[\w ]{1,40})$", re.IGNORECASE)
_SHOW = r"(?:return|show|give|list|include|display|output|tell|report|print)"


_HAS = r"(?:has|have|had|belongs? to|reports? to)"


@dataclass(slots=True)
class Taken:
    """The rest of the question, and what was taken out of it.

    `shown` are columns of the row in the part, in words, `met` is what is said of that row;
    `needed` that there is one, and `kept` that rows without any stay.
    """

    rest: str
    shown: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)
    compared: list[Versus] = field(default_factory=list)
    needed: bool = False
    kept: bool = False

    @property
    def any(self) -> bool:
        return bool(self.shown or self.met or self.compared or self.needed or self.kept)


def taken_out(question: str, said: Said) -> Taken:
    """What the question says of the row in a part."""
    taken = Taken(without_deed(in_nouns(in_each(question, said), said), said))
    taken.rest, taken.compared = outdone(taken.rest, said)
    for take in (_absent, _present, _compares, _by_another, _whose, _both, _shown):
        take(taken, said)
    taken.rest = tidy(taken.rest)
    return taken


def _first(taken: Taken, form: str) -> re.Match[str] | None:
    return re.search(form, taken.rest, re.IGNORECASE)


def _cut(taken: Taken, form: str) -> re.Match[str] | None:
    """Take the first such words out of the question."""
    found = _first(taken, form)
    if found is not None:
        lead = found.groupdict().get("lead") or ""
        taken.rest = f"{taken.rest[: found.start()]} {lead} {taken.rest[found.end() :]}"
    return found


def _absent(taken: Taken, said: Said) -> None:
    """`skip those with no boss`; `keep accounts without a parent`."""
    lacking = rf"{_THOSE}(?:(?:{said.rows})\s+)?{_LACK}\s+{said.ref}"
    again = r"(?:\s+(?:in the (?:list|result)|too|as well))?"
    away = rf"[,;]?\s*(?:but\s+)?\b{_AWAY}\s+{lacking}{again}"
    stay = rf"[,;]?\s*(?:and\s+|but\s+)?\b{_KEEP}\s+{lacking}{again}"
    if_any = r"[,(]?\s*\bif (?:any|there is one|they have one|it has one)\b\)?"
    taken.needed |= _cut(taken, away) is not None
    for form in (stay, if_any):
        taken.kept |= _cut(taken, form) is not None


def _present(taken: Taken, said: Said) -> None:
    """`that belongs to a parent account`, `with a manager`: those that have one."""
    have = r"(?:has|have|had|got|belongs? to|reports? to|is under|are under|do have|does have)"
    an = r"(?:a|an|some|any|another)\s+(?:known\s+)?"
    noun = rf"{said.noun}(?:\s+(?:{said.others}))?\b"
    forms = (
        rf"\b(?:that|who|which)\s+(?:actually\s+)?{have}\s+{an}{noun}(?!\s+(?:that|who|which|whose|in|from|with)\b)",
        rf"\b(?:with|having)\s+(?:a|an)\s+(?:known\s+)?{noun}{_END}",
        rf"^(?P<lead>(?:which|what|how many)\s+(?:{said.rows}))\s+{have}\s+{an}{noun}{_END}",
    )
    for form in forms:
        taken.needed |= _cut(taken, form) is not None


def _compares(taken: Taken, said: Said) -> None:
    """`from another country than their manager`, `whose parent is in the same city`."""
    column = r"(?P<column>[a-z][\w ]*?)"
    other = rf"(?:(?:{said.others})|{said.noun})"
    be = r"(?:is|are|was|were|lives?|comes?|sits?|works?|belongs?|has|have|to)\s+"
    of = r"(?:in|from|of|to|at|with)\s+"
    forms = (
        rf"\bwhose\s+{said.noun}(?:\s+(?:{said.others}))?\s+(?:{be})?(?:{of})?{_SAME}\s+{column}"
        rf"(?:\s+(?:than|from|as)\s+(?:they|them|it|theirs|their own|itself|themselves|he|she)"
        rf"(?:\s+(?:do|does|is|are|themselves|itself))?)?{_END}",
        rf"{deed_by(said)}(?:an?\s+)?{other}\s+(?:(?:who|that)\s+)?(?:{be})?(?:{of})?{_SAME}\s+{column}{_END}",
        rf"\b(?:(?:who|that|which)\s+)?(?:{be})?(?:{of})?{_SAME}\s+{column}\s+"
        rf"(?:than|as|from|to)\s+{said.ref}(?:'s?)?(?:\s+(?:is|are|has|have|does|do))?{_END}",
    )
    for form in forms:
        found = _cut(taken, form)
        if found is None:
            continue
        same = "same" in found["same"].lower()
        taken.compared.append(Versus(found["column"], "=" if same else "!="))
        column_ = re.escape(found["column"])
        unknown = (
            rf"[,;.]?\s*\b{_AWAY}\s+(?:(?:those|any|all|anyone|anybody|everyone|the|people|rows|"
            rf"{said.rows})\s+)*(?:whose|where(?: the)?|with(?: an?)?)\s+{column_}\s+"
            r"(?:is|are)\s+(?:unknown|missing|empty|null|not known|not set|blank)"
        )
        _cut(taken, unknown)


def _by_another(taken: Taken, said: Said) -> None:
    """`referred by a customer that is now blocked`, `led by a banned player`."""
    others = rf"(?:{said.others})\b"
    found = _cut(
        taken,
        rf"\b{deed_by(said)}(?:an?|another|some|one of the|the)?\s*(?P<like>(?:[\w-]+\s+){{0,3}}?)"
        rf"{others}(?P<that>\s+(?:that|who|which|in|from|with|of|at)\b[^.;?!,]*?)?"
        rf"(?=\s*(?:[,.;?!]|$|\band\s+{_SHOW}\b))",
    )
    if found is None:
        return
    like, that = found["like"].strip(), (found["that"] or "").strip()
    taken.needed = True
    if like:
        taken.met.append(f"List the {like} {said.many}")
    if that:
        taken.met.append(_which(that, said))


def _whose(taken: Taken, said: Said) -> None:
    """`whose parent account is in Germany`, `with a manager from Rome`."""
    noun = rf"{said.noun}(?:\s+(?:{said.others}))?"
    until = rf"(?P<that>[^.;?!,]+?)(?=\s*(?:[,.;?!]|$|\band\s+(?:{_SHOW}|who|that|which|whose)\b))"
    found = _cut(taken, rf"\bwhose\s+(?:direct\s+)?{noun}\s+{until}")
    found = found or _cut(
        taken,
        rf"(?:\b(?:with|(?:that|who|which)\s+{_HAS})|^(?P<lead>(?:which|what|how many)\s+"
        rf"(?:{said.rows}))\s+{_HAS})\s+an?\s+{noun}\s+(?P<that>(?:that|who|which|in|from|with|at)\b[^.;?!,]+?)(?=\s*(?:[,.;?!]|$|\band\s+{_SHOW}\b))",
    )
    if found is not None:
        taken.needed = True
        taken.met.append(_which(found["that"].strip(), said))
        return
    found = _cut(taken, rf"\b(?:with|having)\s+an?\s+(?P<like>[\w-]+)\s+{noun}{_END}")
    if found is not None:
        taken.needed = True
        taken.met.append(f"List the {found['like']} {said.many}")


def _which(that: str, said: Said) -> str:
    """What is said of one row, as a question of its own."""
    that = re.sub(r"^(?:that|who|which)\s+", "", that, flags=re.IGNORECASE)
    if re.match(r"(?:in|from|with|of|at)\b", that, re.IGNORECASE):
        return f"List the {said.many} {that}"
    return f"Which {said.one} {that}?"


def _both(taken: Taken, said: Said) -> None:
    """`both countries`, `full names of both`: of the row and of the one in the part."""
    word = r"(?:(?!and\b|of\b)[a-z]\w*)"
    form = (
        rf"\bboth\s+(?:(?:of\s+)?(?:their|the)\s+)?(?P<a>{word}(?: {word})?)(?:\s+(?:{said.rows}))?"
        rf"(?=\s*(?:[,.;:?!()]|$|and\b))|\b(?P<b>{word}(?: {word})?)\s+of\s+both"
        rf"(?:\s+(?:{said.rows}))?{_END}"
    )
    while (found := _first(taken, form)) is not None:
        what = found["a"] or found["b"]
        taken.shown.append(what)
        one = " ".join((*what.split()[:-1], lemma_of(what.split()[-1].lower())))
        taken.rest = f"{taken.rest[: found.start()]}{one}{taken.rest[found.end() :]}"


def _shown(taken: Taken, said: Said) -> None:
    """`next to the parent's name`, `and the title of that prerequisite`, `with their manager`."""
    own = rf"{_WHAT}\s+(?:of|for)\s+{said.ref}"
    owned = rf"{said.ref}(?:'s|s'|')?\s+(?P<what>[a-z][\w']*(?: [\w']+)?(?:(?: and |, )[a-z]\w*)??)"
    forms = (
        rf"{_JOINT}(?:the\s+|a\s+)?{own}{_END}",
        rf"{_JOINT}{owned}{_END}",
        rf"{_JOINT}(?:the\s+|a\s+)?{own}(?=\s+and\b)",
        rf"{_JOINT}{owned}(?=\s+and\b)",
        rf"(?<=[:,])\s*(?:the\s+)?{own}\s*(?:,|and)",
        rf"\b(?P<lead>{_SHOW}(?:\s+(?:me|us))?)\s+(?:the\s+)?{own}\s*(?:,\s*and|,|and)\s+",
        rf"\b(?P<lead>{_SHOW}(?:\s+(?:me|us))?)\s+{owned}\s*(?:,\s*and|,|and)\s+",
        rf"{_JOINT}(?P<bare>{said.ref}){_END}",
    )
    for _ in range(_MOST):
        fits = [(f.start(), n) for n, form in enumerate(forms) if (f := _first(taken, form))]
        if not fits:
            return
        found = _cut(taken, forms[min(fits)[1]])
        taken.shown.append((found.groupdict().get("what") or "") if found else "")


def tidy(rest: str) -> str:
    """The rest of a question without the gaps and stops that were left in it."""
    rest = re.sub(r"\s+", " ", rest)
    rest = re.sub(r"\s+(?=[,.;:?!)])", "", rest)
    rest = re.sub(r"\(\s*\)", "", rest)
    rest = re.sub(r"[,;]+(?=[.;?!])|,\s*$", "", rest)
    return re.sub(r"([.?!;])(?:\s*[.?!;,])+", r"\1", rest).strip()


def as_question(head: str) -> str:
    """What stands before words for other rows as a question of its own."""
    while _AT_THE_END.search(head):
        head = _AT_THE_END.sub("", head)
    head = tidy(head)
    bare = _BARE.match(head)
    if bare is None:
        return head
    many = bare["asks"].lower() == "how many"
    return f"{head} are there?" if many else f"List all {bare['rows']}"
