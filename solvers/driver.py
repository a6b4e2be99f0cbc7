"""The part that the drivers share: makes a solver that only comes as a Python module behave like a command line.

Reads SMT-LIB commands from standard input (or a file), each as soon as it is complete, and prints its reply at once.
As the solvers' own programs do, it ends at the first error with exit code 1. With --interactive it goes on instead, but
ignores everything except (echo) until the next (reset), so that no later answer can be taken for one to the whole script.
"""

import codecs
import json
import os
import re
import sys

# A string literal, a quoted symbol, a comment, or a parenthesis: all that matters for finding the end of a command.
TOKEN = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*|[()]|["|]')
HEAD = re.compile(r"\(\s*([^\s()]+)")


class Failure(Exception):
    """A command that the solver refused; `fatal` as the solver's own program treats it."""

    def __init__(self, message, fatal=True):
        super().__init__(message)
        self.fatal = fatal


class Commands:
    """Cuts a stream of text into complete top-level commands."""

    def __init__(self):
        self.text = ""
        self.position = 0  # everything before it was looked at
        self.depth = 0

    def add(self, text):
        """Yields the commands that `text` completes."""
        self.text += text
        start = 0
        while True:
            token = TOKEN.search(self.text, self.position)
            if token is None:
                self.position = len(self.text)
                break
            if token.group() in ('"', "|") or (token.group()[0] == ";" and token.end() == len(self.text)):
                self.position = token.start()  # a literal or comment whose end has not come yet
                break
            self.position = token.end()
            if token.group() == "(":
                self.depth += 1
            elif token.group() == ")":
                self.depth -= 1
                if self.depth <= 0:
                    self.depth = 0
                    yield self.text[start : self.position].strip()
                    start = self.position
        self.text = self.text[start:]
        self.position -= start

    def rest(self):
        """What is left over at the end of the input, if it is more than comments and space."""
        return re.sub(r";[^\n]*", "", self.text).strip()


def chunks(path):
    """The input in pieces, as they come."""
    source = 0 if path is None else os.open(path, os.O_RDONLY)
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while True:
        chunk = os.read(source, 1 << 16)
        yield decoder.decode(chunk, final=not chunk)
        if not chunk:
            return


def reply(text):
    if text:
        data = text.encode("utf-8", "surrogateescape")
        while data:
            data = data[os.write(1, data) :]


def error(message):
    return '(error "' + str(message).strip().replace('"', '""').replace("\n", " ") + '")'


def complain(message):
    reply('(error "' + str(message).strip().replace('"', '""') + '")\n')


# How the texts begin that gainsay has echoed before the commands whose replies it tells apart.
MARK = '"gainsay aside '


class Loop:
    def __init__(self, start, options, interactive, at_once):
        self.start = start  # makes a new solver
        self.options = options
        self.interactive = interactive
        self.at_once = at_once
        self.held = []  # the commands of a script that is carried out at once
        self.solver = start(options)
        self.broken = False

    def run(self, command):
        """Carries out one command; returns the exit code if it was the last one."""
        head = HEAD.match(command)
        name = head.group(1) if head else ""
        # A mark among the commands of a script goes to the solver with them: cut there, levels of (push) would be lost.
        is_mark = self.at_once and name == "echo" and MARK in command
        if name in ("exit", "reset", "echo", "simplify") and not is_mark:
            code = self.release()
            if code is not None:
                return code
        if name == "exit":
            return 0
        if name == "reset":
            self.solver = None  # the old one goes first, so that memory does not hold two
            self.solver = self.start(self.options)
            self.broken = False
        elif name == "echo" and not is_mark:
            reply(self.echo(command) + "\n")
        elif self.at_once and name != "simplify":
            self.held.append(command)
        elif not self.broken:
            return self.ask(name, command)
        return None

    def release(self):
        """Carries out what is held back; returns the exit code if that was the end."""
        text, self.held = "\n".join(self.held), []
        return self.ask("", text) if text and not self.broken else None

    def ask(self, name, command):
        try:
            reply(self.solver.run(name, command))
        except MemoryError:
            os.write(2, b"std::bad_alloc\n")
            return 1
        except (Failure, UnicodeError) as failure:  # bytes that are not UTF-8 do not reach the module
            complain(failure)
            if not getattr(failure, "fatal", True):
                return None
            if not self.interactive:
                return 1
            self.broken = True
        return None

    @staticmethod
    def echo(command):
        literal = re.search(r'"(?:[^"]|"")*"', command)
        return literal.group() if literal else ""


def parse_arguments(arguments):
    """Splits --name=value options from the file name; switches are `--name` and `--no-name`."""
    options, path = [], None
    for argument in arguments:
        if not argument.startswith("-") or argument == "-":
            path = None if argument == "-" else argument
            continue
        name, equals, value = argument.lstrip("-").partition("=")
        if not equals and name.startswith("no-"):
            name, value = name[3:], "false"
        elif not equals:
            value = "true"
        options.append((name, value))
    return options, path


def offer(name, kind, default, **more):
    """An option of the module, for the list of them: `kind` is switch, mode, whole, fraction or other."""
    spelt = str(default).lower() if isinstance(default, bool) else str(default)
    return {"name": name, "kind": kind, "default": spelt, **{key: value for key, value in more.items() if value}}


def main(version, start, offers, at_once=False):
    """`start(options)` makes a solver with `run(name, command)`, which returns its reply or raises Failure.

    `offers()` lists the options of the module, which are printed for --list-options, one on a line.

    With `at_once` a solver gets a whole script as one command, and replies to it as it goes: all up to the next (echo), (reset)
    or (exit), or, if it is not interactive, its whole input, where it knows these itself.
    """
    options, path = parse_arguments(sys.argv[1:])
    names = [name for name, _ in options]
    if "version" in names:
        print(version())
        return 0
    if "list-options" in names:
        for one in offers():
            print(json.dumps(one))
        return 0
    interactive = "interactive" in names
    own = ("interactive", "quiet", "lang")
    options = [option for option in options if option[0] not in own]
    try:
        loop = Loop(start, options, interactive, at_once)
    except Failure as failure:
        complain(failure)
        return 1
    if at_once and not interactive:
        return loop.ask("", "".join(chunks(path))) or 0
    commands = Commands()
    for chunk in chunks(path):
        for command in commands.add(chunk):
            code = loop.run(command)
            if code is not None:
                return code
    rest = commands.rest()
    if rest and not loop.broken:
        return loop.run(rest + "\n") or 0
    return loop.release() or 0


def leave(code):
    """Ends without tearing the solver down: destructors take time and have crashed in some releases."""
    sys.stdout.flush()
    os._exit(code)
