"""Whether a model's last word may be one: it asks nobody to approve, and claims nothing undone."""

import re

_ASKS = re.compile(
    r"\b(?:shall|should|may|can|could)\s+i\s+(?:now\s+|then\s+)?(?:go\s+ahead|proceed|run|execute|"
    r"apply|make|do|change|update|delete|remove|insert|add|create|drop|rename|set|continue)\b|"
    r"\b(?:would|do)\s+you\s+(?:like|want)\s+(?:me\s+)?to\b|\bdo\s+(?:you|i\s+have\s+your)\s+"
    r"(?:approve|agree|confirm|approval|permission|consent)\b|"
    r"\b(?:please|kindly|just)\s+(?:confirm|approve|agree|reply|say|type|answer|let\s+me\s+know)\b|"
    r"\b(?:if|once|when|after|until|unless|before)\s+you(?:'ve|\s+have)?\s+"
    r"(?:approved?|confirm(?:ed)?|agreed?|say\s+(?:so|yes)|want\s+me\s+to|give\s+(?:me\s+)?(?:the\s+)?"
    r"(?:ok|okay|go.ahead|permission|approval))\b|"
    r"\b(?:need|needs|require|requires|await|awaits|awaiting|waiting\s+for|wait\s+for|seek|seeking|"
    r"request|requesting|ask\s+for|asking\s+for)\s+(?:your|an?|the|explicit|human|a\s+person's)?\s*"
    r"(?:explicit\s+)?(?:approval|confirmation|permission|consent|go.ahead|sign.?off)\b|"
    r"\blet\s+me\s+know\s+(?:if|whether|when|how)\b|\bready\s+to\s+(?:run|execute|apply|proceed)\b|"
    r"\b(?:reply|respond|answer|type|say)\s+(?:with\s+)?[\"'“]?(?:yes|ok|okay|approved?|confirm)\b|"
    r"\bi\s+(?:will|can|could|would|am\s+about\s+to|'ll)\s+(?:now\s+)?(?:run|execute|apply|make|"
    r"update|delete|remove|insert|add|create|rename|change|set)\b[^.]*\b(?:statement|sql|change|"
    r"row|rows|index|column|table|it)\b",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"\bi(?:'ve|\s+have)?\s+(?:just\s+|now\s+|successfully\s+)?(?:updated|changed|deleted|removed|"
    r"inserted|added|created|renamed|altered|set|raised|lowered|dropped)\b|"
    r"\b(?:has|have|was|were)\s+(?:(?:been|now|just|also|all|successfully)\s+)*(?:updated|changed|deleted|"
    r"removed|inserted|added|created|renamed|altered|raised|lowered|dropped)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:no|not|nothing|never|none|neither|nobody|cannot|could\s+not|without|when|since|last|ago|"
    r"in\s+\d{4}|records?|holds?|stores?|tells?|shows?|which|that|who|where)\b|n.t\b",
    re.IGNORECASE,
)
_CALL = (
    "You cannot ask for approval in words, and nobody would read it as such. Where a change is "
    "wanted, call run_write_query or run_ddl with the statement: the program then asks the right "
    "people. Where none is wanted, answer without a question or an offer."
)
_UNASKED = (
    "You cannot ask for approval, and you may not ask for changes here. Say what you found, or "
    "what keeps it from being done, without a question or an offer."
)
_UNTRUE = (
    "Nothing was changed: no call of run_write_query or run_ddl came back as written. Either call "
    "the tool, or say that nothing was changed and why."
)


def objection_to(text: str, *, wrote: bool, writes: bool) -> str:
    """What is wrong with it as a last word, for the model to read; empty where nothing is.

    `wrote` says that a change was written in this talk, `writes` that changes may be asked for.
    """
    if _ASKS.search(text) or text.rstrip().endswith("?"):
        return _CALL if writes else _UNASKED
    if not wrote and _claims(text):
        return _UNTRUE
    return ""


def _claims(text: str) -> bool:
    """Whether a sentence says of a change that it was made; "nothing was changed" says it not."""
    sentences = re.split(r"(?<=[.!])\s+|\n+", text)
    return any(_CLAIMS.search(each) and not _DENIES.search(each) for each in sentences)
