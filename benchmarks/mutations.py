"""Takes promises out of a copy of the code, one at a time.

`tests/fixtures/mutations.yaml` says what is changed and which tests must fail then. A mutation that
leaves its tests green means that the promise is not held. With words, only the mutations whose
promise contains one of them are tried: `python -m benchmarks.mutations [WORDS]`. The working copy
is never changed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import yaml

ROOT: Final = Path(__file__).parents[1]
MUTATIONS: Final = ROOT / "tests" / "fixtures" / "mutations.yaml"
_FAILED: Final = 1
_PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly", "--no-header")


class Found(StrEnum):
    """What became of one mutation."""

    RED = "red"
    GREEN = "GREEN"
    STALE = "STALE"
    BROKEN = "BROKEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A text of a file, and what stands in its place while the tests run."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """What takes one promise out of the code, and the tests that must fail then."""

    promise: str
    changes: tuple[Change, ...]
    tests: tuple[str, ...]


def read_mutations(path: Path = MUTATIONS) -> tuple[Mutation, ...]:
    """Return the mutations of a file."""
    listed = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(
        Mutation(
            promise=each["promise"],
            changes=tuple(Change(**change) for change in each["changes"]),
            tests=tuple(each["tests"]),
        )
        for each in listed
    )


class ScratchCopy:
    """A copy of the tracked files, in which one mutation at a time is made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # A file that changes within a second keeps its size, often: each change gets its own time.
        self._ticks = 0
        tracked = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
        listed = subprocess.run(  # noqa: S603 - our own files
            ("git", *tracked),  # noqa: S607 - as on any developer's machine
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)

    def try_mutation(self, mutation: Mutation) -> tuple[Found, str]:
        """Return what its tests say of the mutation, with the end of what they printed."""
        names = {change.file for change in mutation.changes}
        before = {name: (self._folder / name).read_text(encoding="utf-8") for name in names}
        after = dict(before)
        for change in mutation.changes:
            if after[change.file].count(change.old) != 1:
                return Found.STALE, f"not once in {change.file}: {change.old}"
            after[change.file] = after[change.file].replace(change.old, change.new)
        try:
            self._write(after)
            return self._tested(mutation.tests)
        finally:
            self._write(before)

    def _write(self, texts: dict[str, str]) -> None:
        for name, text in texts.items():
            path = self._folder / name
            path.write_text(text, encoding="utf-8")
            self._ticks += 1
            changed = path.stat().st_mtime + 10 * self._ticks
            os.utime(path, (changed, changed))

    def _tested(self, tests: tuple[str, ...]) -> tuple[Found, str]:
        """Every test alone, as deep as the gate runs it: each of them has to fail."""
        for test in tests:
            file, _, name = test.partition("::")
            ran = subprocess.run(  # noqa: S603 - our own tests
                (*_PYTEST, file, "-k", name),
                cwd=self._folder,
                env=_environment(self._folder),
                capture_output=True,
                text=True,
                check=False,
            )
            end = "\n".join(ran.stdout.splitlines()[-12:])
            if ran.returncode == 0:
                return Found.GREEN, f"{test}\n{end}"
            if ran.returncode != _FAILED or " failed" not in f" {end.splitlines()[-1]}":
                return Found.BROKEN, f"{test}\n{end}\n{ran.stderr[-500:]}"
        return Found.RED, ""


def _environment(folder: Path) -> dict[str, str]:
    """This process's own, with the copy in the place of what is installed."""
    environment = dict(os.environ)  # noqa: TID251 - handed on to the tests
    return environment | {"PYTHONPATH": str(folder), "COVERAGE_PROCESS_START": ""}


def main() -> int:
    """Print each mutation, then one JSON line; status 1 where one is not red."""
    words = [word.lower() for word in sys.argv[1:]] or [""]
    found = Counter[Found]()
    with tempfile.TemporaryDirectory(prefix="countersign-mutations-") as folder:
        copy = ScratchCopy(Path(folder))
        for mutation in read_mutations():
            if not any(word in mutation.promise.lower() for word in words):
                continue
            what, why = copy.try_mutation(mutation)
            found[what] += 1
            print(f"{what:6} {mutation.promise}", flush=True)
            if why:
                print(why, flush=True)
    print(json.dumps({each.lower(): found[each] for each in Found}))
    return 0 if set(found) <= {Found.RED} else 1


if __name__ == "__main__":
    sys.exit(main())
