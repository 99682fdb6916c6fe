"""Whether a statement keeps what was confirmed: proven on its tree, or a finding."""
