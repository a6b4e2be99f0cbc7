#!/bin/sh
# Ignores SIGTERM and never answers; so do its children, one of which leaves the process group.
trap "" TERM
setsid sleep "$1" &
sleep "$1" &
sleep "$1"
