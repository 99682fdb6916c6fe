"""What a model may look at before it writes: the catalog as files, and results of its own reads."""

from pipeline.agents.exploring.toolbox import Toolbox

__all__ = ["Toolbox"]
