#!/bin/bash
# What commands print, against what is committed: printed.py.
#   tests/printed/run.sh --update           after a change of what is printed: write expected/ anew, read the difference
#   tests/printed/run.sh regions            one group of expected/
#   PART=1/3 tests/printed/run.sh           the first of every three commands
cd "$(dirname "$0")/../.." || exit 2
source tests/part.sh
exec python3 tests/printed/printed.py ${PART:+--part "$(part_of 20)/$(parts_of 20)"} "$@"
