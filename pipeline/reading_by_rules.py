"""What the rules made of a question, kept beside a model that is asked as well."""

from dataclasses import dataclass

from pipeline.contract import Contract
from pipeline.intent import Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A whole reading: `text` says it in words, `sql` answers it, `contract` is what binds it."""

    text: str
    sql: str
    intent: Intent
    contract: Contract
    changed: str = ""
    assumptions: tuple[str, ...] = ()
    taken: bool = False
    left_out: tuple[str, ...] = ()
