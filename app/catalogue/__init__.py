"""The catalogue: games, score and options, calls without a session."""
