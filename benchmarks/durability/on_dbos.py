"""DBOS: a durable workflow that waits for a message."""

import asyncio
from typing import Any

from dbos import DBOS, DBOSConfig, SetWorkflowID

from benchmarks.durability.scene import Scene

_A_DAY = 86_400.0


class OnDbos:
    """The Contender over DBOS. Its version is the hash of the workflow's source, as by default."""

    def __init__(self, url: str, scene: Scene, *, renamed: bool = False) -> None:
        self._url = url
        self._scene = scene
        self._renamed = renamed
        self._workflow: Any = None

    @property
    def paused(self) -> int:
        return len(self._scene.thought)

    async def start(self) -> None:
        config: DBOSConfig = {
            "name": "bench",
            "system_database_url": self._url,
            "log_level": "CRITICAL",
        }
        DBOS(config=config)
        self._workflow = self._renewed() if self._renamed else self._registered()
        DBOS.launch()

    def button(self, run: str) -> str:
        """A run is clicked by its own name."""
        del run
        return ""

    def recall(self, run: str, button: str) -> None:
        """There is nothing to know."""

    async def ask(self, run: str) -> None:
        with SetWorkflowID(run):
            await DBOS.start_workflow_async(self._workflow, run)

    async def click(self, run: str) -> bool | None:
        await DBOS.send_async(run, "yes", "answer")
        return None

    async def twin(self) -> "OnDbos":
        # One instance a process; a second process with the same executor runs live work again.
        await asyncio.sleep(0)
        return self

    async def stop(self) -> None:
        await asyncio.to_thread(DBOS.destroy, workflow_completion_timeout_sec=0)

    def _registered(self) -> Any:
        think, act = self._steps("act")

        async def asked(run: str) -> str:
            await think(run)
            said = await DBOS.recv_async("answer", timeout_seconds=_A_DAY)
            self._scene.goes_on(run)
            await act(run)
            return f"One: {said}"

        return DBOS.workflow(name="asked")(asked)

    def _renewed(self) -> Any:
        """The same workflow as a deploy later has it: one step has another name."""
        think, act = self._steps("carry_out")

        async def asked(run: str) -> str:
            await think(run)
            answered = await DBOS.recv_async("answer", timeout_seconds=_A_DAY)
            self._scene.goes_on(run)
            await act(run)
            return f"One: {answered}"

        return DBOS.workflow(name="asked")(asked)

    def _steps(self, act: str) -> tuple[Any, Any]:
        async def thinking(run: str) -> None:
            await self._scene.think(run)

        async def acting(run: str) -> None:
            await self._scene.act(run)

        return DBOS.step(name="think")(thinking), DBOS.step(name=act)(acting)
