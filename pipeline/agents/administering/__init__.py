"""Work on the database with a model: it looks by itself, and calls for changes people approve."""

from pipeline.agents.administering.toolbox import TOOLS, AdminToolbox, RefusedCall

__all__ = ["TOOLS", "AdminToolbox", "RefusedCall"]
