"""The files of `deploy/`: they agree with the code, hold no secret, and run as nobody."""

import configparser
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

import countersign_bot
from bots.settings import read_settings
from bots.slack.http import PATH as SLACK
from bots.teams.http import PATH as TEAMS
from bots.teams.links import FILES, PICTURES
from deploy.image_steps import Instruction, instructions
from deploy.licences import ROOT

DEPLOY: Final = ROOT / "deploy"
SECRET: Final = re.compile(r"(PASSWORD|TOKEN|SECRET)\b")
VARIABLES: Final = dict.fromkeys(
    ("SALES_PASSWORD", "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "LEDGER_PASSWORD"), "x"
)


def dockerfile() -> list[Instruction]:
    return list(instructions((DEPLOY / "Dockerfile").read_text()))


def last_stage() -> list[Instruction]:
    found = dockerfile()
    last = max(at for at, each in enumerate(found) if each.word == "FROM")
    return found[last:]


def loaded(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def test_continued_lines_and_comments_of_a_dockerfile_are_read() -> None:
    text = "# a\nFROM base AS one\nRUN first \\\n  # said between\n  && second\n\nUSER 1:1\n"
    assert list(instructions(text)) == [
        Instruction("FROM", "base AS one"),
        Instruction("RUN", "first && second"),
        Instruction("USER", "1:1"),
    ]


def test_the_image_runs_as_a_numbered_user_without_rights_and_with_a_health_check() -> None:
    words = {each.word: each.rest for each in last_stage()}
    assert words["USER"] == "10001:10001"
    assert "/healthz" in words["HEALTHCHECK"]
    assert json.loads(words["ENTRYPOINT"]) == ["countersign"]
    assert json.loads(words["CMD"])[0] == "serve"


def test_the_image_is_built_of_every_package_and_installs_by_hash() -> None:
    copied = {each.rest.split()[0] for each in dockerfile() if each.word == "COPY"}
    assert set(countersign_bot.PACKAGES) <= copied
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {f"!{name}" for name in countersign_bot.PACKAGES} <= set(ignored)
    steps = [
        each.rest for each in dockerfile() if each.word == "RUN" and "pip install" in each.rest
    ]
    assert all("--require-hashes" in step or "--no-deps /dist/" in step for step in steps)


def test_every_file_names_the_version_that_the_command_prints() -> None:
    version = countersign_bot.__version__
    chart = loaded("chart/Chart.yaml")
    label = next(each.rest for each in last_stage() if each.word == "LABEL")
    assert (chart["version"], chart["appVersion"]) == (version, version)
    assert f'image.version="{version}"' in label
    assert loaded("compose.yaml")["services"]["countersign"]["image"].endswith(f":{version}")
    for name in ("azure-container-apps.yaml", "cloud-run.yaml", "ecs-task-definition.json"):
        text = (DEPLOY / "cloud" / name).read_text()
        assert set(re.findall(r"countersign-bot:([\d.]+)", text)) == {version}


def test_two_replicas_run_on_a_read_only_root_without_capabilities() -> None:
    service = loaded("compose.yaml")["services"]["countersign"]
    assert service["deploy"]["replicas"] == 2
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["depends_on"]["ledger"]["condition"] == "service_healthy"


def test_compose_starts_nothing_where_a_secret_is_missing() -> None:
    services = loaded("compose.yaml")["services"].values()
    given = [pair for each in services for pair in each.get("environment", {}).items()]
    secrets = {name: value for name, value in given if SECRET.search(name)}
    assert len(secrets) >= 4
    assert [name for name, value in secrets.items() if not re.match(r"\$\{[A-Z_]+:\?", value)] == []


@pytest.mark.parametrize("file", ["countersign.example.yaml", "chart/example-values.yaml"])
def test_the_settings_that_are_delivered_can_be_used_and_hold_no_secret(
    file: str, tmp_path: Path
) -> None:
    raw = loaded(file)
    text = yaml.safe_dump(raw["settings"] if "image" in raw else raw)
    (tmp_path / "countersign.yaml").write_text(text)
    settings = read_settings(tmp_path / "countersign.yaml", VARIABLES)
    assert settings.ledger.url.get_secret_value().startswith("postgresql://countersign:x@")
    held = re.findall(r"(?:password|token|secret)\w*: (?!\$\{)\S+|://\w+:(?!\$\{)[^@\s]+@", text)
    assert held == []


@pytest.mark.parametrize("path", [SLACK, TEAMS, FILES, PICTURES])
def test_a_proxy_lets_the_paths_of_the_chats_through_and_no_other(path: str) -> None:
    let_through = re.search(r"location ~ (\S+)", (DEPLOY / "nginx.conf").read_text())
    assert let_through is not None
    pattern = re.compile(let_through[1])
    assert pattern.match(path)
    assert not any(map(pattern.match, ("/healthz", "/readyz", "/metrics", "/")))
    prefixes = re.findall(r'"(/[\w/]+)"', (DEPLOY / "chart/templates/ingress.yaml").read_text())
    assert any(path.startswith(prefix) for prefix in prefixes)


def test_the_unit_gives_the_process_no_rights_and_time_to_stop() -> None:
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "countersign.service")
    service = unit["Service"]
    assert service["NoNewPrivileges"] == service["PrivateTmp"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert int(service["TimeoutStopSec"]) > 10


def test_the_chart_has_probes_a_budget_and_policies() -> None:
    text = "\n".join(path.read_text() for path in (DEPLOY / "chart/templates").glob("*.yaml"))
    kinds = set(re.findall(r"^kind: (\w+)$", text, re.MULTILINE))
    assert {
        "Deployment", "Service", "ConfigMap", "ServiceAccount", "PodDisruptionBudget",
        "HorizontalPodAutoscaler", "NetworkPolicy", "Ingress", "ServiceMonitor",
    } == kinds  # fmt: skip
    assert all(f"{probe}Probe:" in text for probe in ("startup", "liveness", "readiness"))
    assert "readOnlyRootFilesystem: true" in text
    assert "kind: Secret" not in text
