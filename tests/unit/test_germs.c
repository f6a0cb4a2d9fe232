/* Truth at one point, ties included: what is the derivative, what has none, and what is not certified. */
#include "semantics/text/text.h"
#include "verify/truth/cone.h"
#include "verify/truth/germ.h"

#include "build.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_INPUTS 8u

/* The point x, the direction v, the program in x1, x2, ..., and what is to be said: a verdict (its first letters
 * below, of what is open also why), or "=" and the value and derivatives along v, of which ? is any number and the last
 * the highest order. */
typedef struct Case {
  const char *x, *v, *program, *expected;
} Case;

static const char *const verdicts[] = {"certified",  "not differentiable", "jumps",
                                       "not inside", "undefined",          "not certified"};

static const Case one_input[] = {
    /* what conventions get wrong */
    {"0", "1", "max (max x1 0) 0 - max x1 0", "= 0 0"},
    {"0", "1", "abs x1 * sign x1", "= 0 1"},
    {"0", "2", "max x1 (max (2*x1) (3*x1)) + min x1 (min (2*x1) (3*x1))", "= 0 8"},
    {"0", "1", "abs x1 * abs x1", "= 0 0 2"},
    {"0", "1", "abs x1 * abs x1 * abs x1", "= 0 0 0"},
    {"0", "1", "abs x1 * abs x1 * abs x1 * sign x1", "= 0 0 0 6"},
    {"0", "1", "max x1 0 - max (-x1) 0", "= 0 1 0"},
    {"0", "1", "max x1 0 + min x1 0", "= 0 1 0 0"},
    {"0", "1", "abs (abs x1) - abs x1", "= 0 0 0"},
    {"0", "1", "sign x1 * x1 - abs x1", "= 0 0"},
    {"0", "1", "abs x1 - sqrt (x1*x1)", "= 0 0 0"},
    {"0", "1", "(x1*x1)^(1/2) - abs x1", "= 0 0 0"},
    {"0", "1", "abs (x1^3)", "= 0 0 0"},
    {"0", "1", "max x1 (x1 + x1*x1)", "= 0 1"},
    {"0", "1", "max (sin x1) (tanh x1)", "= 0 1"},
    {"0", "1", "max (exp x1 - 1) x1", "= 0 1 1"},
    {"0", "1", "max (x1*x1) 0", "= 0 0 2 0"},
    {"1/3", "1", "abs (3*x1 - 1) * (3*x1 - 1)", "= 0 0"},
    {"1/3", "1", "abs (x1 - 1/3) * sign (x1 - 1/3)", "= 0 1"},
    /* joins */
    {"0", "1", "max x1 0 + log (1 + exp (-abs x1))", "= ? 1/2 1/4"},
    {"1", "1", "if abs x1 < 1 then x1*x1/2 else abs x1 - 1/2", "= 1/2 1"},
    {"-1", "1", "if abs x1 < 1 then x1*x1/2 else abs x1 - 1/2", "= 1/2 -1"},
    {"1", "1", "if abs x1 <= 1 then x1*x1/2 else abs x1 - 1/2", "= 1/2 1"},
    {"0", "1", "if x1 < 0 then exp x1 - 1 else x1", "= 0 1"},
    {"0", "1", "if x1 < 0 then sin x1 else x1", "= 0 1 0"},
    {"0", "1", "if x1 < 0 then sin x1 else x1 - x1^3/6", "= 0 1 0 -1 0"},
    {"22/7", "1", "if 7*x1 == 22 then 22 else 7*x1", "= 22 7 0"},
    {"22/7", "1", "if 7*x1 == 22 then 7*x1/22 else 1", "= 1 0 0"},
    {"0", "1", "if x1 == 0 then 0 else x1", "= 0 1"},
    {"0", "1", "if x1 == 0 then 1 else sin x1 / x1", "= 1 0 -1/3 0 1/5"},
    {"0", "1", "if x1 == 0 then 1 else (exp x1 - 1) / x1", "= 1 1/2 1/3"},
    {"0", "1", "if x1 == 0 then 1/2 else (1 - cos x1) / (x1*x1)", "= 1/2 0 -1/12"},
    {"0", "1", "if x1 == 0 then 1 else log (1 + x1) / x1", "= 1 -1/2"},
    /* the last term of a series that there is room for */
    {"0", "1", "if x1 == 0 then 1/2 else ((x1^4*(1 + x1))^(1/2) - x1*x1) / x1^3", "= 1/2 -1/8"},
    {"0", "1", "if x1 == 0 then -5/128 else ((x1^4*(1 + x1))^(1/2) - x1*x1 - x1^3/2 + x1^4/8 - x1^5/16) / x1^6",
     "= -5/128 7/256"},
    {"1", "1", "if x1 == 1 then 2 else (x1*x1 - 1) / (x1 - 1)", "= 2 1 0"},
    {"0", "1", "if x1 == 0 then 2 else abs x1 / abs x1 + 1", "= 2 0"},
    {"0", "1", "x1 * sqrt (abs x1)", "= 0 0"},
    {"8", "1", "abs (x1 - 8) * (x1 - 8) + x1^(1/3)", "= 2 1/12"},
    {"4", "1", "abs (x1 - 4) * (x1 - 4) + x1^(1/2)", "= 2 1/4"},
    {"4", "1", "abs (x1 - 4) * (x1 - 4) + x1^(-1/2)", "= 1/2 -1/16"},
    {"0", "1", "sqrt (abs x1) * sqrt (abs x1) * x1", "= 0 0"},
    {"0", "1", "(x1*x1)^(3/4)", "= 0 0"},
    {"0", "1", "(abs x1)^(7/3)", "= 0 0 0"},
    {"-1", "1", "sqrt (max x1 0)", "= 0 0 0"},
    {"-1", "1", "(max x1 0)^(3/2)", "= 0 0 0"},
    {"0", "1", "(max x1 0)^(3/2)", "= 0 0"},
    {"0", "1", "sqrt (1 + abs x1 * x1)", "= 1 0"},
    {"0", "1", "if sqrt (x1*x1) == x1 then x1 else x1 + x1*x1", "= 0 1"},
    {"5", "1", "if sqrt (x1*x1) == x1 then x1 else 2*x1", "= 5 1"},
    {"0", "1", "if sqrt 4 == 2 then x1 else 5", "= 0 1"},
    {"0", "1", "if sqrt 2 * sqrt 2 == 2 then x1 else 5", "= 0 1"},
    {"0", "1", "if log (exp 2) == 2 then x1 else 5", "= 0 1"},
    {"0", "1", "if sin 1 * sin 1 + cos 1 * cos 1 == 1 then x1 else 5", "= 0 1"},
    {"0", "1", "if exp x1 < 0 then 7 else x1", "= 0 1"},
    {"0", "1", "if x1*x1 < 0 then 7 else x1", "= 0 1"},
    {"0", "1", "if x1*x1 <= 0 then 0 else x1", "= 0 1"},
    {"0", "1", "if x1 - x1 == 0 then x1 else 5", "= 0 1"},
    {"0", "1", "abs (x1 - x1)", "= 0 0 0"},
    {"0", "1", "if (x1 + 1)*(x1 + 1) == x1*x1 + 2*x1 + 1 then x1 else 5", "= 0 1"},
    {"0", "1", "if 5 * sign x1 < 3 then x1 else x1 + x1*x1", "= 0 1"},
    {"0", "1", "if x1 < 0 then x1*x1 else -x1*x1", "= 0 0"},
    {"0", "3", "tanh (abs x1) * abs x1", "= 0 0 18"},
    {"0", "1", "sigmoid (abs x1) + sigmoid (-abs x1)", "= 1 0 0"},
    {"0", "1", "1 / (1 + abs x1 * x1)", "= 1 0"},
    {"0", "1", "if x1 < 0 then 0 else x1^4", "= 0 0 0 0"},
    {"0", "1", "cos (abs x1)", "= 1 0 -1 0 1"},
    {"1/3", "1", "if exp (2*x1) == exp x1 * exp x1 then x1 else 1", "= 1/3 1 0"},
    {"0", "1", "abs (sin (2*x1) - 2 * sin x1 * cos x1) + x1", "= 0 1"},
    {"1", "1", "if log (x1*x1) == 2 * log x1 then x1 else 7", "= 1 1"},
    /* the library of functions: series, at 0 and elsewhere, and steps */
    {"0", "1", "if x1 == 0 then 1 else asin x1 / x1", "= 1 0 1/3 0 9/5"},
    {"3/5", "1", "if 5*x1 == 3 then 5/4 else (asin x1 - asin (3/5)) / (x1 - 3/5)", "= 5/4 75/128 5375/3072"},
    {"0", "1", "if x1 == 0 then -1 else (acos x1 - 2 * atan 1) / x1", "= -1 0 -1/3"},
    {"0", "1", "if x1 == 0 then 1 else atan x1 / x1", "= 1 0 -2/3 0 24/5"},
    {"1", "1", "if x1 == 1 then 1/2 else (atan x1 - atan 1) / (x1 - 1)", "= 1/2 -1/4 1/6"},
    {"0", "1", "if x1 == 0 then 1 else erf x1 / x1 * sqrt (atan 1)", "= 1 0 -2/3 0 12/5"},
    {"1", "1", "if x1 == 1 then 1 else (erf x1 - erf 1) / (x1 - 1) * sqrt (atan 1) * exp 1", "= 1 -1 2/3"},
    {"0", "1", "if x1 == 0 then -1 else (erfc x1 - 1) / x1 * sqrt (atan 1)", "= -1 0 2/3"},
    {"0", "1", "if x1 == 0 then 1 else (normcdf x1 - 1/2) / x1 * sqrt 8 * sqrt (atan 1)", "= 1 0 -1/3"},
    {"0", "1", "max (erf x1) (-(erf x1)) * erf x1", "= 0 0"},
    {"4", "1", "max (fmod x1 2) (x1 - 2)", "= 2 1"},
    {"-4", "1", "min (fmod x1 2) (x1 + 2)", "= -2 1"},
    {"1", "1", "(abs (remainder x1 2) - 1) * (x1 - 1)", "= 0 0"},
    {"1", "1", "remainder 2 4 * x1 + abs (x1 - 1) * (x1 - 1)", "= 2 2"},
    {"1", "1", "remainder 6 4 * x1 + abs (x1 - 1) * (x1 - 1)", "= -2 -2"},
    {"1", "1", "remainder (-2) 4 * x1 + abs (x1 - 1) * (x1 - 1)", "= -2 -2"},
    {"1", "1", "remainder (-6) 4 * x1 + abs (x1 - 1) * (x1 - 1)", "= 2 2"},
    {"1", "1", "if x1 == 1 then remainder x1 2 else 1", "= 1 0"},
    {"1", "1", "if x1 == 1 then remainder x1 2 else -1", "j"},
    {"1", "1", "floor x1 * (x1 - 1)^2", "= 0 0"},
    {"3", "1", "abs (x1 - 3) * (ceil (x1 - 1/2) - 3)", "= 0 0 0"},
    {"0", "1", "abs x1 * trunc x1", "= 0 0 0"},
    {"1/2", "1", "round x1 * (2*x1 - 1)^2", "= 0 0"},
    {"1", "1", "copysign (x1 - 1) x1 * (x1 - 1)", "= 0 0"},
    {"-1", "1", "copysign (x1 + 1) x1 * (x1 + 1)", "= 0 0"},
    {"0", "1", "cbrt x1 * abs x1", "= 0 0"},
    {"0", "1", "cbrt (x1^3)", "= 0 1 0"},
    {"8", "1", "abs (x1 - 8) * (x1 - 8) + cbrt x1", "= 2 1/12"},
    {"-8", "1", "abs (x1 + 8) * (x1 + 8) + cbrt x1", "= -2 1/12"},
    {"0", "1", "atan2 (x1*x1) (-1) - 4 * atan 1", "= 0 0 -2"},
    {"0", "1", "atan2 (abs x1 * x1) 1", "= 0 0"},
    {"0", "1", "atan2 1 (abs x1 * x1) - 2 * atan 1", "= 0 0"},
    {"0", "1", "atan2 (-1) (abs x1 * x1) + 2 * atan 1", "= 0 0"},
    {"1", "1", "atan2 (max x1 1) (x1 - x1) - 2 * atan 1", "= 0 0"},
    {"1/2", "1", "abs (x1 - 1/2) + erf x1", "n"},
    {"0", "1", "max (atan x1) (2 * asin x1)", "n"},
    {"-1", "1", "abs (x1 + 1) * (trunc x1 + 1)", "n"},
    {"-1/2", "1", "(round x1 + 1) * (2*x1 + 1)", "n"},
    {"3", "1", "abs (x1 - 3) * ceil (x1 - 1/2)", "n"},
    {"1", "1", "copysign (x1 - 1) x1", "n"},
    {"1", "1", "abs (remainder x1 2)", "n"},
    {"0", "1", "cbrt x1", "n"},
    {"0", "1", "2: atan (cbrt x1 + 1 / (atan 2 - 3 * atan 1)) * x1 * x1", "o"},
    {"0", "1", "atan2 (abs x1) (-1)", "n"},
    {"0", "1", "ceil x1", "j"},
    {"2", "1", "fmod x1 2", "j"},
    {"0", "1", "atan2 x1 (-1)", "j"},
    {"0", "1", "copysign x1 x1 * x1", "u"},
    {"2", "1", "asin (abs (x1 - 2) + 2)", "u"},
    /* none */
    {"0", "1", "abs x1", "n"},
    {"0", "1", "max x1 0", "n"},
    {"0", "1", "min x1 (2*x1)", "n"},
    {"0", "1", "sqrt (x1*x1)", "n"},
    {"0", "1", "(x1*x1)^(1/2)", "n"},
    {"0", "1", "sqrt (abs x1)", "n"},
    {"0", "1", "sqrt (max x1 0)", "n"},
    {"0", "1", "(abs x1)^(1/3)", "n"},
    {"1/3", "1", "if x1 < 1/3 then x1 else 3*x1 - 2/3", "n"},
    {"0", "1", "max (exp x1) (1 - x1)", "n"},
    {"0", "1", "abs (sin x1)", "n"},
    {"0", "1", "abs (exp x1 - 1)", "n"},
    {"0", "1", "if x1 <= 0 then 0 else x1", "n"},
    {"0", "1", "sign x1 * sign x1", "j"},
    {"0", "1", "sign x1", "j"},
    {"0", "1", "if x1 == 0 then 5 else x1", "j"},
    {"0", "1", "if x1 < 0 then 0 else 1", "j"},
    {"13", "1", "if x1 == 13 then 5 else 1", "j"},
    {"0", "1", "if x1 == 0 then 0 else 1 / x1", "j"},
    {"0", "1", "if x1 == 0 then 0 else sin x1 / x1", "j"},
    {"0", "1", "if x1*x1 <= 0 then 1 else x1", "j"},
    {"0", "1", "sign (x1*x1)", "j"},
    /* edges */
    {"0", "1", "sqrt x1", "i"},
    {"0", "1", "x1^(3/2)", "i"},
    {"0", "1", "sqrt (-(x1*x1))", "i"},
    {"0", "1", "x1 * sqrt x1", "i"},
    {"0", "1", "if x1 == 0 then 0 else log x1", "i"},
    {"1", "1", "sqrt (1 - x1*x1)", "i"},
    {"0", "1", "if x1 <= 0 then x1 else log (-x1)", "i"},
    {"0", "1", "log x1", "u"},
    {"0", "1", "1 / x1", "u"},
    {"0", "1", "x1 / x1", "u"},
    {"-1", "1", "sqrt x1", "u"},
    {"0", "1", "exp (log x1)", "u"},
    {"1/3", "1", "log (sin x1 * sin x1 + cos x1 * cos x1 - 1)", "u"},
    /* no such order */
    {"0", "1", "2: abs x1 * x1", "n"},
    {"0", "1", "2: x1 * sqrt (abs x1)", "n"},
    {"0", "1", "3: if x1 < 0 then 0 else x1*x1*x1", "n"},
    {"1", "1", "2: if abs x1 < 1 then x1*x1/2 else abs x1 - 1/2", "n"},
    {"0", "1", "2: if x1 < 0 then exp x1 - 1 else x1", "n"},
    {"0", "1", "2: (abs x1)^(3/2)", "n"},
    /* not decided here */
    {"1/3", "1", "if exp (exp x1) * exp (exp x1) == exp (2 * exp x1) then x1 else 1", "o"},
    {"0", "1", "x1 * x1 * log (x1*x1 + abs x1)", "u"},
};

