"""The validated query: a question and the SQL a reviewer approved for it, as a value."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from knowledge.validated.profile import Profile


class ParameterKind(StrEnum):
    """What a parameter's value is."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"


class Role(StrEnum):
    """What a parameter does in the SQL; start and end are the two sides of one period."""

    VALUE = "value"
    LIMIT = "limit"
    START = "start"
    END = "end"


class Status(StrEnum):
    """Whether a query may answer: only an active one is ever trusted."""

    ACTIVE = "active"
    DEMOTED = "demoted"
    RETIRED = "retired"
    NEVER_REUSE = "never_reuse"


class Cause(StrEnum):
    """What brought a query to where it stands, where something is done about it.

    `drifted`: its database, its glossary or its result changed under it. `set_aside`: a reviewer
    took it out of use, to be judged anew. `says_more`: its question asks for more than its SQL
    gives.
    """

    NONE = ""
    DRIFTED = "drifted"
    SET_ASIDE = "set_aside"
    SAYS_MORE = "says_more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A literal of the SQL that a question may fill with another value.

    `literals` are the places of the literal among all literals of the SQL, in reading order; the
    literal's text is `prefix` + `default` + `suffix`, so that `'%Fraker%'` has the value `Fraker`.
    `words` is what stood for it in the approved question. A period's start and end share `period`;
    `inclusive` says that the SQL's end is the last day, where a period's own end is the day after.
    `fixed` says that a reviewer wants this very value, whatever a question says.
    """

    name: str
    kind: ParameterKind
    default: str
    literals: tuple[int, ...]
    words: str = ""
    role: Role = Role.VALUE
    column: str = ""
    operator: str = ""
    prefix: str = ""
    suffix: str = ""
    period: str = ""
    inclusive: bool = False
    fixed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """How often a query was offered, used and refused."""

    offered: int = 0
    used: int = 0
    refused: int = 0
    last_used_at: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedQuery:
    """A question, the paraphrases people accepted for it, and the SQL that answers them all.

    `sql` holds the approved literals and runs as it is; `parameters` say which may be re-bound.
    `fingerprints` maps each used table's catalog key to its fingerprint at approval; `columns` are
    `table.column`. `hard_negatives` are questions a person said it does not answer; `proposed` are
    askers' wordings that no reviewer has accepted yet, so they count for nothing. `profile` is
    what its result looked like. `meanings` is what the glossary said of it at its approval; None
    where nobody kept that. `note` is what the reviewer said of it. `untitled` says
    that `question` only stands in for one that nobody has said yet. `status_reason` tells people
    why it stands so, and `cause` tells it to code. `revision` counts the changes of this row.
    """

    id: str
    workspace: str
    question: str
    sql: str
    dialect: str
    paraphrases: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    contract: Mapping[str, object] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    asked_by: str = ""
    approved_by: str = ""
    approved_at: dt.datetime | None = None
    status: Status = Status.ACTIVE
    status_reason: str = ""
    cause: Cause = Cause.NONE
    note: str = ""
    untitled: bool = False
    usage: Usage = field(default_factory=Usage)
    hard_negatives: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    profile: Profile | None = None
    meanings: Mapping[str, str] | None = None
    revision: int = 1

    @property
    def wordings(self) -> tuple[str, ...]:
        """The question and every accepted paraphrase."""
        return (self.question, *self.paraphrases)

    def standing(self, status: Status, reason: str, cause: Cause = Cause.NONE) -> "ValidatedQuery":
        """The query in another status, and why: nothing of the reason before stays."""
        return replace(self, status=status, status_reason=reason, cause=cause)
