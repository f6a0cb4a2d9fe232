#include <stdio.h> /* before gmp.h, which then has gmp_snprintf */

#include "verify/laws/print/printed_combinatory.h"
#include "verify/laws/print/printed_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 256
#define DIGITS_MOST 17

typedef struct Reading {
  TreeReader r;
  Ring *ring;
  const CombinatoryDerivative *d;
  const Scalar *values;
  const Printed *numbers;
  PrintedScalars *scalars;
  Scalar *v; /* by name */
  bool *known;
  uint32_t names;
  bool live; /* not in a branch that is not taken */
} Reading;

static Scalar expression(Reading *to);

static void expect(Reading *to, const char *text) { tree_expect(&to->r, text); }
static bool accept(Reading *to, const char *text) { return tree_accept(&to->r, text); }
static bool good(const Reading *to) { return to->r.status == STATUS_OK; }
static Scalar zero(const Reading *to) { return ring_integer(to->ring, 0); }

static Scalar fail(Reading *to, Status status) {
  (void)tree_fail(&to->r, status);
  return zero(to);
}

static uint32_t number_below(Reading *to, uint32_t below) {
  char *end = NULL;
  unsigned long n = isdigit((unsigned char)*to->r.at) ? strtoul(to->r.at, &end, 10) : below;
  if (n >= below) {
    (void)fail(to, STATUS_ILL_TYPED);
    return 0;
  }
  to->r.at = end;
  return (uint32_t)n;
}

/* ---------------------------------------------------------- expressions -- */

static Scalar whole(Reading *to) {
  size_t digits = strspn(to->r.at, "0123456789");
  if (digits == 0) return fail(to, STATUS_ILL_TYPED);
  if (digits > DIGITS_MOST) return fail(to, STATUS_UNABLE);
  int64_t n = strtoll(to->r.at, NULL, 10);
  to->r.at += digits;
  return ring_integer(to->ring, n);
}

/* p/q */
static Scalar rational(Reading *to) {
  Scalar p = whole(to);
  if (!good(to) || *to->r.at != '/') return p;
  to->r.at++;
  Scalar q = whole(to);
  return good(to) ? ring_div(to->ring, p, q) : p;
}

/* x3, or x3[k] for the k-th scalar of what is no real; x1[k] without a context. */
static Scalar input(Reading *to) {
  const CombinatoryDerivative *d = to->d;
  const TypeTable *types = &d->terms.store->types;
  uint32_t of = number_below(to, d->length == 0 ? 2 : d->length + 1), before = 0, dim = d->inputs;
  if (of == 0) return fail(to, STATUS_ILL_TYPED);
  for (uint32_t i = 0; i + 1 < of; i++) before += type_node(types, d->context[i])->dim;
  if (d->length > 0) dim = type_node(types, d->context[of - 1])->dim;
  if (d->length > 0 && dim == 1) return to->numbers->x[before];
  expect(to, "[");
  uint32_t k = number_below(to, dim);
  expect(to, "]");
  return good(to) ? to->numbers->x[before + k] : zero(to);
}

static Scalar seed(Reading *to) {
  uint32_t k = number_below(to, to->numbers->seeds + 1);
  return k == 0 || to->numbers->w == NULL ? fail(to, STATUS_ILL_TYPED) : to->numbers->w[k - 1];
}

static Scalar named(Reading *to) {
  uint32_t k = number_below(to, to->names);
  return good(to) && to->live && !to->known[k] ? fail(to, STATUS_ILL_TYPED) : to->v[k];
}

static Scalar factor(Reading *to);

/* pow(r) e; pow(a, b) is the library's. */
static Scalar power(Reading *to) {
  bool negative = accept(to, "~");
  size_t digits = strspn(to->r.at, "0123456789");
  unsigned long n = strtoul(to->r.at, NULL, 10);
  if (digits == 0 || n > PRINTED_POWER_MOST || to->r.at[digits] != ')') return fail(to, STATUS_UNABLE);
  to->r.at += digits;
  expect(to, ")");
  Scalar base = factor(to);
  return good(to) && to->live ? printed_power(to->ring, base, negative ? -(int)n : (int)n) : base;
}

