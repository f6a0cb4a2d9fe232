/* The language of Frechet derivatives as text, *.frechet, as the paper writes it.
 *
 *   -- Example B.2
 *   def f (x1 : ℝ) (x2 : ℝ) : ℝ = ln ∘ π1 + π1 · π2 - sin ∘ π2
 *   def h : ℝ^3 ⊸ ℝ^3 = red_{(1,1),(1,2),(2,2)}          linear
 *   def m : ℝ^2 × ℝ^2 →₂ ℝ = |_| • ∗ • ((1⊗) × (⊗1))      bilinear
 *   def g : ℝ^2 → ℝ = m ∘ ⟨id, h2⟩
 *
 * Arguments with names are a direct sum of their spaces, one alone its space.  A definition may use those before it.
 *
 *   X ::= n | ℕ_n | {X × Y} | {X + Y}     V ::= 0 | ℝ | V^X | V × W × ... | V ⊗ W | ⊕{X}(V, ...)
 *
 * Terms, from what binds least:
 *
 *   f + g, f - g                              of functions Σ ∘ ⟨f, g⟩, of linear functions their sum
 *   f × g                                     Π(f, g)
 *   f · g, f ⊗ g, f ⊙ g, f ⋆ g, f ∗ g         products of values
 *   g ∘ f, g • f                              • of linear functions
 *   f^X, _^k                                  at each index; the power
 *   id 0 ιk πk Π(f, ...) Δ(f, ...) ⟨f, ...⟩ [g, ...] red_{(x,y),...} Σ rep_X dup scan K w
 *   (1⊗) (⊗1) |_| transpose assoc distrib zip curry, and their inverses
 *   sin, ln, ...                              functions of one real
 *   (if f < 0 then g else h)
 *   (+), (·)                                  an operator alone is the function,
 *   (3·), ((1,2)⊙), (∗w), (w m)               with a vector its section, which is linear
 *   (ι1 : ℝ ⊸ ℝ × ℝ)                          what a term that does not tell where it leads says
 *
 * ℕ_n is the natural numbers, over which vectors have finite support, with a bound of it that is stated (spaces.h).  A
 * pair of a relation may be a rule, {(i, i + 1)}, {((i, j), i + j - 1)}: all pairs that its variables give, each of
 * them every natural number from 1.  What leaves the bound of a result is a limit; Σ, scan and rep over ℕ, and f^ℕ_n of
 * an f that is not 0 at 0, are not between functions with finite support, or their adjoints are not.
 *
 * Vectors: 3, 1/3, (u, v), (u,) of one part, ιk u, u + v, 2 · u, u ⊗ v, 0.
 *
 * ASCII: R, N_3, ->, -o, ->2, o, ., *, ><, **, .*, dot, matvec, cross, iota1, pi1, Pi, Delta, sum, <f, g>. */
#ifndef ADJUDGE_HILBERT_TEXT_H
#define ADJUDGE_HILBERT_TEXT_H

#include "semantics/frechet/terms.h"
#include "semantics/sexpr/import.h"

/* A function that was read, and the definition of the source language that was written for it. */
typedef struct HilText {
  HilFunId f;
  Program program;
} HilText;

/* The functions of a file that are programs: without tensors in their argument and result. */
typedef struct HilTexts {
  Arena arena;
  HilTerms terms;
  HilText *text;
  uint32_t count;
  struct HilTexts *next; /* of another file */
} HilTexts;

/* An Importing: definitions of the source language, written from what the terms mean. */
MUST_CHECK Status hil_import(Store *store, const char *file, const char *text, size_t length, ImportLayout layout,
                             Import *out, TextError *error);
/* Keeps the functions of the text with the store, so that engines of this language take a program of the module, which
 * is that of hil_import, as the function that it was written for. */
MUST_CHECK Status hil_texts_keep(Store *store, const char *file, const char *text, size_t length, const Module *module);
/* The function for which the program was written, and the terms that it is of; none where it was not. */
HilFunId hil_text_of(Store *store, const Program *program, const HilTerms **terms);

/* The function of a text that is one definition, in terms that are made in the arena. */
MUST_CHECK Status hil_text_read(Store *store, const char *text, size_t length, Arena *arena, HilTerms *terms,
                                HilFunId *f, TextError *error);
/* Whether the function, which is of those terms, can be written and read: not (UNABLE) where a primitive that somebody
 * declared, or a function with parameters, has no name there, or a function is mapped over nothing, since a power of
 * nothing does not say of what it is one; LIMIT where it is nested too deeply. */
MUST_CHECK Status hil_fun_readable(const HilTerms *terms, const Store *store, HilFunId f);
/* The name, and what makes it one that a definition may have. */
void hil_name_write(const char *name, FILE *out);

/* So that the reader above reads the same function, or map, at its domain: what a term does not tell is written beside
 * it.  Scalars are literals. */
void hil_fun_write(const HilTerms *terms, const Store *store, HilFunId f, FILE *out);
void hil_space_write(const HilSpaces *spaces, HilSpace v, FILE *out);

#endif
