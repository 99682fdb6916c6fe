"""LangGraph: a graph with an interrupt, over its own savers."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, TypedDict

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from benchmarks.durability.scene import Scene

_CONNECTIONS = 10


class State(TypedDict, total=False):
    """What the graph carries."""

    run: str
    said: str


class OnLangGraph:
    """The Contender over LangGraph. Its acknowledgement is the end of the step before the pause."""

    def __init__(self, url: str, scene: Scene, *, renamed: bool = False) -> None:
        self._url = url
        self._scene = scene
        self._confirm = "confirm_dates" if renamed else "confirm"
        self._stack = AsyncExitStack()
        self._graph: Any = None
        self.paused = 0

    async def start(self) -> None:
        saver = await self._saver()
        await saver.setup()
        self._graph = self._built().compile(checkpointer=saver)

    def button(self, run: str) -> str:
        """A run is clicked by its own name."""
        del run
        return ""

    def recall(self, run: str, button: str) -> None:
        """There is nothing to know."""

    async def ask(self, run: str) -> None:
        await self._graph.ainvoke({"run": run}, _thread(run))
        self.paused += 1

    async def click(self, run: str) -> bool | None:
        # Whoever clicks is answered when the run has ended, and is not told who was first.
        await self._graph.ainvoke(Command(resume="yes"), _thread(run))
        return None

    async def twin(self) -> "OnLangGraph":
        other = OnLangGraph(self._url, self._scene)
        await other.start()
        return other

    async def stop(self) -> None:
        await self._stack.aclose()

    async def _saver(self) -> Any:
        if self._url.startswith("sqlite"):
            path = self._url.removeprefix("sqlite:///")
            return await self._stack.enter_async_context(AsyncSqliteSaver.from_conn_string(path))
        options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
        pool = AsyncConnectionPool(
            self._url, min_size=1, max_size=_CONNECTIONS, kwargs=options, open=False
        )
        return AsyncPostgresSaver(await self._stack.enter_async_context(pool))

    def _built(self) -> Any:
        async def think(state: State) -> State:
            await self._scene.think(state["run"])
            return {}

        async def confirm(state: State) -> State:
            said = interrupt("These dates?")
            self._scene.goes_on(state["run"])
            return {"said": said}

        async def act(state: State) -> State:
            await self._scene.act(state["run"])
            return {}

        async def answer(state: State) -> State:
            await asyncio.sleep(0)
            return {"said": f"One for {state['run']}."}

        graph: Any = StateGraph(State)
        names = ("think", self._confirm, "act", "answer")
        for name, node in zip(names, (think, confirm, act, answer), strict=True):
            graph.add_node(name, node)
        for before, after in zip((START, *names), (*names, END), strict=True):
            graph.add_edge(before, after)
        return graph


def _thread(run: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": run}}
