"""The generic instances that tests/rules/generic.py runs.

`around` is the end of what is printed, @ for each part that the rule makes; `form` puts the
parts together as the statement has them; `names` are what is printed for the statement's
metavariables, a whole application where a metavariable is applied."""
import re
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Row:
    rule: str
    engine: str
    program: str
    around: str
    form: str
    names: dict
    notation: Callable[[str], str]
    equation: Optional[int] = None  # which of the statement's, which are parted by semicolons
    to_end: bool = True
    in_order: tuple = ()            # names that part by part are others


ROWS = []


def before(name):
    """What may not stand before it; a variable x1 may follow a word, as in `sin x1` without its space."""
    if re.match(r"[a-z]\d+$", name):
        return r"(?<![\d_'D])"
    return r"(?<![\w'])" if re.match(r"\w", name) else ""


def rename(text, names):
    """Whole words, the longest first, all at once; text has no spaces."""
    if not names:
        return text
    keys = sorted(names, key=len, reverse=True)
    word = [before(k) + re.escape(k) + (r"(?![\w'])" if re.search(r"\w$", k) else "") for k in keys]
    return re.sub("|".join(word), lambda m: names[m.group(0)], text)


# ---------------------------------------------------------------- notations --

INFIX = {"lmCompose": "o", "lmHCat": "><", "lmVCat": "x"}
PREFIX = {"lmVCatV": "V", "lmHCatV": "H", "build": "build"}


def notes(text, scale="D"):
    """From calls, lmCompose(a, b), to the operators of the notes; innermost first."""
    parts = []

    def show(name, arguments):
        if name in INFIX:
            sides = ["(%s)" % a if is_binary(a) else a for a in arguments]
            return sides[0] + " " + INFIX[name] + " " + sides[1]
        if name in ("lmOne", "lmZero"):
            return "1" if name == "lmOne" else "0"
        if name == "lmScale":
            return "%s(%s)" % (scale if not arguments[0].lstrip("-").isdigit() else "S", arguments[0])
        if name in PREFIX:
            return "%s(%s)" % (PREFIX[name], ",".join(arguments))
        if name == "if":
            return "if %s then %s else %s" % tuple(arguments)
        if name == "neg":
            return "-(%s)" % arguments[0]
        if name == "":
            return "(%s)" % ",".join(arguments)
        return "%s %s" % (name, arguments[0]) if name in FUNCTIONS else "%s(%s)" % (name, ",".join(arguments))

    def is_binary(text):
        return any(" %s " % operator in outside(text) for operator in INFIX.values())

    def outside(text):
        while re.search(r"\([^()]*\)", text):
            text = re.sub(r"\([^()]*\)", "", text)
        return text

    def store(match):
        parts.append(show(match.group(1), [open_up(a) for a in match.group(2).split(",")] if match.group(2) else []))
        return "§%d§" % (len(parts) - 1)

    def open_up(text):
        while "§" in text:
            text = re.sub(r"§(\d+)§", lambda m: parts[int(m.group(1))], text)
        return text

    text = text.replace("==", "=")
    while "(" in text:
        text, count = re.subn(r"([A-Za-z_]\w*|)\(([^()]*)\)", store, text)
        if count == 0:
            break
    text = open_up(text)
    return re.sub(r"let\{(\w+)=([^}]*)\}", lambda m: "let %s = %s in " % m.groups(), text)


FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sigmoid", "sz", "sign")


def symbols(text):
    for symbol, word in (("•", "."), ("⊕", "(+)"), ("Δ", "Delta"), ("π", "pi"), ("ι", "iota"), ("Π", "Pi"), ("⟨", "<"), ("⟩", ">"),
                         ("−", "-"), ("²", "^2"), ("⋉", "scale")):
        text = text.replace(symbol, word)
    return text


# ------------------------------------------------------------ working notes --
# The first input is x0, its map Dx0.

def row(rule, engine, program, around, form, names, notation, equation=None, to_end=True):
    ROWS.append(Row(rule, engine, "def f " + program, around, form, names, notation, equation, to_end))


