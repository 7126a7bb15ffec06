"""Dice: faces from a keyed hash, and the sealed secrets that they come from."""