static Scalar call(Reading *to) {
  RingFunction function;
  char name[TEXT];
  size_t length = 0;
  while (isalnum((unsigned char)to->r.at[length]) || to->r.at[length] == '_') length++;
  if (length == 0 || length >= sizeof name) return fail(to, STATUS_ILL_TYPED);
  memcpy(name, to->r.at, length);
  name[length] = '\0';
  if (!printed_function(strcmp(name, "ln") == 0 ? "log" : strcmp(name, "abs") == 0 ? "fabs" : name, &function))
    return fail(to, STATUS_UNABLE); /* of the library, or declared */
  to->r.at += length;
  Scalar a = factor(to);
  return good(to) && to->live ? ring_function(to->ring, function, a) : a;
}

static Scalar factor(Reading *to) {
  Scalar a;
  if (tree_is_over(&to->r) || to->r.depth == 0) return fail(to, STATUS_LIMIT);
  to->r.depth--;
  tree_skip(&to->r);
  if (accept(to, "~"))
    a = ring_neg(to->ring, factor(to));
  else if (accept(to, "(")) {
    a = expression(to);
    expect(to, ")");
  } else if (accept(to, "pow("))
    a = power(to);
  else if (isdigit((unsigned char)*to->r.at))
    a = rational(to);
  else if (isdigit((unsigned char)to->r.at[1]) && strchr("xwv", *to->r.at) != NULL) {
    char of = *to->r.at++;
    a = of == 'x' ? input(to) : of == 'w' ? seed(to) : named(to);
  } else
    a = call(to);
  to->r.depth++;
  return a;
}

static Scalar product(Reading *to) {
  Scalar a = factor(to);
  while (good(to) && accept(to, "*")) {
    Scalar b = factor(to);
    if (good(to)) a = ring_mul(to->ring, a, b);
  }
  return a;
}

static Scalar expression(Reading *to) {
  Scalar a = product(to);
  for (;;) {
    bool plus = accept(to, "+ ");
    if (!plus && !accept(to, "- ")) return a;
    Scalar b = product(to);
    if (good(to)) a = plus ? ring_add(to->ring, a, b) : ring_sub(to->ring, a, b);
  }
}

/* ------------------------------------------------------------------ lets -- */

/* e, or (e, ...), into those of `into` at these places. */
static void tuple(Reading *to, uint32_t count, Scalar *into) {
  if (count != 1) expect(to, "(");
  for (uint32_t i = 0; i < count && good(to); i++) {
    if (i > 0) expect(to, ",");
    into[i] = expression(to);
  }
  if (count != 1) expect(to, ")");
}

static void lets(Reading *to);

static bool is_negative(Reading *to, Scalar test) {
  return good(to) && to->live && ring_test(to->ring, RING_LESS, test, zero(to));
}

/* let (v1, v2) = if e < 0 then lets in (a, b) else lets in (c, d) */
static void join(Reading *to, uint32_t count, const uint32_t *name) {
  Scalar *results = arena_array(to->r.arena, 2 * (size_t)count, sizeof *results);
  bool live = to->live, taken = is_negative(to, product(to));
  if (results == NULL) {
    (void)fail(to, STATUS_LIMIT);
    return;
  }
  for (int side = 0; side < 2 && good(to); side++) {
    expect(to, side == 0 ? "< 0 then" : "else");
    to->live = live && taken == (side == 0);
    lets(to);
    expect(to, "in ");
    tuple(to, count, results + (size_t)side * count);
  }
  to->live = live;
  for (uint32_t i = 0; i < count && good(to) && live; i++) {
    to->v[name[i]] = results[taken ? i : count + i];
    to->known[name[i]] = true;
  }
}