CANONICAL, THREADED = "linmap-canonical-forward", "linmap-forward"
AFTER_ONE, AFTER_TWO = "let { Dx0 = lmOne() }", "let { x1 = pi2(x2) }"
TWO, ONE = AFTER_TWO + "lmCompose(@, lmVCat(Dx0, Dx1))", AFTER_ONE + "lmCompose(@, Dx0)"


def g_named(side):
    """(1 + sign side) / 2 is g wherever it stands."""
    half = "(1+sign(%s))/2" % side
    return lambda text: notes(text).replace("sign " + side, "sign(%s)" % side).replace("((%s))" % half, "(g)").replace(
        "(%s)" % half, "g").replace(half, "g").replace("Dg", "D(g)")


def products(text):
    """Products need no brackets in a sum."""
    return re.sub(r"([+-])\(([^()+-]*\*[^()+-]*)\)", r"\1\2", notes(text))


for rule, term in (("ADD", "a + b"), ("SUB", "a - b"), ("MUL", "a * b"), ("DIV", "a / b")):
    row("LMD_" + rule, CANONICAL, f"(a : real) (b : real) = {term}", TWO, "{}", {"x0": "x", "x1": "y"}, notes)
for rule, side in (("max", "x-y"), ("min", "y-x")):
    row("LMD_" + rule.upper(), CANONICAL, f"(a : real) (b : real) = {rule} a b", TWO,
        "{}, g = (1 + sign(%s))/2" % side, {"x0": "x", "x1": "y"}, g_named(side))
for rule in ("neg", "sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sigmoid"):
    row("LMD_" + rule.upper(), CANONICAL, f"(a : real) = {rule} a", ONE, "{}", {"x0": "x"}, products)
row("LMD_SUM", CANONICAL, "(a : real^3) = sum a", ONE, "{}", {"x0": "v", "x1": "i"}, notes)
row("LMD_IX", CANONICAL, "(a : real^3) = a ! 1", AFTER_ONE + "lmCompose(@, lmVCat(lmZero(), Dx0))", "{}, which is 0 >< P_i",
    {"x0": "v", "x1": "j", "1==": "i="}, notes)
row("LMC_CONSTANT", CANONICAL, "(a : real) = 3 + a", AFTER_ONE + "lmCompose(lmHCat(lmOne(), lmOne()), lmVCat(@, Dx0))", "{}", {},
    notes)
row("LMC_VAR", CANONICAL, "(a : real) = a", AFTER_ONE + "@", "{}", {"Dx0": "Dx"}, notes)
row("LMC_PRIM", CANONICAL, "(a : real) = sin a", AFTER_ONE + "@", "{}", {"lmScale(cos(x0))": "dp(e)", "Dx0": "D[e]"}, notes)
row("LMC_TUPLE", CANONICAL, "(a : real) (b : real) = (a, b)", AFTER_TWO + "@", "{}", {"Dx0": "D[e1]", "Dx1": "D[e2]"}, notes)
row("LMC_LET", CANONICAL, "(a : real) = let y = sin a in y * 1", AFTER_ONE + "@", "{}",
    {"Dx0=": "Dx=", "x0=": "x=", "sin(x0)": "e1", "lmCompose(lmScale(cos(x0)),Dx0)": "D[e1]",
     "lmCompose(lmHCat(lmScale(1),lmScale(x0)),lmVCat(Dx0,lmZero()))": "D[e2]"}, notes)
row("LMC_IF", CANONICAL, "(a : real) (b : real) = if b < a then a else b", "let { x1 = pi2(x4) } @", "{}",
    {"x1<x0": "b", "Dx0": "D[e1]", "Dx1": "D[e2]"}, notes)
