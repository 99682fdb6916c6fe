"""A service that embeds, reached through the vendor's package over HTTP on loopback."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from typing_extensions import override

from bots.bootstrap.doctor import examine
from bots.settings.models import EmbeddingsSettings
from knowledge.adapters.openai_embeddings import BATCH, hosted_embedder
from knowledge.embeddings import Embedder, EmbeddingsUnavailableError
from tests.bots.bootstrapped import settings_in

DIM = 32


class Service(ThreadingHTTPServer):
    """Speaks the embeddings API: a text's vector points where its length says."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[list[str]] = []
        self.status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body["input"])
        rows = [
            {"object": "embedding", "index": at, "embedding": _vector(text, body["dimensions"])}
            for at, text in enumerate(body["input"])
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        reply = {"object": "list", "data": rows[::-1], "model": body["model"], "usage": usage}
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Tests read no log."""


def _vector(text: str, dim: int) -> list[float]:
    return [2.0 if at == len(text) % dim else 0.0 for at in range(dim)]


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def embedder_of(service: Service) -> Embedder:
    return hosted_embedder(model="small", dim=DIM, api_key="k", base_url=service.url, timeout=5)


def test_texts_come_back_in_their_order_with_length_one(service: Service) -> None:
    embedder = embedder_of(service)
    vectors = embedder.embed(["a", "bb", ""])
    assert [int(np.argmax(row)) for row in vectors] == [1, 2, 1]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert embedder.name.startswith("small-32@127.0.0.1:")


def test_one_name_at_two_services_is_two_models() -> None:
    names = {
        hosted_embedder(model="small", dim=DIM, api_key="k", base_url=url, timeout=5).name
        for url in ("", "http://one.example/v1", "http://two.example/v1")
    }
    assert len(names) == 3


def test_many_texts_are_asked_for_in_batches_and_each_once(service: Service) -> None:
    embedder = embedder_of(service)
    texts = [f"text {n}" for n in range(BATCH + 1)]
    embedder.embed(texts)
    embedder.embed(texts[:5])
    assert [len(batch) for batch in service.asked] == [BATCH, 1]


def test_a_service_that_is_down_is_said(service: Service) -> None:
    service.status = 500
    with pytest.raises(EmbeddingsUnavailableError):
        embedder_of(service).embed(["a"])


async def test_the_doctor_asks_the_service(service: Service, tmp_path: Path) -> None:
    hosted = EmbeddingsSettings(
        provider="compatible", model="small", dimensions=DIM, base_url=service.url
    )
    settings = settings_in(tmp_path).model_copy(update={"embeddings": hosted})
    service.status = 500
    down = [
        finding async for finding in examine(settings, tmp_path) if finding.what == "embeddings"
    ]
    assert [finding.well for finding in down] == [False]
    service.status = 200
    well = [
        finding async for finding in examine(settings, tmp_path) if finding.what == "embeddings"
    ]
    assert [finding.well for finding in well] == [True]


def test_the_settings_say_what_a_service_needs() -> None:
    with pytest.raises(ValueError, match="needs base_url"):
        EmbeddingsSettings(provider="compatible", model="small", dimensions=DIM)
    with pytest.raises(ValueError, match="needs api_key"):
        EmbeddingsSettings(provider="openai", model="small", dimensions=DIM)
