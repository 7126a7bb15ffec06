"""Operation: health, metrics, timers and audit."""
