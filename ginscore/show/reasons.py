"""What the system and the parsers say, in their words: marked, so that the catalogue has them.

Fields of the type `Reason` hold such words; what is not here is shown as it was said.
"""

from typing import Final

from ginscore.errors import N_

# The operating system, of a file that cannot be used.
SYSTEM: Final = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Too many open files"),
    N_("Invalid argument"),
    N_("Operation not permitted"),
    N_("embedded null byte"),
)
# The reader of TOML.
TOML: Final = (
    N_("Invalid value"),
    N_("Invalid statement"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected newline or end of document after a statement"),
    N_("Invalid initial character for a key part"),
    N_("Cannot overwrite a value"),
    N_("Unterminated string"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Illegal character '\\n'"),
)
# The reader of JSON.
JSON: Final = (
    N_("EOF while parsing an object"),
    N_("EOF while parsing a list"),
    N_("EOF while parsing a string"),
    N_("EOF while parsing a value"),
    N_("expected value"),
    N_("expected ident"),
    N_("expected `:`"),
    N_("expected `,` or `]`"),
    N_("key must be a string"),
    N_("trailing characters"),
    N_("trailing comma"),
    N_("invalid number"),
    N_("invalid escape"),
)
# The check of types in a sheet.
TYPES: Final = (
    N_("Input should be a valid string"),
    N_("Input should be a valid integer"),
    N_("Input should be a valid boolean"),
    N_("Input should be a valid tuple"),
    N_("Input should be a valid array"),
    N_("Input should be a valid list"),
    N_("Input should be a valid dictionary"),
    N_("Input should be an object"),
    N_("Input should have timezone info"),
)
# The reader of CSV.
CSV: Final = (
    N_("unexpected end of data"),
    N_("line contains NUL"),
)
