"""Games from outside: guarded, typed, and their failures."""
