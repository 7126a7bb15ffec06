"""The service: HTTP, storage, clock and randomness around the rules."""
