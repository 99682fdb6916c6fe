"""Takes the steps of the Dockerfile without an engine: `python -m deploy.image_steps`.

It builds each stage in a clean folder with chroot and bind mounts of its own, starts the image's
command as the image's user on a read-only root, waits until the image's health check passes, stops
it, and prints what it measured. It needs Linux and root; elsewhere it says so, with status 77.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCKERFILE: Final = ROOT / "deploy" / "Dockerfile"
NOT_HERE: Final = 77
# What the base image brings: this machine's system and Python, which no step may write to.
SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/proc", sys.base_prefix)
_DEVICES: Final = ("null", "zero", "random", "urandom")
_WRITABLE: Final = ("tmp", "var/lib/countersign")
_SECONDS_TO_START: Final = 90
_SECONDS_TO_STOP: Final = 30
_ENV: Final = re.compile(r'(\w+)=("[^"]*"|\S+)')
_SETTINGS: Final = """\
workspaces:
  shop: {url: "sqlite:////var/lib/countersign/shop.sqlite", grants: {reader: {tables: all}}}
server: {host: 0.0.0.0, port: 8080}
state_folder: /var/lib/countersign
ledger: {url: "sqlite:////var/lib/countersign/ledger.sqlite3"}
"""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of a Dockerfile: its word and the rest."""

    word: str
    rest: str


