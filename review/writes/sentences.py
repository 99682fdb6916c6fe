"""What people read who want to take a written change back."""

UNDONE_ALREADY = (
    "This change was already undone, so it is not undone twice. The change that undid it has a "
    "receipt with its own Undo."
)
