"""Prints the licence of each package that Countersign runs with: `python -m deploy.licences`.

It reads `requirements.txt` and what this Python has installed. It exits with status 1 where a
package is under the GPL or AGPL, or names no licence that is known here.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
# Name, version and marker of a pin, such as `coverage[toml]==7.17.3 ; python_version < '4'`.
PINNED: Final = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)(?: ; (.+?))? *\\?$", re.MULTILINE
)
# Longer names first: `LGPL` contains `GPL`, which nobody may take for it.
FAMILIES: Final[Mapping[str, str]] = {
    "AGPL": r"\bAGPL|Affero",
    "LGPL": r"\bLGPL|Lesser General Public|Library General Public",
    "GPL": r"\bGPL|General Public License",
    "MPL-2.0": r"\bMPL|Mozilla Public",
    "Apache-2.0": r"Apache",
    "BSD": r"BSD",
    "MIT": r"\bMIT\b",
    "ISC": r"\bISC\b|\bISCL\b",
    "PSF": r"\bPSF\b|Python Software Foundation|CNRI",
    "Zlib": r"\bzlib\b",
}
FORBIDDEN: Final = ("GPL", "AGPL")


@dataclass(frozen=True, slots=True)
class Licensed:
    """A package, its version, what it says of its licence, and the families that this names."""

    name: str
    version: str
    said: str
    families: tuple[str, ...]

    @property
    def problem(self) -> str:
        """Why it may not be used at run time; empty where it may."""
        found = [family for family in self.families if family in FORBIDDEN]
        if found:
            return f"{self.name} is under the {found[0]}: {self.said}"
        return "" if self.families else f"{self.name} names no known licence: {self.said or '-'}"


def pinned(requirements: Path) -> dict[str, str]:
    """The name and version of each package that is needed on every platform."""
    text = requirements.read_text(encoding="utf-8")
    return {name: version for name, version, marker in PINNED.findall(text) if not _other(marker)}


def _other(marker: str) -> bool:
    """Whether it is installed on platforms only that this project is not served on."""
    return "win32" in marker or ("emscripten'" in marker and "!=" not in marker)


def licensed(requirements: Path) -> Iterator[Licensed]:
    """What each pinned package says of its licence. Raises PackageNotFoundError."""
    for name, version in sorted(pinned(requirements).items()):
        said = _said(distribution(name))
        yield Licensed(name, version, said, families(said))


def families(said: str) -> tuple[str, ...]:
    """The families of licences that a text names."""
    found, rest = [], said
    for family, pattern in FAMILIES.items():
        rest, times = re.subn(pattern, "", rest, flags=re.IGNORECASE)
        if times:
            found.append(family)
    return tuple(found)


def _said(package: Distribution) -> str:
    """The expression where there is one; else classifiers, else the first line of the text."""
    facts = package.metadata
    if "License-Expression" in facts:
        return facts["License-Expression"]
    classified = [
        line.rpartition(" :: ")[2]
        for line in facts.get_all("Classifier") or ()
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    text = next(iter(facts.get_all("License") or ()), "")
    return ", ".join(classified) or text.strip().partition("\n")[0]


def main() -> None:
    try:
        found = tuple(licensed(ROOT / "requirements.txt"))
    except PackageNotFoundError as error:
        sys.exit(f"{error.name} is not installed: run this where requirements.txt is installed.")
    sys.stdout.write("| package | version | licence |\n|---|---|---|\n")
    for each in found:
        sys.stdout.write(f"| {each.name} | {each.version} | {each.said} |\n")
    problems = [each.problem for each in found if each.problem]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
