/* Quotients of polynomials: the ring operations, by FLINT. */
#include "semantics/rings/rings.h"
#include "verify/truth/symbolic_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------- scalars -- */

fmpz_mpoly_q_struct *symbolic_fresh(Ring *ring, Scalar *scalar) {
  SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_q_struct *item = ring_pool_push(&self->pool, ring, scalar);
  if (item == NULL) return NULL;
  if (!symbolic_stamp(self, *scalar)) {
    ring_pool_release(&self->pool, scalar->word);
    *scalar = RING_POOL_ZERO;
    ring_fail(ring, STATUS_LIMIT);
    return NULL;
  }
  if (scalar->word >= self->initialised) {
    fmpz_mpoly_q_init(item, self->context);
    self->initialised = scalar->word + 1;
  }
  return item;
}

static Scalar at_limit(Ring *ring) {
  ring_fail(ring, STATUS_LIMIT);
  return RING_POOL_ZERO;
}

/* Exponents packed in 8 bits are below 128. */
static bool degrees_fit(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  if (p->bits <= 8) return true;
  if (!fmpz_mpoly_degrees_fit_si(p, self->context)) return false;
  for (uint32_t g = 0; g < self->generators; g++) {
    if (fmpz_mpoly_degree_si(p, (slong)g, self->context) > SYMBOLIC_MAX_DEGREE) return false;
  }
  return true;
}

static bool polynomial_fits(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  slong bits = fmpz_mpoly_max_bits(p);
  return p->length <= self->max_length && labs(bits) <= SYMBOLIC_MAX_BITS && degrees_fit(self, p);
}

static bool item_fits(const SymbolicRing *self, const fmpz_mpoly_q_struct *item) {
  return polynomial_fits(self, &item->num) && polynomial_fits(self, &item->den);
}

Scalar symbolic_settle(Ring *ring, Scalar scalar) {
  SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_q_struct *item = symbolic_making(ring, scalar);
  if (!item_fits(self, item)) return at_limit(ring);
  if (self->atom_count == 0) return scalar;
  if (!symbolic_reduce(ring, item)) return RING_POOL_ZERO;
  return item_fits(self, item) ? scalar : at_limit(ring);
}

Scalar symbolic_generator(Ring *ring, slong generator) {
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item != NULL) fmpz_mpoly_q_gen(item, generator, symbolic_self(ring)->context);
  return scalar;
}

uint32_t symbolic_variable_count(const Ring *ring) { return symbolic_self(ring)->variables; }

Scalar symbolic_variable(Ring *ring, uint32_t i) {
  const SymbolicRing *self = symbolic_self(ring);
  Scalar variable;
  if (i >= self->variables) return at_limit(ring);
  if (symbolic_find(ring, ONCE_VARIABLE, i, 0, &variable)) return variable;
  variable = symbolic_generator(ring, symbolic_variable_generator(self, i));
  return symbolic_keep(ring, ONCE_VARIABLE, i, 0, self->work, variable);
}

void symbolic_name_variable(Ring *ring, uint32_t i, const char *name) {
  SymbolicRing *self = symbolic_self(ring);
  if (i < self->variables) (void)snprintf(self->variable_names + (size_t)i * SYMBOLIC_NAME, SYMBOLIC_NAME, "%s", name);
}

void symbolic_component_name(const char *argument, uint32_t number, const char *component, char name[SYMBOLIC_NAME]) {
  int length = snprintf(name, SYMBOLIC_NAME, "%s%s", argument, component);
  if (length >= SYMBOLIC_NAME)
    (void)snprintf(name, SYMBOLIC_NAME, "%.22s~%u%s%s", argument, number + 1,
                   isdigit((unsigned char)component[0]) ? "_" : "", component);
}

bool symbolic_is_variable(const Ring *ring, Scalar a, uint32_t *i) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  if (item->num.length != 1 || !fmpz_mpoly_is_one(&item->den, self->context)) return false;
  for (uint32_t k = 0; k < self->variables; k++) {
    if (!fmpz_mpoly_is_gen(&item->num, symbolic_variable_generator(self, k), self->context)) continue;
    *i = k;
    return true;
  }
  return false;
}

bool symbolic_is_rational(const Ring *ring, Scalar a) { return symbolic_constant_sign(ring, a) != 2; }

