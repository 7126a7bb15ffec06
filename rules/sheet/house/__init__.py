"""House rules of sheet games: the game `sheet`, its presets, and contradictions in its options."""