static const Case many_inputs[] = {
    {"0 0", "1 1", "max (max x1 0) 0 - max x1 0 + x2", "= 0 1"},
    {"0 0", "1 2", "abs x1 * sign x1 + abs x2 * sign x2", "= 0 3"},
    {"0 0", "1 2", "max x1 x2 + min x1 x2", "= 0 3 0"},
    {"0 0", "1 1", "if x1 == x2 then x1 else x2", "= 0 1"},
    {"1 1", "1 3", "if x1 == x2 then x1*x1 else x1*x2", "= 1 4"},
    {"0 0", "1 2", "if x1 + x2 == 0 then 1 else sin (x1+x2) / (x1+x2)", "= 1 0 -3"},
    {"0 0", "1 0", "if 2*x1 - x2 == 0 then 1 else (exp (2*x1 - x2) - 1) / (2*x1 - x2)", "= 1 1"},
    {"0 0", "1 1", "x1 * sqrt (abs x2)", "= 0 0"},
    {"0 0", "1 1", "sqrt (x1*x1*x2*x2)", "= 0 0"},
    {"0 0", "1 1", "sqrt ((x1*x1+x2*x2)*(x1*x1+x2*x2))", "= 0 0"},
    {"0 0", "1 1", "if x1*x1 + x2*x2 < 0 then 7 else x1", "= 0 1 0"},
    {"0 0", "1 1", "if x1*x1 + x2*x2 <= 0 then 0 else x1", "= 0 1"},
    {"0 0", "1 1", "if x1*x1 + x1*x2 + x2*x2 == 0 then 0 else x2", "= 0 1"},
    {"0 0 0", "1 2 3", "if x1 < x2 then (if x2 < x3 then (if x3 < x1 then 77 else x1) else x1) else x1", "= 0 1 0"},
    {"1 1", "1 0", "max (x1*x2) x1 - max (x2*x1 - x1) 0", "= 1 1"},
    {"0 0", "1 1", "log (exp x1 + exp x2) + max (abs x1) (abs x2) - max (abs x2) (abs x1)", "= ? 1"},
    {"0 0", "1 1", "(abs (x1+x2) + abs (x1-x2))/2 - max (abs x1) (abs x2)", "= 0 0 0"},
    {"0 0", "1 1", "max x1 0 * max x1 0 + max x2 0 * max x2 0", "= 0 0"},
    {"0 0", "1 2", "(max x1 0)^3 + (max x2 0)^3", "= 0 0 0"},
    {"0 0", "1 1", "(max (x2 - x1*x1) 0)^3", "= 0 0 0"},
    {"0 0", "1 1", "abs (x2 - x1*x1) * (x2 - x1*x1)^2", "= 0 0 0"},
    {"0 0", "1 1", "if x2 == x1*x1 then 0 else x2*x2 - 2*x1*x1*x2 + x1^4", "= 0 0 2"},
    {"0 0", "1 1", "if x2 == x1*x1 then x1*x1*x1 else x1*x2", "= 0 0 2"},
    {"0 0", "1 1", "if x1 < 0 then x2 else x2 + x1*x1", "= 0 1"},
    {"0 0", "1 1", "if x1 < 0 then x2 else x2 + x1^4", "= 0 1 0 0"},
    {"0 0", "1 1", "if tanh x1 < 0 then (if 0 < sin x1 then 10 else x2) else x2 + x1*x1", "= 0 1"},
    {"0 0", "1 1", "if x1 < 0 then (if x1*x2 > 0 then (if x2 > 0 then 9 else x1) else x1) else x1", "= 0 1"},
    {"1 1", "1 0", "max x1 x2 + log (1 + exp (-abs (x1 - x2)))", "= ? 1/2 1/4"},
    {"0 0", "2 1", "x2 * (max x1 0 + log (1 + exp (-abs x1)))", "= 0 ? ?"},
    {"0 5", "1 1", "abs x1 * x1 * x2", "= 0 0"},
    {"0 0", "1 1", "abs (x1*x2)", "= 0 0"},
    {"0 0", "1 0", "sign x1 * sign x1 * x1", "= 0 1"},
    {"1/3 1/3", "1 1", "if 3*x1 == 1 then x1 else (if x1 < x2 then x1 else x1)", "= 1/3 1"},
    {"0 0", "1 1", "if x2 < x1*x1 then x1 else x1 + (x2 - x1*x1)*(x2 - x1*x1)", "= 0 1"},
    {"0 -1", "1 1", "x1 + sqrt (max x2 0)", "= 0 1 0"},
    /* 12 units whose tests meet at the point */
    {"0 0", "1 1",
     "(max (x1+2*x2) 0)^2 + (max (3*x1-x2) 0)^2 + (max x1 0)^2 + (max x2 0)^2 + (max (x1-x2) 0)^2 + (max (x1+x2) 0)^2 "
     "+ "
     "(max (5*x1+2*x2) 0)^2 + (max (x1-7*x2) 0)^2 + (max (2*x1-3*x2) 0)^2 + (max (4*x1+7*x2) 0)^2 + "
     "(max (x1+9*x2) 0)^2 + (max (3*x1-5*x2) 0)^2",
     "= 0 0"},
    {"0 0", "1 1", "if (x1 - x2)*(x1 - x2) < 0 then 7 else x2", "= 0 1"},
    /* tests that hold together at the point alone, which no linear form tells */
    {"0 0", "1 1", "if x2 == x1*x1 then (if x2 + x1*x1 == 0 then 0 else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x1*x1 + x2*x2 <= 0 then (if x2 > 0 then 5 else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x1 == 0 then (if x2 == 0 then (if x1 + x2*x2 > 0 then 5 else x1) else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x2*x2 == x1*x1*x1 then (if x2 == x1*x1 then x2 else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x2 < 2*x1*x1 then x1 else (if x2 + x1*x1 <= 0 then x2 else x1)", "= 0 1"},
    {"0 0", "1 1", "if x2 < x1*x1 then (if x2 < x1*x1 then x1 else 5) else x1", "= 0 1"},
    {"0 0", "1 1", "if x2 < x1*x1 then (if x1 < x2*x2 then (if x2 < x1*x1 then x1 else 5) else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x1 < 0 then (if x1 / (x2 - 2) < 0 then 5 else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "if x1 < 0 then (if (x1 + x1*x2) / (x2 - x1*x1 - 2)^3 < 0 then 5 else x1) else x1", "= 0 1"},
    {"0 0", "1 1", "1: (x1*x1)^(1/4) - sqrt (abs x1) + x2",
     "o no combination of outcomes has a Taylor polynomial that is found"},
    {"0 0", "1 1", "if x2 == x1*x1 then (if x2 + x1*x1 == 0 then 5 else x1) else x1", "j"},
    {"0 0", "1 1", "abs x1 + x2", "n"},
    {"0 0", "1 0", "if x1*x1 - 2*x2*x2 <= 0 then 0 else x1", "n"},
    {"0 0", "1 1", "if x1 == x2 then x1 else 2*x2", "n"},
    {"0 0", "1 1", "max x1 x2", "n"},
    {"0 0", "0 1", "abs x1 + x2", "n"},
    {"0 0", "1 1", "sqrt (x1*x1 + x2*x2)", "n"},
    {"1/3 0", "1 0", "sqrt ((x1 - 1/3)*(x1 - 1/3) + x2*x2)", "n"},
    {"0 0", "1 0", "if (x2 - x1*x1)*(x2 - 2*x1*x1) < 0 then x1 else 0", "n"},
    {"0 0", "1 0", "if x2 < x1*x1 then x1 else x1 + x2 - x1*x1", "n"},
    {"0 0", "1 0", "if x2 == 3*x1*x1 then x1 else 0", "n"},
    {"0 0", "1 1", "if x1*x1 + x2*x2 == 0 then 0 else x1*x1*x1/(x1*x1+x2*x2)", "n"},
    {"0 0", "1 1", "if x1*x1 + x2*x2 == 0 then 0 else x1*x2/(x1*x1+x2*x2)", "j"},
    {"0 0", "1 1", "max (x1+2*x2) 0 + max (3*x1-x2) 0 + max x1 0", "n"},
    /* in narrow cones, and on a ray, which no axis hits */
    {"0 0", "1 1", "if x2 > 10*x1 then (if 10*x2 < 101*x1 then x1 else 0) else 0", "n"},
    {"0 0", "1 1", "if x2 > 10*x1 then (if 10*x2 < 101*x1 then 1 else 0) else 0", "j"},
    {"0 0", "1 1", "if x2 == 10*x1 then (if x1 < 0 then 0 else x1) else 0", "n"},
    {"0 0 0", "1 1 1", "if x2*x2 + x3*x3 == 0 then abs x1 else 0", "n"},
    {"0 0 0", "1 1 1", "if x2 == 10*x1 then (if x3 == 7*x1 then abs x1 else 0) else 0", "n"},
    {"0 0 0", "1 1 1",
     "if x2 > 10*x1 then (if 10*x2 < 101*x1 then (if x3 > 20*x1 then (if x3 < 21*x1 then x1 else 0) else 0) else 0) "
     "else 0",
     "n"},
    {"0 0", "1 1", "if x2 > 10*x1 then (if 10*x2 < 101*x1 then log (-1) else 0) else 0", "i"},
    {"0 0", "1 1", "if x1 == x2 then 5 else x2", "j"},
    {"0 0", "1 0", "if x1*x1 == x2 then (if x2 == 0 then 0 else 1) else 0", "j"},
    {"0 0", "1 1", "sign (x1*x1 + x2*x2)", "j"},
    {"0 0", "1 1", "sqrt (x1 + x2)", "i"},
    {"0 0", "1 1", "sqrt (x1*x1 - x2*x2)", "i"},
    {"0 0", "1 1", "x1 / x2", "u"},
    {"0 0", "1 0", "2: if x2 < 0 then 0 else x1*x1*x1", "p"},
    {"0 0", "1 1", "2: if x1 < 0 then 0 else x1*x2*x2", "p"},
    {"0 0", "1 1", "(x1 * abs x2, imin 5 (if x2 < 0 then 2 else 2))", "= 0 0"},
    /* a quotient is known to fewer terms than what it is of: to the last of them, and no further */
    {"0 0", "1 0", "if x1 + x2 == 0 then 1 else (exp (x1+x2) - 1)^14 / (x1+x2)^14", "= 1 7"},
    {"0 0", "1 0", "if x1 + x2 == 0 then 1 else (exp (x1+x2) - 1)^15 / (x1+x2)^15", "o"},
    {"0 0", "1 0", "2: if x1 + x2 == 0 then 1 else (exp (x1+x2) - 1)^13 / (x1+x2)^13", "p"},
    {"0 0", "1 0", "2: if x1 + x2 == 0 then 1 else (exp (x1+x2) - 1)^14 / (x1+x2)^14", "o"},
    /* with a gradient and second derivatives, which no line refutes */
    {"0 0", "1 1", "2: x1 + 3*x2 + x1*x2 - 2*x2*x2 + (if x2 < 0 then 0 else x1*x1*x1)", "p"},
    {"1 2", "1 0", "2: x1*x1*x2 + (if x2 < 2 then 0 else (x1 - 1)^3)", "p"},
    {"0 0 0", "1 2 3", "2: x1 + x3*x2 - x1*x3 + x2*x2 + (if x2 < 0 then 0 else x1*x1*x1)", "p"},
    {"0 0", "1 1", "(x1*x1)^(1/4) - sqrt (abs x1) + x2 + 2*x1", "o"},
    {"0 0", "1 1", "2: (x1*x1)^(1/4) - sqrt (abs x1) + x2 + 2*x1 + x1*x2 - x2*x2 + x1*x1", "o"},
    {"0 0 0", "1 1 1", "2: (x1*x1)^(1/4) - sqrt (abs x1) + x2 - 3*x3 + x1*x2 - x2*x3 + 2*x3*x3", "o"},
    {"0 0", "1 1", "2: if x1 < 0 then 0 else x2*x2*tanh x1", "p"},
    {"0 0", "1 1", "2: max x1 0 * max x1 0 + max x2 0 * max x2 0", "n"},
    {"0 0", "1 1", "2: if x1 < 0 then x2 else x2 + x1*x1", "n"},
    {"0 0", "1 1", "2: abs (x1*x2)", "n"},
};

/* What is said of one output of several: which it is, the order of the derivative that it has not, and why. */
static const struct {
  const char *x, *v, *program, *why;
  uint32_t order, output, missing;
  GermVerdict verdict;
  bool jump;
} refuted[] = {
    {"0 0", "1 1", "(x1 + x2, abs x1)", "slopes along lines are not linear in the direction", 1, 1, 1,
     GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 1", "(abs x1, x1 + x2)", "slopes along lines are not linear in the direction", 1, 0, 1,
     GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 1", "(x1 * x2, (x1, max x1 x2))", "slopes along lines are not linear in the direction", 2, 2, 1,
     GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 1", "(x1 * x2, x2 + abs x1 * x1)", "terms along lines are not those of a Taylor polynomial", 2, 1, 2,
     GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 1", "(x1, if x1*x1 + x2*x2 == 0 then 0 else x1*x1*x1*x1/(x1*x1+x2*x2))",
     "terms along lines are not those of a Taylor polynomial", 2, 1, 2, GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 1", "(x1, sign x2)", "the value jumps along a curve", 1, 1, 1, GERM_NOT_DIFFERENTIABLE, true},
    {"1 2", "0 1", "(x1, if x1 == 1 then x2 else 3)", "the value jumps along a curve", 2, 1, 1, GERM_NOT_DIFFERENTIABLE,
     true},
    /* that it is undefined beside the point says more than that it jumps, or has a kink */
    {"0 0", "1 1", "(x1, if x1 < 0 then 1 else sqrt x2)", "undefined along a curve from it", 1, 0, 0, GERM_EDGE, false},
    {"0 0", "1 1", "(x1, abs x1 + (if x1 <= 2*x2 then 0 else log (2*x2 - x1)))", "undefined along a curve from it", 1,
     0, 0, GERM_EDGE, false},
    {"0 0", "1 1", "(x1, if x1 < 0 then 1 else (if x2 < 0 then log (-1) else 0))", "undefined along a curve from it", 1,
     0, 0, GERM_EDGE, false},
    {"0 0", "1 1", "(x2, imin 5 (if x1 < 0 then 0 else 1))", "the value jumps along a line", 1, 1, 1,
     GERM_NOT_DIFFERENTIABLE, true},
    {"0 0", "1 1", "(imin 5 (if x1*x1 < 0 then 0 else 1), abs x2)",
     "slopes along lines are not linear in the direction", 1, 1, 1, GERM_NOT_DIFFERENTIABLE, false},
    /* along a parabola that touches the line at the point */
    {"0 0", "1 0", "(x1, if x2 == 3*x1*x1 then (if x1 == 0 then 0 else 1) else 0)", "the value jumps along a curve", 1,
     1, 1, GERM_NOT_DIFFERENTIABLE, true},
    {"0 0 0", "1 1 1", "if x3 == x2*x2 then (if x2 == 0 then 0 else 1) else 0", "the value jumps along a curve", 1, 0,
     1, GERM_NOT_DIFFERENTIABLE, true},
    {"0 0 0", "1 1 1", "if x2 == x3*x3 then (if x3 == 0 then 0 else x3) else 0",
     "slopes along lines are not linear in the direction", 1, 0, 1, GERM_NOT_DIFFERENTIABLE, false},
    {"0 0", "1 0", "if x1 + x2 == (x1 - x2)*(x1 - x2) then (if x1 == x2 then 0 else 1) else 0",
     "the value jumps along a curve", 1, 0, 1, GERM_NOT_DIFFERENTIABLE, true},
};

static uint32_t read_numbers(const char *text, mpq_t *out) {
  char copy[64];
  uint32_t count = 0;
  (void)snprintf(copy, sizeof copy, "%s", text);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
    mpq_init(out[count]);
    assert_int_equal(mpq_set_str(out[count], word, 10), 0);
    mpq_canonicalize(out[count++]);
  }
  return count;
}

static GermVerdict verdict_of(char letter) {
  switch (letter) {
  case '=': return GERM_CERTIFIED;
  case 'n':
  case 'j': return GERM_NOT_DIFFERENTIABLE;
  case 'i': return GERM_EDGE;
  case 'u': return GERM_UNDEFINED;
  default: return GERM_UNDECIDED;
  }
}

/* One number for each order, all to many digits. */
static void expect_numbers(const Case *one, const Germ *germ) {
  char copy[128];
  int k = 0;
  (void)snprintf(copy, sizeof copy, "%s", one->expected + 2);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "), k++) {
    fmpq_t q;
    fmpq_init(q);
    arb_srcptr ball = enclosure_of(&germ->numbers, 0, (uint32_t)k);
    bool right = strcmp(word, "?") == 0 || (fmpq_set_str(q, word, 10) == 0 && arb_contains_fmpq(ball, q));
    if (!right || mag_cmp_2exp_si(arb_radref(ball), -40) > 0)
      fail_msg("%s at %s: derivative %d", one->program, one->x, k);
    fmpq_clear(q);
  }
  assert_int_equal(germ->certified, k - 1);
}

