"""What every part of the settings has in common."""

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A part of the settings: frozen, and an unknown name in it is a mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)