bool symbolic_has_atoms(const Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  for (uint32_t k = 0; k < self->atom_count; k++) {
    slong g = symbolic_atom_generator(self, k);
    if (fmpz_mpoly_degree_si(&item->num, g, self->context) > 0) return true;
    if (fmpz_mpoly_degree_si(&item->den, g, self->context) > 0) return true;
  }
  return false;
}

int symbolic_constant_sign(const Ring *ring, Scalar a) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  if (fmpz_mpoly_q_is_zero(item, self->context)) return 0;
  if (!fmpz_mpoly_q_is_fmpq(item, self->context)) return 2;
  return symbolic_lead_sign(&item->num) * symbolic_lead_sign(&item->den);
}

/* ----------------------------------------------------------- constants -- */

static Scalar symbolic_integer(Ring *ring, int64_t n) {
  Scalar scalar;
  if (n == 0 || n == 1) return (Scalar){(uint64_t)n};
  if (symbolic_find(ring, ONCE_NUMBER, (uint64_t)n, 1, &scalar)) return scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item != NULL) fmpz_mpoly_q_set_si(item, n, symbolic_self(ring)->context);
  return symbolic_keep(ring, ONCE_NUMBER, (uint64_t)n, 1, symbolic_self(ring)->work, scalar);
}

static Scalar number_of(Ring *ring, mpq_srcptr number) {
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item == NULL) return scalar;
  fmpq_t value;
  fmpq_init(value);
  fmpq_set_mpq(value, number);
  fmpz_mpoly_q_set_fmpq(item, value, symbolic_self(ring)->context);
  fmpq_clear(value);
  return symbolic_settle(ring, scalar);
}

static Scalar symbolic_constant(Ring *ring, const Constant *constant, uint32_t index) {
  mpq_srcptr number = constant->exact[index];
  Scalar scalar;
  if (!mpz_fits_slong_p(mpq_numref(number)) || !mpz_fits_slong_p(mpq_denref(number))) return number_of(ring, number);
  uint64_t above = (uint64_t)mpz_get_si(mpq_numref(number)), below = mpz_get_ui(mpq_denref(number));
  if (symbolic_find(ring, ONCE_NUMBER, above, below, &scalar)) return scalar;
  return symbolic_keep(ring, ONCE_NUMBER, above, below, symbolic_self(ring)->work, number_of(ring, number));
}

/* ---------------------------------------------------------- operations -- */

/* Whether a/b + c/d may be formed: a d, c b and b d. */
static bool sum_fits(Ring *ring, Scalar a, Scalar b) {
  const fmpz_mpoly_q_struct *x = symbolic_at(ring, a), *y = symbolic_at(ring, b);
  return symbolic_product_fits(ring, x->num.length, y->den.length) &&
         symbolic_product_fits(ring, y->num.length, x->den.length) &&
         symbolic_product_fits(ring, x->den.length, y->den.length);
}

static Scalar sum(Ring *ring, Scalar a, Scalar b) {
  if (!sum_fits(ring, a, b)) return at_limit(ring);
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item == NULL) return scalar;
  fmpz_mpoly_q_add(item, symbolic_at(ring, a), symbolic_at(ring, b), symbolic_self(ring)->context);
  return symbolic_settle(ring, scalar);
}

static Scalar symbolic_add(Ring *ring, Scalar a, Scalar b) {
  if (a.word == 0) return b;
  if (b.word == 0) return a;
  return symbolic_once(ring, ONCE_SUM, sum, a, b);
}

static Scalar difference(Ring *ring, Scalar a, Scalar b) {
  if (!sum_fits(ring, a, b)) return at_limit(ring);
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item == NULL) return scalar;
  fmpz_mpoly_q_sub(item, symbolic_at(ring, a), symbolic_at(ring, b), symbolic_self(ring)->context);
  return symbolic_settle(ring, scalar);
}

static Scalar symbolic_sub(Ring *ring, Scalar a, Scalar b) {
  return b.word == 0 ? a : symbolic_once(ring, ONCE_DIFFERENCE, difference, a, b);
}

static Scalar product(Ring *ring, Scalar a, Scalar b) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *x = symbolic_at(ring, a), *y = symbolic_at(ring, b);
  if (!symbolic_product_fits(ring, x->num.length, y->num.length) ||
      !symbolic_product_fits(ring, x->den.length, y->den.length)) {
    return at_limit(ring);
  }
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item == NULL) return scalar;
  fmpz_mpoly_q_mul(item, symbolic_at(ring, a), symbolic_at(ring, b), self->context);
  return symbolic_settle(ring, scalar);
}