static uint32_t order_of(const Case *one) {
  uint32_t words = 0;
  if (one->program[1] == ':') return (uint32_t)(one->program[0] - '0');
  for (const char *next = one->expected; (next = strchr(next, ' ')) != NULL; next++) words++;
  return words < 2 ? 1 : words - 1;
}

/* What is said of the program at x along v. */
static Status ask(const char *text, const char *at, const char *along, uint32_t order, Germ *germ) {
  S = store_new(1u << 16);
  Truth *truth = truth_new(S);
  Certified *certified = certified_new(truth);
  mpq_t x[MOST_INPUTS], v[MOST_INPUTS];
  uint32_t count = read_numbers(at, x);
  assert_int_equal(read_numbers(along, v), count);
  TypeId context[MOST_INPUTS];
  for (uint32_t i = 0; i < count; i++) context[i] = R(1);
  TermText source = {
      .text = text, .length = strlen(text), .origin = "case", .context = context, .context_length = count};
  Program program = {.context = context, .length = count};
  TextError error;
  if (text_read_term(S, &source, &program.term, &program.type, &error) != STATUS_OK) fail_msg("%s", error.message);
  CertifiedOptions options = {.order = order, .digits = 15};
  germ_init(germ);
  Status status = truth_germ(certified, &program, (const mpq_t *)x, (const mpq_t *)v, &options, germ);
  for (uint32_t i = 0; i < count; i++) mpq_clears(x[i], v[i], NULL);
  certified_free(certified);
  truth_free(truth);
  store_free(S);
  return status;
}

