#include "verify/truth/smt_query.h"

#include "semantics/memory/text_stream.h"
#include "verify/truth/symbolic_internal.h"

#include <stdlib.h>

#define ROOT_MOST 8 /* a root of higher index is known to be positive, and no more */

void smt_query_open(SmtQuery *query, Ring *ring) {
  *query = (SmtQuery){.ring = ring};
  query->atoms = calloc(SYMBOLIC_MAX_ATOMS, sizeof *query->atoms);
  query->out = text_stream_open(&query->text, &query->size);
  query->failed = query->atoms == NULL || query->out == NULL;
}

void smt_query_close(SmtQuery *query) {
  if (query->out != NULL) (void)fclose(query->out);
  free(query->text);
  free(query->atoms);
}

/* ---------------------------------------------------------- polynomials -- */

static void write_integer(FILE *out, const fmpz_t n) {
  char *digits = fmpz_get_str(NULL, 10, n);
  (void)fprintf(out, fmpz_sgn(n) < 0 ? "(- %s)" : "%s", digits + (fmpz_sgn(n) < 0));
  flint_free(digits);
}

/* x0, x1, ... and a0, a1, ... */
static void write_generator(const SymbolicRing *self, FILE *out, slong g) {
  slong atom = symbolic_atom_generator(self, 0) - g;
  (void)fprintf(out, atom < 0 ? " x%ld" : " a%ld", (long)(atom < 0 ? (slong)(self->generators - 1) - g : atom));
}

static void write_term(const SymbolicRing *self, FILE *out, const fmpz_mpoly_struct *p, slong t) {
  fmpz_t coefficient;
  fmpz_init(coefficient);
  fmpz_mpoly_get_term_coeff_fmpz(coefficient, p, t, self->context);
  (void)fputs(" (* ", out);
  write_integer(out, coefficient);
  for (uint32_t g = 0; g < self->generators; g++) {
    ulong e = fmpz_mpoly_get_term_var_exp_ui(p, t, (slong)g, self->context);
    for (; e > 0; e--) write_generator(self, out, (slong)g);
  }
  (void)fputs(" 1)", out);
  fmpz_clear(coefficient);
}

static void write_polynomial(const SymbolicRing *self, FILE *out, const fmpz_mpoly_struct *p) {
  (void)fputs("(+ 0", out);
  for (slong t = 0; t < p->length; t++) write_term(self, out, p, t);
  (void)fputs(")", out);
}

/* ------------------------------------------------------------ assertions -- */

static void mark(SmtQuery *query, Scalar a) {
  const SymbolicRing *self = symbolic_self(query->ring);
  bool atoms[SYMBOLIC_MAX_ATOMS];
  (void)symbolic_mark_atoms(query->ring, a, atoms);
  for (uint32_t k = 0; k < self->atom_count; k++) query->atoms[k] = query->atoms[k] || atoms[k];
}

