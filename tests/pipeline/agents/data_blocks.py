"""What others wrote, in a prompt: in blocks of its own, whatever it tries to look like."""

import re
from typing import Any


def blocks_are_whole(messages: list[dict[str, Any]]) -> None:
    """Every block that is opened is closed once, and the fixed part holds nothing of others."""
    fixed = " ".join(str(m["content"]) for m in messages if m["role"] in {"system", "developer"})
    assert "#me#" not in fixed
    varying = " ".join(str(m["content"]) for m in messages if m["role"] == "user")
    marks = re.findall(r"<\s*(/?)\s*data", varying, re.IGNORECASE)
    assert marks == ["", "/"] * (len(marks) // 2)
    outside = re.sub(r"<data.*?</data>", "", varying, flags=re.DOTALL)
    assert "SYSTEM" not in outside
