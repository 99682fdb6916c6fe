"""Which layer a request to the model on loopback is of, by how its prompt begins."""

from functools import cache

from pipeline.agents.prompts import BUILT_IN, prompt_names
from tests.pipeline.agents.loopback_replies import Request


def layer_of(request: Request) -> str:
    """The name of the prompt that was sent."""
    return next(name for name, begin in _begins() if begin in request.text)


@cache
def _begins() -> tuple[tuple[str, str], ...]:
    """Each prompt's first line, as far as it never varies."""
    files = ((name, BUILT_IN / f"{name}.instructions.j2") for name in prompt_names())
    return tuple(
        (name, file.read_text("utf-8").split("{", 1)[0].split("\n")[0].strip())
        for name, file in files
    )
