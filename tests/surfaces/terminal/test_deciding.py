"""Choices from the keyboard, and the defaults of `--yes`."""

import io
from dataclasses import dataclass, field

import pytest
from rich.console import Console

from bots.terminal.deciding import KeyboardDecider
from bots.terminal.screen import Screen
from bots.wording import terminal as say
from pipeline.checkpoint import (
    Action,
    Ask,
    Audience,
    CheckpointKind,
    Decision,
    Input,
    InputKind,
    Option,
    Question,
)
from pipeline.direct import take_defaults
from tests.fakes import a_question, an_ask

START = Input(id="start", label="From", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1 FORM t")


@dataclass
class Typist:
    """A keyboard that types these lines, and then is gone."""

    lines: list[str]
    prompts: list[str] = field(default_factory=list)

    async def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def at_the_keyboard(*lines: str) -> tuple[KeyboardDecider, io.StringIO]:
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, color_system=None))
    return KeyboardDecider(screen, Typist(list(lines))), out


@pytest.mark.parametrize(
    ("typed", "decision"),
    [
        (("",), Decision(action=Action.APPROVE, choices={"dates": "calendar"})),
        (("2",), Decision(action=Action.APPROVE, choices={"dates": "fiscal"})),
        (
            ("7", "maybe", "1,2", "1"),
            Decision(action=Action.APPROVE, choices={"dates": "calendar"}),
        ),
        (("q",), None),
        ((), None),
    ],
)
async def test_a_number_chooses_enter_is_the_default_and_q_stops(
    typed: tuple[str, ...], decision: Decision | None
) -> None:
    decide, _ = at_the_keyboard(*typed)
    assert await decide(an_ask()) == decision


async def test_other_asks_for_the_values_and_enter_keeps_what_stands_there() -> None:
    ask = an_ask(questions=(a_question(inputs=(START,)),))
    kept, _ = at_the_keyboard("o", "")
    typed, _ = at_the_keyboard("o", "2026-06-01")

    assert await kept(ask) == Decision(action=Action.EDIT, values={"start": "2026-07-01"})
    assert await typed(ask) == Decision(action=Action.EDIT, values={"start": "2026-06-01"})


async def test_sql_is_mended_in_several_lines() -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(a_question(inputs=(SQL,)),))
    decide, _ = at_the_keyboard("e", "SELECT 1", "FROM t", "")

    assert await decide(ask) == Decision(action=Action.EDIT, values={"sql": "SELECT 1\nFROM t"})


async def test_several_options_may_be_chosen_where_the_question_says_so() -> None:
    decide, _ = at_the_keyboard("2, 1")
    ask = an_ask(questions=(a_question(multiple=True),))

    assert await decide(ask) == Decision(
        action=Action.APPROVE, choices={"dates": "fiscal,calendar"}
    )


async def test_what_a_reviewer_decides_is_never_decided_at_the_keyboard() -> None:
    ask = an_ask(kind=CheckpointKind.WRITE_APPROVAL, audience=Audience.REVIEWERS, sql="DELETE 1")
    decide, out = at_the_keyboard("1")

    assert await decide(ask) is None
    assert say.REVIEWERS.split(",")[0] in out.getvalue()
    assert await take_defaults(ask) is None


@pytest.mark.parametrize(
    ("ask", "decision"),
    [
        (an_ask(), Decision(action=Action.APPROVE, choices={"dates": "calendar"})),
        (an_ask(questions=(a_question(default=""),)), None),
        (
            an_ask(questions=(Question(id="q", text="When?", inputs=(START,)),)),
            Decision(action=Action.EDIT, values={"start": "2026-07-01"}),
        ),
        (
            an_ask(questions=(Question(id="q", text="What?", inputs=(Input(id="a", label="A"),)),)),
            None,
        ),
        (
            an_ask(
                questions=(
                    a_question(),
                    a_question(id="b", options=(Option(id="x", label="X"),), default="x"),
                )
            ),
            Decision(action=Action.APPROVE, choices={"dates": "calendar", "b": "x"}),
        ),
    ],
)
async def test_yes_takes_every_default_and_gives_up_where_there_is_none(
    ask: Ask, decision: Decision | None
) -> None:
    assert await take_defaults(ask) == decision
