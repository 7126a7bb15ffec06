"""Banking games: one engine driven by a ruleset, and the games that are rulesets on it."""
