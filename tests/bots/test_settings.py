"""Settings: read from one file; every mistake is named with its line and an example."""

from pathlib import Path

import pytest
from inline_snapshot import snapshot

from bots.settings import Settings, SettingsError, read_settings

GOOD = """\
workspaces:
  sales:
    url: ${SALES_URL}
    grants:
      analyst: {tables: all}
      reviewer: {tables: all}
    default_role: analyst
people:
  slack:T1:U1: {name: Rui, roles: [reviewer]}
"""


def _read(folder: Path, text: str, **variables: str) -> Settings:
    path = folder / "countersign.yaml"
    path.write_text(text, encoding="utf-8")
    return read_settings(path, variables)


def _url(settings: Settings) -> str:
    return settings.workspaces["sales"].url.get_secret_value()


def _problem(folder: Path, text: str, **variables: str) -> str:
    with pytest.raises(SettingsError) as error:
        _read(folder, text, **variables)
    return str(error.value).replace(str(folder), "FOLDER")


def test_secrets_come_from_the_environment(tmp_path: Path) -> None:
    settings = _read(tmp_path, GOOD, SALES_URL="sqlite:///sales.sqlite")
    assert _url(settings) == "sqlite:///sales.sqlite"


def test_secrets_are_not_printed_with_the_settings(tmp_path: Path) -> None:
    settings = _read(tmp_path, GOOD, SALES_URL="postgresql://reader:hunter2@db/sales")
    assert "hunter2" not in repr(settings)


def test_a_missing_variable_is_named_with_its_line(tmp_path: Path) -> None:
    assert _problem(tmp_path, GOOD) == snapshot(
        "FOLDER/countersign.yaml, line 3: the environment variable SALES_URL is not set. "
        "Set it, e.g. export SALES_URL=…"
    )


def test_a_variable_may_have_a_default_as_in_a_shell(tmp_path: Path) -> None:
    text = GOOD.replace("${SALES_URL}", "sqlite:///${SALES_FOLDER:-data}/sales.sqlite")
    assert _url(_read(tmp_path, text)) == "sqlite:///data/sales.sqlite"
    assert _url(_read(tmp_path, text, SALES_FOLDER="")) == "sqlite:///data/sales.sqlite"
    assert _url(_read(tmp_path, text, SALES_FOLDER="/db")) == "sqlite:////db/sales.sqlite"


def test_what_a_command_does_not_use_needs_no_secrets(tmp_path: Path) -> None:
    path = tmp_path / "countersign.yaml"
    path.write_text(f"{GOOD}surfaces: {{slack: {{bot_token: '${{NOT_SET}}'}}}}\n")
    variables = {"SALES_URL": "sqlite:///sales.sqlite"}
    assert read_settings(path, variables, without=("surfaces",)).surfaces.slack is None
    with pytest.raises(SettingsError, match="NOT_SET is not set"):
        read_settings(path, variables)


def test_a_missing_file_says_how_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="countersign init DATABASE_URL"):
        read_settings(tmp_path / "none.yaml", {})


def test_text_that_is_not_yaml_is_said_with_its_place(tmp_path: Path) -> None:
    assert _problem(tmp_path, "workspaces:\n  sales: [unclosed\n") == snapshot(
        "FOLDER/countersign.yaml, line 3, column 1: expected ',' or ']', but got '<stream end>'. "
        "Check the indentation (two spaces a level) and the quotes."
    )


def test_a_file_without_settings_shows_an_example(tmp_path: Path) -> None:
    assert "workspaces:" in _problem(tmp_path, "just text\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("    colour: red", "workspaces.sales.colour: Extra inputs are not permitted."),
        ("    row_cap: many", "Input should be a valid integer"),
        ("    calendar: {time_zone: Mars}", "'Mars' is not a time zone. Example: time_zone: Europ"),
        ("    calendar: {fiscal_year_start_month: 13}", "less than or equal to 12. Example:"),
    ],
)
def test_a_wrong_key_or_value_is_named_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    text = f"workspaces:\n  sales:\n    url: sqlite:///s.sqlite\n{line}\n"
    problem = _problem(tmp_path, text)
    assert problem.startswith("FOLDER/countersign.yaml, line 4: ")
    assert said in problem


def test_a_role_that_no_workspace_knows_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace("roles: [reviewer]", "roles: [king]")
    assert "has the role 'king'" in _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")


def test_a_surface_needs_its_secret(tmp_path: Path) -> None:
    text = f"{GOOD}surfaces:\n  slack:\n    bot_token: xoxb-1\n"
    problem = _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert "mode http needs signing_secret" in problem


def test_who_looks_after_the_installation_needs_no_workspace_for_it(tmp_path: Path) -> None:
    text = GOOD.replace("roles: [reviewer]", "roles: [reviewer, admin]")
    settings = _read(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert settings.people["slack:T1:U1"].roles == ("reviewer", "admin")


def test_a_default_role_that_no_grant_describes_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace("default_role: analyst", "default_role: anlyst")
    problem = _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert "no grant is called 'anlyst'" in problem


def test_an_impossible_date_is_said_to_want_quotes(tmp_path: Path) -> None:
    assert "Put it in quotes" in _problem(tmp_path, "workspaces: {s: {title: 2026-02-30}}\n")


def test_a_folder_is_no_settings_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(tmp_path, {})


def test_a_mistake_in_a_list_is_named_with_its_line(tmp_path: Path) -> None:
    text = f"{GOOD}surfaces: {{}}\n".replace("roles: [reviewer]", "roles: [{a: b}]")
    assert "line 9" in _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
