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


_CHATS = """\
surfaces:
  slack: {bot_token: b, signing_secret: s, channels: {SLACK}}
  teams: {app_id: a, app_password: p, tenant: t, channels: {TEAMS}}
"""


def _chats(slack: str = "{}", teams: str = "{}") -> str:
    return GOOD + _CHATS.replace("{SLACK}", slack).replace("{TEAMS}", teams)


@pytest.mark.parametrize("key", ["#board", "c0random", "board", "19:abc@thread.tacv2"])
def test_a_channel_of_slack_is_named_by_its_id(tmp_path: Path, key: str) -> None:
    text = _chats(slack=f'{{"{key}": asker}}')
    said = _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert f"'{key}' is no id of a channel in Slack. Write its id, such as C0123456789" in said


@pytest.mark.parametrize("key", ["Board", "19%3Aabc%40thread.tacv2", "C0BOARD"])
def test_a_channel_of_teams_is_named_by_its_id(tmp_path: Path, key: str) -> None:
    text = _chats(teams=f'{{"{key}": asker}}')
    said = _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert f"'{key}' is no id of a channel in Teams. Write its id, decoded" in said


def test_ids_of_channels_are_taken(tmp_path: Path) -> None:
    text = _chats('{C0BOARD: asker, G0BOARD: "off"}', '{"19:a_B-1@thread.v2": asker}')
    _read(tmp_path, text, SALES_URL="sqlite:///s.sqlite")


@pytest.mark.parametrize(
    ("review", "slack", "teams"),
    [
        ("next_slack_channel: C0LEADS", '{C0LEADS: "off"}', "{}"),
        ('next_teams_conversation: "19:a@thread.v2"', "{}", '{"19:a@thread.v2": "off"}'),
    ],
)
def test_where_cases_go_next_is_not_off(
    tmp_path: Path, review: str, slack: str, teams: str
) -> None:
    text = _chats(slack, teams).replace("people:", f"    review: {{{review}}}\npeople:")
    said = _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
    assert "its reviewers' channel" in said
    assert "is off in surfaces." in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("group:Reviewers: {roles: [reviewer]}", "group:Reviewers is no id of a group. Write"),
        ("group:S012: {roles: [reviewer], also: [slack:T1:U2]}", "`also` is for people. Leave it"),
        ("slack:T1:U2: {also: [slack:T1:U1]}", "is slack:T1:U1 too. Write it for one of them"),
        (
            "slack:T1:U2: {also: [teams:T:A]}\n  slack:T1:U3: {also: [teams:T:A]}",
            "teams:T:A is in `also` of slack:T1:U3, and is slack:T1:U2 too.",
        ),
    ],
)
def test_groups_are_ids_and_an_id_is_of_one_person(tmp_path: Path, line: str, said: str) -> None:
    text = f"{GOOD}  {line}\n"
    assert said in _problem(tmp_path, text, SALES_URL="sqlite:///s.sqlite")


def test_ids_of_groups_are_taken(tmp_path: Path) -> None:
    entra = "group:aaaaaaaa-0000-0000-0000-000000000001"
    text = f"{GOOD}  group:S0123456789: {{roles: [reviewer]}}\n  {entra}: {{roles: [reviewer]}}\n"
    _read(tmp_path, text, SALES_URL="sqlite:///s.sqlite")
