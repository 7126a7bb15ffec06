"""Telemetry: metrics and logs."""