/* v1, or (v1, v2), before =; NULL where they are not read. */
static uint32_t *names_before(Reading *to, uint32_t *count) {
  uint32_t room = 1;
  for (const char *c = to->r.at; *c != '\0' && *c != '='; c++) room += *c == ',';
  uint32_t *name = arena_array(to->r.arena, room, sizeof *name);
  bool many = accept(to, "(");
  if (name == NULL) {
    (void)fail(to, STATUS_LIMIT);
    return NULL;
  }
  *count = 0;
  do {
    expect(to, "v");
    name[(*count)++] = number_below(to, to->names);
  } while (many && *count < room && accept(to, ","));
  if (many) expect(to, ")");
  expect(to, "=");
  return good(to) ? name : NULL;
}

/* All that come. */
static void lets(Reading *to) {
  while (good(to) && accept(to, "let ")) {
    uint32_t count = 0;
    const uint32_t *name = names_before(to, &count);
    if (name == NULL) return;
    if (accept(to, "if ")) {
      join(to, count, name);
      continue;
    }
    Scalar a = expression(to);
    if (count != 1) (void)fail(to, STATUS_ILL_TYPED);
    if (good(to) && to->live) to->v[name[0]] = a, to->known[name[0]] = true;
  }
}

/* ------------------------------------------------------------------- map -- */

static void keep_pair(Reading *to, Scalar expected, Scalar found) {
  PrintedScalars *all = to->scalars;
  if (!good(to) || !to->live) return;
  if (all->count == all->room) {
    (void)fail(to, STATUS_LIMIT);
    return;
  }
  all->expected[all->count] = expected;
  all->found[all->count++] = found;
}

static void follow_scalar(Reading *to, Scalar node) {
  Scalar found = expression(to);
  keep_pair(to, to->live ? to->values[node.word] : found, found);
}

/* A real beside an operator is an operand: a factor. */
static void follow_value(Reading *to, const PfValue *e) {
  if (e->n == 1) {
    Scalar found = factor(to);
    keep_pair(to, to->live ? to->values[e->scalars[0].word] : found, found);
    return;
  }
  expect(to, "[");
  for (uint32_t i = 0; i < e->n && good(to); i++) {
    if (i > 0) expect(to, ",");
    follow_scalar(to, e->scalars[i]);
  }
  expect(to, "]");
}

/* What is around a map: nothing, or (+), or a composition, in which a sum has brackets. */
static void follow_map(Reading *to, PfMapId id, bool inside);

static void follow_if(Reading *to, const PfMap *m) {
  bool live = to->live;
  expect(to, "(if ");
  Scalar test = factor(to);
  keep_pair(to, to->live ? to->values[m->condition.word] : test, test);
  bool taken = is_negative(to, test);
  for (int side = 0; side < 2; side++) {
    expect(to, side == 0 ? "< 0 then" : "else");
    to->live = live && taken == (side == 0);
    if (m->block[side] != 0) {
      lets(to);
      expect(to, "in ");
    }
    follow_map(to, side == 0 ? m->a : m->b, false);
  }
  to->live = live;
  expect(to, ")");
}

static void follow_two(Reading *to, const PfMap *m, const char *between, bool brackets) {
  if (brackets) expect(to, "(");
  follow_map(to, m->a, true);
  expect(to, between);
  follow_map(to, m->b, true);
  if (brackets) expect(to, ")");
}

static void follow_section(Reading *to, const PfMap *m) {
  expect(to, "(");
  if (m->kind == PFMAP_LEFT) follow_value(to, &m->value);
  expect(to, pf_bilinear_symbol(m->bilinear));
  if (m->kind == PFMAP_RIGHT) follow_value(to, &m->value);
  expect(to, ")");
}