row("LMC_BUILD", CANONICAL, "(a : real) = build 3 (i. a)", AFTER_ONE + "@", "{}", {"3": "n", "Dx0": "D[e]"}, notes)
row("LMC_DEFINITION", CANONICAL, "(a : real) = a", "fun f2(x0 : R) = @", "{}", {"Dx0=": "Dx=", "Dx0": "D[e]"}, notes)
row("LMC_FOLD", CANONICAL, "(v : real^3) (a : real) = fold (b x. b * x) a v",
    "let { x1 = pi2(x5) } lmCompose(lmFold(\\x4. let { b = pi1(x4) } let { x = pi2(x4) } b * x, \\x4.@, x1, x0), @)",
    "lmFold (\\t.e) (\\t.e') acc v o ({1})", {"Dx0": "D[v]", "Dx1": "D[acc]"}, notes)

START = "fun f2(x0 : R) = @"
row("LMH_CONSTANT", THREADED, "(a : real) = 3", START, "{}", {}, notes)
row("LMH_DEFINITION", THREADED, "(a : real) = a", START, "D_S[e][dx := {}]", {}, notes)
row("LMH_PRIM", THREADED, "(a : real) = sin a", START, "{}", {"lmScale(cos(x0))": "dp(e)", "lmOne()": "D_s[e]"}, notes)
row("LMH_BUILD", THREADED, "(a : real) = build 3 (i. a)", START, "{}", {"3": "n", "lmOne()": "D_s[e][di := 0]"}, notes)
row("LMX_COLUMN", "linmap-mixed-reverse", "(a : real) = build 3 (i. a)",
    "fun f2(x0 : R) = lmCompose(lmCompose(lmDiag(lmApply(@, 1)), @), @)", "(D({} . 1) o {}) o {}, x : R alone varies in e", {}, str)
ROWS[-1].in_order = ({"lmVCatV(build(3,\\i.lmOne()))": "D_R[e][dx := 1]"}, {"lmVCatV(build(3,\\x3.lmOne()))": "(1 x .. x 1)"},
                     {"lmOne()": "D_s[x]"})
POLYMORPHIC = "linmap-polymorphic-forward"
row("LMU_CONSTANT", POLYMORPHIC, "(a : real) = 3", "fun f1(x0t : (R, (R -o R))) = @", "{}", {"3": "k"}, notes)
row("LMU_VAR", POLYMORPHIC, "(a : real) = a", "fun f1(x0t : (R, (R -o R))) = @", "{}", {"x0t": "xt"}, notes)
row("LMU_PRIM", POLYMORPHIC, "(a : real) = sin a", "let { x1 = x0t } let { x2 = pi1(x1) } @", "{}",
    {"pi2(x1)": "m", "lmScale(cos(x2))": "dp(x)", "sin(x2)": "p x"}, notes)
row("LMU_TUPLE", "linmap-tupled-forward", "(a : real) (b : real) = (a, b)", "let { x7 = x0t } let { x8 = x1t } @", "{}",
    {"pi1(x7)": "pi1 a1", "pi1(x8)": "pi1 a2", "pi2(x7)": "pi2 a1", "pi2(x8)": "pi2 a2"}, notes)
row("LMD_POW", CANONICAL, "(a : real) = a^3", ONE, "{}, 0 for c = 0", {"3*pow[2](x0)": "c * x^(c-1)"}, notes)

# ------------------------------------------------------------------- caddie --
FORWARD, REVERSE = "combinatory-forward", "combinatory-reverse"
D, ADJOINT = "Dfx=", "(f,f^)x="


def from_start(start, around):
    """The part that is printed from its start on, where a row says so."""
    return start + around if around.startswith(("in", "let")) else around


def caddie(rule, program, around, form, names, equation=None):
    row(rule, FORWARD, program, from_start(D, around), form, names, symbols, equation, False)


def adjoint(rule, program, around, form, names, equation=None):
    row(rule, REVERSE, program, from_start(ADJOINT, around), form, names, symbols, equation, False)


