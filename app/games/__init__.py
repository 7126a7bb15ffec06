"""Games as the service sees them: codecs, rules by options."""