static void follow_map(Reading *to, PfMapId id, bool inside) {
  const PfMap *m = pfmap_get(&to->d->maps, id);
  if (tree_is_over(&to->r)) return;
  switch (m->kind) {
  case PFMAP_ZERO: expect(to, "0"); return;
  case PFMAP_ID: expect(to, "Id"); return;
  case PFMAP_DUP: expect(to, "Δ"); return;
  case PFMAP_ADD: expect(to, "(+)"); return;
  case PFMAP_NEG: expect(to, "~"); return;
  case PFMAP_FST: expect(to, "π1"); return;
  case PFMAP_SND: expect(to, "π2"); return;
  case PFMAP_PAR: follow_two(to, m, "⊕", inside); return;
  case PFMAP_COMP: follow_two(to, m, "•", false); return;
  case PFMAP_LEFT:
  case PFMAP_RIGHT: follow_section(to, m); return;
  case PFMAP_IF: follow_if(to, m); return;
  case PFMAP_FAMILY:
    expect(to, "⟨");
    for (uint32_t i = 0; i < m->n && good(to); i++) {
      if (i != 0) expect(to, ",");
      follow_map(to, pfmap_member(&to->d->maps, m, i), false);
    }
    expect(to, "⟩");
    return;
  case PFMAP_REPL: tree_expect_number(&to->r, "repl ", m->n, ""); return;
  case PFMAP_SUM: tree_expect_number(&to->r, "sum ", m->n, ""); return;
  case PFMAP_ZIP: expect(to, "zip"); return;
  case PFMAP_UNZIP: expect(to, "unzip"); return;
  case PFMAP_AT: tree_expect_number(&to->r, "at ", m->k, ""); return;
  case PFMAP_PUT: tree_expect_number(&to->r, "put ", m->k, ""); return;
  case PFMAP_KIND_COUNT: return;
  }
}

/* ------------------------------------------------------- point-free form -- */

static void follow_form(Reading *to, PfId p, bool inside);

static void follow_constant(Reading *to, const PfTerm *t) {
  char text[TEXT];
  expect(to, "K ");
  if (t->constant.id == 0) {
    expect(to, "()");
    return;
  }
  const Constant *c = constant_get(&to->d->terms.store->constants, t->constant);
  if (c->length != 1) expect(to, "[");
  for (uint32_t i = 0; i < c->length && good(to); i++) {
    if (i != 0) expect(to, ",");
    if (gmp_snprintf(text, sizeof text, "%Qd", c->exact[i]) >= (int)sizeof text) (void)fail(to, STATUS_LIMIT);
    expect(to, text);
  }
  if (c->length != 1) expect(to, "]");
}

static void follow_pow(Reading *to, const PfTerm *t) {
  char text[TEXT];
  const mpq_t *exponent = constant_get(&to->d->terms.store->constants, t->constant)->exact;
  (void)gmp_snprintf(text, sizeof text, "%Qd", *exponent);
  expect(to, "pow(");
  expect(to, text[0] == '-' ? "~" : "");
  expect(to, text + (text[0] == '-'));
  expect(to, ")");
}

static void follow_pair(Reading *to, const PfTerm *t, const char *between, bool inside) {
  if (inside) expect(to, "(");
  follow_form(to, t->a, true);
  expect(to, between);
  follow_form(to, t->b, true);
  if (inside) expect(to, ")");
}

static void follow_choice(Reading *to, const PfTerm *t) {
  expect(to, "(if ");
  follow_form(to, t->a, false);
  expect(to, "then ");
  follow_form(to, t->b, false);
  expect(to, "else ");
  follow_form(to, t->c, false);
  expect(to, ")");
}

static void follow_members(Reading *to, const PfTerm *t) {
  expect(to, "⟨");
  for (uint32_t i = 0; i < t->n && good(to); i++) {
    if (i != 0) expect(to, ",");
    follow_form(to, pf_member(&to->d->terms, t, i), false);
  }
  expect(to, "⟩");
}

static void follow_bilinear(Reading *to, const PfTerm *t) {
  if (t->bilinear == BILINEAR_CROSS) {
    expect(to, "cross");
    return;
  }
  expect(to, "(");
  expect(to, pf_bilinear_symbol(t->bilinear));
  expect(to, ")");
}

