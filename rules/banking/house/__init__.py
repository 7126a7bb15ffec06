"""House rules of banking games: options that say all of a game, and the game `banking` that is played with them."""
