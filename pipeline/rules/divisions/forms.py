"""`the ratio of A to B for each C`: where in a question its two numbers and its groups stand."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.rules.divisions.form import Form
from pipeline.rules.divisions.further import Further, further, without_skipped
from pipeline.rules.text.words import lemma_of

_ASKS = (
    r"(?:(?:what|what's|which|how|is|was|are|were|does|do|did|has|have|calculate|compute|find|show|"
    r"give|me|us|return|list|tell|determine|display|get|provide|please|can|could|you|i|want|would|"
    r"like|need|to|know|see|out|the|an?|overall|and)\s+)*"
)
_SCOPE = r"(?P<scope>[^?!]*?,\s+)?"
_PART = r"(?P<word>percentage|percent|%|share|proportion|fraction|ratio)"
_HEADS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^{_SCOPE}{_ASKS}(?P<word>ratio)\s+between\s+(?P<rest>.+)$",
        rf"^{_SCOPE}{_ASKS}{_PART}s?\s+of\s+(?P<rest>.+)$",
        rf"^{_SCOPE}{_ASKS}(?P<word>ratio)(?P<to>)(?P<rest>)$",
        rf"^{_SCOPE}{_ASKS}(?P<rest>.+\s+divided\s+by\s+.+)$",
        rf"^{_SCOPE}{_ASKS}(?P<rest>.+\s+as\s+an?\s+{_PART}\s+of\s+.+)$",
        rf"^{_SCOPE}how\s+many\s+times\s+(?:more|as\s+many|larger|higher)\s+(?P<rest>.+)$",
        rf"^{_SCOPE}{_ASKS}(?P<rest>\w+(?:\s+\w+)?(?:\s+|-)to(?:\s+|-)\w+(?:\s+\w+)?)\s+"
        r"(?P<word>ratio)(?P<behind>\s.*)?$",
    )
)
# `how many were late compared to those in time, as a ratio`.
_COMPARED = re.compile(
    rf"^{_SCOPE}(?P<rest>how\s+many\s+.+\s+(?:compared\s+(?:to|with)|versus|vs\.?|relative\s+to)\s+.+)$",
    re.IGNORECASE,
)
_AS_RATIO = re.compile(
    r"(?:[,.;?!]\s*|\s+)(?:(?:and\s+|please\s+)*(?:give|show|return|express|report|state)\s+"
    r"(?:me\s+)?(?:it|this|that|the\s+(?:result|answer))\s+)?as\s+an?\s+ratio(?=\s*(?:[.?!;,]|$))",
    re.IGNORECASE,
)
_JOINTS = {
    "between": r"\s+(?:and|to|versus|vs\.?)\s+",
    "of": r"\s+(?:to|out of|over|versus|vs\.?|against|compared (?:to|with)|relative to)\s+",
    "divided": r"\s+divided\s+by\s+",
    "as": r"\s+as\s+an?\s+[\w%]+\s+of\s+",
    "times": r"\s+(?:than|as|compared (?:to|with))\s+(?:there are\s+)?",
    "glued": r"(?:\s+|-)to(?:\s+|-)",
    "compared": r"\s+(?:compared\s+(?:to|with)|versus|vs\.?|relative\s+to)\s+"
    r"(?:(?:those|the\s+ones|ones)\s+)?(?:(?:that|which|who)\s+)?",
}
_VERSUS = re.compile(r"\b(?:versus|vs)\b", re.IGNORECASE)
_EACH = r"(?:each|every|each of the|(?:the |all )?different|all(?: the)?)"
_GROUP = re.compile(
    rf"(?<!\bdivided)[\s,]+(?:(?:for|in|within|from|of|at|by|on|across|among|per|under)\s+{_EACH}|by|per|"
    r"broken down by|grouped by|split by|over the|across(?: the| all)?)\s+"
    r"(?P<group>[\w][\w '-]*?)\s*$",
    re.IGNORECASE,
)
_IN_TOP = re.compile(
    rf"\s+(?:for|in|within|from|of|at|by|on|across|under)\s+{_EACH}\s+(?P<group>[\w][\w '-]*?)\s*$",
    re.IGNORECASE,
)
_VARIES = re.compile(
    r"\s+(?:var(?:y|ies)|differs?|change[sd]?|compares?|evolved?s?|look)\s+"
    r"(?:from|across|by|over|between|among|with|per|for)\s+(?:(?:the|each|all|every|different)\s+)*"
    r"(?P<group>[\w][\w '-]*?)\s*$",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(rf"^(?:for|in|by|within|across)\s+{_EACH}\s+(?P<group>[\w '-]+?),\s*$", re.I)
_SAME_GROUP = re.compile(r"\s+(?:in|of|for|within|at|from)\s+(?:that|the same|this)\s+\w+$", re.I)
_WHOLE = re.compile(r"^(?:the\s+)?(?:total|overall|all|entire|whole)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\s+(?:(?:are|is|were|was|have|has|had|do|does|did|can|made|make|makes|got|get|come|came)\s"
    r"|(?:that|who|which)\s)",
    re.IGNORECASE,
)
_PLEASE = re.compile(r",\s*please(?=\s*(?:[.?!;,]|$))", re.IGNORECASE)
_END = re.compile(r"[.?!;](?=\s|$)")


def forms(question: str) -> Iterator[Form]:
    """Every way in which a question may ask for one number over another, likeliest first."""
    question = _PLEASE.sub("", question)
    plain = _AS_RATIO.sub(" ", question)
    heads = (_COMPARED,) if plain != question else _HEADS
    first, *others = _sentences(plain)
    first, skipped = without_skipped(first)
    for head in heads:
        found = head.match(first)
        if found is None:
            continue
        told = further(found.groupdict().get("behind") or "", others)
        if told is None:
            continue
        told = replace(told, skipped=told.skipped or skipped)
        rest, order = told.without_order(found["rest"])
        word = (found.groupdict().get("word") or "ratio").lower()
        empty = Form(
            "", "", percent=word in ("percentage", "percent", "%", "share"), order=order,
        )  # fmt: skip
        for form in _grouped(rest, found["scope"] or "", empty):
            yield from _divided(head.pattern, form, told)


def _sentences(question: str) -> list[str]:
    parts = [part.strip() for part in _END.split(" ".join(question.split()))]
    return [part for part in parts if part] or [""]


def _grouped(rest: str, scope: str, plain: Form) -> Iterator[Form]:
    """With the groups taken off the end, then with the words as they are; `top` holds the rest."""
    for top, group, led in without_group(rest, scope):
        yield replace(plain, top=top, group=group, scope=led)


def without_group(rest: str, scope: str) -> Iterator[tuple[str, str, str]]:
    """The words without the groups that are named before or behind them, these, and the scope."""
    led = _FOR_EACH.match(scope)
    if led is not None:
        yield rest, led["group"], ""
        return
    for ending in (_VARIES, _GROUP):
        found = ending.search(rest)
        if found is not None:
            yield rest[: found.start()], _one_of(found["group"]), scope
    yield rest, "", scope


def _one_of(group: str) -> str:
    """`over the years` is for each year, `across categories of shops` for each such category."""
    noun, of, owner = group.partition(" of ")
    *before, last = noun.split()
    return (
        " ".join((*before, "id" if last.lower() == "ids" else lemma_of(last.lower()))) + of + owner
    )


def _divided(head: str, form: Form, told: Further) -> Iterator[Form]:
    """The forms with their two numbers apart."""
    kind = next((kind for kind in ("between", "divided", "times") if rf"{kind}\s" in head), "of")
    kind = "as" if r"\s+as\s+an?" in head else "glued" if "behind" in head else kind
    kind = "compared" if head == _COMPARED.pattern else kind
    for joint in re.finditer(_JOINTS[kind], form.top, re.IGNORECASE):
        if form.percent and _VERSUS.search(joint.group()):
            continue  # `what percentage is paid versus open`: a part of all for each
        top, bottom = form.top[: joint.start()].strip(" ,"), form.top[joint.end() :].strip(" ,")
        if not top or not bottom:
            continue
        made = _placed(replace(form, top=top, bottom=_SAME_GROUP.sub("", bottom)))
        yield from told.shown(made)
    verb = _VERB.search(form.top)
    if kind == "of" and verb is not None:
        yield from told.shown(replace(form, bottom=form.top[: verb.start()]))


def _placed(form: Form) -> Form:
    """`businesses in each state to all businesses`: groups of the first, and the whole of them."""
    found = _IN_TOP.search(form.top)
    if found is None or form.group:
        return form
    whole = _WHOLE.match(form.bottom) is not None
    return replace(form, top=form.top[: found.start()], group=found["group"], whole=whole)
