"""A solver that rewrites terms, rightly or wrongly: `rewriter.py WAY` answers `(simplify t)`, and says sat to every question."""

import sys

WAY = sys.argv[1]


def commands():
    command, depth = "", 0
    for line in sys.stdin:
        command += line
        depth += line.count("(") - line.count(")")
        if depth == 0 and command.strip():
            yield command.strip()
            command = ""


def rewritten(term):
    if WAY == "wrong" and "bvurem" in term:
        return term.replace("bvurem", "bvudiv")
    if WAY == "odd":
        # The same value, in other words and on several lines.
        return f"(let ((same! {term}))\n  (ite (= same! same!)\n    same! same!))"
    if WAY == "unknown":
        return f"(something-of-its-own {term})"
    return term


for command in commands():
    if command.startswith("(echo"):
        print(command[len('(echo "') : -len('")')], flush=True)
    elif command.startswith("(simplify "):
        print(rewritten(command[len("(simplify ") : -1]), flush=True)
    elif command.startswith("(check-sat"):
        print("sat", flush=True)
