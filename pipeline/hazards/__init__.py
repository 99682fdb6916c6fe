"""What would make an answer wrong in silence: a reading is looked at before it counts.

A reading of a question meets the shapes of the data here: values that are written in several
ways, texts that stand for nothing, copies of a table, rows marked as deleted, tables that no word
names, words that no part of the statement uses. It is mended and says so, or a person is asked.
"""

from pipeline.hazards.crowds import crowd, typed_name
from pipeline.hazards.guard import guarded, narrowed
from pipeline.hazards.kinds import CROWD, OF_THE_DATA, SAVED, UNSETTLED, UNUSED
from pipeline.hazards.reading import column_of
from pipeline.hazards.settled import settled_before
from pipeline.hazards.texts import TextCompared, texts_compared, values_left_out, ways_of_writing

__all__ = (
    "CROWD",
    "OF_THE_DATA",
    "SAVED",
    "UNSETTLED",
    "UNUSED",
    "TextCompared",
    "column_of",
    "crowd",
    "guarded",
    "narrowed",
    "settled_before",
    "texts_compared",
    "typed_name",
    "values_left_out",
    "ways_of_writing",
)
