# shellcheck shell=bash disable=SC2154
# Sourced by run.sh.  Adapters of systems that were not run here, each on a stand-in of its system's interface (standin/): right,
# with planted errors, and with an answer that is none; what a finding's own program prints is what was found.
standin=$PWD/tests/systems/standin

found() { # modes, nodes of the least, a command on the file "$1" of the mode "$2": it prints what was found, or fails where nothing was
  PYTHONPATH="$PWD/tests/systems:${PYTHONPATH:-}" python3 - "$scratch" "$@" << 'END'
import json, pathlib, subprocess, sys
from systems import numbers_said
folder, modes, nodes, command = sys.argv[1:]
findings = json.load(open(folder + "/report.json"))["findings"]
wrong = {f["mode"] for f in findings} != set(modes.split(",")) or min(f["size"] for f in findings) != int(nodes)
if wrong: print(*[(f["mode"], f["size"], f["program"]) for f in findings])
for finding in findings:
    path = pathlib.Path(folder, "finding.cpp")
    path.write_text(finding["reproduction"])
    ran = subprocess.run(["bash", "-c", command, "bash", str(path), finding["mode"]], capture_output=True, text=True)
    said, component = numbers_said(ran.stdout, finding["mode"]), finding["component"]
    good = ran.returncode != 0 if component < 0 else ran.returncode == 0 and said[component] == float(finding["found"])
    if not good: wrong = print(finding["reproduction"], ran.stdout, ran.stderr) or True
sys.exit(wrong)
END
}

# -- JAX
jax="PYTHONPATH=$standin python3 $PWD/tests/systems/jax_system.py"
numpy='size=6;contexts=real|real,real;types=real,1,1+1;results=real;terms=let,case;ops=+,-,*,/,neg,2,sin,exp,^2,max'
tested='size=6;contexts=real;types=real,1,1+1;results=real;terms=case;ops=<,exp,*,2'
for variant in "" VARIANT=text JIT=1; do
  expect "jax: right: $variant" judge 0 "$variant $jax" --space "$numpy" --sample 100
  expect "jax: what holds: $variant" report 'r["judged"] > 90 and all(a["holds"] > 500 and not a["fails"] for a in r["answers"].values())'
done
for variant in "" VARIANT=text VARIANT=conditional 'VARIANT=conditional JIT=1' 'VARIANT=cond JIT=1'; do
  expect "jax: tests: $variant" judge 0 "$variant $jax" --space "$tested" --sample 60
  expect "jax: tests hold: $variant" report 'r["judged"] > 50 and all(m in r["holds"]["<"] for m in r["answers"])'
done
expect "jax: compiled, Python tests nothing" judge 0 "JIT=1 $jax" --space "$tested" --sample 60
expect "jax: compiled, Python tests nothing: it is refused" report 'r["refused"]["<"] > 3 and "<" not in r["holds"]'
while read -r plant modes nodes variant; do
  space=$numpy
  [ "$plant" = where ] && space=$tested
  expect "jax: $plant" judge 1 "PLANT=$plant $variant $jax" --space "$space" --sample 100 --findings 1
  expect "jax: $plant in $modes, $nodes nodes, and by itself" found "$modes" "$nodes" "PLANT=$plant PYTHONPATH=$standin python3 \"\$1\""
done << 'END'
product vjp 3
product vjp 3 VARIANT=text
confusion hessian 2 JIT=1
raises jvp 2
where jvp,vjp 6 VARIANT=conditional
where jvp,vjp 6 VARIANT=cond
END

# -- Enzyme: differences are exact of small polynomials
enzyme="CXX=clang++ HEADERS=$scratch/headers python3 $PWD/tests/systems/compiled.py $PWD/tests/systems/enzyme.cpp -include $standin/enzyme.hpp"
expect "enzyme: right" judge 0 "$enzyme" --space 'size=5;contexts=real;types=real;results=real;terms=;ops=+,*' --batch 128 --jobs 1 --timeout 600
expect "enzyme: what holds" report 'r["judged"] >= 10 and all(a["holds"] >= 60 for a in r["answers"].values()) and "Enzyme" in r["system"]'
polynomials() { echo "size=$1;contexts=real;types=real;results=real;terms=;ops=$2"; }
once=(--batch 128 --jobs 1 --timeout 600) # it compiles
expect "enzyme: reverse" judge 1 "PLANT=reverse $enzyme" --space "$(polynomials 3 '*')" "${once[@]}" --findings 1
expect "enzyme: reverse in vjp, 3 nodes, and by itself" found vjp 3 "clang++ -std=c++17 -w -include $standin/enzyme.hpp -o $scratch/finding \"\$1\" && PLANT=reverse $scratch/finding"
expect "enzyme: second" judge 1 "PLANT=second $enzyme" --space "$(polynomials 5 '*')" "${once[@]}" --findings 0
expect "enzyme: second in hessian, of the cubics" report '[a["failing programs"] for a in r["answers"].values()] == [0, 0, 0, 2]'
expect "enzyme: what it cannot compile, nor say where" judge 1 "$enzyme -DWITHOUT" --space "$(polynomials 2 neg,cos)" "${once[@]}" --findings 0
expect "enzyme: what it cannot compile is one program, and the others are judged" \
  report 'r["answers"]["value"]["failing programs"] == 1 and r["restarts"] > 0 and r["answers"]["hessian"]["holds"] > 0'

# -- Tapenade
tapenade="TAPENADE=$standin/tapenade python3 $PWD/tests/systems/tapenade_system.py"
straight='size=6;contexts=real|real,real;types=real,1,1+1;results=real;terms=let;ops=+,-,*,/,neg,2,sin,exp,sqrt,^2,^3'
cat > "$scratch/by_itself" << 'END'
cd "$scratch" && rm -f made_*
adjoint() { tapenade -b -head "f(y)/(x)" -o made -O . "$1"; }
case $2 in
jvp) tapenade -d -head "f(y)/(x)" -o made -O . "$1" ;;
vjp) adjoint "$1" ;;
hessian) adjoint "$1" && tapenade -d -head "f_b(xb)/(x)" -o made -O . made_b.c && rm made_b.c ;;
esac && cc -w -x c -DSHOWN -o shown "$1" made_*.c -lm && ./shown
END
expect "tapenade: right" judge 0 "$tapenade" --space "$straight" --sample 100 --batch 128
expect "tapenade: what holds" report 'r["judged"] == 100 and all(a["holds"] > 500 and not a["fails"] for a in r["answers"].values())'
expect "tapenade: product" judge 1 "PLANT=product $tapenade" --space "$(polynomials 3 '*')" "${once[@]}" --findings 1
expect "tapenade: product in vjp and hessian, 3 nodes, and by itself" found vjp,hessian 3 "export PLANT=product scratch=$scratch PATH=$standin:$PATH; . $scratch/by_itself"
expect "tapenade: what it is silent about" judge 1 "PLANT=silent $tapenade" --space "$(polynomials 2 neg,cos)" "${once[@]}" --findings 0
expect "tapenade: what it is silent about is not loaded, the others are judged" \
  report 'r["answers"]["value"]["failing programs"] > 0 and r["answers"]["hessian"]["holds"] > 0 and not r["restarts"]'
expect "tapenade: where it ends" judge 1 "PLANT=ends $tapenade" --space "$(polynomials 2 neg,cos)" "${once[@]}" --findings 0
expect "tapenade: where it ends, the others are judged" report 'r["restarts"] > 0 and r["answers"]["hessian"]["holds"] > 0'