X, LAST = {"x1": "x"}, " • Id) f' x"
caddie("COMB_SIN", "(x : real) = sin x", "in (@, @" + LAST, "({}, {})", X)
caddie("COMB_COS", "(x : real) = cos x", "in (@, @" + LAST, "({}, {})", X)
caddie("COMB_LN", "(x : real) = log x", "in (@, @" + LAST, "({}, {})", X)
caddie("COMB_ABS", "(x : real) = abs x", "in (@, @" + LAST, "({}, {})", X)
caddie("COMB_NEG", "(x : real) = neg x", "in (@, @" + LAST, "({}, {})", X)
caddie("COMB_EXP", "(x : real) = exp x", "let v1 = @ in (@, @" + LAST, "({1}, {2}), y = {0}", {"v1": "y", "x1": "x"})
caddie("COMB_TAN", "(x : real) = tan x", "let v1 = tan x1 in (@, (@*)" + LAST, "({}, ({} *))", {"v1": "y", "(1+v1*v1)": "1+y y"})
caddie("COMB_TANH", "(x : real) = tanh x", "let v1 = tanh x1 in (@, (@*)" + LAST, "({}, ({} *))", {"v1": "y", "(1-v1*v1)": "1-y y"})
caddie("COMB_SIGMOID", "(x : real) = sigmoid x", "let v1 = sigmoid x1 in (@, (@*)" + LAST, "({}, ({} *))",
       {"v1": "y", "(v1*(1-v1))": "y (1 - y)"})
caddie("COMB_POW", "(x : real) = x^3", "in (@, (@*)" + LAST, "({}, ({} *)), 0 for r = 0",
       {"x1": "x", "(3*pow(2)x1)": "r pow(r-1) x", "pow(3)": "pow r "})
caddie("COMB_CONST", "(x : real) = 3", "in (@, @) f' x", "({}, {})", {"3": "y"})
caddie("COMB_COMP", "(x : real) = cos (sin x)", "let v1 = @ in (@, @" + LAST,
       "let (fx,f'x) = D f x; (gfx,g'fx) = D g fx in ({1}, {2})",
       {"sinx1": "D f x", "cosv1": "gfx", "(~(sinv1)*)": "g'fx", "(cosx1*)": "f'x"})
caddie("COMB_PAR", "(x : real) (y : real) = (sin x, cos y)", "in (@, (@) • Δ) f' x",
       "let (fx,f'x) = D f (pi1 x); (gy,g'y) = D g (pi2 x) in ({}, {})",
       {"sinx1": "fx", "cosx2": "gy", "(cosx1*)•π1": "f'x", "(~(sinx2)*)•π2": "g'y"})
caddie("COMB_ADD", "(x : real) (y : real) = x + y", "in (x1 + x2, @ • (π1 ⊕ π2) • Δ)", "((+) x, {})", {}, 0)
caddie("COMB_ADD", "(x : real) (y : real) = x - y", "in (x1 - x2, @ • (π1 ⊕ π2) • Δ)", "((-) x, {})", {}, 1)
caddie("COMB_BINARY", "(x : real) (y : real) = x * y", "in (x1*x2, @ • (π1 ⊕ π2) • Δ)",
       "(<> x, {}) for a bilinear <>", {"(*x2)": "(<> (pi2 x))", "(x1*)": "((pi1 x) <>)"})
caddie("COMB_MAP", "(x : real^3) = map (y. sin y) x", "in ((@), ⟨@⟩ • zip",
       "let (yi,mi) = D p xi in (({}), <{}>)",
       {"sinx1[0],sinx1[1],sinx1[2]": "y1..yn",
        "(cosx1[0]*)•π1,(cosx1[1]*)•π1,(cosx1[2]*)•π1": "m1..mn"})
caddie("COMB_ZIP", "(x : real^3) = map (y. sin y) x", "⟩ • @ • (Id ⊕ repl 3) • Δ)", "(zip x, {})", {})
caddie("COMB_REPL", "(x : real) = replicate {3} x", "in ((x1, x1, x1), @" + LAST, "(repl n x, {})", {"repl3": "repl n"})
caddie("COMB_SUM", "(x : real^3) = sum x", "in ((x1[0] + x1[1]) + x1[2], @" + LAST, "(sum n x, {})", {"sum3": "sum n"})
caddie("COMB_AT", "(x : real^3) = x ! 1", "in (@, @" + LAST, "({}, {})", {"x1[1]": "xk", "at1": "at k"})
caddie("COMB_PROJ", "(x : real) (y : real) = (sin x, y)", "in ((sin x1, @), ((cos x1*) • π1 ⊕ @) • Δ)", "({}, {})",
       {"x2": "pi_i x", "π2": "pi_i"})
