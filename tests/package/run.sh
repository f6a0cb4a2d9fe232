#!/bin/bash
# The Debian packages: built, looked at, unpacked, and the program run from there.
#
#   tests/package/run.sh           unpacked beside (dpkg -x): what needs no other root
#   tests/package/run.sh --clean   installed by apt into a new Debian 12 (debootstrap: root, a mirror, minutes)
#
# The last line is "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
[ -x "$build/adjudge" ] || { echo "tests/package: $build/adjudge is not built" >&2; exit 2; }
. tests/expect.sh

says() { # text, command...
  local text=$1
  shift
  "$@" > "$scratch/said" 2>&1
  grep -qF -- "$text" "$scratch/said" || { cat "$scratch/said"; return 1; }
}

make --no-print-directory BUILD="$build" OUT="$build" deb > "$scratch/out" 2>&1 || { cat "$scratch/out"; echo "0 passed, 1 failed"; exit 1; }
(cd "$build/deb" && sha256sum ./*.deb) > "$scratch/first"
cp "$build"/deb/*.deb "$scratch"
expect "three packages" test "$(ls "$scratch"/*.deb | wc -l)" = 3

if [ "${1-}" = --clean ]; then
  root=$scratch/root
  expect "a new Debian 12" debootstrap --variant=minbase bookworm "$root"
  cp "$scratch"/*.deb tests/campaigns/c/softplus.prim tests/campaigns/c/softplus.c tests/readme/f.adj "$root/tmp"
  inside() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C sh -c "cd /tmp && $1"; }
  expect "apt installs them" inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends ./adjudge_*.deb ./libadjudge-dev_*.deb ./adjudge-doc_*.deb gcc libc6-dev pkg-config man-db'
  expect "a value" says 1.2358633360024094 inside 'adjudge eval f.adj --at x=1 --at y=2'
  expect "a verdict" says 'nothing refuted' inside "adjudge verify f.adj --law 'AD-*' --quiet"
  expect "a rule in C by pkg-config" inside 'cc -shared -fPIC $(pkg-config --cflags adjudge) -o softplus.so softplus.c -lm && adjudge campaign softplus.prim --library ./softplus.so --quiet'
  expect "certificates, and the program that checks them" says '0 refused' inside \
    'echo "def cube (x : real) = x * x * x" > cube.adj && adjudge verify cube.adj --law "AD-*" --quiet --certificates certificates && adjudge-check certificates'
  expect "the manual page" says 'adjudge verify' inside 'man -P cat adjudge'
  expect "that of adjudge-check" says 'FOLDER' inside 'man -P cat adjudge-check'
  expect "removed again" inside 'apt-get remove -y -qq adjudge libadjudge-dev adjudge-doc && ! command -v adjudge'
  echo "tests/package: $passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
fi

root=$scratch/root
for package in "$scratch"/*.deb; do dpkg -x "$package" "$root"; done
cp tests/readme/f.adj tests/campaigns/c/softplus.prim tests/campaigns/c/softplus.c "$scratch"
here=$PWD
cd "$scratch" || exit 2 # nothing of the tree is beside the program now
export PATH=$root/usr/bin:$PATH LC_ALL=C
expect "the program unpacked is the one that runs" test "$(command -v adjudge)" = "$root/usr/bin/adjudge"
expect "a value" says 1.2358633360024094 adjudge eval f.adj --at x=1 --at y=2
expect "a verdict" says 'nothing refuted' adjudge verify f.adj --law AD-FWD --quiet
expect "a folder to begin with" adjudge init judged
expect "its rule holds" adjudge campaign judged --quiet
expect "the zoo finds its folder" says 'math.js' adjudge zoo
echo 'def cube (x : real) = x * x * x' > cube.adj
expect "certificates" says 'certificates: of' adjudge verify cube.adj --law 'AD-*' --quiet --certificates certificates
expect "are checked by the program beside it" says ' 0 refused' adjudge-check certificates
expect "of one version" test "$(adjudge-check -V)" = "adjudge-check $(adjudge -V | cut -d ' ' -f 2)"
flags=$(sed -n 's/^Cflags: //p' "$root/usr/share/pkgconfig/adjudge.pc")
expect "pkg-config names the header's folder" test "$flags" = -I/usr/include
expect "a rule in C" cc -shared -fPIC "-I$root/usr/include" -o softplus.so softplus.c -lm
expect "is judged" says 'PRIM-VJP      HOLDS' adjudge campaign softplus.prim --library ./softplus.so --quiet
zcat "$root/usr/share/man/man1/adjudge.1.gz" > page
expect "the manual page has every command" test "$(grep -c '^\.SS adjudge' page)" = "$(adjudge --help | grep -cE '^  [a-z-]+ +[a-z]')"
zcat "$root/usr/share/man/man1/adjudge-check.1.gz" > check.1
adjudge-check --help | grep -oE -- '--(show|help|version)' | sort -u > told
sed -n 's/\\f[BIR]//g; s/\\//g; /^.SH OPTIONS/,/^.SH EXIT/p' check.1 | grep -oE -- '--[a-z]+' | sort -u > documented
expect "that of adjudge-check has its options" test "$(wc -l < told) $(cmp told documented && echo same)" = "3 same"
expect "completions for bash" bash -n "$root/usr/share/bash-completion/completions/adjudge"
for file in README.md semantics/rules.md CHANGELOG.md examples/gmm.adj; do
  expect "adjudge-doc has $file" test -s "$root/usr/share/doc/adjudge-doc/$file"
done
for package in adjudge libadjudge-dev adjudge-doc; do
  expect "$package has its copyright" grep -q Apache-2.0 "$root/usr/share/doc/$package/copyright"
done
expect "no path of the build is in the packages" bash -c "! grep -rlF '$here' '$root'"
if command -v lintian > /dev/null; then
  expect "lintian" bash -c "lintian --fail-on error,warning ./*.deb"
else
  echo "tests/package: lintian is not installed: not asked"
fi
cd "$here" || exit 2
make --no-print-directory BUILD="$build" OUT="$build" deb > /dev/null 2>&1
expect "the same tree, the same bytes" bash -c "cd '$build/deb' && sha256sum --check --quiet '$scratch/first'"
finish
