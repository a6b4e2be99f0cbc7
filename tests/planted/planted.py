"""A solver with one planted bug: `planted.py BUG REAL OPTIONS...` answers as the real solver does, except for the bug."""

import functools
import json
import os
import re
import signal
import subprocess
import sys
import time

BUG, REAL, OPTIONS = sys.argv[1], sys.argv[2], sys.argv[3:]


# Its own list of options. With `--fast` a planted bug shows; with `--reckless`, which it warns of, another one.
OFFERS = [
    {"name": "other", "kind": "flag", "description": "work in another way"},
    {"name": "slow", "kind": "switch", "default": "false", "description": "take your time"},
    {"name": "fast", "kind": "flag", "description": "be quick"},
    {"name": "effort", "kind": "whole", "default": "10", "minimum": 1, "description": "how hard to try"},
    {"name": "order", "kind": "mode", "default": "up", "values": ["up", "down"], "description": "where to begin"},
    {"name": "reckless", "kind": "flag", "description": "experimental: skip half of the work"},
    {"name": "trace", "kind": "flag", "description": "print each step"},
]


def say(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())


def commands():
    """Yields the commands of standard input, each as soon as it is complete."""
    command, depth = "", 0
    for line in sys.stdin:
        command += line
        depth += line.count("(") - line.count(")")
        if depth == 0 and command.strip():
            yield command.strip()
            command = ""


def ask(script, after, question="(check-sat)"):
    """The real solver's answer, and its reply to the commands after it."""
    text = "\n".join(script + [question, after]) + "\n"
    run = subprocess.run([REAL, "-smt2", "-in"], input=text, capture_output=True, text=True)
    answer, _, reply = run.stdout.partition("\n")
    return answer, reply


def contrary(answer):
    return {"sat": "unsat", "unsat": "sat"}.get(answer, answer)


def allocate():
    try:
        blocks = []
        while True:
            blocks.append(bytearray(64 << 20))
    except MemoryError:
        del blocks
        os.write(2, b"std::bad_alloc\n")
        os.abort()


def flood():
    while True:
        say(b"x" * 65535 + b"\n")


def sleep():
    while True:
        time.sleep(1000)


def segfault():
    os.write(2, b"node %#x is gone\n" % os.getpid())
    os.kill(os.getpid(), signal.SIGSEGV)
    sleep()


def assertion():
    os.write(2, b"Fatal failure within void rewrite(Node) at /build/src/rewriter.cpp:12\nCheck failure\n\n  a == b\n")
    os.abort()


@functools.cache
def is_odd_run():
    """Whether an odd number of processes had the bug before this one, by a file in which all of them are counted. A process
    that is only asked for its version, or for something trivial, does not count."""
    with open(os.environ.get("PLANTED_RUNS", "runs"), "a+") as runs:
        runs.write("x")
        return runs.tell() % 2 == 0


def zeros(script):
    """A model in which all constants are zero."""
    constants = re.findall(r"declare-(?:const|fun) (\S+) (?:\(\) )?\(_ BitVec (\d+)\)", script)
    return "(" + "".join("(define-fun %s () (_ BitVec %s) (_ bv0 %s))" % (name, width, width) for name, width in constants) + ")\n"


def mysteries(script):
    """A model that cannot be parsed."""
    constants = re.findall(r"declare-(?:const|fun) (\S+) (?:\(\) )?\(_ BitVec (\d+)\)", script)
    return "(" + "".join("(define-fun %s () (_ BitVec %s) (mystery 7))" % constant for constant in constants) + ")\n"


def seed():
    return next((int(option[7:]) for option in OPTIONS if option.startswith("--seed=")), 0)


