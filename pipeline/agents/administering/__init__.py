"""Work on the database with a model: it looks by itself, and calls for changes people approve."""

from pipeline.agents.administering.toolbox import AdminToolbox

__all__ = ["AdminToolbox"]
