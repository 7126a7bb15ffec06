"""Live events: the record read once and streamed to all who follow."""
