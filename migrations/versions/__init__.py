"""One file a step, the first is 0001."""
