"""Runs the bitwuzla Python module as if it were the `bitwuzla` program."""

import bitwuzla
import driver


class Bitwuzla:
    def __init__(self, options):
        chosen = bitwuzla.Options()
        try:
            for name, value in options:
                chosen.set_args(f"--{name}={value}")
        except bitwuzla.BitwuzlaException as error:
            raise driver.Failure(f"[error] {error}") from None
        self.parser = bitwuzla.Parser(bitwuzla.TermManager(), chosen)

    def simplify(self, command):
        """(simplify t ..): what the rewriter makes of each term, one on a line; each term must be on a line of its own."""
        rewriter = self.parser.bitwuzla()
        results = []
        for term in command[len("(simplify") : -1].strip().split("\n"):
            try:
                results.append(str(rewriter.simplify_term(self.parser.parse_term(term))).replace("\n", " "))
            except bitwuzla.BitwuzlaException as error:
                results.append(driver.error(error))
        return "\n".join(results) + "\n"

    def run(self, name, text):
        if name == "simplify":
            return self.simplify(text)
        # It prints to C++'s standard output itself, and flushes it.
        try:
            self.parser.parse(text, False, False)
        except bitwuzla.BitwuzlaException as error:
            raise driver.Failure(str(error)) from None
        return ""


def offers():
    """The options of this release."""
    options = bitwuzla.Options()
    for option in bitwuzla.Option:
        kinds = (("switch", options.is_bool), ("mode", options.is_mode), ("whole", options.is_numeric))
        kind = next((kind for kind, holds in kinds if holds(option)), "other")
        more = {"values": options.modes(option) if kind == "mode" else [], "description": options.description(option)}
        yield driver.offer(options.lng(option), kind, options.get(option), **more)


if __name__ == "__main__":
    # The parser forgets about (push) and settings between two texts, so that it must get a script in one piece.
    driver.leave(driver.main(bitwuzla.version, Bitwuzla, offers, at_once=True))
