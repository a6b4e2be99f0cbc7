"""A solver that misbehaves in the way that its first argument names; the others only make its command line unique."""

import os
import signal
import sys
import time


def say(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())


def sleep():
    while True:
        time.sleep(1000)


def flood(what=b"x" * 65535 + b"\n"):
    while True:
        os.write(1, what)


def flood_both():
    while True:
        os.write(1, b"out\n" * 1000)
        os.write(2, b"err\n" * 1000)


def die(signal_number):
    os.kill(os.getpid(), signal_number)
    sleep()


def burn():
    while True:
        pass


def hold_memory():
    block = bytearray(120 << 20)
    block[::4096] = b"x" * len(block[::4096])
    sleep()


def allocate():
    try:
        blocks = []
        while True:
            blocks.append(b"x" * (1 << 20))
    except MemoryError:
        del blocks
        os.write(2, b"std::bad_alloc\n")
        os.abort()


def fork_family():
    """Children that ignore SIGTERM: one in the group, one in a session of its own, one whose parent is gone."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        sleep()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep()
        sleep()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            sleep()
        os._exit(0)


def commands():
    for line in sys.stdin:
        yield line.strip()


def session(answer, after_echo=lambda text: None):
    """Answers each check-sat with answer(how many came before), as a session needs it."""
    count = 0
    for command in commands():
        if command.startswith("(echo "):
            say(command[6:-1] + "\n")
            after_echo(command[6:-1] + "\n")
        elif command == "(check-sat)":
            say(answer(count) + "\n")
            count += 1


def exit_after_end(text):
    if " end " in text:
        os._exit(0)


def exit_after_begin(text):
    if " begin " in text:
        os._exit(0)


def flood_after_end(text):
    if " end " in text:
        flood()


MODES = {
    "sat": lambda: say("sat\n"),
    "sat-slowly": lambda: (say("sat\n"), time.sleep(0.3)),
    "silent": lambda: None,
    "sleeps": sleep,
    "burns": burn,
    "floods": flood,
    "floods-both": flood_both,
    "floods-after-answer": lambda: (say("unsat\n"), flood()),
    "not-utf8": lambda: say(b"\xff\xfe\x80\nsat\n(error \"\xc3\x28\")\n"),
    "half": lambda: (say("(model (define-fun x () Int\n"), sys.exit(3)),
    "segfault": lambda: die(signal.SIGSEGV),
    "segfault-after-answer": lambda: (say("sat\n(\n  (define-fun x"), die(signal.SIGSEGV)),
    "assertion": lambda: (
        say("sat\n"),
        os.write(2, b"Fatal failure within void f() at /build/src/node.cpp:12\nCheck failure\n\n  a == b\n"),
        os.abort(),
    ),
    "error-before": lambda: say('(error "line 3: unknown constant y")\nsat\n'),
    "error-after": lambda: say('sat\n(error "no model")\n'),
    "killed": lambda: die(signal.SIGKILL),
    "allocates": allocate,
    "holds-memory": hold_memory,
    "lingers": lambda: (say("unsat\n"), sleep()),
    "closes-output": lambda: (os.close(1), os.close(2), sleep()),
    "forks": lambda: (fork_family(), sleep()),
    "forks-and-answers": lambda: (fork_family(), say("sat\n")),
    "steady": lambda: session(lambda count: "sat"),
    "leaks-state": lambda: session(lambda count: "sat" if count % 10 == 0 else "unsat"),
    "echoes-twice": lambda: session(lambda count: "sat", say),
    "exits-after-answer": lambda: session(lambda count: "sat", exit_after_end),
    "exits-before-answer": lambda: session(lambda count: "sat", exit_after_begin),
    "floods-between": lambda: session(lambda count: "sat", flood_after_end),
    "crashes-on-second": lambda: session(lambda count: "sat" if count == 0 else die(signal.SIGSEGV)),
    "hangs-on-second": lambda: session(lambda count: "sat" if count == 0 else sleep()),
    "answers-seven-then-dies": lambda: session(lambda count: "sat" if count < 7 else die(signal.SIGSEGV)),
    "answers-seven-then-sleeps": lambda: session(lambda count: "sat" if count < 7 else sleep()),
    "answers-seven-then-floods": lambda: session(lambda count: "sat" if count < 7 else flood()),
    "slow-but-steady": lambda: session(lambda count: (time.sleep(0.3), "sat")[1]),
    "answers-at-end": lambda: (list(commands()), say("sat\n")),
}

if __name__ == "__main__":
    MODES[sys.argv[1]]()
