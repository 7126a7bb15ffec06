"""House rules of banking games: the game `banking`, its presets, and contradictions in its options."""
