"""Runs a tool of yinyang unchanged, and says at its end what it did: `hunt.py RESULT TOOL ARGUMENTS...`."""

import atexit
import json
import runpy
import sys
import time

from yinyang.src.core.Solver import Solver

result, tool = sys.argv[1:3]
calls, in_solver, start = 0, 0.0, time.time()
solve = Solver.solve


def timed(*arguments, **named):
    global calls, in_solver
    begin = time.time()
    try:
        return solve(*arguments, **named)
    finally:
        calls += 1
        in_solver += time.time() - begin


def tell():
    with open(result, "w") as file:
        json.dump({"calls": calls, "in_solver": in_solver, "seconds": time.time() - start}, file)


Solver.solve = timed
atexit.register(tell)
sys.argv = sys.argv[2:]
runpy.run_path(tool, run_name="__main__")
