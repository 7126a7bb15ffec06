"""Transcripts as text that a person can type and read: one line a turn (see docs/transcripts.md)."""

from rules.notation.errors import NotationError, Place
from rules.notation.form import TextForm
from rules.notation.reading import Reading, game_of

__all__ = ["NotationError", "Place", "Reading", "TextForm", "game_of"]
