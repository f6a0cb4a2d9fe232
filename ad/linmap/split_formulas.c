/* The text of built-in functions and of their reverse derivatives, entry by entry. */
#include "ad/linmap/split_code.h"
#include "semantics/linmap/cases.h"

/* What is written at each real: of the entries a[0], a[1], .. of what is given. */
typedef Piece (*Formula)(SplitCode *c, const LmTerm *p, const Piece *a);

#define GIVEN_MOST 4

/* The formula at each real of the type. */
static Piece each(SplitCode *c, const LmType *type, Formula formula, const LmTerm *p, const Piece *a, uint32_t count) {
  Piece inner[GIVEN_MOST], all = piece(c, "()"), i;
  switch (type->kind) {
  case LM_TYPE_NAT:
  case LM_TYPE_BOOL: return all; /* of tangents */
  case LM_TYPE_REAL: return formula(c, p, a);
  case LM_TYPE_VEC:
    i = piece_fresh(c);
    for (uint32_t k = 0; k < count; k++) inner[k] = piece(c, "(%s ! %s)", a[k], i);
    return piece(c, "(build %u (%s. %s))", type->n, i, each(c, type->part[0], formula, p, inner, count));
  case LM_TYPE_TUPLE:
    for (uint32_t m = 0; m < type->n; m++) {
      for (uint32_t k = 0; k < count; k++) inner[k] = piece_part(c, a[k], m, type->n);
      Piece part = each(c, type->part[m], formula, p, inner, count);
      all = m == 0 ? part : piece(c, "(%s, %s)", all, part);
    }
    return all;
  case LM_TYPE_MAP: break;
  }
  return piece_fail(c, STATUS_UNABLE);
}

static Piece add(SplitCode *c, const LmTerm *p, const Piece *a) {
  (void)p;
  return piece(c, "(%s + %s)", a[0], a[1]);
}
static Piece subtract(SplitCode *c, const LmTerm *p, const Piece *a) {
  (void)p;
  return piece(c, "(%s - %s)", a[0], a[1]);
}

Piece piece_add(SplitCode *c, const LmType *type, Piece a, Piece b) {
  const Piece both[] = {a, b};
  return each(c, type, add, NULL, both, 2);
}

/* ------------------------------------------------------------------ values -- */

/* f(x), and op(x, y): names and signs are those of the source language, but for Ints' + - * */
static Piece value_of_reals(SplitCode *c, const LmTerm *p, const Piece *a) {
  const char *name = linmap_prim_name(p->prim);
  switch (p->prim) {
  case LM_PRIM_ADD:
  case LM_PRIM_SUB:
  case LM_PRIM_MUL:
  case LM_PRIM_DIV: return piece(c, "(%s %s %s)", a[0], name, a[1]);
  case LM_PRIM_MAX:
  case LM_PRIM_MIN: return piece(c, "(%s %s %s)", name, a[0], a[1]);
  case LM_PRIM_NEG: return piece(c, "(- %s)", a[0]);
  case LM_PRIM_POW: return piece(c, "(%s ^ %s)", a[0], piece_number(c, p->constant));
  case LM_PRIM_SIN:
  case LM_PRIM_COS:
  case LM_PRIM_TAN:
  case LM_PRIM_EXP:
  case LM_PRIM_LOG:
  case LM_PRIM_SQRT:
  case LM_PRIM_TANH:
  case LM_PRIM_SIGMOID:
  case LM_PRIM_SIGN: return piece(c, "(%s %s)", name, a[0]);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_ANY_SHAPED: break;
  }
  return piece_fail(c, STATUS_STUCK);
}

