"""Advice on right play: what every legal move is worth, what luck did, and bots that play by it.

A game that can be advised on brings an adviser (`rules.contract.Game.adviser`, `rules.adviser`). `advise` lists the
moves by what they are worth, `analysis` judges a record, `levels` picks moves as good as a bot should be, `tables`
keeps what solvers work out, and `solve` runs a solver in a process of its own, where alone numba is imported.
"""
