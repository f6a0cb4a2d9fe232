/* What is said of texts that are no programs: place, message, line and caret. */
#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

typedef struct Wrong {
  const char *text, *message;
} Wrong;

/* Programs; the file is called f. */
static const Wrong programs[] = {
    {"def f (x : real) = x +",
     "f:1:23: error: expected a term, but the text ends here; a definition ends with its value\n"
     "  def f (x : real) = x +\n"
     "                        ^"},
    {"def f (x : real) = (x", "f:1:22: error: expected ')', but the text ends here; a ( is not closed\n"
                              "  def f (x : real) = (x\n"
                              "                       ^"},
    {"def f (x : real) = x)", "f:1:21: error: expected 'def' before ')'; there are more ) than (\n"
                              "  def f (x : real) = x)\n"
                              "                      ^"},
    {"def f (x : real = x", "f:1:17: error: expected ')' before '='\n"
                            "  def f (x : real = x\n"
                            "                  ^"},
    {"f x = 2", "f:1:1: error: expected 'def' before 'f'; a definition is def f (x : real) = t\n"
                "  f x = 2\n"
                "  ^"},
    {"def f (x : real^3) (y : real^2) = x + y",
     "f:1:39: error: this is real^2, but real^3 is expected here; the lengths differ\n"
     "  def f (x : real^3) (y : real^2) = x + y\n"
     "                                        ^"},
    {"def f (x : real^3) = let y = x in sin y + [1, 2]",
     "f:1:43: error: this is real^2, but real^3 is expected here; the lengths differ\n"
     "  def f (x : real^3) = let y = x in sin y + [1, 2]\n"
     "                                            ^~~~~~"},
    {"def f (x : real) = x x", "f:1:20: error: this is real, not a function, but it is applied; an element of an array "
                               "is a ! 0, a product x * y\n"
                               "  def f (x : real) = x x\n"
                               "                     ^"},
    {"def f (x : real) = fst x", "f:1:24: error: this is real, but a pair is expected here; a pair is (t, s)\n"
                                 "  def f (x : real) = fst x\n"
                                 "                         ^"},
    {"def f (x : real * real) = x + 1", "f:1:27: error: this is real * real, but real is expected here\n"
                                        "  def f (x : real * real) = x + 1\n"
                                        "                            ^"},
    {"def f (x : real) = siin x", "f:1:20: error: there is no 'siin' here; did you mean 'sin'?\n"
                                  "  def f (x : real) = siin x\n"
                                  "                     ^~~~"},
    {"def f (velocity : real) = velocty * 2", "f:1:27: error: there is no 'velocty' here; did you mean 'velocity'?\n"
                                              "  def f (velocity : real) = velocty * 2\n"
                                              "                            ^~~~~~~"},
    {"def f (sin : real) = sin", "f:1:8: error: 'sin' is an operation and cannot be a name; choose another\n"
                                 "  def f (sin : real) = sin\n"
                                 "         ^~~"},
    {"def f (let : real) = 1", "f:1:8: error: 'let' is a reserved word and cannot be a name; choose another\n"
                               "  def f (let : real) = 1\n"
                               "         ^~~"},
    {"def f (and : real) = 1", "f:1:8: error: 'and' is a reserved word and cannot be a name; choose another\n"
                               "  def f (and : real) = 1\n"
                               "         ^~~"},
    {"def f (x : real) = if x and x < 1 then 1 else 2", "f:1:23: error: this is real, but 1 + 1 is expected here\n"
                                                        "  def f (x : real) = if x and x < 1 then 1 else 2\n"
                                                        "                        ^"},
    {"def f (x : real) = if not x then 1 else 2", "f:1:27: error: this is real, but 1 + 1 is expected here\n"
                                                  "  def f (x : real) = if not x then 1 else 2\n"
                                                  "                            ^"},
    {"def f (x : real) = if 0 < x < 1 then 1 else 2",
     "f:1:29: error: expected 'and' (comparisons do not chain) before '<'\n"
     "  def f (x : real) = if 0 < x < 1 then 1 else 2\n"
     "                              ^"},
    {"def f (x : real) (i : Int) = if x >= i then 1 else 2",
     "f:1:38: error: this is Int, but real is expected here; toReal makes an Int real\n"
     "  def f (x : real) (i : Int) = if x >= i then 1 else 2\n"
     "                                       ^"},
    {"def f (x : real) = if x > then 1 else 2", "f:1:27: error: expected a term before 'then'\n"
                                                "  def f (x : real) = if x > then 1 else 2\n"
                                                "                            ^~~~"},
    {"def f x = x", "f:1:7: error: cannot infer the type of x; annotate it\n"
                    "  def f x = x\n"
                    "        ^"},
    {"def f = \\x. x", "f:1:10: error: cannot infer the type of x; annotate it, as in (x : real)\n"
                       "  def f = \\x. x\n"
                       "           ^"},
    {"def f (x : real) = replicate x",
     "f:1:20: error: the size of this is not determined; annotate it, as in (t : real^3)\n"
     "  def f (x : real) = replicate x\n"
     "                     ^~~~~~~~~~~"},
    {"def f (x : real^5) (a : real^7) = matvec a x", "f:1:35: error: a matrix of 7 entries has no rows of length 5\n"
                                                     "  def f (x : real^5) (a : real^7) = matvec a x\n"
                                                     "                                    ^~~~~~~~~~"},
    {"def f {n = 3} (x : real^n) : real = x", "f:1:37: error: this is real^3, but real is expected here\n"
                                              "  def f {n = 3} (x : real^n) : real = x\n"
                                              "                                      ^"},
    {"def f {n} (x : real^n) = sum x", "f:1:8: error: the size n has no value; give a default, as in {n = 3}\n"
                                       "  def f {n} (x : real^n) = sum x\n"
                                       "         ^"},
    {"def f {n} = 2", "f:1:8: error: the size n has no value; give a default, as in {n = 3}\n"
                      "  def f {n} = 2\n"
                      "         ^"},
    {"def f (x : real^n) = x",
     "f:1:17: error: there is no size 'n'; sizes are named before the arguments: def f {n = 3} (x : real^n)\n"
     "  def f (x : real^n) = x\n"
     "                  ^"},
    {"def f {n = 3} (x : real^(n - 5)) = x",
     "f:1:26: error: this size is negative or too large, or does not fit the others\n"
     "  def f {n = 3} (x : real^(n - 5)) = x\n"
     "                           ^~~~~"},
    {"def f (x : real) (n : Int) = x ^ n",
     "f:1:34: error: this is Int, but real is expected here; toReal makes an Int real\n"
     "  def f (x : real) (n : Int) = x ^ n\n"
     "                                   ^"},
    {"def f (x : real) = polygamma x 2", "f:1:30: error: a constant is needed here: numbers, + - * /\n"
                                         "  def f (x : real) = polygamma x 2\n"
                                         "                               ^"},
    {"def f (x : real) = polygamma (-1) x", "f:1:31: error: the parameter of 'polygamma' is one of 0, 1, ..., 10000\n"
                                            "  def f (x : real) = polygamma (-1) x\n"
                                            "                                ^~"},
    {"def f (x : real) = jn 1.5 x", "f:1:23: error: the parameter of 'jn' is a whole number of at most 10000\n"
                                    "  def f (x : real) = jn 1.5 x\n"
                                    "                        ^~~"},
    {"def f (x : real) = gammainc 0 x", "f:1:29: error: the parameter of 'gammainc' is a number above 0\n"
                                        "  def f (x : real) = gammainc 0 x\n"
                                        "                              ^"},
    {"def f (x : real) = betainc 2", "f:1:20: error: 'betainc' needs its parameters here, numbers\n"
                                     "  def f (x : real) = betainc 2\n"
                                     "                     ^~~~~~~"},
    {"def f (x : real) = asin true", "f:1:25: error: this is 1 + 1, but real^n is expected here\n"
                                     "  def f (x : real) = asin true\n"
                                     "                          ^~~~"},
    {"def f (x : real^2) (y : real^3) = atan2 x y",
     "f:1:43: error: this is real^3, but real^2 is expected here; the lengths differ\n"
     "  def f (x : real^2) (y : real^3) = atan2 x y\n"
     "                                            ^"},
    {"def f (i : Int) = floor i", "f:1:25: error: this is Int, but real^n is expected here; toReal makes an Int real\n"
                                  "  def f (i : Int) = floor i\n"
                                  "                          ^"},
    {"def f (x : real) = aisn x", "f:1:20: error: there is no 'aisn' here; did you mean 'sin'?\n"
                                  "  def f (x : real) = aisn x\n"
                                  "                     ^~~~"},
    {"def f (x : real) = x ^ (1/0)", "f:1:27: error: division by zero in a constant\n"
                                     "  def f (x : real) = x ^ (1/0)\n"
                                     "                            ^"},
    {"def f (x : real) = 1e999999999 * x", "f:1:20: error: a number of more than 5000 digits\n"
                                           "  def f (x : real) = 1e999999999 * x\n"
                                           "                     ^~~~~~~~~~~"},
    {"def f (x : real) = 12abc", "f:1:20: error: a number runs into a name; a product is 2 * x\n"
                                 "  def f (x : real) = 12abc\n"
                                 "                     ^~~~~"},
    {"def f (x : real) = x # 2", "f:1:22: error: the character '#' has no meaning here; a comment begins with --\n"
                                 "  def f (x : real) = x # 2\n"
                                 "                       ^"},
    {"def f (x : real) = x \xE2\x80\xA2 2", "f:1:20: error: t @ s is linear, but a Cartesian term is needed here\n"
                                            "  def f (x : real) = x \xE2\x80\xA2 2\n"
                                            "                     ^~~~~"},
    {"def f (x : real_) = x", "f:1:12: error: a Cartesian type is needed here\n"
                              "  def f (x : real_) = x\n"
                              "             ^~~~~"},
    {"def f (x : rael) = x", "f:1:12: error: there is no type 'rael'; types are real^n, Int, bool, 1, Vec, *, +, ->\n"
                             "  def f (x : rael) = x\n"
                             "             ^~~~"},
    {"def f (x : real) = x\n"
     "def f (x : real) = x",
     "f:2:5: error: 'f' is defined twice\n"
     "  def f (x : real) = x\n"
     "      ^"},
    {"def f (x : real) = let (a, b) = x in a",
     "f:1:33: error: this is real, but a pair is expected here; a pair is (t, s)\n"
     "  def f (x : real) = let (a, b) = x in a\n"
     "                                  ^"},
    {"def f (x : real^3) = x!x", "f:1:24: error: this is real^3, but Int is expected here\n"
                                 "  def f (x : real^3) = x!x\n"
                                 "                         ^"},
    {"def f (x : real^3) = x!1.5", "f:1:24: error: this is real, but Int is expected here\n"
                                   "  def f (x : real^3) = x!1.5\n"
                                   "                         ^~~"},
    {"def f (i : Int) = i / 2", "f:1:19: error: this is Int, but real^n is expected here; toReal makes an Int real\n"
                                "  def f (i : Int) = i / 2\n"
                                "                    ^"},
    {"def f (i : Int) (x : real) = i * x", "f:1:34: error: this is real, but Int is expected here\n"
                                           "  def f (i : Int) (x : real) = i * x\n"
                                           "                                   ^"},
    {"def f (x : real) = \\y. x y", "f:1:24: error: this is real, not a function, but it is applied; an element of an "
                                    "array is a ! 0, a product x * y\n"
                                    "  def f (x : real) = \\y. x y\n"
                                    "                         ^"},
    {"def f (x : real) : real^2 = x", "f:1:29: error: this is real, but real^2 is expected here\n"
                                      "  def f (x : real) : real^2 = x\n"
                                      "                              ^"},
    {"def f (x : real) : Int = (x, x)", "f:1:26: error: this is a pair, but Int is expected here\n"
                                        "  def f (x : real) : Int = (x, x)\n"
                                        "                           ^~~~~~"},
    {"def f (x : real) = (x : Int)", "f:1:21: error: this is real, but Int is expected here\n"
                                     "  def f (x : real) = (x : Int)\n"
                                     "                      ^"},
    {"def f (x : real) = map x x", "f:1:24: error: this is real, not a function, but it is applied; an element of an "
                                   "array is a ! 0, a product x * y\n"
                                   "  def f (x : real) = map x x\n"
                                   "                         ^"},
    {"def f (x : real) = build x (i. i)",
     "f:1:26: error: there is no size 'x'; sizes are named before the arguments: def f {n = 3} (x : real^n)\n"
     "  def f (x : real) = build x (i. i)\n"
     "                           ^"},
    {"def f (x : real) = let x = in x", "f:1:28: error: expected a term before 'in'\n"
                                        "  def f (x : real) = let x = in x\n"
                                        "                             ^~"},
    {"def f (x : real) = \\(x y). x", "f:1:24: error: expected ')' before 'y'\n"
                                      "  def f (x : real) = \\(x y). x\n"
                                      "                         ^"},
    {"def f {n=2} (x : real^n) = x\n"
     "def g (x:real^3) = f {m = 3} x",
     "f:2:23: error: 'f' has no such size\n"
     "  def g (x:real^3) = f {m = 3} x\n"
     "                        ^"},
    {"def f {n=2} (x : real^n) = x\n"
     "def g (x:real^3) = f {2} x",
     "f:2:26: error: this is real^3, but real^2 is expected here; the lengths differ\n"
     "  def g (x:real^3) = f {2} x\n"
     "                           ^"},
    {"def f x = x + x\ndef g (y : real * real) =\n  f y",
     "f:1:11: error: this is real * real, but real is expected here (in the call of 'f' on line 3)\n"
     "  def f x = x + x\n"
     "            ^"},
    {"def f (x : real) = f x", "f:1:20: error: there is no 'f' here; names are arguments, bound by let, defined above, "
                               "or in semantics/functions.md; what calls itself is letrec\n"
                               "  def f (x : real) = f x\n"
                               "                     ^"},
    {"def f (x : real) = g x\n"
     "def g (x : real) = x",
     "f:1:20: error: there is no 'g' here; names are arguments, bound by let, defined above, or in "
     "semantics/functions.md; what calls itself is letrec\n"
     "  def f (x : real) = g x\n"
     "                     ^"},
    {"def f (x : real) = sum", "f:1:20: error: the size of this is not determined; annotate it, as in (t : real^3)\n"
                               "  def f (x : real) = sum\n"
                               "                     ^~~"},
    {"def f (x : 1) = -x", "f:1:18: error: this is 1, but real^n is expected here\n"
                           "  def f (x : 1) = -x\n"
                           "                   ^"},
    {"def f = \\x. x x", "f:1:15: error: the type of this would have to contain itself\n"
                         "  def f = \\x. x x\n"
                         "                ^"},
    {"def f (x : real) = xs!0!1", "f:1:20: error: there is no 'xs' here; did you mean 'x'?\n"
                                  "  def f (x : real) = xs!0!1\n"
                                  "                     ^~"},
    {"def f (x : real^67108865) = x", "f:1:17: error: sizes are at most 67108864\n"
                                      "  def f (x : real^67108865) = x\n"
                                      "                  ^~~~~~~~"},
    {"def f (x : real^60000000) (y:real^60000000) = (x, y)", "f:1:47: error: the type of the result is too large\n"
                                                             "  def f (x : real^60000000) (y:real^60000000) = (x, y)\n"
                                                             "                                                ^~~~~~"},
    {"def f (x : real) = x \xFF 1", "f:1:22: error: the byte 0xff is not UTF-8\n"
                                    "  def f (x : real) = x ? 1\n"
                                    "                       ^"},
    {"def f (x : real) = \t\ty + \x01\xE2\x80\xAE", "f:1:26: error: the character U+0001 has no meaning here\n"
                                                    "  def f (x : real) =   y + ??\n"
                                                    "                           ^"},
    {"def f (x : real) = x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x "
     "+ x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x "
     "+ x + x + x + x + x + x + x + x + y + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x "
     "+ x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x "
     "+ x + x + x + x + x + x + x + x + x + x + x + x + x",
     "f:1:260: error: there is no 'y' here; names are arguments, bound by let, defined above, or in "
     "semantics/functions.md; what calls itself is letrec\n"
     "  ...+ x + x + x + x + x + x + x + x + x + x + x + x + y + x + x + x + x + x + x + x + x + x + x + x + x ...\n"
     "                                                       ^"},
    {"def f (x : real) =\n"
     "  let y = x in\n"
     "  y + z",
     "f:3:7: error: there is no 'z' here; names are arguments, bound by let, defined above, or in "
     "semantics/functions.md; what calls itself is letrec\n"
     "    y + z\n"
     "        ^"},
    {"def f (x : 1) = let y : real = x in y", "f:1:32: error: this is 1, but real is expected here\n"
                                              "  def f (x : 1) = let y : real = x in y\n"
                                              "                                 ^"},
    {"def f (x : real^3) = map (y. z) x", "f:1:30: error: there is no 'z' here; names are arguments, bound by let, "
                                          "defined above, or in semantics/functions.md; what calls itself is letrec\n"
                                          "  def f (x : real^3) = map (y. z) x\n"
                                          "                               ^"},
    {"def f {n = 2, n = 3} (x : real) = x", "f:1:15: error: two sizes have the name 'n'\n"
                                            "  def f {n = 2, n = 3} (x : real) = x\n"
                                            "                ^"},
    {"def f {n = -1} (x : real) = x", "f:1:12: error: expected a number before '-'\n"
                                      "  def f {n = -1} (x : real) = x\n"
                                      "             ^"},
    {"def f (x : real) = sin {m = 2} x", "f:1:25: error: this operation has no size 'm'\n"
                                         "  def f (x : real) = sin {m = 2} x\n"
                                         "                          ^"},
    {"def f (x : real) = \\(y : real_). x", "f:1:26: error: a Cartesian type is needed here\n"
                                            "  def f (x : real) = \\(y : real_). x\n"
                                            "                           ^~~~~"},
};