static Scalar symbolic_mul(Ring *ring, Scalar a, Scalar b) {
  if (a.word <= 1) return a.word == 0 ? a : b;
  if (b.word <= 1) return b.word == 0 ? b : a;
  return symbolic_once(ring, ONCE_PRODUCT, product, a, b);
}

static Scalar opposite(Ring *ring, Scalar a, Scalar b) {
  Scalar scalar;
  (void)b;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item != NULL) fmpz_mpoly_q_neg(item, symbolic_at(ring, a), symbolic_self(ring)->context);
  return scalar;
}

static Scalar symbolic_neg(Ring *ring, Scalar a) {
  return symbolic_once(ring, ONCE_OPPOSITE, opposite, a, RING_POOL_ZERO);
}

static Scalar quotient(Ring *ring, Scalar a, Scalar b) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *x = symbolic_at(ring, a), *y = symbolic_at(ring, b);
  if (fmpz_mpoly_q_is_zero(y, self->context)) {
    ring_fail(ring, STATUS_DOMAIN);
    return RING_POOL_ZERO;
  }
  if (!symbolic_product_fits(ring, x->num.length, y->den.length) ||
      !symbolic_product_fits(ring, x->den.length, y->num.length)) {
    return at_limit(ring);
  }
  Scalar scalar;
  fmpz_mpoly_q_struct *item = symbolic_fresh(ring, &scalar);
  if (item == NULL) return scalar;
  fmpz_mpoly_q_div(item, symbolic_at(ring, a), symbolic_at(ring, b), self->context);
  return symbolic_settle(ring, scalar);
}

Scalar symbolic_quotient(Ring *ring, Scalar a, Scalar b) { return symbolic_once(ring, ONCE_QUOTIENT, quotient, a, b); }

static Scalar symbolic_div(Ring *ring, Scalar a, Scalar b) {
  symbolic_require(ring, SYMBOLIC_NONZERO, b);
  return symbolic_quotient(ring, a, b);
}

/* The signs of differences are the path's to say; at a tie both are one. */
static Scalar symbolic_max(Ring *ring, Scalar a, Scalar b) {
  return symbolic_is_negative(ring, symbolic_sub(ring, a, b)) ? b : a;
}

static Scalar symbolic_min(Ring *ring, Scalar a, Scalar b) {
  return symbolic_is_negative(ring, symbolic_sub(ring, b, a)) ? b : a;
}

/* The path decides, and parts the signs by the two answers alone. */
static bool symbolic_test(Ring *ring, RingTest test, Scalar a, Scalar b) {
  static const Signs classes[][2] = {[RING_LESS] = {SIGNS_MINUS, SIGNS_PLUS | SIGNS_ZERO},
                                     [RING_LESS_EQUAL] = {SIGNS_MINUS | SIGNS_ZERO, SIGNS_PLUS},
                                     [RING_EQUAL] = {SIGNS_ZERO, SIGNS_APART}};
  uint32_t found = symbolic_ask(ring, symbolic_sub(ring, a, b), 2, classes[test]);
  return ring->status == STATUS_OK && found == 0;
}

/* ---------------------------------------------------------- comparison -- */

bool symbolic_same(Ring *ring, Scalar a, Scalar b) {
  SymbolicRing *self = symbolic_self(ring);
  if (a.word == b.word) return true;
  if (fmpz_mpoly_q_equal(symbolic_at(ring, a), symbolic_at(ring, b), self->context)) return true;
  /* quotients in lowest terms are one only when they are the same */
  if (self->atom_count == 0) return false;
  Status before = ring_take_status(ring);
  size_t count = self->pool.count;
  Scalar difference = symbolic_sub(ring, a, b);
  bool zero = ring->status == STATUS_OK && fmpz_mpoly_q_is_zero(symbolic_at(ring, difference), self->context);
  ring_pool_release(&self->pool, count);
  ring->status = before;
  return zero;
}

void symbolic_set_work(Ring *ring, uint64_t work) { symbolic_self(ring)->work = work; }
uint64_t symbolic_work_left(const Ring *ring) { return symbolic_self(ring)->work; }

SymbolicVerdict symbolic_equal(Ring *ring, Scalar a, Scalar b) {
  if (ring->status != STATUS_OK) return SYMBOLIC_UNKNOWN;
  if (symbolic_same(ring, a, b)) return SYMBOLIC_EQUAL;
  return symbolic_has_atoms(ring, a) || symbolic_has_atoms(ring, b) ? SYMBOLIC_UNKNOWN : SYMBOLIC_DIFFERENT;
}

