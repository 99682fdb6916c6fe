"""What `countersign doctor` says of the models: the settings alone, nothing is sent."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bots.bootstrap.finding import Finding
from bots.bootstrap.ladders import as_wanted, rung_of
from bots.bootstrap.prompt_sources import prompt_source
from bots.settings import Settings
from bots.settings.models import ModelsSettings, RungSettings
from knowledge.sentences import capital
from pipeline.adapters.models_rungs import RungClient
from pipeline.agents.prompts import Prompts

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
# Enough for rules and question, and for the tables that a question usually needs.
_TIGHT = 3_000


def model_findings(settings: Settings, folder: Path) -> Iterator[Finding]:
    """Each model of the ladder, and the folders of prompts; nothing where there are no models."""
    if settings.models is None:
        yield Finding(
            what="models",
            well=True,
            said="None is set up: questions are answered by rules alone, free of charge.",
            fix="Add one under models: for freer questions (docs/models.md).",
        )
        return
    for place, rung in enumerate(settings.models.ladder):
        yield _rung(rung, f"models.ladder.{place}")
    yield from _layers(settings.models)
    for name, workspace in settings.workspaces.items():
        wanted = workspace.models.prompts
        if wanted and not (folder / wanted).is_dir():
            fix = f"Make that folder, or remove workspaces.{name}.models.prompts."
            said = f"{wanted} is not a folder of prompts."
            yield Finding(what=f"workspace {name}", well=False, said=said, fix=fix)


async def prompt_findings(settings: Settings) -> list[Finding]:
    """What a service of prompts gives, which is asked once; nothing where none is set."""
    source = prompt_source(settings)
    if source is None:
        return []
    await source.refresh()
    prompts = Prompts(source=source)
    templates = [prompts.template(name) for name in prompts.names()]
    problems = sorted({*source.problems().values(), *(t.note for t in templates)} - {""})
    used = sum(bool(template.whence) for template in templates)
    said = f"{used} of {len(templates)} come from Langfuse, the others from files."
    if not problems:
        return [Finding(what="prompts", well=True, said=said)]
    fix = "Mend them there, or models.langfuse in the settings; until then the files are used."
    return [Finding(what="prompts", well=False, said=f"{said} {'; '.join(problems)}.", fix=fix)]


def _layers(models: ModelsSettings) -> Iterator[Finding]:
    """Each setting of a layer that one of its models cannot be told: it is not asked, then."""
    for name, own in models.layers.items():
        wanted = [rung for rung in models.ladder if not own.models or rung.model in own.models]
        for rung in wanted:
            problem = RungClient(as_wanted(rung_of(rung), own)).not_honoured()
            if problem:
                fix = f"Remove effort from models.layers.{name}, or name other models there."
                said = f"For {name} {problem}, so it is passed over."
                what = f"model {rung.provider}:{rung.model}"
                yield Finding(what=what, well=False, said=said, fix=fix)


def _rung(rung: RungSettings, place: str) -> Finding:
    what = f"model {rung.provider}:{rung.model}"
    problem, fix = _problem(rung, place)
    if problem:
        return Finding(what=what, well=False, said=problem, fix=fix)
    if unkept := RungClient(rung_of(rung)).not_honoured():
        fix = f"Set {place}.form to tool, or to prompt."
        return Finding(what=what, well=False, said=f"{capital(unkept)}.", fix=fix)
    if rung.max_input_tokens < _TIGHT:
        fix = f"Raise {place}.max_input_tokens, if the model can read more."
        said = f"It is set up, but only {rung.max_input_tokens:,} tokens may go in."
        return Finding(what=what, well=True, said=said, fix=fix)
    return Finding(what=what, well=True, said="It is set up (it was not asked anything).")


def _problem(rung: RungSettings, place: str) -> tuple[str, str]:
    key = rung.api_key.get_secret_value()
    if key and (key != key.strip() or " " in key):
        return "Its key has spaces in it.", f"Set {place}.api_key again."
    if rung.provider == "openai" and key.startswith("sk-ant-"):
        return "Its key is one of Anthropic's.", f"Set {place}.provider to anthropic."
    if not rung.base_url:
        return "", ""
    url = urlsplit(rung.base_url)
    if url.scheme not in {"http", "https"} or not url.hostname:
        return f"{rung.base_url} is not a URL.", f"Set {place}.base_url, e.g. https://host/v1."
    if url.scheme == "http" and key and url.hostname not in _LOCAL:
        fix = f"Use https in {place}.base_url."
        return "Its key would travel in the clear.", fix
    return "", ""
