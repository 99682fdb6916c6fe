"""Guesses which columns hold personal data, so that they are kept out of prompts and samples."""

import re
from collections.abc import Sequence

_ALWAYS = re.compile(
    r"(^|_)(e_?mails?|phones?|telephone|mobile|fax|ssn|social_security|national_id|passport|iban|bic|"
    r"credit_?card|card_?number|cvv|tax_?id|vat_?id|birth_?date|date_of_birth|dob|birthday|first_?name|"
    r"last_?name|full_?name|sur_?name|given_?name|family_?name|middle_?name|maiden_?name|street|"
    r"address|address_?line\d?|home_?address|ip_?address|password|passwd|salary_iban|license_?number|"
    r"licence_?number|bank_?account|account_?holder|medical_record)(_?(no|nr|number|hash))?\d?($|_)"
)
_NOT = re.compile(
    r"(^|_)(id|type|count|status|verified|opt_in|domain|country|city|state|region|region_id)$"
)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[a-zA-Z]{2,}")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_MOST = 0.8


def looks_personal(column: str, values: Sequence[str] = ()) -> bool:
    """Whether a column of this name, or with these values, likely holds data about a person."""
    name = snake(column)
    if _ALWAYS.search(name) and not _NOT.search(name):
        return True
    return _mostly(_EMAIL, values) or _mostly(_IBAN, values)


def snake(name: str) -> str:
    """`CustomerEmail` and `customer email` as `customer_email`, in letters of any script."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"[\W_]+", "_", spaced.lower()).strip("_")


def _mostly(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    if not values:
        return False
    return sum(bool(pattern.fullmatch(value)) for value in values) >= _MOST * len(values)