/* Whether g, an atom with a square that is known, is in the denominator. */
static bool is_divided_by(const SymbolicRing *self, const fmpz_mpoly_q_struct *item, uint32_t k) {
  AtomKind kind = self->atoms[k].kind;
  return (kind == ATOM_SIN || kind == ATOM_SQRT) &&
         fmpz_mpoly_degree_si(&item->den, symbolic_atom_generator(self, k), self->context) > 0;
}

/* (n/d) as (n d*)/(d d*), where d* is d with -g for g: the denominator has g no more. */
static bool rationalise(Ring *ring, fmpz_mpoly_q_struct *item, slong g) {
  const SymbolicRing *self = symbolic_self(ring);
  fmpz_mpoly_t conjugate, slope;
  fmpz_mpoly_init(conjugate, self->context);
  fmpz_mpoly_init(slope, self->context);
  fmpz_mpoly_derivative(slope, &item->den, g, self->context);
  fmpz_mpoly_gen(conjugate, g, self->context);
  fmpz_mpoly_mul(conjugate, conjugate, slope, self->context);
  fmpz_mpoly_scalar_mul_si(conjugate, conjugate, -2, self->context);
  fmpz_mpoly_add(conjugate, conjugate, &item->den, self->context);
  bool fits = symbolic_product_fits(ring, item->num.length, conjugate->length) &&
              symbolic_product_fits(ring, item->den.length, conjugate->length);
  if (fits) {
    fmpz_mpoly_mul(&item->num, &item->num, conjugate, self->context);
    fmpz_mpoly_mul(&item->den, &item->den, conjugate, self->context);
    fits = symbolic_reduce(ring, item);
  }
  fmpz_mpoly_clear(conjugate, self->context);
  fmpz_mpoly_clear(slope, self->context);
  return fits;
}

/* The quotient without roots and sines in its denominator, in lowest terms; as it is written where that fails. */
static void canonical_form(Ring *ring, Scalar a, fmpz_mpoly_q_t out) {
  const SymbolicRing *self = symbolic_self(ring);
  Status before = ring_take_status(ring);
  bool fits = true;
  fmpz_mpoly_q_set(out, symbolic_at(ring, a), self->context);
  for (uint32_t k = self->atom_count; k-- > 0 && fits;) {
    if (is_divided_by(self, out, k)) fits = rationalise(ring, out, symbolic_atom_generator(self, k));
  }
  if (!fits) fmpz_mpoly_q_set(out, symbolic_at(ring, a), self->context);
  (void)ring_take_status(ring);
  ring->status = before;
}

/* For keys of finite maps: the order of canonical forms as they are written.  Keys that are
 * equal unnoticed stay apart, which changes no sum over the map. */
static int symbolic_compare(Ring *ring, Scalar a, Scalar b) {
  const SymbolicRing *self = symbolic_self(ring);
  if (a.word == b.word) return 0;
  fmpz_mpoly_q_t x, y;
  fmpz_mpoly_q_init(x, self->context);
  fmpz_mpoly_q_init(y, self->context);
  canonical_form(ring, a, x);
  canonical_form(ring, b, y);
  int order = fmpz_mpoly_cmp(&x->num, &y->num, self->context);
  if (order == 0) order = fmpz_mpoly_cmp(&x->den, &y->den, self->context);
  fmpz_mpoly_q_clear(x, self->context);
  fmpz_mpoly_q_clear(y, self->context);
  return order < 0 ? -1 : order > 0;
}

/* ------------------------------------------------------------- upkeep -- */

static size_t symbolic_mark(const Ring *ring) { return symbolic_self(ring)->pool.count; }

static void symbolic_release(Ring *ring, size_t mark) {
  SymbolicRing *self = symbolic_self(ring);
  while (self->atom_count > 0 && self->atoms[self->atom_count - 1].created >= mark) self->atom_count--;
  while (self->obligation_count > 0 && self->obligations[self->obligation_count - 1].created >= mark) {
    self->obligation_count--;
  }
  ring_pool_release(&self->pool, mark);
}