caddie("COMB_DUP", "(x : real) (y : real) = (sin x, y)", "in ((sin x1, x2), ((cos x1*) • π1 ⊕ π2) • @) f' x", "((x,x), {})", {})
caddie("COMB_ID", "(x : real) = sin x", "in (sin x1, (cos x1*) • @) f' x", "(x, {})", {})
caddie("COMB_UNARY", "(x : real) = sin x", "in (@, @" + LAST, "({}, {})", {"sinx1": "rho x", "cosx1": "rho' x "})
caddie("COMB_IF", "(x : real) (y : real) = if x < y then x * y else x",
       "let v1 = x1 - x2 let v2 = if @ then in @ else in @ in (v2, (if @ then in @ else in @)) f' x",
       "(if {0} then C1 {1} else C2 {2}, if {3} then C1 {4} else C2 {5})", {})
ROWS[-1].in_order = ({"v1<0": "e0"}, {"x1*x2": "e1"}, {"x1": "e2"}, {"v1<0": "e0"}, {"(+)•((*x2)⊕(x1*))•(π1⊕π2)•Δ": "m1"}, {"π1": "m2"})

# The adjoint is printed with its parts turned: of a chain the last map first.
adjoint("ADJ_ID", "(x : real) = sin x", "in (sin x1, @ • (cos x1*)) f^ x", "{}", {})
adjoint("ADJ_NEG", "(x : real) = neg x", "in (~x1, Id • @) f^ x", "{}", {})
adjoint("ADJ_COMP", "(x : real) = cos (sin x)", "let v1 = sin x1 in (cos v1, Id • @) f^ x", "{}",
        {"(cosx1*)": "Adj m2", "(~(sinv1)*)": "Adj m1"})
adjoint("ADJ_DUP", "(x : real) (y : real) = x * y", "in (x1*x2, @ • ((Id ⊕ 0)", "{}", {})
adjoint("ADJ_ADD", "(x : real) (y : real) = x + y", "in (x1 + x2, (+) • ((Id ⊕ 0) • Δ ⊕ (0 ⊕ Id) • Δ) • @) f^ x", "{}", {})
adjoint("ADJ_PROJ", "(x : real) (y : real) = x + y", "in (x1 + x2, (+) • (@ ⊕ (0 ⊕ Id) • Δ) • Δ) f^ x", "{}",
        {"Id": "Id_A", "0": "0_{A,B}"}, 0)
adjoint("ADJ_PROJ", "(x : real) (y : real) = x + y", "in (x1 + x2, (+) • ((Id ⊕ 0) • Δ ⊕ @) • Δ) f^ x", "{}",
        {"Id": "Id_B", "0": "0_{B,A}"}, 1)
adjoint("ADJ_PAR", "(x : real) (y : real) = (sin x, cos y)", "in ((sin x1, cos x2), (+) • (@)) f^ x", "{}",
        {"(Id⊕0)•Δ•(cosx1*)": "Adj m1", "(0⊕Id)•Δ•(~(sinx2)*)": "Adj m2"})
adjoint("ADJ_TIMES", "(x : real) (y : real) = x * y", "⊕ (0 ⊕ Id) • Δ) • ((*x2) ⊕ @) • Δ) f^ x", "{}", {"x1": "e"}, 0)
adjoint("ADJ_TIMES", "(x : real) (y : real) = x * y", "⊕ (0 ⊕ Id) • Δ) • (@ ⊕ (x1*)) • Δ) f^ x", "{}", {"x2": "e"}, 1)
adjoint("ADJ_DOT", "(x : real^2) (y : real^2) = dot x y", "⊕ (0 ⊕ Id) • Δ) • (@ ⊕ @) • Δ) f^ x", "Adj (.e) = {1} : r |-> r e",
        {"[x2[0],x2[1]]": " e", "[x1[0],x1[1]]": " e"})