static void expect(const Case *one) {
  const char *text = one->program[1] == ':' ? one->program + 2 : one->program;
  Germ germ;
  Status status = ask(text, one->x, one->v, order_of(one), &germ);
  if (status != STATUS_OK || germ.verdict != verdict_of(one->expected[0]))
    fail_msg("%s at %s: %s, %s (%s)", one->program, one->x, status_name(status), germ_verdict_name(&germ), germ.why);
  if (one->expected[0] == 'o' && one->expected[1] != '\0') assert_string_equal(germ.why, one->expected + 2);
  if (germ.verdict == GERM_CERTIFIED) expect_numbers(one, &germ);
  if (germ.verdict == GERM_NOT_DIFFERENTIABLE) assert_int_equal(germ.jump, one->expected[0] == 'j');
  if (germ.verdict == GERM_NOT_DIFFERENTIABLE) assert_int_equal(germ.missing, order_of(one));
  assert_int_equal(germ.peano, one->expected[0] == 'p');
  germ_clear(&germ);
}

static void many_inputs_refuted_and_why(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof refuted / sizeof *refuted; i++) {
    Germ germ;
    assert_int_equal(ask(refuted[i].program, refuted[i].x, refuted[i].v, refuted[i].order, &germ), STATUS_OK);
    bool as_said = germ.verdict == refuted[i].verdict && germ.output == refuted[i].output &&
                   germ.missing == refuted[i].missing && germ.jump == refuted[i].jump;
    if (!as_said || strcmp(germ.why, refuted[i].why) != 0)
      fail_msg("%s: %s, output %u, order %u: %s", refuted[i].program, germ_verdict_name(&germ), germ.output,
               germ.missing, germ.why);
    germ_clear(&germ);
  }
}

