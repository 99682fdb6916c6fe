"""A service that embeds, over HTTP on loopback: texts of the same words are near each other."""

import json
import re
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from typing_extensions import override

# What embeds beside the work asks for more texts at once than a question does.
_LARGE = 10


class EmbeddingService(ThreadingHTTPServer):
    """Speaks the embeddings API.

    `down` is whether it answers nobody, `batches` how many large requests it still serves; None for
    no end.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.embedded = 0
        self.refused = 0
        self.down = False
        self.batches: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def embeds(self, texts: list[str]) -> bool:
        """Whether it does as it is asked."""
        large = len(texts) >= _LARGE
        if self.down or (large and self.batches == 0):
            self.refused += 1
            return False
        if large and self.batches is not None:
            self.batches -= 1
        self.embedded += len(texts)
        return True


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingService

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = body["input"]
        rows = [
            {"object": "embedding", "index": at, "embedding": _vector(text, body["dimensions"])}
            for at, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        reply = {"object": "list", "data": rows, "model": body["model"], "usage": usage}
        self.send_response(200 if self.server.embeds(texts) else 503)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Tests read no log."""


def _vector(text: str, dim: int) -> list[float]:
    """How often each word is said; words that are hashed to one place count together."""
    row = [0.0] * dim
    for word in re.findall(r"\w+", text.lower()) or [""]:
        row[zlib.crc32(word.encode()) % dim] += 1.0
    return row
