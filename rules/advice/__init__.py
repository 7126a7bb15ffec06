"""Advice on right play: what every legal move is worth, what luck did, and bots that play by it.

A game that can be advised on brings an adviser (`rules.contract.Game.adviser`); `contract` says what that is,
`analysis` judges a record by it, `levels` picks moves as good as a bot should be, `tables` keeps what solvers work
out, and `solve` runs a solver in a process of its own, the only place where numba is imported.
"""
