"""What people read who want to take a written change back."""

UNDONE_ALREADY = (
    "This was taken back already, so I do not do it twice. What took it back has a receipt of its "
    "own, and an Undo."
)
