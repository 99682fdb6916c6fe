"""Semantic layers of other tools, read as glossary entries."""

from knowledge.semantic_layers.parts import Imported, Join, NoSemanticLayerError
from knowledge.semantic_layers.reading import fitted, read_semantic_layer

__all__ = ["Imported", "Join", "NoSemanticLayerError", "fitted", "read_semantic_layer"]
