# Sourced, after expect.sh, by suites of importers: in the suite's folder are programs/*.$suffix, refused.$suffix, the
# texts that are expected of them, and meaning.py.  $adjudge is the program.  In parts: few points, others in each.
source ../part.sh
[ -z "${PART-}" ] || export POINTS=${POINTS:-$(share_of 4 12)} SEED=$(part_of 4)

read_as_before() { # what each file is read as; UPDATE=yes writes it
  local file code
  for file in programs/*."$suffix" refused."$suffix"; do
    "$adjudge" import "$file" > "$scratch/out" 2>&1
    code=$?
    [ "${UPDATE:-no}" = no ] || cp "$scratch/out" "${file%."$suffix"}.expected"
    expect "$file is read as before" diff "${file%."$suffix"}.expected" "$scratch/out"
    expect "$file ends with its exit code" test "$code" = "$([[ $file == refused.* ]] && echo 4 || echo 0)"
  done
}

means_the_same() { # how many programs there are, and a file of them
  python3 meaning.py "$adjudge" programs/*."$suffix" > "$scratch/out" || cat "$scratch/out"
  tail -n 1 "$scratch/out" > "$scratch/meaning"
  expect "every program means what a second evaluator says" grep -qx "$1 passed, 0 failed" "$scratch/meaning"
  { printf '#!/bin/bash\n[ "$1" != eval ] || exec echo 0.125\nexec %q "$@"\n' "$adjudge"; } > "$scratch/wrong"
  chmod +x "$scratch/wrong"
  python3 meaning.py "$scratch/wrong" "$2" > "$scratch/out"
  expect "which sees values that are wrong" grep -qx '0 passed, [0-9]* failed' "$scratch/out"
}

derivatives_hold() { # how many programs there are, and how many of them are decided at least
  ../limited.sh 120 "$adjudge" verify programs --law 'AD-*' --quiet --allow-undecided > "$scratch/out" 2>&1
  expect "derivatives of what is read are not refuted" test $? = 0
  expect "most are decided for all inputs" \
    awk -v count="$1" -v decided="$2" '/programs of files/ { exit !($4 == count && $5 + $6 >= decided) }' "$scratch/out"
}

refused_is_counted() { # refused.$suffix, whose program `fine` is read
  "$adjudge" verify refused."$suffix" --law AD-FWD --quiet > "$scratch/out" 2>&1
  expect "programs that were not read are not passed" test $? = 4
  expect "and are counted" grep -qx "incomplete: programs of files: $(grep -c ': error: ' refused.expected) programs could not be read" "$scratch/out"
  "$adjudge" verify refused."$suffix" "${1:---def}" fine --law AD-FWD --quiet > "$scratch/out" 2>&1
  expect "but not asked for by the name of another" test $? = 0
}

stands_at() { # file:line: name
  "$adjudge" check "${1%%:*}" > "$scratch/out" 2>&1
  expect "definitions stand where they do" grep -q "^$1 " "$scratch/out"
}

bad() { # what it is called, what is said; the text is read from standard input
  cat > "$scratch/bad.$suffix"
  "$adjudge" check "$scratch/bad.$suffix" > "$scratch/out" 2>&1
  expect "$1 is an error" test $? = 2
  expect "$1 is said to be: $2" grep -qF -e "$2" "$scratch/out"
}

beyond() { # what it is called, what is said; a file of text from standard input between two programs, which are read
  (echo "$example" && cat && echo && echo "${example/q/r}") > "$scratch/beyond.$suffix"
  "$adjudge" check "$scratch/beyond.$suffix" > "$scratch/out" 2>&1
  expect "$1 is not read" test $? = 4
  expect "$1 is said to be: $2" grep -qF -e "$2" "$scratch/out"
  expect "what stands beside $1 is" test "$(grep -c "^[^ ]*:[0-9]*: .* : real" "$scratch/out")" = 2
}

changed_is_read_or_refused() { # bytes changed at random, CHANGED times a file; what is read is read again
  local wild=0 seed file
  for seed in $(seq "${CHANGED:-20}"); do
    for file in programs/*."$suffix"; do
      python3 ../change.py "$file" "$seed" > "$scratch/changed.$suffix"
      "$adjudge" import "$scratch/changed.$suffix" > "$scratch/changed.adj" 2> "$scratch/why"
      case $? in
        0 | 4) [ ! -s "$scratch/changed.adj" ] || "$adjudge" check "$scratch/changed.adj" > "$scratch/why" 2>&1 ;;
        2) grep -q "changed.$suffix:[0-9]*:[0-9]*: error: " "$scratch/why" ;;
        *) false ;;
      esac || { wild=$((wild + 1)) && echo "$file, seed $seed:" && tail -n 3 "$scratch/why"; }
    done
  done
  expect "changed bytes are read or refused with their place" test "$wild" = 0
}
