"""Cards: what people are shown, as values that every surface can draw.

Text carries no markup of its own: what came from a database, a file or a chat is shown, never
interpreted.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias


class Verb(StrEnum):
    """What a press of a button, or the sending of a form, means."""

    CHOOSE = "choose"
    CONTINUE = "continue"
    OTHER = "other"
    EDIT = "edit"
    APPROVE = "approve"
    PROMOTE = "promote"
    ASK_BACK = "ask_back"
    REJECT = "reject"
    SQL = "sql"
    EXPLAIN = "explain"
    CSV = "csv"
    EXCEL = "excel"
    CHANGE = "change"
    REVIEW = "review"
    GOOD = "good"
    BAD = "bad"
    STOP = "stop"
    CLAIM = "claim"
    UNDO = "undo"
    REPORT = "report"
    NEXT = "next"
    SEVERAL = "several"
    RECONSIDER = "reconsider"
    REMOVE = "remove"
    FOLLOW = "follow"
    LARGER = "larger"


# Presses whose answer is a file.
FILES: Final = frozenset({Verb.CSV, Verb.EXCEL, Verb.REPORT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What a button says when it is pressed. `subject` is a checkpoint, a run or a workspace."""

    verb: Verb
    subject: str = ""
    nonce: str = ""
    question: str = ""
    choice: str = ""


class Tone(StrEnum):
    """How a text is meant. GOOD, CAUTION and NEW are badges: words with a colour."""

    NORMAL = "normal"
    STRONG = "strong"
    SUBTLE = "subtle"
    WARNING = "warning"
    QUOTE = "quote"
    GOOD = "good"
    CAUTION = "caution"
    NEW = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph."""

    text: str
    tone: Tone = Tone.NORMAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A labelled line."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """Labelled lines, one under the other."""

    items: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A list under a label."""

    label: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Text that is shown letter by letter."""

    text: str
    language: str = "sql"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows, written for people. A surface shows as many as it can and says how many of `total`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()
    total: int = 0
    capped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One colour of a chart: points of it, each under its label. Alone it has no name."""

    name: str
    points: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What a chart shows, for a surface that draws charts itself."""

    kind: str
    by: str
    measure: str
    lines: tuple[Line, ...]
    stacked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture (PNG) and the words that stand for it; `plot` is what it shows, if labels do."""

    name: str
    png: bytes
    alt: str
    plot: Plot | None = None


class Style(StrEnum):
    """How a button looks."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button. `detail` says more than fits the label."""

    label: str
    press: Press
    style: Style = Style.PLAIN
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Buttons in a row; `more` are those of the menu *More...* at its end."""

    items: tuple[Button, ...]
    more: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of a menu."""

    id: str
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """A menu; what is picked is read when a button is pressed. `chosen` are ids.

    With `boxes` all choices stand there, each with a box to tick: for a few of several.
    """

    id: str
    label: str
    choices: tuple[Choice, ...]
    chosen: tuple[str, ...] = ()
    multiple: bool = False
    optional: bool = False
    boxes: bool = False


class EntryKind(StrEnum):
    """How a value is typed or picked."""

    LINE = "line"
    LINES = "lines"
    SQL = "sql"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A value that is typed into a form."""

    id: str
    label: str
    kind: EntryKind = EntryKind.LINE
    value: str = ""
    optional: bool = False


Block: TypeAlias = Text | Fields | Points | Code | Table | Image | Buttons | Menu


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to hand over."""

    name: str
    title: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One message. `plain` is the whole of it in a line, for notifications and screen readers.

    `notify` is the id of a person to call.
    """

    plain: str
    blocks: tuple[Block, ...]
    notify: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A dialog. Sending it means `press` with the typed values; no `submit` means read only."""

    title: str
    blocks: tuple[Text | Fields | Code, ...] = ()
    menus: tuple[Menu, ...] = ()
    entries: tuple[Entry, ...] = ()
    submit: str = ""
    press: Press | None = None
