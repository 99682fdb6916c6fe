"""Reports: the wish for one, its outline, and the figures of its sentences."""
