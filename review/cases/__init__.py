"""Review cases: an answer before its reviewers, until their verdict is carried out."""
