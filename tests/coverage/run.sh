#!/bin/bash
# ad/COVERAGE.md says what is here: errors planted in the list, in a rule and in the page, each of which
# tests/quality/coverage.pl must tell.
set -u
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/tests/quality"
for each in semantics verify proofs; do ln -s "$PWD/$each" "$scratch/$each"; done
for each in tests/*; do [ "$each" = tests/quality ] || ln -s "$PWD/$each" "$scratch/$each"; done
cp tests/quality/coverage.pl "$scratch/tests/quality/"
passed=0 failed=0

tell() { # what, expected in what is said; the rest: a change of a fresh copy of ad
  local what=$1 expected=$2 said code
  shift 2
  rm -rf "$scratch/ad"
  cp -r ad "$scratch/ad"
  if [ $# -gt 0 ]; then
    (cd "$scratch" && perl -0pi -e "$1" "$2") || exit 2
    if cmp -s "$2" "$scratch/$2"; then echo "$what: nothing was planted"; failed=$((failed + 1)); return; fi
  fi
  said=$("$scratch/tests/quality/coverage.pl" --check)
  code=$?
  if [ "$code" = $(($# > 0)) ] && grep -qF -- "$expected" <<< "$said"; then passed=$((passed + 1)); return; fi
  echo "$what: exit code $code, '$expected' expected"
  head -n 3 <<< "$said"
  failed=$((failed + 1))
}

list=ad/coverage.list
tell "as it is" "each rule and law under one, or ours"
tell "a rule under no item" "ADJ_CROSS cites extension: cross product" 's/^ours \| extension: cross product.*\n//m' $list
tell "a law under no item" "LM-UNIQUE cites notes Thm. 2.2" 's/notes Thm. 2.2 \|/ |/' $list
tell "a rule that is new" "FWD_NEW cites CHAD Fig. 99" 's/^RULE_TEXT\(FWD_VAR,/RULE_TEXT(FWD_NEW, "CHAD Fig. 99", "", "")\n$&/m' ad/chad/forward.rules
tell "a citation of nothing" "nothing cites CHAD Fig. 13" 's/CHAD Fig. 3 \|/CHAD Fig. 13 |/' $list
tell "a law that is none" "there is no AD-FORWARD" 's/AD-FWD AD-REV AD-PRIMAL/AD-FORWARD AD-REV/' $list
tell "a file that is none" "there is no tests/unit/test_monads.c" 's/test_monoid/test_monads/' $list
tell "a test that is none" "tests/unit/test_monoid.c has no copowers_too" 's/#copowers /#copowers_too /' $list
tell "a reason that is not given" "no reason is given" 's/^(caddie \| claim \| Futhark .*\|) [^|]*$/$1/m' $list
tell "what is missing, and not why" "behind a colon why, is expected" 's/^(notes \| section \| 2\.7 .*\|[^|:]*):[^|\n]*$/$1/m' $list
tell "in full, and nothing has it" "no law, theorem or test has it" 's/(\| example \| introductory .*\|) \S+ \|$/$1 |/m' $list
tell "an item twice" "twice" 's/^caddie \| section \| arrays.*\n/$&$&/m' $list
tell "a paper that is none" "no paper is called Chad" 's/^CHAD \| figure \| 3/Chad | figure | 3/m' $list
tell "a status that is none" "nearly is no status" 's/\| in full \|/| nearly |/' $list
tell "the page" "is not what ad/coverage.list says" 's/in full/in part/' ad/COVERAGE.md

# What README.md says that the main job takes is what it takes.
words=(no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen)
distinct() { sed -n "s/^$1 *= //p" "$2" | tr ' ' '\n' | sed 's/[,:].*//' | sort -u | wc -l; }
claims() { # Makefile
  grep -qF "a corpus, ${words[$(distinct SPACES_push "$1")]} whole spaces of programs and ${words[$(distinct SAMPLES_push "$1")]} samples" README.md
}
sed 's/^SPACES_push.*/& mixed,size=3/' Makefile > "$scratch/Makefile"
if claims Makefile && ! claims "$scratch/Makefile"; then
  passed=$((passed + 1))
else
  echo "README.md does not say how many spaces and samples the main job takes"
  failed=$((failed + 1))
fi

# Each law is named by an error that is planted for it.
laws=$("${BUILD:-build}/adjudge" laws | sed -n 's/^\([A-Z][^ ]*\).*/\1/p' | sort -u)
unnamed() { # mutants
  comm -23 <(echo "$laws") <(sed -nE 's/^(law|maps|equation): //p' "$@" | sort -u)
}
mapfile -t others < <(grep -LxF 'equation: LM-TP' tests/mutants/*.mutant)
if [ "$(wc -l <<< "$laws")" -gt 100 ] && [ -z "$(unnamed tests/mutants/*.mutant)" ] &&
  [ "$(unnamed "${others[@]}")" = LM-TP ]; then
  passed=$((passed + 1))
else
  echo "laws that no planted error names: $(unnamed tests/mutants/*.mutant)"
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
