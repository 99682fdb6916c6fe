"""The site of the docs: `python -m deploy.site FOLDER` gathers its pages, `--check` checks them.

The pages are those of docs/, README, CONTRIBUTING, CHANGELOG and the reference that is written from
the code. The check is quick, and fails on a link that leads nowhere, a page that the site does not
list, and a command that a page names and nobody has.
"""

import argparse
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from bots.cli import COMMANDS
from deploy.reference import ROOT, pages

_DOCS: Final = ROOT / "docs"
_CONFIG: Final = ROOT / "deploy" / "zensical.toml"
# Pages outside docs/, under the name that they have on the site.
_OTHERS: Final = {
    "README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
}  # fmt: skip
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_COMMAND: Final = re.compile(r"`countersign ([a-z][a-z-]+)")
_ROLES: Final = ("asker", "reviewer", "owner", "platform", "security", "developer")


def gathered() -> Mapping[str, str]:
    """Every page of the site by its name, with links as they are there."""
    found = {page.name: page.read_text(encoding="utf-8") for page in sorted(_DOCS.glob("*.md"))}
    for name, on_site in _OTHERS.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        found[on_site] = _LINK.sub(lambda link: f"]({_on_site(link[1])})", text)
    return found | dict(pages())


def _on_site(link: str) -> str:
    path, hash_, anchor = link.partition("#")
    return f"{_OTHERS.get(path, path.removeprefix('docs/'))}{hash_}{anchor}"


def problems(found: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with these pages, in words."""
    listed = set(_listed(tomllib.loads(_CONFIG.read_text(encoding="utf-8"))["project"]["nav"]))
    yield from (f"{name}: listed, and not there" for name in listed - found.keys())
    yield from (f"{name}: no entry in deploy/zensical.toml" for name in found.keys() - listed)
    for role in _ROLES:
        if f"role-{role}.md" not in found:
            yield f"role-{role}.md: each role has a page"
    anchors = {name: _anchors(text) for name, text in found.items()}
    commands = {each.name for each in COMMANDS}
    for name, text in found.items():
        yield from (f"{name}: {link} leads nowhere" for link in _broken(name, text, anchors))
        for command in set(_COMMAND.findall(text)) - commands:
            if name != "changelog.md":
                yield f"{name}: there is no command `countersign {command}`"


def _listed(nav: Any) -> Iterator[str]:
    for each in nav:
        if isinstance(each, str):
            yield each
        else:
            for part in each.values():
                yield from _listed(part)


def _anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as they are made on the site and where files are shown."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def _broken(name: str, text: str, anchors: Mapping[str, set[str]]) -> Iterator[str]:
    for link in _LINK.findall(text):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        page = path or name
        there = page in anchors or (path and (_DOCS / path).exists())
        if not there or (anchor and anchor not in anchors.get(page, set())):
            yield link


def write(folder: Path) -> None:
    """Lay the pages, their pictures and the configuration out in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    docs = folder / "docs"
    for part in ("images", "gallery"):
        shutil.copytree(_DOCS / part, docs / part)
    for name, text in gathered().items():
        (docs / name).write_text(text, encoding="utf-8")
    shutil.copyfile(_CONFIG, folder / "zensical.toml")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.site", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where the pages are gathered")
    parser.add_argument("--check", action="store_true", help="say what is wrong with the pages")
    chosen = parser.parse_args()
    if chosen.check:
        found = list(problems(gathered()))
        sys.stderr.write("".join(f"{each}\n" for each in found))
        sys.exit(bool(found))
    if chosen.folder is None:
        parser.error("name a folder, or --check")
    write(chosen.folder)


if __name__ == "__main__":
    main()
