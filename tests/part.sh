# Sourced by suites: what takes long is run in parts, another with each commit.
#
#   PART=7      of every suite that has parts the seventh, counted around; each says how many it has
#   PART=2/3    of every suite the second of three
# Without PART everything is run.
[[ ${PART:-1} =~ ^(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,3})?$ ]] || { echo "$0: PART is '$PART', not as 7 or as 2/3" >&2; exit 2; }

# How many parts there are, where a suite has so many by itself; which it is, from 1 on.
parts_of() { [[ ${PART-} == */* ]] && echo "${PART#*/}" || echo "$1"; }
part_of() { echo $(((${PART%/*} + $(parts_of "$1") - 1) % $(parts_of "$1") + 1)); }
# Of so many, which may be drawn, how many one part has, and how many the parts before it; without PART all.
share_of() { if [ -z "${PART-}" ]; then echo "$2"; else echo $((($2 + $(parts_of "$1") - 1) / $(parts_of "$1"))); fi; }
before_of() { if [ -z "${PART-}" ]; then echo 0; else echo $((($(part_of "$1") - 1) * $(share_of "$1" "$2"))); fi; }
# Of the lines of standard input those whose turn it is.
turn() {
  if [ -z "${PART-}" ]; then cat; else awk -v k="$(part_of "$1")" -v n="$(parts_of "$1")" 'NR % n == k % n'; fi
}
# Whether it is the turn of what asks: the first, the second...
is_turn() {
  turns=$((${turns-0} + 1))
  [ -z "${PART-}" ] || [ $(((turns - $(part_of "$1")) % $(parts_of "$1"))) = 0 ]
}
