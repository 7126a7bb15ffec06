"""Sessions: opening them, refereeing moves, showing them."""
