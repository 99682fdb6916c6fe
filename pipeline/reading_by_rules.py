"""Readings kept with a run: of the rules, of a model's samples, and what a card offers besides."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A query of a model with what binds it, and what its answer would tell.

    `model` is who wrote it, `findings` are what is wrong with it before it is checked, `ignored` is
    what it leaves out.
    """

    sql: str
    text: str
    contract: Contract
    model: str
    findings: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    unsure_of_tables: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A reading that an option of a card stands for; `left_out` are words that it does not explain.

    SQL, contract and wording are made of the intent anew when it is picked, for who picks it.
    """

    id: str
    intent: Intent
    left_out: tuple[str, ...] = ()
