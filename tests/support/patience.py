"""Patience: how long tests wait for what has to come."""

PATIENCE = 300
"""Seconds: more than a machine under load takes. Only a test that fails takes so long."""
