"""Times how a tool of yinyang makes mutants: `make.py TOOL SECONDS ORACLE SEEDS...`.

As in its own loop, a seed is read once for 30 mutants. Prints the times of all mutants in seconds: those of mutating and
printing, and those of the first mutant of a seed with all that comes before it, reading first.
"""

import copy
import json
import os
import random
import sys
import time
from argparse import Namespace

import yinyang
from yinyang.src.mutators.GenTypeAwareMutation.GenTypeAwareMutation import GenTypeAwareMutation
from yinyang.src.mutators.GenTypeAwareMutation.Util import get_unique_subterms
from yinyang.src.mutators.SemanticFusion.SemanticFusion import SemanticFusion
from yinyang.src.mutators.TypeAwareOpMutation import TypeAwareOpMutation
from yinyang.src.parsing.Parse import parse_file
from yinyang.src.parsing.Typechecker import typecheck

ITERATIONS = 30
CONFIG = {"yinyang": "fusion_functions.txt", "opfuzz": "operator_mutations.txt", "typefuzz": "typefuzz_config.txt"}

tool, seconds, oracle, seeds = sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4:]
config = os.path.join(list(yinyang.__path__)[0], "config", CONFIG[tool])
options = Namespace(config=config, oracle=oracle, modulo=1, iterations=ITERATIONS)


def read():
    script, symbols = parse_file(random.choice(seeds))
    if not script:
        raise ValueError("not understood")
    return script, symbols


def mutator():
    script, symbols = read()
    if tool == "yinyang":
        return SemanticFusion(script, read()[0], options)
    if tool == "opfuzz":
        return TypeAwareOpMutation(script, options)
    typecheck(script, symbols)
    return GenTypeAwareMutation(script, options, get_unique_subterms(copy.deepcopy(script)))


making, whole, size, failed = [], [], 0, 0
end = time.perf_counter() + seconds
while time.perf_counter() < end:
    begin = time.perf_counter()
    try:
        source = mutator()
    except Exception:
        failed += 1
        continue
    reading = time.perf_counter() - begin
    lost = 0.0  # on mutants that it did not make
    for number in range(ITERATIONS):
        begin = time.perf_counter()
        try:
            mutant, made, _ = source.mutate()
            text = str(mutant) if made else ""
        except Exception:
            failed += 1
            break
        spent = time.perf_counter() - begin
        if not made:
            lost += spent
            continue
        if not whole or number == 0:
            whole.append(reading + lost + spent)
        making.append(lost + spent)
        lost = 0.0
        size += len(text)
print(json.dumps({"making": making, "whole": whole, "bytes": size / max(1, len(making)), "failed": failed}))
