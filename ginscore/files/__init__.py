"""Floor 7: the outside. Sheets, rule files, settings and streams on disk and in pipes."""
