"""Rules of dice games as pure values: no HTTP, no store, no clock, no randomness."""
