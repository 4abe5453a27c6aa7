"""`python -m placemat` is the tool `placemat`, which lies beside the interpreter's other scripts."""

import os
import subprocess
import sys
import sysconfig


def find_tool() -> str:
    """Where the wheel has put the tool."""
    name = "placemat" + (sysconfig.get_config_var("EXE") or "")
    user = sysconfig.get_preferred_scheme("user")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", scheme=user)]
    # Beside the package, where it was installed with --target.
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders.append(os.path.join(here, "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is not in {', '.join(folders)}: was the wheel installed?")


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["table"]:
        from . import table

        return table.main(arguments[1:])
    tool = find_tool()
    if os.name == "posix":
        os.execv(tool, [tool, *arguments])
    return subprocess.run([tool, *arguments]).returncode


if __name__ == "__main__":
    sys.exit(main())
