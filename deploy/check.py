"""Lints the files of `deploy/` and renders the chart: `python -m deploy.check`.

`make check-deploy` runs it with the tools of requirements-release.txt. Each line names a file and
the tool that looked at it; the exit status is 1 where one found something.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

FOLDER: Final = Path(__file__).parent
TOOLS: Final = Path(sys.executable).parent
# What a chart is rendered with: as it is, with everything, and with as little as it can be.
VALUES: Final[Mapping[str, dict[str, Any]]] = {
    "defaults": {},
    "everything": {
        "image": {
            "repository": "registry.example.com/countersign-bot",
            "digest": "sha256:" + "a" * 64,
        },
        "imagePullSecrets": [{"name": "registry"}],
        "files": {"glossary.yaml": "metrics: []\n"},
        "secretVariables": [{"name": "EXTRA", "secret": "other", "key": "extra"}],
        "ingress": {"enabled": True, "host": "countersign.example.com", "tlsSecret": "tls"},
        "networkPolicy": {"egressNetworks": ["10.0.0.0/8"], "egressPorts": [443]},
        "metrics": {"serviceMonitor": True},
        "nodeSelector": {"kubernetes.io/os": "linux"},
        "podAnnotations": {"team": "data"},
    },
    "little": {
        "autoscaling": {"enabled": False},
        "disruptionBudget": {"enabled": False},
        "networkPolicy": {"enabled": False},
        "replicas": 1,
    },
}
REFUSED: Final[Sequence[dict[str, Any]]] = (
    {},
    {"settings": {"workspaces": {}}, "replicas": 0},
    {"settings": {"workspaces": {}, "server": {}}},
    {"settings": {"workspaces": {}}, "typo": 1},
)
# What `kubernetes-validate` has no schema for.
_CUSTOM: Final = ("ServiceMonitor",)
_NOT_HERE: Final = "is not executable: No such file or directory"


def checks() -> Iterator[tuple[str, str, str]]:
    """The file, the tool, and what it found; empty where it found nothing."""
    compose = ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    for file, tool, command in (
        ("Dockerfile", "hadolint", ["hadolint", "Dockerfile"]),
        ("compose.yaml", "check-jsonschema", compose),
        ("*.yaml", "yamllint", ["yamllint", "--strict", "-c", "yamllint.yaml", *_yaml_files()]),
    ):  # fmt: skip
        yield file, tool, _said(command)
    yield "countersign.service", "systemd-analyze", _systemd()
    yield from _json()
    yield from _chart()


def _yaml_files() -> list[str]:
    found = (
        *FOLDER.glob("*.yaml"),
        *FOLDER.glob("c*/*.yaml"),
        *FOLDER.glob("observability/*.yaml"),
    )
    return [str(path.relative_to(FOLDER)) for path in sorted(found)]


def _said(command: Sequence[str], given: str = "") -> str:
    done = subprocess.run(
        [TOOLS / command[0], *command[1:]],
        cwd=FOLDER, input=given, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (done.stdout + done.stderr).strip() if done.returncode else ""


def _systemd() -> str:
    """What systemd says of the unit, but that the command is not installed on this machine."""
    if shutil.which("systemd-analyze") is None:
        return ""
    done = subprocess.run(
        ["systemd-analyze", "verify", str(FOLDER / "countersign.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "\n".join(line for line in done.stderr.splitlines() if _NOT_HERE not in line)


def _json() -> Iterator[tuple[str, str, str]]:
    for path in sorted(FOLDER.glob("**/*.json")):
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield path.name, "json", str(error)
        else:
            yield path.name, "json", ""


def _chart() -> Iterator[tuple[str, str, str]]:
    import helm_python

    found = helm_python.lint(FOLDER / "chart", {"settings": {"workspaces": {}}}, strict=True)
    yield "chart", "helm lint", "\n".join(map(str, found["errors"]))
    with helm_python.Chart.load(FOLDER / "chart") as chart:
        example = yaml.safe_load((FOLDER / "chart/example-values.yaml").read_text("utf-8"))
        yield (
            "chart, example-values.yaml",
            "kubernetes-validate",
            _validated(chart.render(values=example, name="prod")),
        )
        for name, values in VALUES.items():
            given = {"settings": example["settings"], **values}
            rendered = chart.render(values=given, name="prod")
            yield f"chart, {name}", "kubernetes-validate", _validated(rendered)
        for wrong in REFUSED:
            try:
                chart.render(values=wrong, name="prod")
            except helm_python.HelmError:
                yield f"chart, {wrong}", "refused", ""
            else:
                yield f"chart, {wrong}", "refused", "was rendered"


def _validated(rendered: Mapping[str, str]) -> str:
    problems = []
    for path, text in rendered.items():
        documents = [] if path.endswith(".txt") else [d for d in yaml.safe_load_all(text) if d]
        for document in documents:
            if document["kind"] in _CUSTOM:
                continue
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                yaml.safe_dump(document, file)
                file.flush()
                said = _said(["kubernetes-validate", "--strict", "--quiet", "--no-warn", file.name])
            if said:
                problems.append(f"{path}: {said}")
    return "\n".join(problems)


def main() -> None:
    wrong = 0
    for file, tool, found in checks():
        wrong += bool(found)
        sys.stdout.write(f"{'✗' if found else '✓'} {file} ({tool})\n{found and found + chr(10)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
