#!/bin/bash
# The page on many machines, on real ones that are all this one: a cluster of Slurm (munge, slurmctld, slurmd) with
# several slots, and GNU parallel over --sshlogin.  The array of the page is submitted, one task of it killed, what
# `adjudge merge` then names as missing submitted again, and the merged report compared with one run's, byte for byte.
#
#   make cluster-test             installs the packages, and compares its transcript with that of verify/README.md
#   tests/cluster/cluster.sh --update     writes the transcript there instead
#   SPACE=poly,size=8 MANY=1000       a larger space; parts for the merging of many
#
# Not part of `make test`: it needs packages that nothing else does, and runs daemons until it ends.
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
. tests/expect.sh
export SPACE=${SPACE:-poly,size=6} LC_ALL=C
many=${MANY:-1000} slots=4 page=verify/README.md update=no
[ "${1-}" = --update ] && update=yes
PATH=$root/${BUILD:-build}:/usr/sbin:$PATH
for tool in adjudge munged slurmctld slurmd sbatch parallel; do
  command -v $tool > /dev/null || { echo "tests/cluster/cluster.sh: no $tool; run make cluster-test" >&2; exit 2; }
done

# ------------------------------------------------------------- the cluster --
cluster=$scratch/cluster
mkdir -m 700 "$cluster" "$cluster/state" "$cluster/spool" "$scratch/jobs"
daemons=()
stop() { # each daemon by its id, and what is left of jobs by slurmd's
  if [ -f "$cluster/slurm.conf" ]; then
    scancel --full --signal=KILL --user="$(id -un)" > /dev/null 2>&1
    scancel --user="$(id -un)" > /dev/null 2>&1
    wait_for 30 ended
  fi
  for ((k = ${#daemons[@]} - 1; k >= 0; k--)); do kill "${daemons[k]}" 2> /dev/null && wait "${daemons[k]}" 2> /dev/null; done
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 1' INT TERM

start() { "$@" > "$cluster/${1##*/}.out" 2>&1 & daemons+=($!); }
free_port() { # the first that nobody listens at, from there on
  local port=$1
  while (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do port=$((port + 1)); done
  echo "$port"
}
wait_for() { # seconds at most, condition...
  local left=$(($1 * 10))
  shift
  until "$@" > /dev/null 2>&1; do
    left=$((left - 1))
    [ $left -gt 0 ] || return 1
    sleep 0.1
  done
}

port=$(free_port 26817)
sed "s|@DIR@|$cluster|; s|@HOST@|$(hostname -s)|g; s|@USER@|$(id -un)|; s|@SLOTS@|$slots|
     s|@PORT@|$port|; s|@NODE_PORT@|$(free_port $((port + 1)))|" tests/cluster/slurm.conf.in > "$cluster/slurm.conf"
export SLURM_CONF=$cluster/slurm.conf
head -c 1024 /dev/urandom > "$cluster/munge.key" && chmod 600 "$cluster/munge.key"
start munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
  --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/munged.seed"
wait_for 20 test -S "$cluster/munge.socket"
start slurmctld -D -f "$SLURM_CONF"
start slurmd -D -f "$SLURM_CONF" -N "$(hostname -s)"
idle() { sinfo --noheader --format=%t | grep -q '^idle$'; }
if ! wait_for 60 idle; then
  echo "the cluster does not start:"
  tail -n 5 "$cluster"/*.log "$cluster"/*.out
  exit 1
fi

# ------------------------------------------------------------ the transcript --
cd "$scratch/jobs" || exit 2
show() { # the command as typed, and what it says
  printf '$ %s\n' "$1"
  eval "$1" 2>&1
} >> "$scratch/transcript"
ended() { local left; left=$(squeue --noheader) && [ -z "$left" ]; } # no answer is not an empty one
await() { expect "the jobs end" wait_for 600 ended; }
running() { squeue --noheader --array --states=R --format=%K | grep -qx "$1"; }
named() { tail -n 1 "$scratch/transcript" | grep -q '; missing: --shard 5/8$'; }
# A task is stopped, so that it cannot end on its own, before it is killed.
hold() { running "$1" && scontrol suspend "$2_$1" && [ ! -e "part$1.json" ]; }
hold_process() { # the part; its process by its own folder and words
  for held in $(pgrep -x adjudge); do
    [ "$(readlink "/proc/$held/cwd")" = "$scratch/jobs" ] && tr '\0' ' ' < "/proc/$held/cmdline" | grep -q -- "--shard $1/8 " &&
      kill -STOP "$held" && [ ! -e "part$1.json" ] && return 0
  done
  return 1
}


slurm="adjudge bmc --space $SPACE --quiet --shard \$SLURM_ARRAY_TASK_ID/8 --report part\$SLURM_ARRAY_TASK_ID.json"
show "sbatch --array=1-8 --wrap '$slurm'"
expect "a task runs, and is held" wait_for 120 hold 5 1
show 'scancel --signal=KILL 1_5'
scontrol resume 1_5 2> /dev/null
await
missing="adjudge merge part*.json | sed -n '/^incomplete/p'"
show "$missing"
expect "one part is missing" named
show "sbatch --array=5 --wrap '$slurm'"
await
once="adjudge bmc --space $SPACE --quiet --report once.json > /dev/null"
show "adjudge merge part*.json --report whole.json | tail -n 1"
show "$once"
show 'cmp once.json whole.json && echo the same'
expect "the merged report is that of one run" cmp once.json whole.json

# ------------------------------------------------------------ GNU parallel --
rm -f part*.json whole.json
parallel="adjudge bmc --space $SPACE --quiet --shard {}/8 --report part{}.json"
kill_part() { wait_for 120 hold_process 5 && kill -KILL "$held"; }
kill_part > /dev/null 2>&1 &
killer=$!
show "parallel --sshlogin 4/: '$parallel' ::: 1 2 3 4 5 6 7 8 > /dev/null    # and one is killed"
expect "a process is killed" wait $killer
show "$missing"
expect "one part is missing again" named
show "parallel --sshlogin 4/: '$parallel' ::: 5 > /dev/null"
show "adjudge merge part*.json --report whole.json | tail -n 1"
show 'cmp once.json whole.json && echo the same'
expect "the merged report is that of one run again" cmp once.json whole.json

# ---------------------------------------------------------- parts by the many --
rm -f part*.json whole.json
show "seq $many | parallel --sshlogin 4/: '${parallel/\/8/\/$many}' > /dev/null"
show "ls part*.json | wc -l"
seconds() { (TIMEFORMAT=%U; time adjudge merge part*.json --report whole.json > /dev/null) 2>&1; }
took=$(seconds)
show "adjudge merge part*.json --report whole.json | tail -n 1"
show 'cmp once.json whole.json && echo the same'
expect "many parts merge to the report of one run" cmp once.json whole.json
expect "in seconds ($took)" test "${took%.*}" -lt 20

# ------------------------------------------------------------------ the page --
cd "$root" || exit 2
section() { sed -n '/^<!-- cluster-test -->$/,/^<!-- end -->$/{/^<!--/d;/^```/d;p}' "$page"; }
if [ $update = yes ]; then
  { sed '/^<!-- cluster-test -->$/q' "$page"; echo '```text'; cat "$scratch/transcript"; echo '```'
    sed -n '/^<!-- end -->$/,$p' "$page"; } > "$scratch/page" && cp "$scratch/page" "$page"
elif [ "$SPACE $many" = "poly,size=6 1000" ]; then
  expect "the page has this transcript" diff <(section) "$scratch/transcript"
fi
cat "$scratch/transcript"
echo "$many parts merged in $took s of processor time"
finish
