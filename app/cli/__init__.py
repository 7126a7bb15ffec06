"""The command line: `rollwright` and its commands."""