adjoint("ADJ_SCALE", "(x : real) (y : real^2) = x .* y", "⊕ (0 ⊕ Id) • Δ) • ((·[x2[0], x2[1]]) ⊕ @) • Δ) f^ x", "{}",
        {"x1⋉": "r scale"}, 0)
adjoint("ADJ_SCALE", "(x : real) (y : real^2) = x .* y", "⊕ (0 ⊕ Id) • Δ) • (@ ⊕ (x1⋉)) • Δ) f^ x", "{}",
        {"·[x2[0],x2[1]]": ".e"}, 1)
adjoint("ADJ_REPL", "(x : real) = replicate {3} x", "in ((x1, x1, x1), Id • @) f^ x", "{}", {"sum3": "sum n"})
adjoint("ADJ_SUM", "(x : real^3) = sum x", "in ((x1[0] + x1[1]) + x1[2], Id • @) f^ x", "{}", {"repl3": "repl n"})
adjoint("ADJ_AT", "(x : real^3) = x ! 1", "in (x1[1], Id • @) f^ x", "{}", {"put1": "put k"})
adjoint("ADJ_ZIP", "(x : real^3) = map (y. sin y) x", "(+) • (Id ⊕ sum 3) • @ • ⟨", "{}", {})
adjoint("ADJ_FAMILY", "(x : real^3) = map (y. sin y) x", "unzip • @) f^ x", "{}",
        {"⟨(Id⊕0)•Δ•(cosx1[0]*),(Id⊕0)•Δ•(cosx1[1]*),(Id⊕0)•Δ•(cosx1[2]*)⟩": "<Adj mi>"})
adjoint("ADJ_IF", "(x : real) (y : real) = if x < y then x * y else x", "in (v2, (if @ then in @ else in @)) f^ x",
        "if {} then {} M else {} M", {})
ROWS[-1].around = ROWS[-1].around[len(ADJOINT):]
ROWS[-1].in_order = ({"v1<0": "e"}, {"(+)•((Id⊕0)•Δ⊕(0⊕Id)•Δ)•((*x2)⊕(x1*))•Δ": "Adj m1"}, {"(Id⊕0)•Δ": "Adj m2"})

# ------------------------------------------------------------------ Frechet --
PAIR = "let (y1, d1) = (id x, id) in let (y2, d2) = (@, @) in"


def affine(rule, reverse, program, around, form, names):
    row(rule, "frechet-reverse" if reverse else "frechet-forward", program, around, form, names, symbols, None, False)


A = {"y1": "a"}
for name, function in (("SIN", "sin a"), ("COS", "cos a"), ("EXP", "exp a"), ("LN", "log a"), ("TAN", "tan a"), ("TANH", "tanh a"),
                       ("ABS", "abs a")):
    affine("FR_" + name, False, f"(a : real) = {function}", PAIR, "{1}", {"y1": "a"})
