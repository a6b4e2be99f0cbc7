"""A solver that rewrites terms, rightly or wrongly: `rewriter.py WAY` answers `(simplify t)` and `(apply t)`, and says sat to
every question."""

import sys
import time

WAY = sys.argv[1]
asserted = ""
has_echoed = False


def commands():
    command, depth = "", 0
    for line in sys.stdin:
        command += line
        depth += line.count("(") - line.count(")")
        if depth == 0 and command.strip():
            yield command.strip()
            command = ""


def rewritten(term):
    if WAY == "slow" and term != "true":
        time.sleep(10_000)
    if (WAY == "wrong" or WAY == "shy" and has_echoed) and "bvurem" in term:
        return term.replace("bvurem", "bvudiv")
    if WAY == "odd":
        # The same value, in other words and on several lines.
        return f"(let ((same! {term}))\n  (ite (= same! same!)\n    same! same!))"
    if WAY == "unknown":
        return f"(something-of-its-own {term})"
    return term


def subgoal(formula):
    if WAY == "wrong" and "bvu" in formula:
        return "false"
    return f"(not (not {formula}))"


for command in commands():
    if command.startswith("(echo"):
        has_echoed = True
        print(command[len('(echo "') : -len('")')], flush=True)
    elif command.startswith("(simplify "):
        print(rewritten(command[len("(simplify ") : -1]), flush=True)
    elif command.startswith("(check-sat"):
        print("sat", flush=True)
    elif command.startswith("(assert "):
        asserted = command[len("(assert ") : -1]
    elif command.startswith("(apply "):
        print(f"(goals\n(goal\n  {subgoal(asserted)}\n  :precision precise :depth 1)\n)", flush=True)
