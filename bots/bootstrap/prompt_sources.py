"""The service that prompts come from, where the settings name one."""

from bots.settings import Settings
from pipeline.adapters.langfuse_prompts import Langfuse, LangfusePrompts
from pipeline.agents.prompt_source import PromptSource
from pipeline.agents.prompts import prompt_names


def prompt_source(settings: Settings) -> PromptSource | None:
    """What is asked for prompts before the files are; nothing was fetched yet."""
    its = settings.models.langfuse if settings.models else None
    if its is None:
        return None
    langfuse = Langfuse(
        url=its.url,
        public_key=its.public_key,
        secret_key=its.secret_key.get_secret_value(),
        label=its.label,
        prefix=its.prefix,
        timeout=its.timeout,
        keep=its.keep,
    )
    return LangfusePrompts(langfuse, prompt_names())