affine("FR_POW", False, "(a : real) = a^3", PAIR, "{1}, 0 for r = 0", {"y1": "a", "3y1^2": "r a^(r-1)"})
for reverse, prefix in ((False, "FR_"), (True, "FR_ADJ_")):
    star = "a" if reverse else ""
    affine(prefix + "CONST", reverse, "(a : real) = 3", "let (y1, d1) = (@, @) in (y1, d1)", "({}, {})", {"K3": "w"})
    affine(prefix + "LINEAR", reverse, "(a : real * real) = fst a", PAIR, "({}, {})" + ("" if reverse else " for a linear function h"),
           {"π1y1": "h x", "π1": "h", "ι1": "h*"})
    affine(prefix + "PRIM", reverse, "(a : real) = sin a", PAIR, "({}, {}) for a primitive p", {"siny1": "p x", "cosy1": "p'x"})
    affine(prefix + "COMP", reverse, "(a : real) = cos (sin a)",
           "let (y2, d2) = (sin y1, (cos y1 ·)) in let d3 = @ in let (y4, d4) = (@) in let d5 = @ in (@)",
           ("let (fx,f'xa) = f^[1r] x; (gfx,g'fxa) = g^[1r] fx in (gfx, {2})" if reverse else
            "let (fx,f'x) = f^[1] x; (gfx,g'fx) = g^[1] fx in (gfx, {2})"),
           {"d3": "f'x" + star, "d4": "g'fx" + star})
    affine(prefix + "BILINEAR", reverse, "(a : real) (b : real) = a * b",
           "let (u6, v6) = y4 in let (y6, d6) = (@, @) in let d7",
           "let (u,v) = x in ({}, {})",
           {"|_|((1⊗)u6∗(1⊗)v6)": "u <> v", "|_|•((1⊗)u6∗)•(1⊗)": "(u<>)", "|_|•(∗(1⊗)v6)•(1⊗)": "(<>v)",
            "|_|•(((1⊗)u6)ᵀ∗)•(1⊗)": "(u<>)*", "|_|•(∗((1⊗)v6)ᵀ)•(1⊗)": "(<>v)*"})
    affine(prefix + "PARALLEL", reverse, "(x : real^2) = map (y. sin y) x",
           "let (y8, d8) = unzip (map (λx8. @ in (y10, d11)) y6) in let d12 = @ in let d13",
           "let (w,d) = unzip ((Pi f_y^[1%s]) x) in (w, {1})" % ("r" if reverse else ""), {"d8": "d"})

# ------------------------------------------------------------- dual numbers --
# What stands beside a number is snd of it; op is the product of x5 and x6, and so on.

def dual(rule, engine, program, around, form, names):
    row(rule, "dual-" + engine, program, around, form, names, lambda text: text.replace(":real", ""), None, False)


PRODUCT = "(a : real) (b : real) = a * b"

dual("DN_CONSTANT", "naive-reverse", "(a : real) = 3", "let x3 = @ in let x4 = x3 in x4", "{}, with IDs ((r, (i, \\_z. 0)), i + 1)",
     {"3": "r", "zero": "0"})
dual("DN_CONSTANT", "staged-reverse", "(a : real) = 3", "let x6 = @ in let x7", "(r, \\_z. 0), with IDs {}",
     {"3": "r", "zero": "0", "x5": "i", "+(x5,1)": "i+1"})
dual("DN_FORWARD", "forward", PRODUCT, "let x6 = x3 in (*(fst(x5), fst(x6)), @) in let x6 = x5 in x6",
     "op(x1..xn) with the tangent {}",
     {"plus(d1*(fst(x5),fst(x6),snd(x5)),d2*(fst(x5),fst(x6),snd(x6)))": "d_1 op(x1..xn)(dx1) + .."})
dual("DN_NAIVE", "naive-reverse", PRODUCT, "let x6 = x3 in (*(fst(x5), fst(x6)), @) in let x6 = x5 in x6", "op(x1..xn) with {}",
     {"plus(lapp(snd(x5),d1*(fst(x5),fst(x6),z)),lapp(snd(x6),d2*(fst(x5),fst(x6),z)))": "d1 (d_1 op(x1..xn)(z)) + .."})
dual("DN_STAGED", "staged-reverse", PRODUCT, "let x13 = snd(x11) in ((*(fst(x9), fst(x12)), (x13, @)), +(@, 1)) in let x9",
     "op(x1..xn) with the ID i and {}, and {} + 1",
     {"plus(SCall(snd(x9),d1*(fst(x9),fst(x12),z)),SCall(snd(x12),d2*(fst(x9),fst(x12),z)))":
      "SCall d1 (d_1 op(x1..xn)(z)) + ..", "x13": "i"})
dual("DN_CONTRIB", "contrib-reverse", PRODUCT,
     "let x12 = snd(x10) in ((*(fst(x8), fst(x11)), (x12, plus(@, entry(snd(x11), d2*(fst(x8), fst(x11), 1))))), +(@, 1)) in let x8",
     "op(x1..xn) with the ID i and [{}, ..], and {} + 1", {"entry(snd(x8),d1*(fst(x8),fst(x11),1))": "(i1, c1, d_1 op(x1..xn)(1))", "x12": "i"})
