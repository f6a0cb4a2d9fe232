#include "verify/laws/frechet/cost.h"

#include "ad/frechet/frechet.h"
#include "semantics/memory/try.h"
#include "semantics/rings/rings.h"

#define ARENA_BYTES ((size_t)2 << 30)

/* The ring of doubles, its multiplications counted. */
typedef struct Counting {
  Ring ring;
  RingOps ops;
  uint64_t count;
} Counting;

typedef struct Tensors {
  Counting counting;
  Machine machine;
  HilTerms terms;
  FrCost *cost;
  HilSpace from, to; /* R^n, R^m */
} Tensors;

static Scalar counted_mul(Ring *ring, Scalar a, Scalar b) {
  Counting *counting = (Counting *)(void *)ring; /* its first member */
  counting->count++;
  return scalar_from_double(scalar_to_double(a) * scalar_to_double(b));
}

/* n small whole numbers, none of them 0 or 1. */
static Status numbers(Tensors *at, uint32_t n, uint32_t first, HilVector *out) {
  Scalar *scalars = arena_array(at->machine.arena, n, sizeof *scalars);
  if (scalars == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) scalars[i] = scalar_from_double(2 + (first + i) % 5);
  *out = hil_reals(n, scalars);
  return STATUS_OK;
}

/* Multiplications of one image: formally, and with its coordinates written out. */
typedef struct Count {
  uint64_t formal, realised;
} Count;

static Status count(Tensors *at, HilMapId m, const HilVector *v, Count *out, Scalar **image) {
  HilVector w;
  HilSpace cod = hil_map(&at->terms, m)->cod;
  *image = arena_array(at->machine.arena, (size_t)hil_space(&at->terms.spaces, cod)->dim, sizeof **image);
  if (*image == NULL) return STATUS_LIMIT;
  at->counting.count = 0;
  Status status = hil_apply(&at->machine, &at->terms, m, v, &w);
  out->formal = at->counting.count;
  if (status == STATUS_OK) status = hil_write(&at->machine, &at->terms.spaces, cod, &w, *image);
  out->realised = at->counting.count;
  return status;
}

/* (·b) o sin o (a (.)) differentiated at x. */
static Status by_rules(Tensors *at, const HilVector *a, const HilVector *b, const HilVector *v, const HilVector *w) {
  HilTerms *terms = &at->terms;
  Machine *machine = &at->machine;
  HilMapId dot = hil_section_left(terms, machine, hil_bilinear_inner(terms, at->from), a), forward, back;
  HilMapId times = hil_section_right(terms, machine, hil_bilinear_multiple(terms, at->to), b);
  HilFunId sine = hilfun_prim(terms, OP_SIN, (ConstantId){0});
  HilFunId f = hilfun_comp(terms, hilfun_linear(terms, times), hilfun_comp(terms, sine, hilfun_linear(terms, dot)));
  HilVector fx;
  Scalar *image;
  Status status = hil_terms_status(terms);
  if (status == STATUS_OK) status = frechet_affine(machine, terms, f, v, &fx, &forward);
  if (status == STATUS_OK) status = frechet_affine_adjoint(machine, terms, f, v, &fx, &back);
  Count there = {0, 0}, turned = {0, 0};
  if (status == STATUS_OK) status = count(at, forward, v, &there, &image);
  if (status == STATUS_OK) status = count(at, back, w, &turned, &image);
  at->cost->rules = (FrProducts){there.formal, there.realised, turned.realised};
  return status;
}

/* k·(b(x)a), and rank of them */
static Status tensor(Tensors *at, const HilVector *a, const HilVector *b, const HilVector **out) {
  uint32_t rank = at->cost->rank;
  HilVector *parts = arena_array(at->machine.arena, rank, sizeof *parts), simple;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t r = 0; r < rank; r++) {
    TRY(hil_tensor(&at->machine, b, a, &simple));
    TRY(hil_scale(&at->machine, hil_factor(scalar_from_double(0.5)), &simple, &parts[r]));
  }
  *out = rank == 1 ? &parts[0] : hil_keep(&at->machine, (HilVector){.kind = HIL_SUM, .n = rank, .parts = parts});
  return *out == NULL ? STATUS_LIMIT : STATUS_OK;
}

/* Whether the image of v is rank (a . v) / 2 b, exactly: small whole numbers and halves. */
static bool is_image(const Tensors *at, const HilVector *a, const HilVector *b, const HilVector *v, const Scalar *w) {
  double k = 0;
  for (uint32_t i = 0; i < at->cost->n; i++) k += scalar_to_double(a->scalars[i]) * scalar_to_double(v->scalars[i]);
  for (uint32_t i = 0; i < at->cost->m; i++) {
    if (scalar_to_double(w[i]) != at->cost->rank * k * 0.5 * scalar_to_double(b->scalars[i])) return false;
  }
  return true;
}

