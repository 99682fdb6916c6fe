"""What the command line says of models: what they cost, and what they would be sent."""

import asyncio
import datetime as dt
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner
from typing_extensions import override

from bots.bootstrap.ledger import ledger_of
from bots.cli import commands
from bots.settings import SettingsError, read_settings
from pipeline.agents.prompts import prompt_names
from pipeline.model_calls import Spent
from review.ledger.spending import Paid
from tests.bots.bootstrapped import a_settings_file

LADDER = [{"provider": "openai", "model": "mini", "api_key": "k"}]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return a_settings_file(tmp_path, models={"prompts": "own"})


def said(*words: str, config: Path, code: int = 0) -> str:
    done = CliRunner().invoke(commands(), [*words, "-c", str(config)])
    assert done.exit_code == code, done.output
    return done.output


def paid(config: Path, *costs: float | None) -> None:
    async def keep() -> None:
        ledger = await ledger_of(read_settings(config), config.parent, serving=True)
        async with ledger.begin() as pages:
            await pages.spending.paid([_call(place, cost) for place, cost in enumerate(costs)])
        await ledger.close()

    asyncio.run(keep())


def _call(place: int, cost: float | None) -> Paid:
    spent = Spent(step="write_sql", model="mini", prompt="p", input_tokens=1200, cost=cost)
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command looks at the last days
    return Paid(run="r", number=1, place=place, person="ana", workspace="shop", at=now, spent=spent)


def test_costs_are_added_up_by_what_was_asked_for(config: Path) -> None:
    assert "No model was asked in the last 30 days." in said("costs", config=config)
    paid(config, 0.25, 0.5, None)
    told = said("costs", "--by", "person", config=config)
    assert told.splitlines()[1].split() == ["ana", "3", "3,600", "0", "0", "0.7500"]
    assert "US$ 0.7500 for 3 calls; the price of 1 of them is not known." in told


def test_a_budget_needs_to_know_every_price(config: Path) -> None:
    raw = yaml.safe_load(config.read_text())
    raw["models"] = {"ladder": LADDER, "budget": {"day": 5}}
    config.write_text(yaml.safe_dump(raw))
    with pytest.raises(SettingsError, match="mini needs a price"):
        read_settings(config)


def test_prompts_are_listed_and_compared_with_the_built_in_ones(config: Path) -> None:
    assert "shop uses the built-in prompts." in said("prompts", "diff", "shop", config=config)
    own = config.parent / "own"
    own.mkdir()
    (own / "tell.instructions.j2").write_text("Say it in rhyme.\n")
    assert "+Say it in rhyme." in said("prompts", "diff", "shop", config=config)
    names = [line.split()[:2] for line in said("prompts", "list", config=config).splitlines()]
    layers = (
        *("administer", "draw", "explore", "find_spans", "outline", "pick_columns"),
        *("pick_tables", "propose_match", "rewrite", "route", "sum_up", "tell", "understand"),
        "write_sql",
    )
    assert names == [["shop", layer] for layer in layers]
    assert "There is no workspace 'x'" in said("prompts", "diff", "x", config=config, code=2)


class _HoldsOne(BaseHTTPRequestHandler):
    """A Langfuse whose only prompt is the one to tell a result."""

    def do_GET(self) -> None:
        found = "countersign%2Ftell?" in self.path
        prompt = {"type": "text", "prompt": "Say it in rhyme.\n", "version": 4}
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(json.dumps(prompt if found else {}).encode())

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@pytest.fixture
def langfuse() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _HoldsOne) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_prompts_from_langfuse_are_listed_and_compared_with_their_source(
    config: Path, langfuse: str
) -> None:
    raw = yaml.safe_load(config.read_text())
    keys = {"url": langfuse, "public_key": "pk", "secret_key": "sk"}
    raw["models"] = {"ladder": LADDER, "langfuse": keys}
    config.write_text(yaml.safe_dump(raw))
    lines = said("prompts", "list", config=config).splitlines()
    told = [line for line in lines if line.endswith("langfuse countersign/tell v4")]
    assert len(told) == 1
    assert sum(line.endswith(".j2") for line in lines) == len(lines) - 1
    assert "+Say it in rhyme." in said("prompts", "diff", "shop", config=config)


def test_a_prompt_can_be_read_before_anything_is_sent(config: Path) -> None:
    told = said("prompts", "test", "shop", "Who keeps coming back?", config=config)
    assert "==> write_sql for any model: at most " in told
    assert told.count("Who keeps coming back?") == 1
    assert "customer" in told


def test_every_prompt_is_rendered_and_any_of_them_can_be_read(config: Path) -> None:
    ask = ("prompts", "test", "shop", "Who keeps coming back?")
    told = said(*ask, "--layer", "pick_tables", config=config)
    for name in prompt_names():
        assert f"==> {name} for any model: at most " in told
    assert "You choose the tables" in told


def test_a_prompt_that_is_not_there_is_said_with_those_that_are(config: Path) -> None:
    told = said("prompts", "test", "shop", "Who?", "--layer", "x", config=config, code=2)
    assert "There is no prompt 'x'; there are: administer, " in told


def test_a_template_that_cannot_be_rendered_is_said_before_anybody_asks(config: Path) -> None:
    own = config.parent / "own"
    own.mkdir()
    (own / "understand.j2").write_text("{{ question.nothing.there }}")
    told = said("prompts", "test", "shop", "Who comes back?", config=config, code=2)
    assert "==> understand for any model: the template cannot be rendered" in told


def test_each_layers_models_and_ceilings_are_those_of_the_settings(config: Path) -> None:
    raw = yaml.safe_load(config.read_text())
    ladder = [*LADDER, {**LADDER[0], "model": "large"}]
    layers = {"understand": {"models": ["large"], "max_input_tokens": 3000}}
    raw["models"] = {"ladder": ladder, "layers": layers}
    config.write_text(yaml.safe_dump(raw))
    lines = said("prompts", "test", "shop", "Who comes back?", config=config).splitlines()
    (line,) = [line for line in lines if line.startswith("==> understand for ")]
    assert line.startswith("==> understand for openai:large: at most ")
    assert line.endswith(" of 3,000 tokens")
