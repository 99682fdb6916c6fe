"""How a sentence begins and ends."""


def capital(text: str) -> str:
    """The text with a capital in front; the rest stays as it is, so that EMEA stays EMEA."""
    return f"{text[:1].upper()}{text[1:]}"


def uncapital(text: str) -> str:
    """The text as it stands inside a sentence; what is written in capitals stays so."""
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def ended(text: str) -> str:
    """The text as a sentence of its own, with a mark at its end."""
    bare = text.rstrip()
    return bare if not bare or bare.endswith((".", "!", "?", "…")) else f"{bare}."
