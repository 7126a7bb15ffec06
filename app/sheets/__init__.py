"""Score pads: the sheet of a session, or an empty one, as JSON, as a page to print and as a table for spreadsheets.

What stands on a sheet is the game's to say (`rules.contract.Sheet`); nothing here knows one game from another.
"""
