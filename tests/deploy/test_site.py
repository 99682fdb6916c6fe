"""The check of the docs: what it finds, and what the reference holds."""

import pytest

from deploy.reference import codes, pages
from deploy.site import gathered, problems


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[a](gone.md)", "gone.md leads nowhere"),
        ("[a](operations.md#no-such-heading)", "operations.md#no-such-heading leads nowhere"),
        ("[a](#none)", "#none leads nowhere"),
        ("run `countersign fly`", "there is no command `countersign fly`"),
        ("[a](operations.md#commands), `countersign doctor`, https://example.com", ""),
    ],
)
def test_what_leads_nowhere_is_found(text: str, found: str) -> None:
    told = list(problems(dict(gathered()) | {"voice.md": text}))
    assert told == ([f"voice.md: {found}"] if found else [])


def test_a_page_that_the_site_does_not_list_is_found() -> None:
    (told,) = problems(dict(gathered()) | {"extra.md": "# Extra"})
    assert told == "extra.md: no entry in deploy/zensical.toml"


def test_the_reference_tells_settings_commands_cards_codes_and_metrics() -> None:
    found = pages()
    assert "| `workspaces.NAME.url` | needed |" in found["reference-settings.md"]
    assert "`countersign audit verify`" in found["reference-commands.md"]
    assert "`write_approval`" in found["reference-cards.md"]
    assert "`countersign_runs_ended_total` | outcome |" in found["reference-metrics.md"]
    assert ("`unreadable_state`", "refusal", "`review/sentences.py`") in codes()