static void one_input_is_decided_by_both_sides(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof one_input / sizeof *one_input; i++) expect(&one_input[i]);
}

static void many_inputs_by_combinations_and_curves(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof many_inputs / sizeof *many_inputs; i++) expect(&many_inputs[i]);
}

/* f(x + s v) of each output, to second order. */
static void outputs_have_their_own_numbers(void **state) {
  (void)state;
  static const int expected[3][3] = {{0, 3, 0}, {0, 2, 0}, {2, 0, 4}};
  Germ germ;
  Status status = ask("(abs x1 * x1^3 + 3*x1, (x2 - abs x2 * x2^3, x1*x2 + 2))", "0 0", "1 2", 2, &germ);
  assert_int_equal(status, STATUS_OK);
  assert_int_equal(germ.verdict, GERM_CERTIFIED);
  for (uint32_t o = 0; o < 3; o++) {
    for (uint32_t k = 0; k < 3; k++) assert_true(arb_equal_si(enclosure_of(&germ.numbers, o, k), expected[o][k]));
  }
  germ_clear(&germ);
}

/* ---------------------------------------------------------------- sums -- */

static uint64_t drawn;
static int draw(int low, int high) {
  drawn = drawn * 6364136223846793005u + 1442695040888963407u;
  return low + (int)((drawn >> 33) % (uint64_t)(high - low + 1));
}