Piece piece_primitive(SplitCode *c, const LmTerm *p, Piece e) {
  const Piece part[] = {piece_part(c, e, 0, 2), piece_part(c, e, 1, 2)};
  switch (p->prim) {
  case LM_PRIM_ANY_OF_TWO: return each(c, p->type, value_of_reals, p, part, 2);
  case LM_PRIM_ANY_FUNCTION:
  case LM_PRIM_NEG:
  case LM_PRIM_SIGN: return each(c, p->type, value_of_reals, p, &e, 1);
  case LM_PRIM_PI: return piece_part(c, e, p->n, p->kid[0]->type->n);
  case LM_PRIM_IX: return piece(c, "(%s ! %s)", part[1], part[0]);
  case LM_PRIM_SUM: return piece(c, "(total %s)", e);
  case LM_PRIM_SZ: return piece(c, "(%u : Int)", p->kid[0]->type->n);
  case LM_PRIM_TOREAL: return piece(c, "(toReal %s)", e);
  case LM_PRIM_NADD: return piece(c, "(%s + %s)", part[0], part[1]);
  case LM_PRIM_NSUB: return piece(c, "(%s - %s)", part[0], part[1]);
  case LM_PRIM_NMUL: return piece(c, "(%s * %s)", part[0], part[1]);
  case LM_PRIM_NDIV:
  case LM_PRIM_NMOD:
  case LM_PRIM_NMIN:
  case LM_PRIM_NMAX: return piece(c, "(%s %s %s)", linmap_prim_name(p->prim), part[0], part[1]);
  case LM_PRIM_ANY_TEST: return piece(c, "(%s %s %s)", part[0], linmap_prim_name(p->prim), part[1]);
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_GIVEN:
  case LM_PRIM_COUNT: break;
  }
  return piece_fail(c, STATUS_UNABLE); /* operations that a user declares, and functions of the library */
}

/* ------------------------------------------------------------- derivatives -- */

/* f'(x) */
static Piece slope(SplitCode *c, const LmTerm *p, Piece x) {
  switch (p->prim) {
  case LM_PRIM_SIN: return piece(c, "cos %s", x);
  case LM_PRIM_COS: return piece(c, "(- sin %s)", x);
  case LM_PRIM_TAN: return piece(c, "(1 + tan %s * tan %s)", x, x);
  case LM_PRIM_EXP: return piece(c, "exp %s", x);
  case LM_PRIM_LOG: return piece(c, "(1 / %s)", x);
  case LM_PRIM_SQRT: return piece(c, "(1 / (2 * sqrt %s))", x);
  case LM_PRIM_TANH: return piece(c, "(1 - tanh %s * tanh %s)", x, x);
  case LM_PRIM_SIGMOID: return piece(c, "(sigmoid %s * (1 - sigmoid %s))", x, x);
  case LM_PRIM_POW: {
    Piece k = piece_number(c, p->constant);
    bool none = mpq_sgn(constant_get(&c->store->constants, p->constant)->exact[0]) == 0;
    return none ? piece(c, "0") : piece(c, "(%s * %s ^ (%s - 1))", k, x, k);
  }
  case LM_PRIM_ANY_NO_FUNCTION: break;
  }
  return piece_fail(c, STATUS_STUCK);
}

/* acc + f'(x) dt, of acc, dt, x */
static Piece through(SplitCode *c, const LmTerm *p, const Piece *a) {
  return piece(c, "(%s + %s * %s)", a[0], slope(c, p, a[2]), a[1]);
}

