#!/bin/bash
# Runs a command with at most so many seconds of processor time: how busy the machine is
# decides nothing.  What only sleeps is ended after half an hour, what writes a file of more than a gigabyte at once.
#
# usage: tests/limited.sh SECONDS COMMAND [WORD...]
exec timeout 1800 prlimit --cpu="$1" --fsize=1000000000 -- "${@:2}"