static int symbolic_print(Ring *ring, Scalar a, char *buffer, size_t size) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_q_struct *item = symbolic_at(ring, a);
  char *numerator = fmpz_mpoly_get_str_pretty(&item->num, self->names, self->context), *denominator = NULL;
  int written = 0;
  if (symbolic_constant_sign(ring, a) != 2) { /* 1/2, not (1)/(2) */
    bool whole = fmpz_mpoly_is_one(&item->den, self->context);
    if (!whole) denominator = fmpz_mpoly_get_str_pretty(&item->den, self->names, self->context);
    written = snprintf(buffer, size, "%s%s%s", numerator, whole ? "" : "/", whole ? "" : denominator);
    if (!whole) flint_free(denominator);
  } else if (fmpz_mpoly_is_one(&item->den, self->context))
    written = snprintf(buffer, size, "%s", numerator);
  else {
    denominator = fmpz_mpoly_get_str_pretty(&item->den, self->names, self->context);
    written = snprintf(buffer, size, "(%s)/(%s)", numerator, denominator);
    flint_free(denominator);
  }
  flint_free(numerator);
  return written;
}

static void symbolic_destroy(Ring *ring) {
  SymbolicRing *self = symbolic_self(ring);
  for (size_t i = 0; i < self->initialised; i++) fmpz_mpoly_q_clear(symbolic_making(ring, (Scalar){i}), self->context);
  for (uint32_t k = 0; self->atoms != NULL && k < self->atom_capacity; k++) {
    fmpz_mpoly_q_clear(&self->atoms[k].square, self->context);
  }
  symbolic_once_free(self);
  fmpz_mpoly_ctx_clear(self->context);
  ring_pool_free(&self->pool);
  if (self->numbers != NULL) ring_destroy(self->numbers);
  free(self->atoms);
  free(self->obligations);
  free(self->names);
  free(self->variable_names);
  free(self);
}

static bool allocate(SymbolicRing *self) {
  enum { NAME = SYMBOLIC_NAME };
  self->atoms = calloc(self->atom_capacity + 1, sizeof *self->atoms);
  for (uint32_t k = 0; self->atoms != NULL && k < self->atom_capacity; k++) {
    fmpz_mpoly_q_init(&self->atoms[k].square, self->context);
  }
  self->names = calloc(self->generators, sizeof *self->names);
  self->variable_names = calloc(self->variables + 1, NAME);
  if (self->atoms == NULL || self->names == NULL || self->variable_names == NULL) return false;
  for (uint32_t i = 0; i < self->variables; i++) {
    char *name = self->variable_names + (size_t)i * NAME;
    (void)snprintf(name, NAME, "x%u", i);
    self->names[symbolic_variable_generator(self, i)] = name;
  }
  for (uint32_t k = 0; k < self->atom_capacity; k++) {
    self->names[symbolic_atom_generator(self, k)] = self->atoms[k].name;
  }
  self->numbers = ring_enclosure_new();
  return self->numbers != NULL && symbolic_once_init(self) && ring_pool_init(&self->pool, sizeof(fmpz_mpoly_q_struct));
}

Ring *ring_symbolic_new(uint32_t variables, uint32_t atoms, uint32_t max_length) {
  static const RingOps ops = {.name = "rational functions with atoms",
                              .traits = RING_EXACT | RING_FIELD | RING_ANALYTIC,
                              RING_ARITHMETIC(symbolic_),
                              RING_FUNCTIONS(symbolic_),
                              RING_STACK(symbolic_)};
  if (variables == 0 || variables > 1000 || atoms > SYMBOLIC_MAX_ATOMS || max_length > 100000) return NULL;
  SymbolicRing *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->ring.ops = &ops;
  self->variables = variables;
  self->atom_capacity = atoms;
  self->generators = variables + atoms;
  self->max_length = (slong)max_length;
  self->work = UINT64_MAX;
  fmpz_mpoly_ctx_init(self->context, (slong)self->generators, ORD_LEX);
  if (!allocate(self)) {
    symbolic_destroy(&self->ring);
    return NULL;
  }
  Scalar zero, one;
  fmpz_mpoly_q_struct *first = symbolic_fresh(&self->ring, &zero);
  if (first != NULL) fmpz_mpoly_q_zero(first, self->context);
  fmpz_mpoly_q_struct *second = symbolic_fresh(&self->ring, &one);
  if (first == NULL || second == NULL) {
    symbolic_destroy(&self->ring);
    return NULL;
  }
  fmpz_mpoly_q_one(second, self->context);
  return &self->ring;
}
