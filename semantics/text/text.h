/* Concrete syntax: programs and terms, in and out.
 *
 *   -- a comment to the end of the line
 *   def norm2 {n = 3} (x : real^n) : real = dot x x
 *   def f (x : real) (y : real) = let z = x * y in (sin z, z / 2)
 *   data list a = nil | cons a (list a)
 *   data tree a = node a (forest a) with forest a = none | more (tree a) (forest a)
 *   data point = point {px : real, py : real}
 *   def twice {a : type} (f : a -> a) (x : a) : a = f (f x)
 *
 * Sizes in braces are fixed at use, by size_override, or by their default.  A
 * definition may call earlier ones; a call with all its arguments becomes
 * lets, a partial one a lambda.  Types are inferred; those in braces are what a call
 * makes of them, real or their default for the definition by itself, which is
 * checked for a type of which nothing is known.
 * A data type may use itself and those declared with it, at its own arguments, and those declared before it;
 * the fields of a record are functions px of its data;
 * it is a mu at each use, a constructor a function of its fields, and
 * match t with nil -> s | cons x r -> u has one branch for each constructor.  The
 * core knows mu a. T, roll t and unroll t, and these are what is printed.
 *
 * Terms: let x = t in s, \x. t, \(x : T). t, (t, s), (), fst t, snd t, t s,
 * t + s, t - s, t * s, t / s (elementwise), s .* t (scaling), -t, t ^ c, numbers,
 * t ! i (index), build n (i. t), map (x. t) s, zipWith (x y. t) a b, the names of
 * ops.def as functions, (t : T), let x : T = t in s,
 * let (x, y) = t in s, \(x, y). t, \x y. t, [1, 2, 3] (and [1/3], at every index),
 * [t, s, r] of reals.
 * An operation or fst, snd without its arguments is a function; map f s is
 * map (x. f x) s.
 * Sizes: 3, n, + - * and an exact /, as in real^(d * (d - 1) / 2).
 * In target terms, besides: v, let v = t in s, \v : S_. t, lop(t; s), Dop and
 * Dop^t as lops, !t >< s, case t of !y >< v -> s, t @ s, 0_ or (0_ : T_), t + s,
 * sum t, onehot n i t, Dmap(x. t, s, v. r; u), Dmap^t(x. t, s, v. r; u).
 * UTF-8 forms are accepted: lambda, arrows, tensor, bullet, angle brackets. */
#ifndef ADJUDGE_SOURCE_TEXT_H
#define ADJUDGE_SOURCE_TEXT_H

#include "semantics/evaluator.h"

#define TEXT_MESSAGE_SIZE 2048

/* An error ready to print: "file:line:column: error: message", the line, a
 * caret, without the end of the last line.  Empty when there was none. */
typedef struct TextError {
  char message[TEXT_MESSAGE_SIZE];
  uint32_t line, column; /* from 1; 0 when it has no place */
  uint32_t start, end;   /* of the place, in bytes; `line` says whether it has one */
} TextError;

/* Shows that place in another text, of which the one that was read is a copy with parts left out. */
void text_error_show(TextError *error, const char *text, size_t length);

typedef struct SizeOverride {
  const char *name;
  uint32_t value;
} SizeOverride;

/* One elaborated definition. */
typedef struct Definition {
  NameId name;
  Program program;       /* context: the arguments, in order */
  NameId *arguments;     /* names of the arguments, program.length of them */
  uint32_t line, column; /* where it begins, from 1 */
} Definition;

typedef struct Module {
  Definition *definitions;
  uint32_t count;
  uint32_t refused;  /* programs of a file of another language that this one cannot say */
  bool last_refused; /* the last of the file is one */
  uint64_t sized;    /* bit k: some definition has the size of override k < 64 */
} Module;

/* Parses and elaborates a whole file.  `text` may hold any bytes.  On failure
 * the module is empty, the error filled in, and the status is ILL_TYPED (syntax
 * or type), or LIMIT.  `overrides` fix sizes of every definition that names
 * them. */
MUST_CHECK Status text_read_module(Store *store, const char *file_name, const char *text, size_t length,
                                   const SizeOverride *overrides, uint32_t override_count, Module *module,
                                   TextError *error);
void text_free_module(Module *module);
/* The definition of that name, or the last one for NULL; NULL if there is none. */
const Definition *text_find(const Store *store, const Module *module, const char *name);

/* The name of an identifier of a context without names: x1, x2, ..., the
 * outermost first. */
NameId text_context_name(Store *store, uint32_t position);

/* Parses one closed-in-context term.  `names` are those of the context (NULL:
 * text_context_name; id 0: cannot be named).  With `target` the syntax of the linear language is read too; with
 * `domain` a type, the term is linear with v of that type, else Cartesian.  `expected` may be none.  `sizes` names
 * sizes that size expressions may use, `parameter` (may be NULL) the constant that `c` stands for in exponents and
 * numbers. */
typedef struct TermText {
  const char *text;
  size_t length;
  const char *origin; /* for messages */
  const TypeId *context;
  const NameId *names;
  uint32_t context_length;
  bool target;
  TypeId domain, expected;
  const SizeOverride *sizes;
  uint32_t size_count;
  const Constant *parameter;
} TermText;
MUST_CHECK Status text_read_term(Store *store, const TermText *source, TermId *t, TypeId *type, TextError *error);

/* Parses a type. */
MUST_CHECK Status text_read_type(Store *store, const char *text, size_t length, TypeId *type, TextError *error);

typedef struct PrintStyle {
  uint32_t width; /* line width to break at; 0 for one line */
  bool unicode;
} PrintStyle;

/* Prints a term so that text_read_term gives the same term back (up to name
 * hints): names are made distinct, and annotations printed where inference
 * needs them.  `names` and `context` as in TermText; `linear` says which
 * judgement.  Returns a malloc'ed string, NULL without memory or beyond limits. */
char *text_print_term(Store *store, const Program *program, const NameId *names, TypeId domain, PrintStyle style);
/* Prints a definition with its name and arguments, annotated. */
char *text_print_definition(Store *store, const Definition *definition, PrintStyle style);

#endif
