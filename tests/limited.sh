#!/bin/bash
# Runs a command with at most so many seconds of processor time: how busy the machine is
# decides nothing.  What only sleeps is ended after half an hour.
#
# usage: tests/limited.sh SECONDS COMMAND [WORD...]
exec timeout 1800 prlimit --cpu="$1" -- "${@:2}"
