"""Just enough of C++ to find functions: an estimate by braces, not a parser."""

import re
from typing import NamedTuple

HIDDEN = re.compile(r'R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'',
                    re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
SCOPE = re.compile(r"^(?:inline\s+)?namespace\b|^(?:template\s*<.*>\s*)?(?:class|struct|union)\b|^extern$", re.DOTALL)
NO_FUNCTION = re.compile(r"^(?:using|typedef|static_assert|friend|enum|concept|return|if|for|while|switch|extern template)\b")


class Piece(NamedTuple):
    head: str     # the text up to `{` or `;`
    start: int    # where it begins
    end: int      # where its body or itself ends
    scopes: list  # heads of the namespaces and classes around it


def blanked(text):
    """The text with comments, strings and preprocessor lines made blank; every offset stays."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    return DIRECTIVE.sub(blank, HIDDEN.sub(blank, text))


def closing(text, opening):
    """Offset of the brace that closes the one at `opening`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def pieces(text, begin=0, end=None, scopes=()):
    """Declarations and definitions at namespace and class level of blanked text."""
    end = len(text) if end is None else end
    start = begin
    for_next = re.compile(r"[{};]")
    while match := for_next.search(text, start, end):
        first = start + len(text[start:match.start()]) - len(text[start:match.start()].lstrip())
        head = text[first:match.start()].strip()
        after = match.end()
        if match[0] == "{":
            close = closing(text, match.start())
            if SCOPE.match(head):
                yield from pieces(text, match.end(), close, (*scopes, head))
            elif head:
                yield Piece(head, first, close, list(scopes))
            after = close + 1
        elif match[0] == ";" and head:
            yield Piece(head, first, match.start(), list(scopes))
        start = after


def is_function(head):
    before = head.split("(")[0]
    return "(" in head and "=" not in before.replace("operator=", "") and not NO_FUNCTION.match(head)


def functions(text):
    return (piece for piece in pieces(blanked(text)) if is_function(piece.head))