static void follow_form(Reading *to, PfId p, bool inside) {
  const PfTerm *t = pf_term(&to->d->terms, p);
  const OpTable *ops = &to->d->terms.store->ops;
  if (tree_is_over(&to->r)) return;
  switch (t->kind) {
  case PF_COMP: follow_pair(to, t, "○", inside); return;
  case PF_PAR: follow_pair(to, t, "×", inside); return;
  case PF_FST: expect(to, "π1"); return;
  case PF_SND: expect(to, "π2"); return;
  case PF_CONST: follow_constant(to, t); return;
  case PF_DUP: expect(to, "Δ"); return;
  case PF_ID: expect(to, "Id"); return;
  case PF_UNARY:
    if (t->op == OP_POW)
      follow_pow(to, t);
    else
      expect(to, t->op == OP_LOG ? "ln" : op_info(t->op)->name);
    tree_expect_parameters(&to->r, to->d->terms.store, t->op, t->constant);
    return;
  case PF_GIVEN: expect(to, op_name(ops, op_node(ops, (OpId){t->k}))); return;
  case PF_NEG: expect(to, "~"); return;
  case PF_ADD: expect(to, "(+)"); return;
  case PF_SUB: expect(to, "(-)"); return;
  case PF_BINARY: follow_bilinear(to, t); return;
  case PF_IF: follow_choice(to, t); return;
  case PF_MAP:
    expect(to, "map ");
    follow_form(to, t->a, true);
    return;
  case PF_FAMILY: follow_members(to, t); return;
  case PF_REPL: tree_expect_number(&to->r, "repl ", t->n, ""); return;
  case PF_SUM: tree_expect_number(&to->r, "sum ", t->n, ""); return;
  case PF_ZIP: expect(to, "zip"); return;
  case PF_AT: tree_expect_number(&to->r, "at ", t->k, ""); return;
  case PF_KIND_COUNT: return;
  }
}

/* ------------------------------------------------------------- the whole -- */

static Status open_reading(Reading *to, size_t length) {
  PrintedScalars *all = to->scalars;
  to->names = all->room = (uint32_t)length;
  all->count = 0;
  to->v = arena_array(to->r.arena, length, sizeof *to->v);
  to->known = arena_array(to->r.arena, length, sizeof *to->known);
  all->expected = arena_array(to->r.arena, length, sizeof *all->expected);
  all->found = arena_array(to->r.arena, length, sizeof *all->found);
  return to->v == NULL || to->known == NULL || all->expected == NULL || all->found == NULL ? STATUS_LIMIT : STATUS_OK;
}

static void forget_names(Reading *to) {
  for (uint32_t k = 0; k < to->names; k++) to->v[k] = zero(to), to->known[k] = false;
}

/* lets in (value, */
static void read_value(Reading *to, Scalar *value) {
  forget_names(to);
  lets(to);
  expect(to, "in (");
  tuple(to, to->d->outputs, value);
  expect(to, ",");
}

Status printed_combinatory(const char *text, Ring *ring, Arena *arena, const CombinatoryDerivative *derivative,
                           const Scalar *values, const Printed *numbers, PrintedScalars *scalars) {
  const bool reverse = derivative->reverse;
  Reading to = {.r = tree_reader(text, arena, NULL),
                .ring = ring,
                .d = derivative,
                .values = values,
                .numbers = numbers,
                .scalars = scalars,
                .live = true};
  Status status = open_reading(&to, strlen(text) + 1);
  if (status != STATUS_OK) return status;
  expect(&to, "f = ");
  follow_form(&to, derivative->p, false);
  expect(&to, reverse ? "(f, f^) x =" : "D f x =");
  read_value(&to, numbers->y);
  for (uint32_t i = 0; i < derivative->outputs; i++) keep_pair(&to, values[derivative->value[i].word], numbers->y[i]);
  follow_map(&to, derivative->map, false);
  expect(&to, ")");
  expect(&to, reverse ? "f^ x w =" : "f' x w =");
  read_value(&to, numbers->y);
  tuple(&to, numbers->images, numbers->z);
  expect(&to, ")");
  status = tree_end(&to.r);
  Status ran = ring_take_status(ring);
  return status != STATUS_OK ? status : ran;
}