@dataclass(slots=True)
class Stage:
    """One stage: the folder that is its root, and what its instructions set so far."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = ""
    health: Sequence[str] = ()
    command: list[str] = field(default_factory=list)


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions, with continued lines joined and comments left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\s*\\\n\s*", " ", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield Instruction(word.upper(), rest.strip())


class Building:
    """Takes the instructions of one Dockerfile, each stage in a root of its own."""

    def __init__(self, place: Path, context: Path) -> None:
        self._place = place
        self._context = context
        self._stages: dict[str, Stage] = {}
        self.stage = Stage(place)

    def take(self, instruction: Instruction) -> None:
        rest, stage = instruction.rest, self.stage
        match instruction.word:
            case "FROM":
                self._begin(rest)
            case "ARG":
                name, _, default = rest.partition("=")
                stage.variables.setdefault(name, default)
            case "ENV":
                for name, value in _ENV.findall(rest):
                    stage.variables[name] = value.strip('"').replace("$PATH", _path(stage))
            case "WORKDIR":
                stage.folder = rest
                _in(stage, rest).mkdir(parents=True, exist_ok=True)
            case "COPY":
                self._copy(rest)
            case "RUN":
                _run(stage, ["/bin/sh", "-ec", rest])
            case "USER":
                stage.user = rest
            case "HEALTHCHECK":
                stage.health = json.loads(rest[rest.index("[") :])
            case "ENTRYPOINT" | "CMD":
                stage.command += json.loads(rest)
            case "LABEL" | "VOLUME" | "EXPOSE" | "STOPSIGNAL":
                pass
            case other:
                message = f"this script knows no instruction {other}"
                raise ValueError(message)

    def _begin(self, rest: str) -> None:
        name = rest.partition(" AS ")[2] or "image"
        root = self._place / name
        for folder in (*_WRITABLE, "dev", "root"):
            (root / folder).mkdir(parents=True)
        (root / "tmp").chmod(0o1777)
        shutil.copytree("/etc", root / "etc", symlinks=True)
        for path in SYSTEM:
            _mirror(root, Path(path))
        for device in _DEVICES:
            (root / "dev" / device).touch()
            _mount("--bind", f"/dev/{device}", root / "dev" / device)
        self.stage = self._stages[name] = Stage(root)

    def _copy(self, rest: str) -> None:
        *sources, target = shlex.split(rest)
        origin = self._context
        if sources[0].startswith("--from="):
            origin = self._stages[sources.pop(0).removeprefix("--from=")].root
        into = _in(self.stage, target)
        for source in sources:
            found = origin / source.lstrip("/")
            if found.is_dir():
                shutil.copytree(found, into, symlinks=True, dirs_exist_ok=True)
            elif target.endswith("/"):
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, into / found.name)
            else:
                shutil.copy2(found, into)


def _path(stage: Stage) -> str:
    return stage.variables.get("PATH") or f"{sys.base_prefix}/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def _in(stage: Stage, path: str) -> Path:
    inside = path if path.startswith("/") else f"{stage.folder}/{path}"
    return stage.root / os.path.normpath(inside).lstrip("/")


def _mirror(root: Path, path: Path) -> None:
    """Show a folder of this machine at the same path, read-only; a link stays a link."""
    target = root / str(path).lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        target.symlink_to(path.readlink())
    elif path.is_dir():
        target.mkdir(exist_ok=True)
        _mount("--bind", str(path), target)
        _mount("-o", "remount,bind,ro", target)


def _mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *map(str, arguments)], check=True)


def _environment(stage: Stage) -> dict[str, str]:
    # How this machine reaches its package index stays as it is.
    kept = {
        k: v for k, v in os.environ.items() if k.startswith(("PIP_", "SSL_", "HTTP", "NO_PROXY"))
    }
    return {"HOME": "/root", **kept, **stage.variables, "PATH": _path(stage)}


def _inside(stage: Stage, command: Sequence[str]) -> list[str]:
    """The command in the stage's root and folder, as the stage's user."""
    uid, _, gid = stage.user.partition(":")
    who = ("--reuid", uid, "--regid", gid, "--clear-groups", "--no-new-privs") if uid else ()
    inside = ["chroot", str(stage.root), "setpriv", *who, "--inh-caps=-all"]
    return [*inside, "env", "-C", stage.folder, *command]


def _run(stage: Stage, command: Sequence[str]) -> None:
    subprocess.run(_inside(stage, command), env=_environment(stage), check=True)


def build(place: Path, context: Path, given: Mapping[str, str]) -> Stage:
    """The last stage of the image, built below `place`."""
    building = Building(place, context)
    for instruction in instructions(DOCKERFILE.read_text(encoding="utf-8")):
        building.take(instruction)
        if instruction.word == "FROM":
            building.stage.variables.update(given)
    return building.stage


def make_read_only(image: Stage) -> None:
    """Let nothing be written but to the folders that an image may write to. Raises SystemExit."""
    for folder in _WRITABLE:
        _mount("--bind", image.root / folder, image.root / folder)
    # What is mounted below comes along, and stays as it is.
    _mount("--rbind", image.root, image.root)
    _mount("-o", "remount,bind,ro", image.root)
    for path, may in (("/opt/x", False), ("/etc/x", False), ("/tmp/x", True)):  # noqa: S108 - of the image
        tried = subprocess.run(
            ["chroot", str(image.root), "touch", path], capture_output=True, check=False
        )
        if (tried.returncode == 0) is not may:
            sys.exit(f"{path} is {'not ' if may else ''}writable: {tried.stderr!r}")


def start(image: Stage) -> dict[str, float | bool | int]:
    """Start the image on a read-only root, wait until it is healthy, stop it. Raises SystemExit."""
    (image.root / "etc/countersign/countersign.yaml").write_text(_SETTINGS, encoding="utf-8")
    size = sum(
        path.lstat().st_size
        for path in (image.root / "opt/countersign").rglob("*")
        if path.is_file()
    )
    make_read_only(image)
    shop = "import sqlite3; sqlite3.connect('shop.sqlite').execute('CREATE TABLE orders (id INT)')"
    _run(image, ["python", "-c", shop])
    began = time.monotonic()
    process = subprocess.Popen(_inside(image, image.command), env=_environment(image))
    try:
        while subprocess.run(
            _inside(image, image.health), env=_environment(image), capture_output=True, check=False
        ).returncode:
            if process.poll() is not None or time.monotonic() - began > _SECONDS_TO_START:
                sys.exit("the image did not become healthy")
            time.sleep(0.5)
        seconds = time.monotonic() - began
        process.send_signal(signal.SIGTERM)
        status = process.wait(_SECONDS_TO_STOP)
    finally:
        process.kill()
    if status:
        sys.exit(f"the image stopped with status {status}")
    return {
        "healthy_after_seconds": round(seconds, 1),
        "stopped_with_status": status,
        "megabytes": round(size / 1e6),
    }


def _context(place: Path) -> Path:
    """What a build is sent: the files of this tree, without what git ignores."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            target = place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    return place


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.image_steps", description=__doc__)
    parser.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside is None:
        sys.exit(_in_a_namespace())
    given = dict(each.split("=", 1) for each in chosen.build_arg)
    image = build(chosen.inside / "stages", _context(chosen.inside / "context"), given)
    sys.stdout.write(json.dumps(start(image)) + "\n")


def _in_a_namespace() -> int:
    """Run this again where its mounts are nobody else's, and remove what it made."""
    if sys.platform != "linux" or os.geteuid() != 0:
        sys.stderr.write("image_steps needs Linux and root: use an engine (docs/deployment.md).\n")
        return NOT_HERE
    if not (Path(sys.base_prefix) / "bin" / "python").exists():
        sys.stderr.write("image_steps needs a Python that is called python: use an engine.\n")
        return NOT_HERE
    apart = ["unshare", "--mount", "--propagation", "private"]
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        sys.stderr.write("image_steps may mount nothing here: use an engine.\n")
        return NOT_HERE
    # The mounts end with the namespace. Only then is the folder removed, in which there are none.
    with tempfile.TemporaryDirectory(prefix="image-") as place:
        command = [sys.executable, "-m", "deploy.image_steps", *sys.argv[1:], "--inside", place]
        done = subprocess.run([*apart, *command], cwd=ROOT, check=False)
    return done.returncode


if __name__ == "__main__":
    main()
