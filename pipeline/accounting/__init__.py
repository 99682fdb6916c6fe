"""Which words of a question its statement does not use, whoever read the question.

`left_out` matches each content word with something that the statement does.
"""

from pipeline.accounting.account import LeftOut, is_joint, left_out
from pipeline.accounting.forms import forms_of_text, is_same

__all__ = ("LeftOut", "forms_of_text", "is_joint", "is_same", "left_out")
