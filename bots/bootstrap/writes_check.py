"""What `countersign doctor` says of the changes that a workspace allows."""

from collections.abc import Iterator, Mapping

from bots.bootstrap.finding import Finding
from bots.settings import PersonSettings
from bots.settings.workspaces import WorkspaceSettings
from bots.settings.writes import WritesSettings
from knowledge.catalog import Catalog
from knowledge.dotted_names import database_name


def write_findings(
    name: str, settings: WorkspaceSettings, people: Mapping[str, PersonSettings], catalog: Catalog
) -> Iterator[Finding]:
    """Whether enough people can approve, where they are asked, and whether the tables are there."""
    writes = settings.writes
    if writes is None:
        return
    what, fix = f"workspace {name}", f"Mend workspaces.{name}.writes."
    said = list(_problems(settings, writes, people, catalog))
    for problem in said:
        yield Finding(what=what, well=False, said=problem, fix=fix)
    if not said:
        yield Finding(what=what, well=True, said="Changes can be asked for, and approved.")


def _problems(
    settings: WorkspaceSettings,
    writes: WritesSettings,
    people: Mapping[str, PersonSettings],
    catalog: Catalog,
) -> Iterator[str]:
    review = settings.review
    if not (review.slack_channel or review.teams_conversation):
        yield "Changes need a channel for approvers: review.slack_channel or teams_conversation."
    able = [key for key, person in people.items() if set(writes.approvers) & set(person.roles)]
    groups = any(key.startswith("group:") for key in able)
    needed = max((1, *writes.quorum.values()))
    if len(able) < needed and not groups:
        yield f"{needed} people must approve a change, and {len(able)} have the role for it."
    url = writes.url.get_secret_value()
    if url == settings.url.get_secret_value() and "@" in url:
        yield "Reading and writing use the same identity: give writing one of its own."
    if writes.tables != "all":
        known = {database_name(table.key).lower() for table in catalog.tables}
        for table in writes.tables:
            if table.lower() not in known:
                yield f"writes.tables names {table}, which the database does not have."