/* f(x + y) = c_0 + q . y + y' Q y + sum_i u_i(l_i(y)), with forms l_i no two of which are in proportion, so that each
 * kink is one of f. */
typedef struct Sum {
  char text[1024];
  size_t length;
  uint32_t missing;    /* the least order of a derivative that is not there; 3: there are two */
  bool jump;           /* missing the first, since it jumps */
  int value, first[2]; /* f, and the gradient */
  int second[3];       /* coefficients of y1^2, y1 y2, y2^2, doubled */
} Sum;

static void write_sum(Sum *sum, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void write_sum(Sum *sum, const char *format, ...) {
  va_list values;
  va_start(values, format);
  sum->length += (size_t)vsnprintf(sum->text + sum->length, sizeof sum->text - sum->length, format, values);
  va_end(values);
  assert_true(sum->length < sizeof sum->text);
}

static void lacks(Sum *sum, uint32_t order) {
  if (order < sum->missing) sum->missing = order;
}

/* a (l+)^p + b (l-)^p, where l+ and l- are the positive and the negative part: l > 0 sees a l^p, l < 0 b (-l)^p. */
static void add_parts(Sum *sum, int l1, int l2) {
  int power = draw(1, 3), a = draw(-2, 2), b = draw(-2, 2);
  if (draw(0, 2) > 0) b = power % 2 == 0 ? a : -a; /* one polynomial, on both sides */
  write_sum(sum, " + (%d) * (max (%d*y + %d*z) 0)^%d + (%d) * (max (%d*y + %d*z) 0)^%d", a, l1, l2, power, b, -l1, -l2,
            power);
  if (b != (power % 2 == 0 ? a : -a)) lacks(sum, (uint32_t)power);
  if (power == 1) sum->first[0] += a * l1, sum->first[1] += a * l2;
  if (power == 2)
    sum->second[0] += 2 * a * l1 * l1, sum->second[1] += 4 * a * l1 * l2, sum->second[2] += 2 * a * l2 * l2;
}

/* Steps: of the sides of l, or of l = 0 against the rest. */
static void add_step(Sum *sum, int l1, int l2) {
  int here = draw(-1, 1), there = draw(0, 3) > 0 ? here : draw(-1, 1);
  const char *relation = draw(0, 1) == 0 ? "<" : "==";
  write_sum(sum, " + (if %d*y + %d*z %s 0 then %d else %d)", l1, l2, relation, here, there);
  if (here != there) sum->jump = true, lacks(sum, 1);
  sum->value += relation[0] == '<' ? there : here;
}

static void draw_sum(Sum *sum) {
  static const int forms[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {1, 2}, {2, -1}, {-3, 1}};
  *sum = (Sum){.missing = 3};
  sum->value = draw(-3, 3), sum->first[0] = draw(-3, 3), sum->first[1] = draw(-3, 3);
  for (int i = 0; i < 3; i++) sum->second[i] = 2 * draw(-2, 2);
  write_sum(sum, "let y = x1 - 1/3 in let z = x2 - 2 in (%d) + (%d)*y + (%d)*z + (%d)*y*y + (%d)*y*z + (%d)*z*z",
            sum->value, sum->first[0], sum->first[1], sum->second[0] / 2, sum->second[1] / 2, sum->second[2] / 2);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (draw(0, 2) > 0) continue;
    if (draw(0, 4) > 0)
      add_parts(sum, forms[i][0], forms[i][1]);
    else
      add_step(sum, forms[i][0], forms[i][1]);
  }
}