dual("DN_INTERLEAVE_STAGED", "staged-reverse", "(a : real) = 3", "let x1 = 0 in let x2 = \\_z : real. SCotan(z) in let x3 = @ in let x4",
     "\\i. {}, d = SCotan at first", {"x0": "x", "x1": "i", "x2": "d", "+(x1,1)": "i+1"})
dual("DN_INTERLEAVE_CAYLEY", "cayley-reverse", "(a : real) = 3", "in let x3 = @ in let x4", "\\i. {}",
     {"x0": "x", "x1": "i", "lapp(x2,adder(z))": "d (\\a. z + a)", "+(x1,1)": "i+1"})
dual("DN_INTERLEAVE_CONTRIB", "contrib-reverse", "(a : real) = 3", "in let x2 = @ in let x3", "\\i. {}",
     {"x0": "x", "x1": "i", "zero": "[]", "+(x1,1)": "i+1"})
dual("DN_INTERLEAVE_ONEHOT", "arrays-reverse", "(a : real) = 3", "let x1 = 0 in let x2 = @ in let x3", "\\i. {}",
     {"x0": "x", "x1": "i", "SOneHot(x1,z)": "SOneHot i z", "+(x1,1)": "i+1"})
dual("DN_DEINTERLEAVE", "staged-reverse", "(a : real) = 3", "let x8 = snd(x6) in let x9 = @ in (fst(x9)",
     "(x, d); with IDs (x, (i, f)) gives {}", {"fst(x7)": "x", "SCall(snd(x7),z)": "SCall (i, f) z"})
dual("DN_LET", "naive-reverse", "(a : real) = let y = a in y", "let x2 = (x0, x1) in let x3 = let @ = @ in @ in let x4 = x3 in x4",
     "let {} = {} in {}", {"x3": "x"})
ROWS[-1].in_order = ({"x3": "x"}, {"x2": "D[t]"}, {"x3": "D[s]"})
dual("DN_PAIR", "naive-reverse", "(a : real) = (a, a)", "let x3 = let x3 = x2 in let x4 = x2 in @ in let x4", "{}, left to right",
     {"x3": "D[t]", "x4": "D[s]"})
dual("DN_PROJECT", "naive-reverse", "(a : real * real) = fst a", "in let x3 = let x3 = x2 in @ in let x4", "{}, D[snd t] = snd D[t]", {"fst(x3)": "fst D[t]"})

# The adjoint calculus, on the linear functions that stand in programs.
DUP = "let (y1, d1) = ((red_{(1,1),(1,2)} • ι1) x, (@)) in"
affine("FRA_ID", True, "(a : real) = sin a", "let (y1, d1) = (id x, @) in let (y2", "{}", {})
affine("FRA_PROJ", True, "(a : real * real) = fst a", PAIR, "{1}", {"ι1": "iota_x"})
affine("FRA_COMP", True, "(a : real) (b : real) = a * b", DUP + " let (y2", "{}", {"π1": "f*", "red_{(1,1),(2,1)}": "g*"})
affine("FRA_RED", True, "(a : real) (b : real) = a * b", "let (y1, d1) = ((red_{(1,1),(1,2)} • ι1) x, (π1 • @)) in let (y2", "{}",
       {"red_{(1,1),(2,1)}": "red_(R^t)"})
affine("FRA_INJ", True, "(a : real) (b : real) = a * b", "let (y1, d1) = ((red_{(1,1),(1,2)} • ι1) x, (@ • red_{(1,1),(2,1)})) in let (y2",
       "{}", {"π1": "pi_x"})
affine("FRA_UNITARY", True, "(x : real^2) = map (y. sin y) x", "let (y6, d6) = (zip y4, @) in let d7", "{} for a unitary operator U",
       {"unzip": "U^-1"})
