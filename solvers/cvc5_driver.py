"""Runs the cvc5 Python module (1.0.9 and newer) as if it were the `cvc5` program."""

import sys

import cvc5
import driver

NO_SUCH_PARSER = "this cvc5 release has no SMT-LIB parser in its Python module; use 1.0.9 or newer"


class Cvc5:
    def __init__(self, options):
        if not hasattr(cvc5, "InputParser"):
            raise driver.Failure(NO_SUCH_PARSER)
        # Releases before 1.2 have no term manager: the solver takes its place.
        self.terms = cvc5.TermManager() if hasattr(cvc5, "TermManager") else None
        self.solver = cvc5.Solver(*([self.terms] if self.terms else []))
        self.symbols = cvc5.SymbolManager(self.terms or self.solver)
        # The program answers one query only unless told otherwise; the module's default is the opposite.
        self.set_option("incremental", "false")
        for name, value in options:
            self.set_option(name, value)
        self.parser = cvc5.InputParser(self.solver, self.symbols)
        self.parser.setIncrementalStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "<stdin>")

    def set_option(self, name, value):
        try:
            self.solver.setOption(name, value)
        except RuntimeError as error:
            raise driver.Failure(f"Error in option parsing: {error}") from None

    def simplify(self, command):
        """(simplify t ..): what the rewriter makes of each term, one on a line; each term must be on a line of its own."""
        return "".join(self.simplified(command[len("(simplify") : -1].strip().split("\n")))

    def simplified(self, lines):
        try:
            # A parser of its own: the other one waits for commands.
            parser = cvc5.InputParser(self.solver, self.symbols)
            parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "\n".join(lines), "<terms>")
            terms = [parser.nextTerm() for _ in lines]
            return [str(self.solver.simplify(term)).replace("\n", " ") + "\n" for term in terms]
        except RuntimeError as error:
            if len(lines) == 1:
                return [driver.error(error) + "\n"]
            # One of them is to blame; a parser that met an error cannot go on.
            half = len(lines) // 2
            return self.simplified(lines[:half]) + self.simplified(lines[half:])

    def run(self, name, command):
        if name == "simplify":
            return self.simplify(command)
        try:
            self.parser.appendIncrementalStringInput(command + "\n")
            parsed = self.parser.nextCommand()
            if parsed.isNull():
                return ""
            text = parsed.invoke(self.solver, self.symbols)
        except RuntimeError as error:
            raise driver.Failure(f"Parse Error: {error}") from None
        if text.startswith("(error "):
            # The program goes on after a question that it cannot answer, and stops at everything else.
            message = text.strip()[len('(error "') : -len('")')].replace('""', '"')
            raise driver.Failure(message, fatal=not name.startswith("get-"))
        return text


def solver():
    return cvc5.Solver(*([cvc5.TermManager()] if hasattr(cvc5, "TermManager") else []))


KINDS = {bool: "switch", int: "whole", float: "fraction", "mode": "mode"}


def offers():
    """The options of this release. Where it does not tell for whom they are, they are for nobody."""
    described = solver()
    for name in described.getOptionNames():
        info = described.getOptionInfo(name)
        category = getattr(info.get("category"), "name", "unknown")
        bounds = {key: info.get(key) for key in ("minimum", "maximum")}
        kind, values = KINDS.get(info.get("type"), "other"), info.get("modes")
        yield driver.offer(name, kind, info.get("default"), values=values, category=category, **bounds)


def version():
    release = solver().getVersion()
    return "This is cvc5 version " + release.decode().removesuffix("-modified")


if __name__ == "__main__":
    driver.leave(driver.main(version, Cvc5, offers))
