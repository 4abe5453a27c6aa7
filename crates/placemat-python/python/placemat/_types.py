"""What functions take."""

from __future__ import annotations

import mmap
from typing import Any, Union

#: Anything with the buffer protocol: bytes, bytearray, memoryview, mmap, arrays of numpy. Units of two
#: and four bytes are UTF-16 and UTF-32 in the byte order of the machine.
Buffer = Union[bytes, bytearray, memoryview, mmap.mmap, Any]

#: The same, or a str that may hold surrogates.
Text = Union[Buffer, str]