# The operator that triggers each bug, and what is printed instead of the answer.
ANSWERS = {
    "wrong-unsat": ("bvmul", lambda answer: "unsat"),
    "wrong-sat": ("bvudiv", lambda answer: "sat"),
    "unknown": ("bvashr", lambda answer: "unknown"),
    "segfault": ("bvor", lambda answer: segfault()),
    "assertion": ("bvshl", lambda answer: assertion()),
    "hang": ("bvlshr", lambda answer: sleep()),
    "memory": ("bvurem", lambda answer: allocate()),
    "nondeterminism": ("bvnand", lambda answer: contrary(answer) if seed() % 2 == 1 else answer),
    "with-option": ("bvsmod", lambda answer: contrary(answer) if {"--fast", "--reckless"} & set(OPTIONS) else answer),
    "error-before": ("bvnor", lambda answer: '(error "line 3: no such thing")\n' + contrary(answer)),
    "rejects": ("bvudiv", lambda answer: '(error "line 3: no bvudiv")\n' + answer),
    "zeros": ("bvudiv", lambda answer: "sat"),
    "unreadable": ("bvudiv", lambda answer: "sat"),
    "unsteady": ("bvxnor", lambda answer: contrary(answer) if is_odd_run() else answer),
    "flood": ("bvsdiv", lambda answer: flood()),
    "not-utf8": ("bvsrem", lambda answer: b"\xff\xfe\x80\n" + answer.encode()),
}


def bad_model(script, model):
    if "bvadd" not in script:
        return model
    return re.sub("#x([0-9a-f])", lambda digit: "#x%x" % (int(digit[1], 16) ^ 1), model, count=1)


def bad_core(script, core):
    if "bvand" not in script:
        return core
    return "(" + " ".join(core.strip().strip("()").split()[1:]) + ")\n"


def bad_value(script, reply):
    """The reply with another last value."""
    if "bvadd" not in script:
        return reply
    contrary = {"true": "false", "false": "true"}
    reply = re.sub(r"(true|false)(\)\)\s*)$", lambda last: contrary[last[1]] + last[2], reply)
    return re.sub(r"#x([0-9a-f])([0-9a-f]*\)\)\s*)$", lambda last: "#x%x" % (int(last[1], 16) ^ 1) + last[2], reply)


def bad_assumptions(script, reply):
    return "()\n" if "bvand" in script else reply


def parts(text):
    """The elements of a list."""
    parts, depth, begin = [], 0, None
    for at, letter in enumerate(text.strip()[1:-1] + " "):
        if depth == 0 and begin is not None and letter.isspace():
            parts.append(text.strip()[1:-1][begin:at])
            begin = None
        elif begin is None and not letter.isspace():
            begin = at
        depth += {"(": 1, ")": -1}.get(letter, 0)
    return parts


def block(script, command, question):
    """An assertion that excludes the current values of the terms of `command`; in all other modes, of the constants."""
    terms = command[len("(block-model-values") : -1].strip()
    if not terms.startswith("("):
        terms = "(" + " ".join(re.findall(r"declare-(?:const|fun) (\|[^|]*\||\S+)", "\n".join(script))) + ")"
    pairs = [parts(pair) for pair in parts(ask(script, "(get-value %s)" % terms, question)[1])]
    return "(assert (not (and %s)))" % " ".join("(= %s %s)" % tuple(pair) for pair in pairs)


# Bugs that need a dialogue: the commands that must come before, and the form of the question.
FORMS = {
    "after-pop": ("(pop", "(check-sat"),
    "assuming": ("", "(check-sat-assuming"),
    "without-model": (":produce-models false", "(check-sat"),
}


def optimum(script):
    """Calls the first model the best: returns what it prints for the values, and the model."""
    goals = [line for line in script if line.startswith(("(maximize ", "(minimize "))]
    rest = [line for line in script if line not in goals and ":opt.priority" not in line]
    values = [value(ask(rest, "(eval %s)" % goal[10:-1])[1].strip()) for goal in goals]
    return "(objectives\n" + "".join(" (goal %d)\n" % value for value in values) + ")\n", ask(rest, "(get-model)")[1]


