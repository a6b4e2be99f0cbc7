"""A solver with a planted bug: its first argument names the bug, the others are a real solver that answers otherwise."""

import os
import re
import signal
import subprocess
import sys

bug, real = sys.argv[1], sys.argv[2:]
script = sys.stdin.read()


def ask():
    done = subprocess.run(real, input=script, capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)


def says(text, code=0):
    print(text)
    sys.exit(code)


if bug == "wrong-unsat" and re.search(r'\(str\.replace [^()]+ "" ', script):
    says("unsat")
if bug == "wrong-sat" and "(bvudiv" in script:
    says("sat")
if bug == "invalid-model" and "(mod" in script:
    names = re.findall(r"declare-(?:const|fun) (\S+) (?:\(\) )?Int", script)
    says("sat\n(" + " ".join(f"(define-fun {name} () Int 77)" for name in names) + ")")
if bug == "undecided":
    says("unknown")
if bug == "crash" and "(store (store" in script:
    says("ASSERTION VIOLATION\nFile: ../src/smt/theory_array.cpp\nLine: 12\nUNEXPECTED CODE WAS REACHED.", 114)
if bug == "crash" and "(store" in script:
    says("ASSERTION VIOLATION\nFile: ../src/ast/rewriter.cpp\nLine: 99\nUNEXPECTED CODE WAS REACHED.", 114)
if bug == "death" and "(store" in script:
    if "(mod" in script:
        print(f'(error "line {script.count(chr(10))} column 9: unknown function mod")', flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)
ask()