/* Linear terms with x : real^3, f : real_^3 -o real_^2 and v : real_^3. */
static const Wrong terms[] = {
    {"v + x", "t:1:5: error: 'x' is Cartesian, but a linear term is needed here\n"
              "  v + x\n"
              "      ^"},
    {"x", "t:1:1: error: 'x' is Cartesian, but a linear term is needed here\n"
          "  x\n"
          "  ^"},
    {"f @ x", "t:1:5: error: 'x' is Cartesian, but a linear term is needed here\n"
              "  f @ x\n"
              "      ^"},
    {"f @ v + v", "t:1:9: error: this is real_^3, but real_^2 is expected here\n"
                  "  f @ v + v\n"
                  "          ^"},
    {"sin v", "t:1:1: error: 'sin' is not linear\n"
              "  sin v\n"
              "  ^~~"},
    {"v * 2", "t:1:1: error: linear terms have + only; write neg(; t) and scale(x; t)\n"
              "  v * 2\n"
              "  ^~~~~"},
    {"v - v", "t:1:1: error: linear terms have + only; write neg(; t) and scale(x; t)\n"
              "  v - v\n"
              "  ^~~~~"},
    {"foo(x; v)", "t:1:1: error: there is no linear operation 'foo'\n"
                  "  foo(x; v)\n"
                  "  ^~~"},
    {"scale(; v)", "t:1:1: error: this linear operation has 1 Cartesian operand, but 0 are given\n"
                   "  scale(; v)\n"
                   "  ^~~~~~~~~~"},
    {"scale(x, x; v)", "t:1:1: error: this linear operation has 1 Cartesian operand, but 2 are given\n"
                       "  scale(x, x; v)\n"
                       "  ^~~~~~~~~~~~~~"},
    {"Djn[3/2](x; v)", "t:1:4: error: the parameter of 'jn' is a whole number of at most 10000\n"
                       "  Djn[3/2](x; v)\n"
                       "     ^~~~~"},
    {"Djn[1, 2](x; v)", "t:1:4: error: the parameter of 'jn' is a constant for each\n"
                        "  Djn[1, 2](x; v)\n"
                        "     ^~~~~~"},
    {"\\v. v", "t:1:1: error: a linear function is Cartesian, but a linear term is needed here\n"
               "  \\v. v\n"
               "  ^~~~~"},
    {"0_", "t:1:1: error: cannot infer the type of this; annotate it, as in (t : T)\n"
           "  0_\n"
           "  ^~"},
    {"case v of !y >< v -> v", "t:1:6: error: this is real_^3, but a copower !T >< S is expected here\n"
                               "  case v of !y >< v -> v\n"
                               "       ^"},
    {"DtoReal(x; v)", "t:1:1: error: 'toReal' has no derivative\n"
                      "  DtoReal(x; v)\n"
                      "  ^~~~~~~~~~~~~"},
    {"D^[x](x; v)", "t:1:3: error: an exponent is one constant\n"
                    "  D^[x](x; v)\n"
                    "    ^~~"},
    {"Dsin(x; v) v", "t:1:1: error: this is real_^3, not a function, but it is applied; an element of an array is a ! "
                     "0, a product x * y\n"
                     "  Dsin(x; v) v\n"
                     "  ^~~~~~~~~~"},
    {"let v = 3 in v", "t:1:9: error: a number is Cartesian, but a linear term is needed here\n"
                       "  let v = 3 in v\n"
                       "          ^"},
    {"(0_ : real)", "t:1:7: error: a linear type is needed here, like real_^n\n"
                    "  (0_ : real)\n"
                    "        ^~~~"},
    {"onehot 3 x v", "t:1:10: error: this is real^3, but Int is expected here\n"
                     "  onehot 3 x v\n"
                     "           ^"},
    {"sum", "t:1:1: error: 'sum' is not linear\n"
            "  sum\n"
            "  ^~~"},
    {"fst", "t:1:1: error: 'fst' needs an argument here\n"
            "  fst\n"
            "  ^~~"},
    {"t @ v", "t:1:1: error: there is no 't' here; names are arguments, bound by let, defined above, or in "
              "semantics/functions.md; what calls itself is letrec\n"
              "  t @ v\n"
              "  ^"},
    {"x ! 0", "t:1:1: error: 'x' is Cartesian, but a linear term is needed here\n"
              "  x ! 0\n"
              "  ^"},
};

