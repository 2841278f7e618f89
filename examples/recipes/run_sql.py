"""Run a file of SQL with the duckdb of Python and print what it finds: python run_sql.py FILE."""

import sys
from pathlib import Path

import duckdb

found = duckdb.sql(Path(sys.argv[1]).read_text(encoding="utf-8"))
print("\t".join(found.columns))
for row in found.fetchall():
    print("\t".join(map(str, row)))
