"""`wohin-damit`: rows brought down to zero with the sum of an own white die and a blue die that all share."""

from rules.wohin_damit.game import GAME

__all__ = ["GAME"]