static void assert_number(const Sum *sum, const Germ *germ, uint32_t k, int number) {
  arb_srcptr ball = enclosure_of(&germ->numbers, 0, k);
  if (!arb_contains_si(ball, number) || mag_cmp_2exp_si(arb_radref(ball), -40) > 0)
    fail_msg("%s: derivative %u is not %d", sum->text, k, number);
}

/* What is said of a sum is what is so of it by its coefficients. */
static void sums_of_units(void **state) {
  (void)state;
  drawn = 1;
  for (int round = 0; round < 100; round++) {
    Sum sum;
    Germ germ;
    uint32_t order = 1 + (uint32_t)round % 2;
    int v[2] = {draw(-2, 2), draw(-2, 2)};
    char along[16];
    draw_sum(&sum);
    (void)snprintf(along, sizeof along, "%d %d", v[0], v[1]);
    Status status = ask(sum.text, "1/3 2", along, order, &germ);
    if (status != STATUS_LIMIT || germ.verdict != GERM_CERTIFIED) assert_int_equal(status, STATUS_OK);
    GermVerdict right = sum.missing > order ? GERM_CERTIFIED : GERM_NOT_DIFFERENTIABLE;
    if (germ.verdict != right) fail_msg("%s, order %u: %s (%s)", sum.text, order, germ_verdict_name(&germ), germ.why);
    if (germ.certified >= 0) assert_number(&sum, &germ, 0, sum.value);
    if (germ.certified >= 1) assert_number(&sum, &germ, 1, sum.first[0] * v[0] + sum.first[1] * v[1]);
    if (germ.certified >= 2)
      assert_number(&sum, &germ, 2,
                    sum.second[0] * v[0] * v[0] + sum.second[1] * v[0] * v[1] + sum.second[2] * v[1] * v[1]);
    if (germ.certified >= (int)sum.missing) fail_msg("%s: %d derivatives certified", sum.text, germ.certified);
    if (germ.verdict == GERM_NOT_DIFFERENTIABLE && (germ.missing < sum.missing || (germ.jump && !sum.jump)))
      fail_msg("%s: %s, order %u", sum.text, germ_verdict_name(&germ), germ.missing);
    germ_clear(&germ);
  }
}

