"""House rules of sheet games: options that say all of a game, and the game `sheet` that is played with them."""
