"""The shapes of a database that make answers wrong: found, told, and what to write of them."""

from knowledge.shapes.copies import CopyGroup, copy_groups
from knowledge.shapes.finding import column_shapes, shapes_of, unit_in_name
from knowledge.shapes.proposing import proposed_glossary, proposed_lines
from knowledge.shapes.shape import Shape, ShapeKind, ShapeReport
from knowledge.shapes.telling import told
from knowledge.shapes.texts import (
    IN_DIGITS,
    ISO_DATES,
    is_missing_text,
    is_part_of_date,
    variants_of,
)

__all__ = (
    "IN_DIGITS",
    "ISO_DATES",
    "CopyGroup",
    "Shape",
    "ShapeKind",
    "ShapeReport",
    "column_shapes",
    "copy_groups",
    "is_missing_text",
    "is_part_of_date",
    "proposed_glossary",
    "proposed_lines",
    "shapes_of",
    "told",
    "unit_in_name",
    "variants_of",
)
