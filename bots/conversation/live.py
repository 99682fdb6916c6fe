"""What goes on in runs, to every surface that shows it live."""

from collections.abc import Collection

from pipeline.events import Event, Live


class LiveEverywhere:
    """Tells each surface; one that shows nothing of that run lets it pass. See `Live`."""

    def __init__(self, surfaces: Collection[Live]) -> None:
        self._surfaces = surfaces

    def tell(self, run: str, event: Event) -> None:
        for surface in self._surfaces:
            surface.tell(run, event)
