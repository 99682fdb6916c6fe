"""The models of the settings, one ladder for each folder of prompts."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bots.bootstrap.embedding import load_embedder
from bots.bootstrap.prompt_sources import prompt_source
from bots.bootstrap.telemetry import ObservedModel
from bots.settings import ModelsSettings, Settings
from bots.settings.models import EmbeddingsSettings, LayerSettings, RungSettings
from bots.settings.workspaces import WorkspaceModels
from knowledge.embeddings import Embedder, EmbeddingsError, Vectors
from knowledge.embeddings.port import EmbeddingsUnavailableError
from knowledge.table_cards import cards_of
from knowledge.table_hit import TableHit
from knowledge.table_search import TableSearch
from pipeline.adapters.models_prices import Price
from pipeline.adapters.models_rungs import Rung, RungClient
from pipeline.agents.ladder import Ladder, Layer
from pipeline.agents.prompts import Prompts
from pipeline.model_calls import FindTables, Models, When, no_objection
from pipeline.rules.schema.known import Known
from pipeline.small_layers import SMALL_LAYERS
from review.policy.purse import Purse


class Ladders:
    """Gives each workspace its models; none where the settings have none."""

    def __init__(self, settings: Settings, folder: Path, purse: Purse | None) -> None:
        self._settings = settings
        self._folder = folder
        self._purse = purse
        self._open: dict[str, Ladder] = {}
        self._source = prompt_source(settings)

    def of(self, name: str, own: WorkspaceModels, known: Known) -> Models | None:
        """The models of one workspace. Embeds its tables' cards: call it in a thread."""
        if self._settings.models is None or not own.use:
            return None
        return Models(
            writer=self._ladder(self._settings.models, own.prompts),
            find_tables=finder(known, self._settings.embeddings),
            order=own.order,
            samples=self._settings.models.samples,
            summaries=own.summaries,
            explore=own.explore,
            charts=own.charts,
            most=1 + self._settings.models.repairs,
            layers=asked_layers(self._settings.models),
            objection=partial(self._purse.objection, name) if self._purse else no_objection,
        )

    async def close(self) -> None:
        """Close every connection to a model."""
        for ladder in self._open.values():
            await ladder.close()

    def _ladder(self, settings: ModelsSettings, prompts: str) -> Ladder:
        if prompts not in self._open:
            self._open[prompts] = Ladder(
                [ObservedModel(RungClient(rung_of(rung))) for rung in settings.ladder],
                Prompts(self._folder / prompts if prompts else None, self._source),
                layers={name: layer_of(settings, own) for name, own in settings.layers.items()},
                concurrency=settings.concurrency,
            )
        return self._open[prompts]


def rung_of(settings: RungSettings) -> Rung:
    """A rung as its adapter takes it."""
    price = settings.price
    return Rung(
        provider=settings.provider,
        model=settings.model,
        api_key=settings.api_key.get_secret_value(),
        base_url=settings.base_url,
        api_version=settings.api_version,
        max_input_tokens=settings.max_input_tokens,
        max_output_tokens=settings.max_output_tokens,
        timeout=settings.timeout,
        form=settings.form,
        price=Price(input=price.input, output=price.output, cached=price.cached) if price else None,
    )


def layer_of(settings: ModelsSettings, own: LayerSettings) -> Layer:
    """What a layer has of its own, over the ladder's models as it wants them."""
    by_name = {rung.model: rung for rung in settings.ladder}
    wanted = [by_name[model] for model in own.models] or list(settings.ladder)
    rungs = [as_wanted(rung_of(rung), own) for rung in wanted]
    return Layer(
        rungs=tuple(ObservedModel(RungClient(rung)) for rung in rungs),
        requests=own.requests,
        calls=own.calls,
        ceiling=own.max_input_tokens,
    )


def asked_layers(settings: ModelsSettings) -> dict[str, When]:
    """Of each small layer, when it is asked."""
    own = settings.layers
    return {name: own[name].ask if name in own else "auto" for name in SMALL_LAYERS}


def as_wanted(rung: Rung, own: LayerSettings) -> Rung:
    """The rung with what a layer has of its own."""
    return replace(
        rung,
        effort=own.effort,
        max_input_tokens=min(rung.max_input_tokens, own.max_input_tokens or rung.max_input_tokens),
        max_output_tokens=own.max_output_tokens or rung.max_output_tokens,
    )


def finder(known: Known, service: EmbeddingsSettings | None = None) -> FindTables:
    """`finder_now`, off the event loop."""
    now = finder_now(known, service)

    async def find(question: str, limit: int) -> Sequence[TableHit]:
        return await asyncio.to_thread(now, question, limit)

    return find


def finder_now(
    known: Known, service: EmbeddingsSettings | None = None
) -> Callable[[str, int], Sequence[TableHit]]:
    """The search over a catalog's table cards; by words alone without the sentence model."""
    embedder: Embedder = load_embedder(service).embedder or _NoEmbedder()
    search = TableSearch(cards_of(known.catalog, known.glossary), embedder)
    _prepare(search)
    return lambda question, limit: search.search(question, limit=limit)


def _prepare(search: TableSearch) -> None:
    with contextlib.suppress(EmbeddingsError):
        search.prepare()


class _NoEmbedder:
    """Stands in where the sentence model cannot be used."""

    name = "none"
    dim = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        del texts
        raise EmbeddingsUnavailableError(self.name, load_embedder().problem)
