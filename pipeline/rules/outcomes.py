"""What the planner comes to: SQL, a question back, or a plain no."""

from dataclasses import dataclass

from pipeline.checkpoint import Option
from pipeline.contract import Contract
from pipeline.intent import Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """SQL that the planner stands behind, and how it read the question."""

    intent: Intent
    sql: str
    contract: Contract
    reading: str
    assumptions: tuple[str, ...] = ()
    confidence: float = 1.0
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One point that a person must settle: plan again with `choices[id]` = an option's id.

    Without a `default` nobody but a person may choose. `careful` says that nothing speaks against
    the first option: it is only what a person had better see before it is taken.
    """

    id: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    default: str
    careful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cannot:
    """What the planner cannot read, in plain words; `at_once` where no answer would change it.

    `closed` where the person may not see what the question is about: no model is asked either.
    The reason cites the words `cited`.
    """

    reason: str
    unexplained: tuple[str, ...] = ()
    at_once: bool = False
    closed: bool = False
    cited: tuple[str, ...] = ()


Outcome = Planned | Ask | Cannot
