"""Advice in the service: where solved tables are kept, and the process that solves them."""
