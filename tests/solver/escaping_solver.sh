#!/bin/sh
# Starts processes that keep neither the environment nor the session, nor the group, and answers; $1 is what they are known by.
[ "$1" = --version ] && echo "escaping 1.0" && exit 0
env -i setsid sleep "$1" >/dev/null 2>&1 </dev/null &
( env -i setsid sh -c 'sleep "$0" & sleep "$0"' "$1" >/dev/null 2>&1 </dev/null & )
python3 -c 'import os, sys
if os.fork() == 0:
    os.setpgid(0, 0)
    os.execve("/bin/sleep", ["sleep", sys.argv[1]], {})' "$1"
[ "$2" = stays ] && sleep "$1"
echo sat
