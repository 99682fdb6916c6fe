"""What a small layer heard from its models: kept with the run, so that no crash pays it twice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Where a layer stands: `output` is its good answer as JSON, empty while there is none.

    `problems` say what was wrong with the last try, `rung` is the model that is asked next, `over`
    that nobody is asked again; `refused` that the last answer was in form, and wrong by the facts.
    """

    output: str = ""
    problems: tuple[str, ...] = ()
    tries: int = 0
    rung: int = 0
    over: bool = False
    refused: bool = False
