#!/usr/bin/env python3
"""Checks a plain certificate (`gainsay prove --plain SCRIPT --out FOLDER`) without any code of gainsay.

    python3 check-plain.py FOLDER

1. proof.lrat refutes the clauses of proof.cnf: every step follows by the clauses that it names.
2. map.json accounts for every clause: it belongs to one term, one agreement or one assertion.
3. An assertion's clause says that its term holds, and the clauses of a constant fix its bits.
4. The clauses of an application give what the operator means: tried on random values of its arguments, which are
   bits that are chosen here; the clauses must then force the bits of the result. This is done for the core and
   for bit-vectors. Operators whose meaning is not written down here are named: floats are among them.

What is left to the reader is that map.json has the terms of the script.
"""

import json
import random
import sys

TRIALS = 16


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def truncated(a, b):
    """Division towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def signed_quotient(a, b, width):
    a, b = signed(a, width), signed(b, width)
    if b == 0:
        return 1 if a < 0 else -1
    return truncated(a, b)


def signed_remainder(a, b, width):
    a, b = signed(a, width), signed(b, width)
    return a - b * truncated(a, b) if b else a


def signed_modulus(a, b, width):
    a, b = signed(a, width), signed(b, width)
    return a % b if b else a


def concatenated(values, widths):
    result = 0
    for value, width in zip(values, widths):
        result = result << width | value
    return result


def rotated(value, width, places):
    places %= width
    return value << places | value >> (width - places)


def from_left(function):
    """An operator for two arguments, applied to any number of them. Only the last bits of the result count."""

    def apply(values, widths, indices):
        result = values[0]
        for value in values[1:]:
            result = function(result, value, widths[0]) % (1 << widths[0])
        return result

    return apply


def each(function):
    return lambda values, widths, indices: function(*values, widths[0])


# What each operator gives for the values and widths of its arguments and its indices; bits beyond the result's do not count.
MEANINGS = {
    "not": lambda v, w, i: not v[0],
    "and": lambda v, w, i: all(v),
    "or": lambda v, w, i: any(v),
    "xor": lambda v, w, i: sum(v) % 2,
    "=>": lambda v, w, i: not all(v[:-1]) or v[-1],
    "=": lambda v, w, i: len(set(v)) == 1,
    "distinct": lambda v, w, i: len(set(v)) == len(v),
    "ite": lambda v, w, i: v[1] if v[0] else v[2],
    "concat": lambda v, w, i: concatenated(v, w),
    "extract": lambda v, w, i: v[0] >> i[1],
    "repeat": lambda v, w, i: concatenated(v * i[0], w * i[0]),
    "zero_extend": lambda v, w, i: v[0],
    "sign_extend": lambda v, w, i: signed(v[0], w[0]),
    "rotate_left": lambda v, w, i: rotated(v[0], w[0], i[0]),
    "rotate_right": lambda v, w, i: rotated(v[0], w[0], -i[0]),
    "bvnot": lambda v, w, i: ~v[0],
    "bvneg": lambda v, w, i: -v[0],
    "bvand": from_left(lambda a, b, w: a & b),
    "bvor": from_left(lambda a, b, w: a | b),
    "bvxor": from_left(lambda a, b, w: a ^ b),
    "bvadd": from_left(lambda a, b, w: a + b),
    "bvsub": from_left(lambda a, b, w: a - b),
    "bvmul": from_left(lambda a, b, w: a * b),
    "bvnand": each(lambda a, b, w: ~(a & b)),
    "bvnor": each(lambda a, b, w: ~(a | b)),
    "bvxnor": each(lambda a, b, w: ~(a ^ b)),
    "bvcomp": each(lambda a, b, w: a == b),
    "bvudiv": each(lambda a, b, w: a // b if b else -1),
    "bvurem": each(lambda a, b, w: a % b if b else a),
    "bvsdiv": each(signed_quotient),
    "bvsrem": each(signed_remainder),
    "bvsmod": each(signed_modulus),
    "bvshl": each(lambda a, b, w: a << min(b, w)),
    "bvlshr": each(lambda a, b, w: a >> min(b, w)),
    "bvashr": each(lambda a, b, w: signed(a, w) >> min(b, w)),
    "bvult": each(lambda a, b, w: a < b),
    "bvule": each(lambda a, b, w: a <= b),
    "bvugt": each(lambda a, b, w: a > b),
    "bvuge": each(lambda a, b, w: a >= b),
    "bvslt": each(lambda a, b, w: signed(a, w) < signed(b, w)),
    "bvsle": each(lambda a, b, w: signed(a, w) <= signed(b, w)),
    "bvsgt": each(lambda a, b, w: signed(a, w) > signed(b, w)),
    "bvsge": each(lambda a, b, w: signed(a, w) >= signed(b, w)),
}


class Wrong(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Wrong(what)


def check_proof(clauses, lines):
    known = dict(enumerate(clauses, 1))
    last = None
    for line in lines:
        words = line.split()
        number, end = int(words[0]), words.index("0", 1)
        last, hints = [int(word) for word in words[1:end]], [int(word) for word in words[end + 1 : -1]]
        false, contradicted = set(last), False
        for hint in hints:
            left = {literal for literal in known[hint] if literal not in false}
            contradicted = not left
            if contradicted:
                break
            require(len(left) == 1, f"step {number} does not follow: clause {hint} leaves {len(left)} literals")
            false.add(-left.pop())
        require(contradicted, f"step {number} does not follow")
        known[number] = last
    require(last == [], "the proof does not end with the empty clause")


def constant_value(text):
    """The value of a constant of the core or of bit-vectors."""
    if text in ("true", "false"):
        return int(text == "true")
    if text[:2] == "#b":
        return int(text[2:], 2)
    return int(text[2:], 16) if text[:2] == "#x" else None


def operator_and_indices(text):
    if not text.startswith("(_ "):
        return text, []
    words = text.rstrip(")").split()[1:]
    return words[0], [int(word) for word in words[1:] if word.isdigit()]


class Trial:
    """Values of some variables, and what clauses force."""

    def __init__(self, true):
        self.values = {true: True}

    def literal(self, literal):
        value = self.values.get(abs(literal))
        return None if value is None else value == (literal > 0)

    def choose(self, bits):
        for bit in bits:
            self.values.setdefault(abs(bit), random.random() < 0.5)

    def force(self, clauses):
        for clause in clauses:
            if any(self.literal(literal) for literal in clause):
                continue
            left = [literal for literal in clause if self.literal(literal) is None]
            require(left, "its clauses allow no result")
            if len(left) == 1:
                self.values[abs(left[0])] = left[0] > 0

    def number(self, bits):
        require(all(self.literal(bit) is not None for bit in bits), "its clauses do not force its bits")
        return sum(self.literal(bit) << place for place, bit in enumerate(bits))


def check_term(term, terms, own, true):
    """Checks the clauses of a term; gives the operator if its meaning is not written down here."""
    if "constant" in term:
        value = constant_value(term["constant"])
        if value is None:
            return term["sort"]
        expected = [[bit if value >> place & 1 else -bit] for place, bit in enumerate(term["bits"])]
        require(own == expected, "its clauses do not fix its bits")
    if "operator" not in term:
        return None
    operator, indices = operator_and_indices(term["operator"])
    arguments = [terms[number]["bits"] for number in term["arguments"]]
    if operator not in MEANINGS:
        return operator
    for _ in range(TRIALS):
        trial = Trial(true)
        for bits in arguments:
            trial.choose(bits)
        trial.force(own)
        values, widths = [trial.number(bits) for bits in arguments], [len(bits) for bits in arguments]
        expected = int(MEANINGS[operator](values, widths, indices)) % (1 << len(term["bits"]))
        require(trial.number(term["bits"]) == expected, f"it is wrong for the values {values}")
    return None


def check(folder):
    with open(f"{folder}/map.json") as file:
        certificate = json.load(file)
    with open(f"{folder}/proof.cnf") as file:
        clauses = [[int(word) for word in line.split()[:-1]] for line in file if not line.startswith(("c", "p"))]
    with open(f"{folder}/proof.lrat") as file:
        check_proof(clauses, file)
    require(certificate.get("encoding") == "plain", "this is no plain certificate")
    true, terms = certificate["true"], certificate["terms"]
    require(clauses[0] == [true], "the first clause does not say what is true")
    uses, unknown = [1], set()

    def own(part):
        first, last = part["clauses"] or (1, 0)
        uses.extend(range(first, last + 1))
        return clauses[first - 1 : last]

    for number, term in enumerate(terms):
        require(term["term"] == number, f"term {number} has another number")
        require(all(argument < number for argument in term.get("arguments", [])), f"term {number} has later arguments")
        try:
            unknown.add(check_term(term, terms, own(term), true))
        except Wrong as why:
            raise Wrong(f"term {number}, {term.get('operator', 'a constant')}: {why}") from None
    for agreement in certificate["agreements"]:
        own(agreement)
    for assertion in certificate["assertions"]:
        uses.append(assertion["clause"])
        holds = clauses[assertion["clause"] - 1] == terms[assertion["term"]]["bits"]
        require(holds, f"clause {assertion['clause']} is not the assertion of term {assertion['term']}")
    require(sorted(uses) == list(range(1, len(clauses) + 1)), "some clauses belong to nothing, or to two terms")
    return len(clauses), len(terms), sorted(unknown - {None})


def main():
    try:
        clauses, terms, unknown = check(sys.argv[1])
    except Wrong as why:
        print(f"not accepted: {why}")
        return 10
    print(f"accepted: {clauses} clauses of {terms} terms")
    if unknown:
        print(f"not tried: {', '.join(unknown)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
