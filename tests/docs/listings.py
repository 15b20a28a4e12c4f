"""A code block under `<!-- file: PATH -->` is that file.

    listings.py ROOT [--write]
"""

import pathlib
import re
import sys

LISTING = re.compile(r"(<!-- file: (\S+) -->\n```\w*\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)


def main(root, *options):
    stale = []
    for page in (root / "docs").rglob("*.md"):
        text = page.read_text()
        fresh = LISTING.sub(lambda match: match[1] + (root / match[2]).read_text() + match[4], text)
        if fresh != text and "--write" in options:
            page.write_text(fresh)
        elif fresh != text:
            stale.append(f"{page.relative_to(root)}: shows another file than there is")
    if stale:
        sys.exit("\n".join([*stale, f"Mend it: {sys.executable} {sys.argv[0]} {root} --write"]))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:])
