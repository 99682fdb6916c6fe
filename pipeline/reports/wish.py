"""Reads a wish for a report out of a message: "write me a report on sales last quarter"."""

import re

_POLITE = (
    r"(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?|i(?:'d| would) like\s+(?:you to\s+)?"
    r"|i (?:want|need)\s+(?:you to\s+)?)*"
)
_MAKE = (
    r"(?:(?:write|make|create|prepare|build|give|draft|generate|compile|produce|get|put together)"
    r"\s+(?:me\s+|us\s+|up\s+)?)"
)
_REPORT = r"(?:an?\s+|the\s+)?(?:(?:short|quick|brief|full|detailed|new|little)\s+)?report"
_FORM = re.compile(
    rf"^{_POLITE}(?:{_MAKE}{_REPORT}|{_REPORT}|report)\s+(?:on|about|covering|regarding)\s+(?P<topic>\S.*)$"
    rf"|^{_POLITE}{_MAKE}{_REPORT}\s+(?:of|for)\s+(?P<other>\S.*)$"
    rf"|^{_POLITE}{_MAKE}(?:an?\s+|the\s+)?(?P<named>(?!(?:an?|the)\s)\S+(?:\s\S+)?)\s+report(?P<rest>\s+(?:for|of|on)\s+\S.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_END = re.compile(r"[\s,]*(?:please)?[\s.!?]*$", re.IGNORECASE)


def report_topic(text: str) -> str:
    """What a report is wished on; empty where the message wishes for none."""
    found = _FORM.match(text.strip())
    if not found:
        return ""
    topic = found["topic"] or found["other"]
    if not topic:
        topic = " ".join(part for part in (found["named"], found["rest"]) if part)
        topic = re.sub(r"\s+(?:for|of|on)\s+", " ", topic)
    return _END.sub("", topic)