/* Every verdict has a name of its own. */
static void verdicts_are_named(void **state) {
  (void)state;
  static const Germ germs[] = {{.verdict = GERM_CERTIFIED},
                               {.verdict = GERM_NOT_DIFFERENTIABLE},
                               {.verdict = GERM_NOT_DIFFERENTIABLE, .jump = true},
                               {.verdict = GERM_EDGE},
                               {.verdict = GERM_UNDEFINED},
                               {.verdict = GERM_UNDECIDED}};
  for (size_t i = 0; i < sizeof germs / sizeof *germs; i++)
    assert_memory_equal(germ_verdict_name(&germs[i]), verdicts[i], strlen(verdicts[i]));
}

/* ------------------------------------------------------------------ cones -- */

static int sign_at(const fmpq_mat_t forms, slong k, const fmpq *z) {
  fmpq_t sum;
  fmpq_init(sum);
  for (slong j = 0; j < fmpq_mat_ncols(forms); j++) fmpq_addmul(sum, fmpq_mat_entry(forms, k, j), z + j);
  int sign = fmpq_sgn(sum);
  fmpq_clear(sum);
  return sign;
}

/* Forms with the signs that they have at a place have a direction, and what is given is one; forms that add up to 0
 * with weights of their signs have none. */
static void signs_of_linear_forms(void **state) {
  (void)state;
  uint64_t random = 1;
  for (int round = 0; round < 300; round++) {
    slong n = 1 + round % 4, count = 1 + round % 7;
    fmpq_mat_t forms;
    fmpq place[4], z[4];
    int sign[8];
    fmpq_mat_init(forms, count, n);
    for (slong j = 0; j < n; j++) {
      fmpq_init(place + j), fmpq_init(z + j);
      random = random * 6364136223846793005u + 1442695040888963407u;
      fmpq_set_si(place + j, (slong)(random >> 61) - 3, 1);
      for (slong k = 0; k < count; k++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        fmpq_set_si(fmpq_mat_entry(forms, k, j), (slong)(random >> 61) - 3, 1);
      }
    }
    for (slong k = 0; k < count; k++) sign[k] = sign_at(forms, k, place);
    assert_true(cone_direction(forms, sign, z));
    for (slong k = 0; k < count; k++) assert_int_equal(sign_at(forms, k, z), sign[k]);
    if (count > 2) { /* the last is minus the sum of the others, and all are to be positive */
      for (slong j = 0; j < n; j++) {
        fmpq_zero(fmpq_mat_entry(forms, count - 1, j));
        for (slong k = 0; k + 1 < count; k++)
          fmpq_sub(fmpq_mat_entry(forms, count - 1, j), fmpq_mat_entry(forms, count - 1, j),
                   fmpq_mat_entry(forms, k, j));
      }
      for (slong k = 0; k < count; k++) sign[k] = 1;
      assert_false(cone_direction(forms, sign, NULL));
      sign[count - 1] = 0;
      for (slong k = 0; k + 1 < count; k++) sign[k] = -1;
      assert_false(cone_direction(forms, sign, NULL));
    }
    for (slong j = 0; j < n; j++) fmpq_clear(place + j), fmpq_clear(z + j);
    fmpq_mat_clear(forms);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_input_is_decided_by_both_sides),
      cmocka_unit_test(many_inputs_by_combinations_and_curves),
      cmocka_unit_test(many_inputs_refuted_and_why),
      cmocka_unit_test(outputs_have_their_own_numbers),
      cmocka_unit_test(sums_of_units),
      cmocka_unit_test(verdicts_are_named),
      cmocka_unit_test(signs_of_linear_forms),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