/* A quotient has the sign of the product of its parts. */
static void write_signed(SmtQuery *query, Scalar a) {
  const SymbolicRing *self = symbolic_self(query->ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(query->ring, a);
  (void)fputs("(* ", query->out);
  write_polynomial(self, query->out, &item->num);
  (void)fputc(' ', query->out);
  write_polynomial(self, query->out, &item->den);
  (void)fputc(')', query->out);
}

static const char *relation_text(SmtRelation relation) {
  switch (relation) {
  case SMT_NEGATIVE: return "<";
  case SMT_ZERO: return "=";
  case SMT_POSITIVE: return ">";
  case SMT_NONZERO: return "distinct";
  case SMT_NOT_NEGATIVE: return ">=";
  case SMT_NOT_POSITIVE: return "<=";
  }
  return "";
}

void smt_query_assert(SmtQuery *query, Scalar a, SmtRelation relation) {
  const SymbolicRing *self = symbolic_self(query->ring);
  if (query->failed) return;
  mark(query, a);
  const fmpz_mpoly_q_struct *item = symbolic_at(query->ring, a);
  bool whole = fmpz_mpoly_is_fmpz(&item->den, self->context) != 0;
  (void)fprintf(query->out, "(assert (%s ", relation_text(relation));
  if (relation == SMT_ZERO || relation == SMT_NONZERO)
    write_polynomial(self, query->out, &item->num);
  else
    write_signed(query, a);
  (void)fputs(" 0))\n", query->out);
  if (whole) return;
  (void)fputs("(assert (distinct ", query->out);
  write_polynomial(self, query->out, &item->den);
  (void)fputs(" 0))\n", query->out);
}

static SmtRelation relation_of(Signs signs) {
  if (signs == SIGNS_MINUS) return SMT_NEGATIVE;
  if (signs == SIGNS_PLUS) return SMT_POSITIVE;
  if (signs == SIGNS_ZERO) return SMT_ZERO;
  if (signs == SIGNS_APART) return SMT_NONZERO;
  return signs & SIGNS_PLUS ? SMT_NOT_NEGATIVE : SMT_NOT_POSITIVE;
}

void smt_query_path(SmtQuery *query, const Path *path, uint32_t first, uint32_t end, bool inner) {
  for (uint32_t i = first; i < path->length && i < end; i++) {
    Signs signs = path->step[i].signs;
    if (inner && signs != SIGNS_ZERO) signs &= SIGNS_APART;
    if (signs != SIGNS_ALL) smt_query_assert(query, path->step[i].guard, relation_of(signs));
  }
}

void smt_query_obligations(SmtQuery *query, uint32_t end, bool inner) {
  for (uint32_t k = 0; k < symbolic_obligation_count(query->ring) && k < end; k++) {
    SymbolicObligation what = symbolic_obligation(query->ring, k);
    switch (what.condition) {
    case SYMBOLIC_POSITIVE: smt_query_assert(query, what.argument, SMT_POSITIVE); break;
    case SYMBOLIC_ROOT: smt_query_assert(query, what.argument, inner ? SMT_POSITIVE : SMT_NOT_NEGATIVE); break;
    case SYMBOLIC_CUBIC:
      if (inner) smt_query_assert(query, what.argument, SMT_NONZERO);
      break;
    case SYMBOLIC_NONZERO:
    case SYMBOLIC_GAMMA: smt_query_assert(query, what.argument, SMT_NONZERO); break;
    }
  }
}

void smt_query_closure(SmtQuery *query, uint32_t first, uint32_t end) {
  for (uint32_t k = first; k < symbolic_obligation_count(query->ring) && k < end; k++) {
    SymbolicObligation what = symbolic_obligation(query->ring, k);
    if (what.condition == SYMBOLIC_POSITIVE || what.condition == SYMBOLIC_ROOT)
      smt_query_assert(query, what.argument, SMT_NOT_NEGATIVE);
  }
}

void smt_query_pin(SmtQuery *query, uint32_t inputs) {
  for (uint32_t i = 0; i < inputs && !query->failed; i++)
    (void)fprintf(query->out, "(assert (or (= x%u 0) (= x%u 1)))\n", i, i);
}

bool smt_query_has_atoms(const SmtQuery *query) {
  for (uint32_t k = 0; query->atoms != NULL && k < symbolic_self(query->ring)->atom_count; k++) {
    if (query->atoms[k]) return true;
  }
  return false;
}

/* ------------------------------------------------------------- atoms -- */

/* u_k: the argument, where its denominator is not 0. */
static void write_argument(const SymbolicRing *self, FILE *out, uint32_t k) {
  const fmpz_mpoly_q_struct *item = symbolic_at(&self->ring, self->atoms[k].argument);
  (void)fprintf(out, "(declare-const u%u Real)\n(assert (= (* u%u ", k, k);
  write_polynomial(self, out, &item->den);
  (void)fputs(") ", out);
  write_polynomial(self, out, &item->num);
  (void)fputs("))\n(assert (not (= ", out);
  write_polynomial(self, out, &item->den);
  (void)fputs(" 0)))\n", out);
}

/* a^q = u^p */
static void write_root(FILE *out, uint32_t k, const Atom *atom) {
  (void)fprintf(out, "(assert (and (>= u%u 0) (>= a%u 0)))\n", k, k);
  if (atom->denominator > ROOT_MOST) return;
  (void)fputs("(assert (= (*", out);
  for (uint64_t i = 0; i < atom->denominator; i++) (void)fprintf(out, " a%u", k);
  (void)fputs(") (*", out);
  for (int64_t i = 0; i < atom->numerator; i++) (void)fprintf(out, " u%u", k);
  (void)fputs(" 1)))\n", out);
}

/* What is true of the atom at every input: from calculus. */
static void write_facts(FILE *out, uint32_t k, const Atom *atom) {
  switch (atom->kind) {
  case ATOM_COS:
    (void)fprintf(out, "(assert (and (<= (- 1) a%u 1) (=> (= u%u 0) (= a%u 1))))\n", k, k, k);
    (void)fprintf(out, "(assert (>= (* 2 a%u) (- 2 (* u%u u%u))))\n", k, k, k);
    return;
  case ATOM_SIN:
    (void)fprintf(out, "(assert (= (+ (* a%u a%u) (* a%u a%u)) 1))\n", k, k, k - 1, k - 1);
    (void)fprintf(out, "(assert (and (<= (* a%u a%u) (* u%u u%u)) (=> (= u%u 0) (= a%u 0))))\n", k, k, k, k, k, k);
    return;
  case ATOM_EXP:
    (void)fprintf(out, "(assert (and (> a%u 0) (>= a%u (+ 1 u%u)) (=> (= u%u 0) (= a%u 1))", k, k, k, k, k);
    (void)fprintf(out, " (=> (< u%u 0) (< a%u 1)) (=> (> u%u 0) (> a%u (+ 1 u%u)))))\n", k, k, k, k, k);
    return;
  case ATOM_LOG:
    (void)fprintf(out, "(assert (and (> u%u 0) (<= a%u (- u%u 1)) (=> (= u%u 1) (= a%u 0))", k, k, k, k, k);
    (void)fprintf(out, " (=> (< u%u 1) (< a%u 0)) (=> (> u%u 1) (> a%u 0))))\n", k, k, k, k);
    return;
  case ATOM_SQRT:
    (void)fprintf(out, "(assert (and (>= u%u 0) (>= a%u 0) (= (* a%u a%u) u%u)))\n", k, k, k, k, k);
    return;
  case ATOM_TANH:
    (void)fprintf(out, "(assert (and (< (- 1) a%u 1) (=> (= u%u 0) (= a%u 0))", k, k, k);
    (void)fprintf(out, " (=> (> u%u 0) (< 0 a%u u%u)) (=> (< u%u 0) (< u%u a%u 0))))\n", k, k, k, k, k, k);
    return;
  case ATOM_SIGMOID:
    (void)fprintf(out, "(assert (and (< 0 a%u 1) (=> (= u%u 0) (= a%u (/ 1 2)))", k, k, k);
    (void)fprintf(out, " (=> (> u%u 0) (> a%u (/ 1 2))) (=> (< u%u 0) (< a%u (/ 1 2)))))\n", k, k, k, k);
    return;
  case ATOM_POWER: write_root(out, k, atom); return;
  case ATOM_CALL: return;
  }
}

static bool increases(AtomKind kind) {
  switch (kind) {
  case ATOM_EXP:
  case ATOM_LOG:
  case ATOM_SQRT:
  case ATOM_TANH:
  case ATOM_SIGMOID: return true;
  case ATOM_COS:
  case ATOM_SIN:
  case ATOM_CALL:
  case ATOM_POWER: break;
  }
  return false;
}

static void write_atoms(const SymbolicRing *self, FILE *out, const bool *atoms) {
  for (uint32_t k = 0; k < self->atom_count; k++) (void)fprintf(out, "(declare-const a%u Real)\n", k);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    /* a sine speaks of its cosine */
    bool pair = k + 1 < self->atom_count && self->atoms[k + 1].kind == ATOM_SIN && atoms[k + 1];
    if (!atoms[k] && !pair) continue;
    write_argument(self, out, k);
    write_facts(out, k, &self->atoms[k]);
    for (uint32_t j = 0; j < k && increases(self->atoms[k].kind); j++) {
      if (!atoms[j] || self->atoms[j].kind != self->atoms[k].kind) continue;
      (void)fprintf(out, "(assert (and (= (< u%u u%u) (< a%u a%u)) (= (> u%u u%u) (> a%u a%u))))\n", j, k, j, k, j, k,
                    j, k);
    }
  }
}

SmtAnswer smt_query_check(SmtQuery *query, Smt *smt, SmtValue *value) {
  const SymbolicRing *self = symbolic_self(query->ring);
  char *text = NULL;
  size_t size = 0;
  FILE *out = query->failed ? NULL : text_stream_open(&text, &size);
  bool whole = out != NULL && fflush(query->out) == 0 && ferror(query->out) == 0;
  for (uint32_t i = 0; whole && i < self->variables; i++) (void)fprintf(out, "(declare-const x%u Real)\n", i);
  if (whole) {
    write_atoms(self, out, query->atoms);
    (void)fwrite(query->text, 1, query->size, out);
    whole = ferror(out) == 0;
  }
  whole = out != NULL && fclose(out) == 0 && whole;
  SmtAnswer answer = smt_check(smt, whole ? text : NULL, self->variables, value);
  free(text);
  return answer;
}
