"""`solitaire-dice`: two pairs of sums a throw, and a fifth die that brings the end nearer."""

from rules.solitaire_dice.game import GAME

__all__ = ["GAME"]
