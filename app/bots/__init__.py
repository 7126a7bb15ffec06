"""Bots that the service plays: what they do, and who does it when."""