/* acc + dt dp/dx, of acc, dt, x, y; and the same for y */
static Piece through_first(SplitCode *c, const LmTerm *p, const Piece *a) {
  if (p->prim == LM_PRIM_MUL) return piece(c, "(%s + %s * %s)", a[0], a[3], a[1]);
  if (p->prim == LM_PRIM_DIV) return piece(c, "(%s + %s / %s)", a[0], a[1], a[3]);
  const Piece x = a[p->prim == LM_PRIM_MAX ? 2 : 3], y = a[p->prim == LM_PRIM_MAX ? 3 : 2];
  return piece(c, "(%s + (1 + sign (%s - %s)) / 2 * %s)", a[0], x, y, a[1]);
}
static Piece through_second(SplitCode *c, const LmTerm *p, const Piece *a) {
  if (p->prim == LM_PRIM_MUL) return piece(c, "(%s + %s * %s)", a[0], a[2], a[1]);
  if (p->prim == LM_PRIM_DIV) return piece(c, "(%s - %s * %s / (%s * %s))", a[0], a[2], a[1], a[3], a[3]);
  const Piece x = a[p->prim == LM_PRIM_MAX ? 2 : 3], y = a[p->prim == LM_PRIM_MAX ? 3 : 2];
  return piece(c, "(%s + (1 - sign (%s - %s)) / 2 * %s)", a[0], x, y, a[1]);
}

static Piece back_two(SplitCode *c, const LmTerm *p, Piece record, Piece dt, const Piece *acc) {
  Piece sides[2];
  for (uint32_t k = 0; k < 2; k++) {
    const Piece a[] = {acc[k], dt, piece_part(c, record, 0, 2), piece_part(c, record, 1, 2)};
    bool plain = p->prim == LM_PRIM_ADD || p->prim == LM_PRIM_SUB;
    Formula formula = plain    ? (k == 1 && p->prim == LM_PRIM_SUB ? subtract : add)
                      : k == 0 ? through_first
                               : through_second;
    sides[k] = each(c, p->type, formula, p, a, plain ? 2 : 4);
  }
  return piece(c, "(%s, %s)", sides[0], sides[1]);
}

/* acc with dt added to part k. */
static Piece back_part(SplitCode *c, const LmTerm *p, Piece dt, Piece acc) {
  const uint32_t n = p->kid[0]->type->n;
  Piece all = piece(c, "()");
  for (uint32_t k = 0; k < n; k++) {
    Piece part = piece_part(c, acc, k, n);
    if (k == p->n) part = piece_add(c, p->type, part, dt);
    all = k == 0 ? part : piece(c, "(%s, %s)", all, part);
  }
  return all;
}

/* build n (j. acc!j + dt), where j is i if there is an i */
static Piece back_entries(SplitCode *c, const LmType *vector, Piece i, Piece dt, Piece acc) {
  Piece j = piece_fresh(c), entry = piece(c, "(%s ! %s)", acc, j);
  Piece sum = piece_add(c, vector->part[0], entry, dt);
  if (i != NULL) sum = piece(c, "if %s == %s then %s else %s", j, i, sum, entry);
  return piece(c, "(build %u (%s. %s))", vector->n, j, sum);
}

Piece piece_back(SplitCode *c, const LmTerm *p, Piece record, Piece dt, Piece acc) {
  const Piece part[] = {piece_part(c, acc, 0, 2), piece_part(c, acc, 1, 2)}, a[] = {acc, dt, record};
  const LmType *operand = p->kid[0]->type;
  switch (p->prim) {
  case LM_PRIM_ANY_OF_TWO: return back_two(c, p, record, dt, part);
  case LM_PRIM_NEG: return each(c, p->type, subtract, p, a, 2);
  case LM_PRIM_ANY_FUNCTION: return each(c, p->type, through, p, a, 3);
  case LM_PRIM_PI: return back_part(c, p, dt, acc);
  case LM_PRIM_IX: return piece(c, "(%s, %s)", part[0], back_entries(c, operand->part[1], record, dt, part[1]));
  case LM_PRIM_SUM: return back_entries(c, operand, NULL, dt, acc);
  case LM_PRIM_ANY_NAT:
  case LM_PRIM_ANY_TEST:
  case LM_PRIM_SIGN:
  case LM_PRIM_SZ:
  case LM_PRIM_TOREAL: return acc;
  case LM_PRIM_TIMES:
  case LM_PRIM_DELTA:
  case LM_PRIM_GIVEN:
  case LM_PRIM_COUNT: break;
  }
  return piece_fail(c, STATUS_UNABLE);
}