/* |_| . (w*) . (_(x)1) for w of that rank, and its adjoint. */
static Status by_tensor(Tensors *at, const HilVector *a, const HilVector *b, const HilVector *v, const HilVector *w,
                        bool *equal) {
  HilTerms *terms = &at->terms;
  HilSpace real = hil_space_real(&terms->spaces);
  const HilVector *t;
  HilMapId adjoint;
  Scalar *image, *back;
  TRY(tensor(at, a, b, &t));
  HilMapId section = hilmap_left(terms, hil_space_tensor(&terms->spaces, at->to, at->from), t, real);
  HilMapId in = hilmap_unitary(terms, HILMAP_UNIT_R, at->from);
  HilMapId out = hilmap_unitary(terms, HILMAP_UNIT_R_INV, hil_space_tensor(&terms->spaces, at->to, real));
  HilMapId product = hilmap_comp(terms, section, in), f = hilmap_comp(terms, out, product);
  HilVector formal;
  Count there = {0, 0}, turned = {0, 0};
  Status status = hil_terms_status(terms);
  if (status == STATUS_OK) status = frechet_adjoint(terms, f, &adjoint);
  at->counting.count = 0; /* of rank > 1 |_| adds, and writes, so the formal result is in R^m (x) R */
  if (status == STATUS_OK) status = hil_apply(&at->machine, terms, product, v, &formal);
  uint64_t formally = at->counting.count;
  if (status == STATUS_OK) status = count(at, f, v, &there, &image);
  if (status == STATUS_OK) *equal = is_image(at, a, b, v, image);
  if (status == STATUS_OK) status = count(at, adjoint, w, &turned, &back);
  at->cost->tensor = (FrProducts){formally, there.realised, turned.realised};
  return status;
}

/* The Jacobian row by row: a product an entry. */
static uint64_t dense(Tensors *at, const HilVector *a, const HilVector *v) {
  uint64_t entries = (uint64_t)at->cost->m * at->cost->n;
  Ring *ring = &at->counting.ring;
  Scalar sum = scalar_from_double(0);
  if (entries > FR_DENSE_COUNTED) return entries;
  at->counting.count = 0;
  for (uint64_t i = 0; i < entries; i++) {
    uint32_t j = (uint32_t)(i % at->cost->n);
    sum = ring_add(ring, sum, ring_mul(ring, a->scalars[j], v->scalars[j]));
  }
  return at->counting.count;
}

static bool exact(const FrCost *cost, const FrProducts *found, uint64_t rank) {
  uint64_t m = cost->m, n = cost->n;
  if (rank == 1) return found->formal == n + 1 && found->realised == n + 1 + m && found->adjoint == m + 1 + n;
  return found->formal <= rank * (n + 1) && found->realised <= rank * (n + 1 + m) &&
         found->adjoint <= rank * (m + 1 + n);
}

static Status measure(Tensors *at) {
  FrCost *cost = at->cost;
  HilVector a, b, v, w;
  bool equal = false;
  TRY(hil_terms_init(&at->terms, at->machine.arena));
  HilSpaces *spaces = &at->terms.spaces;
  at->from = hil_space_power(spaces, hil_index_number(spaces, cost->n), hil_space_real(spaces));
  at->to = hil_space_power(spaces, hil_index_number(spaces, cost->m), hil_space_real(spaces));
  TRY(numbers(at, cost->n, 0, &a));
  TRY(numbers(at, cost->m, 1, &b));
  TRY(numbers(at, cost->n, 2, &v));
  TRY(numbers(at, cost->m, 3, &w));
  TRY(by_rules(at, &a, &b, &v, &w));
  TRY(by_tensor(at, &a, &b, &v, &w, &equal));
  cost->dense = dense(at, &a, &v);
  cost->right = equal && exact(cost, &cost->rules, 1) && exact(cost, &cost->tensor, cost->rank);
  return STATUS_OK;
}

Status frechet_cost_tensor(Store *store, uint32_t m, uint32_t n, uint32_t rank, FrCost *out) {
  *out = (FrCost){.m = m, .n = n, .rank = rank};
  if (m == 0 || n == 0 || rank == 0) return STATUS_LIMIT;
  Ring *doubles = ring_double_new();
  if (doubles == NULL) return STATUS_LIMIT;
  Arena arena;
  Tensors at = {.cost = out};
  arena_init(&arena, ARENA_BYTES);
  at.counting.ops = *doubles->ops;
  at.counting.ops.mul = counted_mul;
  at.counting.ring = (Ring){.ops = &at.counting.ops};
  at.machine = machine_make(store, &at.counting.ring, &arena);
  Status status = measure(&at);
  arena_free(&arena);
  ring_destroy(doubles);
  return status;
}
