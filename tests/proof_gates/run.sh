#!/bin/bash
# Ways round a proof, each tried on a copy of the tree: all must be refused.
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
. tests/expect.sh

fresh() { # a new copy of what proofs are made of, in $tree
  tree=$scratch/tree
  rm -rf "$tree" && mkdir "$tree" && cp -r "$root/proofs" "$root/semantics" "$root/ad" "$root/verify" "$tree"
}
back() { cp "$root/$1" "$tree/$1"; } # a file as it was
gates() { (cd "$tree" && proofs/gates.pl 2>&1); }
refused() { # by the gates, for this reason
  gates > "$scratch/said" && { echo "not refused"; return 1; }
  grep -qF -- "$1" "$scratch/said" || { echo "another reason:"; cat "$scratch/said"; return 1; }
}
change() { # file, what stands there, what is put there
  grep -qF -- "$2" "$tree/$1" || { echo "$1 has no '$2'"; return 1; }
  FROM=$2 TO=$3 perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/' "$tree/$1"
}

fresh
expect "the tree as it is passes" gates

# A cached answer edited from failed to valid.
answer=$(grep -rl '"valid"' "$tree/proofs/session/formed/functions/cache" | sort | head -n 1)
sed -i 's/"valid"/"timeout"/' "$answer"
expect "an answer changed" refused "proofs/session/formed: its answers are not those that a proof wrote"

# The same with a false theorem: a node may be its own operand.  Who writes the digest of the forged answers too is
# believed by a replay, and found out when the provers are asked again.
fresh
rm -r "$tree"/proofs/units/* "$tree"/proofs/session/*
cp -r proofs/units/formed.unit "$tree/proofs/units" && cp -r proofs/session/formed "$tree/proofs/session"
expect "a true theorem holds when asked again" env -C "$tree" BUILD=build proofs/prove.pl --sample 2 1
expect "an error planted" change verify/kernel/formed.c 'return k >= inputs && node.a < k;' 'return k >= inputs && node.a <= k;'
sed -i 's/^timeout: .*/timeout: 2/' "$tree/proofs/units/formed.unit"
expect "is not proved" sh -c "cd '$tree' && ! BUILD=build proofs/prove.pl proofs/units/formed.unit"
sed -i -E 's/"verdict": "[a-z]+"/"verdict": "valid"/' "$tree"/proofs/session/formed/functions/cache/*.json
expect "its answers forged are refused" refused "proofs/session/formed: its answers are not those that a proof wrote"
(cd "$tree" && proofs/gates.pl --answers proofs/session/formed)
expect "with their digest a replay believes them" env -C "$tree" BUILD=build proofs/prove.pl --replay proofs/units/formed.unit
expect "but the provers do not, asked again" sh -c "cd '$tree' && ! BUILD=build proofs/prove.pl --sample 2 1"

# A PROVED, or a token for it, made beside the gate.
gate_refuses() { # reason
  tests/quality/gate.pl "$tree" > "$scratch/said" && { echo "not refused"; return 1; }
  grep -qF -- "$1" "$scratch/said" || { echo "another reason:"; cat "$scratch/said"; return 1; }
}
fresh
expect "the tree as it is passes the gate" tests/quality/gate.pl "$tree"
while IFS='|' read -r file from to why; do
  change "$file" "$from" "$to"
  expect "$file: $to" gate_refuses "$why"
  back "$file"
done <<'PLACES'
verify/battery/judge.c|gate_outcome(token) : worst|OUTCOME_PROVED : worst|PROVED is made outside of the gate
verify/laws/linmap/linmap.c|LM_EQUAL ? OUTCOME_DECIDED|LM_EQUAL ? OUTCOME_PROVED|PROVED is made outside of the gate
verify/battery/verdict.c|return OUTCOME_DECIDED;|return OUTCOME_PROVED;|PROVED is made outside of the gate
verify/battery/judge.c|tally->instances[outcome]++;|tally->instances[outcome]++, subject->tally->instances[OUTCOME_PROVED]++;|PROVED is made outside of the gate
verify/laws/frechet/frechet.c|FR_EQUAL ? OUTCOME_DECIDED|FR_EQUAL ? (Outcome)0|a number is made an Outcome
verify/laws/for_all/certificates.c|return gate_check(*out, (Asked){question.claim, question.claims, question.given, question.givens});|return (ProofToken){true};|a token is made outside of the gate
verify/laws/for_all/certificates.c|const ProofToken none = {0};|ProofToken none = {0}; none.by_certificate = true;|a token is made outside of the gate
verify/kernel/gate.c|: OUTCOME_DECIDED;|: OUTCOME_PROVED;|more than once
PLACES

# What is believed without a proof.
fresh
change verify/kernel/formed.c '  StraightNode node = code[k];' '  /*@ admit formed: \false; */ StraightNode node = code[k];'
expect "admit in proved code" refused "verify/kernel/formed.c: admit"
back verify/kernel/formed.c
printf '/*@ axiomatic Wrong { axiom wrong: \\false; } */\n' >> "$tree/proofs/laws/formed.c"
expect "an axiom in a law" refused "proofs/laws/formed.c: axiom"
back proofs/laws/formed.c
printf '/*@ lemma wrong: 0 == 1; */\n' >> "$tree/proofs/laws/formed.c"
expect "a lemma in a law" refused "proofs/laws/formed.c: lemma"
back proofs/laws/formed.c
printf '#define EASY axiom\n' >> "$tree/proofs/laws/formed.c"
expect "an axiom by another name" refused "proofs/laws/formed.c: axiom"
back proofs/laws/formed.c
printf '/*@ ghost\n  /@ assigns \\nothing;\n     ensures wrong: \\false; @/\n  void wrong(void) {\n  }\n*/\n' >> "$tree/proofs/laws/formed.c"
expect "a ghost lemma in no unit" refused "proofs/laws/formed.c: the ghost lemma wrong is in no unit"
back proofs/laws/formed.c
printf '/*@ axiomatic Wrong { axiom wrong: \\false; } */\n' > "$tree/verify/elsewhere.h"
printf '#include "verify/elsewhere.h"\n' >> "$tree/proofs/laws/formed.c"
expect "an axiom from elsewhere" refused "proofs/laws/formed.c includes verify/elsewhere.h"

# A weaker statement under the same name.
back proofs/laws/formed.c
change verify/kernel/certificate.h 'ensures claims: \result && ' 'ensures claims: \result && c.claims == 0 && '
expect "a weaker contract" refused "the statement of verify/kernel/certificate.h certificate_holds has changed"
back verify/kernel/certificate.h
change proofs/logic/certificate.acsl 'c.claim[i].source < c.nodes &&' '\true ||'
expect "a weaker predicate" refused "the statement of proofs/logic/certificate.acsl * has changed"
back proofs/logic/certificate.acsl
sed -i 's/^options:.*/& -wp-prop=@assigns/' "$tree/proofs/units/formed.unit"
expect "a unit that proves less" refused "the statement of proofs/units/formed.unit * has changed"

finish