def everything(script):
    """An interpretation in which all predicates hold for all arguments."""
    predicates = re.findall(r"declare-fun (\S+) \((.*)\) Bool", script)
    sorts = [(name, re.findall(r"\(_ BitVec \d+\)|\w+", sorts)) for name, sorts in predicates]
    define = "(define-fun %s (%s) Bool true)"
    return "(" + "".join(define % (name, " ".join("(x!%d %s)" % sort for sort in enumerate(all))) for name, all in sorts) + ")\n"


# The wrong formula that is printed as the reply.
FORMULAS = {
    "wrong-interpolant": "true",
    "wrong-abduct": "(define-fun A () Bool true)",
    "wrong-elimination": "true",
    "wrong-simplification": "(goals (goal :precision precise :depth 1))",
}
ASKS_FOR_FORMULA = ("(get-interpolant ", "(get-abduct ", "(get-qe ", "(get-qe-disjunct ", "(apply ")


def value(literal):
    return int("0" + literal[1:], 0)


def planted(script, answer, leaked, question):
    if BUG in FORMS:
        said, asked = FORMS[BUG]
        return "unsat" if said in script and question.startswith(asked) else answer
    if BUG == "state-leak":
        return contrary(answer) if leaked else answer
    wakes, instead = ANSWERS.get(BUG, (None, None))
    if "--mend" in OPTIONS:
        return answer
    return instead(answer) if wakes and wakes in script else answer


def main():
    if "--list-options" in OPTIONS:
        return [say(json.dumps(offer) + "\n") for offer in OFFERS]
    script, model, leaked, question, blocked = [], "", False, "", False
    for command in commands():
        text = "\n".join(script)
        if command.startswith("(echo "):
            say(command[6:-1] + "\n")
        elif command == "(reset)":
            leaked = leaked or "bvxor" in text
            script, blocked = [], False
        elif command.startswith("(check-sat"):
            question = command
            answer, model = ask(script, "(get-model)", command)
            if BUG == "missed-model" and blocked and "bvadd" in text:
                answer, model = "unsat", '(error "no model")\n'
            said = planted(text, answer, leaked, command)
            say(said if isinstance(said, bytes) else said.encode())
            say("\n")
            if said != answer:
                models = {"zeros": zeros, "unreadable": mysteries}
                model = models[BUG](text) if BUG in models else '(error "no model")\n'
        elif command == "(get-model)":
            if BUG == "wrong-interpretation" and "HORN" in text and "error" not in model:
                model = everything(text)
            say(bad_model(text, model) if BUG == "bad-model" else model)
        elif command == "(get-objectives)":
            if BUG == "wrong-optimum" and "bvadd" in text and "assert-soft" not in text:
                claimed, model = optimum(script)
            else:
                claimed = ask(script, "(get-objectives)")[1]
            say(claimed)
        elif command.startswith(ASKS_FOR_FORMULA):
            say(FORMULAS.get(BUG, '(error "none is known")') + "\n")
        elif command == "(get-unsat-core)":
            core = ask(script, "(get-unsat-core)")[1]
            say(bad_core(text, core) if BUG == "bad-core" else core)
        elif command.startswith("(get-value ") or command == "(get-assignment)":
            reply = ask(script, command, question)[1]
            say(bad_value(text, reply) if BUG == "wrong-value" else reply)
        elif command.startswith("(block-model"):
            blocked = True
            if BUG != "repeated-model" or "bvadd" not in text:
                script.append(block(script, command, question))
        elif command == "(get-unsat-assumptions)":
            reply = ask(script, command, question)[1]
            say(bad_assumptions(text, reply) if BUG == "wrong-assumptions" else reply)
        elif command == "(exit)":
            return
        elif command.startswith(("(set-option :produce-interpolants", "(set-option :produce-abducts", "(set-option :incremental")):
            pass  # the real one does not know them
        else:
            script.append(command)


main()