static void check(const Wrong *wrong, Status status, const TextError *error) {
  assert_int_not_equal(status, STATUS_OK);
  if (strcmp(error->message, wrong->message) != 0) print_error("%s\n%s", wrong->text, error->message);
  assert_string_equal(error->message, wrong->message);
}

static void wrong_programs_are_explained(void **state) {
  (void)state;
  for (size_t i = 0; i < LENGTH_OF(programs); i++) {
    Store *store = store_new(1u << 20);
    Module module;
    TextError error;
    const char *text = programs[i].text;
    Status status = text_read_module(store, "f", text, strlen(text), NULL, 0, &module, &error);
    check(&programs[i], status, &error);
    assert_int_equal(module.count, 0);
    assert_null(module.definitions);
    assert_int_equal(store_mark(store), 1); /* nothing is left behind */
    assert_int_equal(store_take_status(store), STATUS_OK);
    store_free(store);
  }
}

static void wrong_linear_terms_are_explained(void **state) {
  (void)state;
  for (size_t i = 0; i < LENGTH_OF(terms); i++) {
    Store *store = store_new(1u << 20);
    TypeTable *types = &store->types;
    TypeId vector = type_linear_real(types, 3), type;
    const TypeId context[] = {type_real(types, 3), type_lfun(types, vector, type_linear_real(types, 2))};
    const NameId names[] = {name_make(store, "x", 1), name_make(store, "f", 1)};
    const TermText source = {.text = terms[i].text,
                             .length = strlen(terms[i].text),
                             .origin = "t",
                             .context = context,
                             .names = names,
                             .context_length = 2,
                             .target = true,
                             .domain = vector};
    TermId t;
    TextError error;
    Status status = text_read_term(store, &source, &t, &type, &error);
    check(&terms[i], status, &error);
    assert_int_equal(t.id, 0);
    store_free(store);
  }
}

