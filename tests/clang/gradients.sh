#!/bin/bash
# Gradients in C, by hand, against their primals: what is said of each, and of each with one sign planted wrong on the
# line marked "sign", which must be refuted with that line. Started by run.sh.
#   gradients.sh ADJUDGE right|wrong FILE.c...
adjudge=$1 mode=$2
shift 2
for file in "$@"; do
  while read -r gradient; do
    primal=${gradient%_?} given=$file
    if [ "$mode" = wrong ]; then
      given=$(mktemp -d)/${file##*/}
      # of the function's marked line the first sign that is found
      perl -e '
        my ($g, $line) = (shift, 0);
        while (<>) {
          $in = 1 if /^\w+ \Q$g\E\(/;
          if ($in && m{// sign}) {
            s/= -/= / || s/ \+= / -= / || s/ -= / += / || s/ - / + / || s/ \+ / - / || s/ = / = -/ || die "no sign to plant";
            ($in, $line) = (0, $.);
          }
          print;
        }
        $line or die "$g has no marked line\n"; print STDERR $line;' "$gradient" "$file" > "$given" 2> "$given.line" || exit 1
    fi
    "$adjudge" verify "$given" --function "$primal" --gradient "$gradient" > "$given.out" 2>&1
    code=$?
    sed "s|${given%/*}/||g" "$given.out"
    if [ "$mode" = wrong ]; then
      grep -q "component .*assigned at .*:$(cat "$given.line"):" "$given.out" && [ "$code" = 1 ] && echo "seen at its line"
      rm -r "${given%/*}"
    else
      rm "$given.out"
      echo "exit code $code"
    fi
  done < <(grep -oE '^(void|double) [a-z0-9_]*_(b|g)\(' "$file" | sed 's/.* //; s/(//')
done
