"""Links between the project's pages lead somewhere, and every page of docs/ can be reached from docs/index.md."""

import re

import tree

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)


def anchors(path):
    """Headings as GitHub spells them in addresses."""
    titles = HEADING.findall(FENCE.sub("", path.read_text()))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(path):
    """(line, file, anchor) of every link to a file of the project."""
    text = FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), path.read_text())
    for match in LINK.finditer(text):
        if "://" not in match[1] and not match[1].startswith("mailto:"):
            target, _, anchor = match[1].partition("#")
            yield text.count("\n", 0, match.start()) + 1, (path.parent / target).resolve() if target else path, anchor


def dead_links(pages):
    for page in pages:
        for line, target, anchor in links(page):
            if not target.exists():
                yield page, line, f"links to {target.name}, which does not exist"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield page, line, f"links to {target.name}#{anchor}, and there is no such heading"


def unreached(index, pages):
    reached, waiting = set(), [index]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.is_file():
            reached.add(page)
            waiting += [target for _, target, _ in links(page)]
    for page in pages:
        if page not in reached:
            yield page, 1, "no path of links leads here from docs/index.md"


def rule(root):
    docs = tree.files(root, ".md", under=("docs",))
    yield from dead_links([*tree.top_files(root, ".md"), *docs])
    yield from unreached(root / "docs" / "index.md", docs)


if __name__ == "__main__":
    tree.main(rule)