/* Texts that would cost too much are LIMIT, and soon. */
static void costly_texts_are_limits(void **state) {
  (void)state;
  static const Wrong pieces[] = {{"(", "x"},     {"-", "x"},    {"[", "1"},
                                 {"x + ", "x"},  {"(x, ", "x"}, {"let y = x in ", "y"},
                                 {"\\y. ", "x"}, {"f ", "x"},   {"x!", "x"}};
  Store *store = store_new(1u << 22);
  for (size_t i = 0; i < LENGTH_OF(pieces); i++) {
    const uint32_t count = 30000;
    size_t piece = strlen(pieces[i].text), length = 0;
    char *text = malloc(count * piece + 100);
    strcpy(text, "def f (x : real) = ");
    length = strlen(text);
    for (uint32_t k = 0; k < count; k++, length += piece) memcpy(text + length, pieces[i].text, piece + 1);
    strcpy(text + length, pieces[i].message);
    Module module;
    TextError error;
    Status status = text_read_module(store, "f", text, strlen(text), NULL, 0, &module, &error);
    assert_true(status == STATUS_LIMIT || status == STATUS_ILL_TYPED);
    assert_true(error.message[0] != '\0');
    free(text);
  }
  store_free(store);
}

/* Definitions that double at each step stop at the limit. */
static void calls_that_grow_are_limits(void **state) {
  (void)state;
  char text[4000] = "def f0 (x : real) = x + x\n", line[100];
  for (int i = 1; i < 30; i++) {
    (void)snprintf(line, sizeof line, "def f%d (x : real) = f%d (f%d x)\n", i, i - 1, i - 1);
    strcat(text, line);
  }
  Store *store = store_new(1u << 24);
  Module module;
  TextError error;
  assert_int_equal(text_read_module(store, "f", text, strlen(text), NULL, 0, &module, &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "too large a term when its calls are written out"));
  store_free(store);
}

/* So do types, and numbers with a large exponent. */
static void types_that_grow_are_limits(void **state) {
  (void)state;
  char text[8000] = "def f (x : real) = ";
  for (int i = 0; i < 100; i++) strcat(text, "let x = (x, x) in ");
  strcat(text, "x");
  Store *store = store_new(1u << 20);
  Module module;
  TextError error;
  assert_int_equal(text_read_module(store, "f", text, strlen(text), NULL, 0, &module, &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "too large"));
  static const char *const numbers[] = {"def f = 1e999999999", "def f = 1e-99999999999999999999", "def f = 0.1e5001",
                                        "def f = (2 : real^99999999999)"};
  for (size_t i = 0; i < LENGTH_OF(numbers); i++) {
    Status status = text_read_module(store, "f", numbers[i], strlen(numbers[i]), NULL, 0, &module, &error);
    assert_int_equal(status, STATUS_LIMIT);
  }
  store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_programs_are_explained), cmocka_unit_test(wrong_linear_terms_are_explained),
      cmocka_unit_test(costly_texts_are_limits), cmocka_unit_test(calls_that_grow_are_limits),
      cmocka_unit_test(types_that_grow_are_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
