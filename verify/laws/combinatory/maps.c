#include "verify/laws/combinatory/maps.h"

#include "ad/combinatory/combinatory.h"
#include "verify/truth/ring_symbolic.h"

#include <stdlib.h>

#define TYPES 7
#define LEAVES 32     /* at most, of one type */
#define VARIABLES 64u /* of sections and arguments */
#define LENGTH 60u    /* of normal forms */
#define CONDITIONS 8u /* in one map */
#define ARENA_BYTES ((size_t)64 << 20)

typedef struct Space {
  Store *store;
  Arena arena;
  Ring *ring;
  TypeId types[TYPES];
  uint64_t count[COMBINATORY_MAPS_SIZE + 1][TYPES][TYPES];
  /* of the map at hand */
  PfMapTable maps;
  uint32_t variables, conditions;
} Space;

/* Numbers whose conditions are answered by the bits of `mask`, and how often either way. */
typedef struct Choosing {
  PfNumbers numbers;
  PfDomainOps ops;
  uint32_t mask;
  uint64_t *branches;
} Choosing;

static PfChoice choose(PfDomain *domain, Scalar condition) {
  const Choosing *choosing = (const Choosing *)(const void *)domain;
  bool first = (choosing->mask >> condition.word & 1) != 0;
  choosing->branches[first ? 0 : 1]++;
  return first ? PF_FIRST : PF_SECOND;
}

/* ------------------------------------------------------------------ maps -- */

/* n fresh variables. */
static PfValue fresh(Space *space, uint32_t n) {
  Scalar *scalars = arena_array(&space->arena, n, sizeof *scalars);
  if (scalars == NULL) {
    space->maps.status = STATUS_LIMIT;
    return pf_vector(0, NULL);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (space->variables == VARIABLES) space->maps.status = STATUS_LIMIT;
    scalars[i] = symbolic_variable(space->ring, space->variables < VARIABLES ? space->variables++ : 0);
  }
  return pf_vector(n, scalars);
}

typedef struct SectionForm {
  PfBilinear bilinear;
  uint32_t n, m, left, right; /* sizes, and scalars of e on either side */
} SectionForm;

static const SectionForm sections[] = {
    {BILINEAR_TIMES, 1, 0, 1, 1}, {BILINEAR_TIMES, 2, 0, 2, 2}, {BILINEAR_DOT, 2, 0, 2, 2},
    {BILINEAR_SCALE, 2, 0, 1, 2}, {BILINEAR_CROSS, 3, 0, 3, 3}, {BILINEAR_MATVEC, 2, 2, 4, 2},
    {BILINEAR_OUTER, 2, 2, 0, 2}, /* a right section only */
};

/* The k-th map without parts, of any type; id 0 from some k on. */
static PfMapId any_leaf(Space *space, uint32_t v, uint32_t w, uint32_t k) {
  PfMapTable *maps = &space->maps;
  TypeTable *types = &space->store->types;
  const TypeId from = space->types[v], to = space->types[w];
  const uint32_t forms = sizeof sections / sizeof *sections;
  const TypeNode a = *type_node(types, from);
  if (k < 2 * forms) {
    const SectionForm *form = &sections[k / 2];
    if (k % 2 == 0 && form->left == 0) return pfmap_zero(maps, from, to); /* stands in for what is no map */
    PfValue e = fresh(space, k % 2 == 0 ? form->left : form->right);
    return k % 2 == 0 ? pfmap_left(maps, form->bilinear, form->n, form->m, &e)
                      : pfmap_right(maps, form->bilinear, form->n, form->m, &e);
  }
  switch (k - 2 * forms) {
  case 0: return pfmap_zero(maps, from, to);
  case 1: return pfmap_identity(maps, from);
  case 2: return pfmap_neg(maps, from);
  case 3: return pfmap_dup(maps, from);
  case 4: return pfmap_add(maps, to);
  case 5: return a.kind == TYPE_PROD ? pfmap_fst(maps, a.a, a.b) : pfmap_zero(maps, from, to);
  case 6: return a.kind == TYPE_PROD ? pfmap_snd(maps, a.a, a.b) : pfmap_zero(maps, from, to);
  case 7: return pfmap_repl(maps, 2, from);
  case 8: return pfmap_sum(maps, 2, to);
  case 9:
  case 10: return pfmap_at(maps, 2, k - 2 * forms - 9, to);
  case 11:
  case 12: return pfmap_put(maps, 2, k - 2 * forms - 11, from);
  case 13: return pfmap_zip(maps, 2, type_real(types, 1), type_real(types, 1));
  case 14: return pfmap_unzip(maps, 2, type_real(types, 1), type_real(types, 1));
  default: return (PfMapId){0};
  }
}

/* Whether the k-th leaf is a map of that type; the one that is (Zero stands for
 * itself only). */
static bool fits(Space *space, PfMapId m, uint32_t v, uint32_t w, uint32_t k) {
  TypeId dom, cod;
  const uint32_t zero = 2 * (sizeof sections / sizeof *sections);
  if (m.id == 0 || (pfmap_get(&space->maps, m)->kind == PFMAP_ZERO) != (k == zero)) return false;
  return pfmap_check(&space->maps, m, &dom, &cod) == STATUS_OK && type_equal(dom, space->types[v]) &&
         type_equal(cod, space->types[w]);
}

static Status begin_map(Space *space) {
  space->variables = space->conditions = 0;
  return pfmap_table_init(&space->maps, space->store, &space->arena);
}

/* The index-th leaf that fits, or how many there are. */
static PfMapId leaf(Space *space, uint32_t v, uint32_t w, uint64_t index, uint64_t *count) {
  *count = 0;
  for (uint32_t k = 0; k < LEAVES; k++) {
    uint32_t variables = space->variables;
    PfMapId m = any_leaf(space, v, w, k);
    if (fits(space, m, v, w, k) && (*count)++ == index) return m;
    space->variables = variables;
  }
  return (PfMapId){0};
}

/* ------------------------------------------------------------- unranking -- */

/* V is A*C, or a^2, of types of the space: their places; false else. */
static bool parts(const Space *space, uint32_t v, bool array, uint32_t *a, uint32_t *c) {
  TypeTable *types = &space->store->types;
  TypeNode node = *type_node(types, space->types[v]);
  bool is_array = (node.kind == TYPE_ARRAY || node.kind == TYPE_REAL) && node.n == 2;
  if (array ? !is_array : node.kind != TYPE_PROD) return false;
  TypeId first = array ? type_element(types, space->types[v]) : node.a, second = array ? first : node.b;
  bool found[2] = {false, false};
  for (uint32_t i = 0; i < TYPES; i++) {
    if (type_equal(space->types[i], first)) *a = i, found[0] = true;
    if (type_equal(space->types[i], second)) *c = i, found[1] = true;
  }
  return found[0] && found[1];
}

/* One way to make a map of two parts: m1 : v1 |-> w1 and m2 : v2 |-> w2. */
typedef struct Form {
  PfMapKind kind;
  uint32_t v1, w1, v2, w2;
} Form;

/* The k-th form at V |-> W; false when there is none. */
static bool form_of(const Space *space, uint32_t v, uint32_t w, uint32_t k, Form *form) {
  uint32_t a, b, c, d;
  if (k < TYPES) {
    *form = (Form){PFMAP_COMP, k, w, v, k};
    return true;
  }
  if (k == TYPES) {
    *form = (Form){PFMAP_IF, v, w, v, w};
    return true;
  }
  bool array = k == TYPES + 1;
  if (!parts(space, v, array, &a, &c) || !parts(space, w, array, &b, &d)) return false;
  *form = (Form){array ? PFMAP_FAMILY : PFMAP_PAR, a, b, c, d};
  return true;
}

#define FORMS (TYPES + 3)

static uint64_t count_form(const Space *space, const Form *form, uint32_t first, uint32_t second) {
  return space->count[first][form->v1][form->w1] * space->count[second][form->v2][form->w2];
}

static Status count_maps(Space *space, uint32_t size) {
  for (uint32_t v = 0; v < TYPES; v++) {
    for (uint32_t w = 0; w < TYPES; w++) {
      uint64_t *count = &space->count[size][v][w];
      *count = 0;
      if (size == 1) {
        ArenaMark mark = arena_mark(&space->arena);
        if (begin_map(space) != STATUS_OK) return STATUS_LIMIT;
        (void)leaf(space, v, w, UINT64_MAX, count);
        arena_release(&space->arena, mark);
        continue;
      }
      for (uint32_t k = 0; k < FORMS; k++) {
        Form form;
        if (!form_of(space, v, w, k, &form)) continue;
        for (uint32_t first = 1; first + 1 < size; first++) *count += count_form(space, &form, first, size - 1 - first);
      }
    }
  }
  return STATUS_OK;
}

static PfMapId unrank(Space *space, uint32_t size, uint32_t v, uint32_t w, uint64_t index);

static PfMapId join(Space *space, const Form *form, PfMapId m1, PfMapId m2) {
  const uint32_t blocks[2] = {0, 0};
  PfMapId members[2] = {m1, m2};
  if (form->kind == PFMAP_COMP) return pfmap_comp(&space->maps, m1, m2);
  if (form->kind == PFMAP_PAR) return pfmap_par(&space->maps, m1, m2);
  if (form->kind == PFMAP_FAMILY) {
    return pfmap_family(&space->maps, space->types[form->v1], space->types[form->w1], 2, members);
  }
  return pfmap_if(&space->maps, (Scalar){space->conditions++}, blocks, m1, m2);
}

/* size is at most COMBINATORY_MAPS_SIZE, and the parts are smaller. */
static PfMapId unrank(Space *space, uint32_t size, uint32_t v, uint32_t w, uint64_t index) {
  uint64_t count;
  if (size == 1) return leaf(space, v, w, index, &count);
  for (uint32_t k = 0; k < FORMS; k++) {
    Form form;
    if (!form_of(space, v, w, k, &form)) continue;
    for (uint32_t first = 1; first + 1 < size; first++) {
      uint32_t second = size - 1 - first;
      uint64_t here = count_form(space, &form, first, second);
      if (index >= here) {
        index -= here;
        continue;
      }
      uint64_t inner = space->count[second][form.v2][form.w2];
      PfMapId m1 = unrank(space, first, form.v1, form.w1, index / inner);
      return join(space, &form, m1, unrank(space, second, form.v2, form.w2, index % inner));
    }
  }
  return (PfMapId){0};
}

/* ---------------------------------------------------------------- proofs -- */

typedef enum Proof { PROVED, REFUTED, OPEN } Proof;

static Status apply(Space *space, Choosing *choosing, PfMapId m, const PfValue *flat, PfValue *out) {
  const TypeTable *types = &space->store->types;
  const PfMap *map = pfmap_get(&space->maps, m);
  const Scalar *next = flat->scalars;
  PfValue x, y;
  Scalar *scalars = arena_array(&space->arena, type_node(types, map->cod)->dim, sizeof *scalars), *end = scalars;
  if (scalars == NULL) return STATUS_LIMIT;
  Status status = pf_read_flat(&space->arena, types, map->dom, &next, &x);
  if (status == STATUS_OK) {
    status = pfmap_apply(&choosing->numbers.domain, &space->arena, &space->maps, m, &x, PF_DEPTH, &y);
  }
  *out = pf_vector(type_node(types, map->cod)->dim, scalars);
  return status == STATUS_OK ? pf_write_flat(types, map->cod, &y, &end) : status;
}

static Scalar inner_product(Ring *ring, const PfValue *a, const PfValue *b) {
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < a->n; i++) sum = ring_add(ring, sum, ring_mul(ring, a->scalars[i], b->scalars[i]));
  return sum;
}

static Proof equal(Ring *ring, uint32_t n, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < n; i++) {
    SymbolicVerdict verdict = symbolic_equal(ring, a[i], b[i]);
    if (verdict == SYMBOLIC_DIFFERENT) return REFUTED;
    if (verdict == SYMBOLIC_UNKNOWN) return OPEN;
  }
  return PROVED;
}

/* <m x, w> = <x, Adj m w> and Adj (Adj m) x = m x, along one choice of branches. */
static Status prove_along(Space *space, PfMapId m, PfMapId adjoint, PfMapId twice, uint32_t mask, uint64_t branches[2],
                          Proof proof[2]) {
  Choosing choosing = {pf_numbers(space->store, space->ring, NULL), {0}, mask, branches};
  choosing.ops = *choosing.numbers.domain.ops;
  choosing.ops.choose = choose;
  choosing.numbers.domain.ops = &choosing.ops;
  const TypeTable *types = &space->store->types;
  const PfMap map = *pfmap_get(&space->maps, m);
  uint32_t variables = space->variables;
  PfValue x = fresh(space, type_node(types, map.dom)->dim), w = fresh(space, type_node(types, map.cod)->dim);
  PfValue image, back, restored;
  space->variables = variables;
  if (space->maps.status != STATUS_OK) return space->maps.status;
  Status status = apply(space, &choosing, m, &x, &image);
  if (status == STATUS_OK) status = apply(space, &choosing, adjoint, &w, &back);
  if (status == STATUS_OK) status = apply(space, &choosing, twice, &x, &restored);
  if (status != STATUS_OK) return status;
  Scalar left = inner_product(space->ring, &image, &w), right = inner_product(space->ring, &x, &back);
  status = ring_take_status(space->ring);
  if (status != STATUS_OK) return status;
  proof[0] = equal(space->ring, 1, &left, &right);
  proof[1] = equal(space->ring, image.n, image.scalars, restored.scalars);
  return STATUS_OK;
}

static Status adjoints(Space *space, PfMapId m, PfMapId *adjoint, PfMapId *twice) {
  TypeId dom, cod;
  const PfMap map = *pfmap_get(&space->maps, m);
  Status status = combinatory_adjoint(&space->maps, m, adjoint);
  if (status == STATUS_OK) status = combinatory_adjoint(&space->maps, *adjoint, twice);
  if (status == STATUS_OK) status = pfmap_check(&space->maps, *adjoint, &dom, &cod);
  if (status == STATUS_OK && !(type_equal(dom, map.cod) && type_equal(cod, map.dom))) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = pfmap_check(&space->maps, *twice, &dom, &cod);
  if (status == STATUS_OK && !(type_equal(dom, map.dom) && type_equal(cod, map.cod))) status = STATUS_ILL_TYPED;
  return status;
}

static void print_variable(void *ring, Scalar a, bool atom, FILE *out) {
  char text[64];
  (void)atom;
  (void)ring_print(ring, a, text, sizeof text);
  fputs(text, out);
}

/* A condition has no name here. */
static void write_witness(Space *space, PfMapId m, CombinatoryMaps *out) {
  PfScalarPrinter printer = {space->ring, print_variable, NULL};
  FILE *text = fmemopen(out->witness, sizeof out->witness, "w");
  if (text == NULL || out->witness[0] != '\0') return;
  pfmap_print(&space->maps, m, &printer, text);
  (void)fclose(text);
}

static void check_map(Space *space, PfMapId m, CombinatoryMaps *out) {
  PfMapId adjoint, twice;
  Proof worst[2] = {PROVED, PROVED};
  Status status = space->maps.status == STATUS_OK ? adjoints(space, m, &adjoint, &twice) : space->maps.status;
  out->maps++;
  if (status == STATUS_ILL_TYPED || status == STATUS_STUCK) worst[0] = worst[1] = REFUTED;
  for (uint32_t mask = 0; status == STATUS_OK && mask < 1u << space->conditions; mask++) {
    Proof proof[2] = {OPEN, OPEN};
    Status run = prove_along(space, m, adjoint, twice, mask, out->branches, proof);
    if (run == STATUS_ILL_TYPED || run == STATUS_STUCK) proof[0] = proof[1] = REFUTED;
    for (int law = 0; law < 2; law++) {
      if (worst[law] == PROVED || proof[law] == REFUTED) worst[law] = proof[law];
    }
  }
  if (status == STATUS_LIMIT || status == STATUS_UNABLE || status == STATUS_DOMAIN) worst[0] = worst[1] = OPEN;
  for (int law = 0; law < 2; law++) {
    out->proved[law] += worst[law] == PROVED;
    out->refuted[law] += worst[law] == REFUTED;
    out->undecided += worst[law] == OPEN;
  }
  if (worst[0] == REFUTED || worst[1] == REFUTED) write_witness(space, m, out);
}

static Status check_all(Space *space, uint32_t size, CombinatoryMaps *out) {
  for (uint32_t v = 0; v < TYPES; v++) {
    for (uint32_t w = 0; w < TYPES; w++) {
      for (uint64_t index = 0; index < space->count[size][v][w]; index++) {
        ArenaMark mark = arena_mark(&space->arena);
        size_t scalars = ring_mark(space->ring);
        if (begin_map(space) != STATUS_OK) return STATUS_LIMIT;
        check_map(space, unrank(space, size, v, w, index), out);
        (void)ring_take_status(space->ring);
        ring_release(space->ring, scalars);
        arena_release(&space->arena, mark);
      }
    }
  }
  return STATUS_OK;
}

Status combinatory_maps_check(Store *store, uint32_t size, CombinatoryMaps *out) {
  if (size == 0 || size > COMBINATORY_MAPS_SIZE) return STATUS_LIMIT;
  Space *space = calloc(1, sizeof *space);
  if (space == NULL) return STATUS_LIMIT;
  TypeTable *types = &store->types;
  TypeId r = type_real(types, 1), r2 = type_real(types, 2), pair = type_prod(types, r, r);
  const TypeId all[TYPES] = {
      r, r2, type_real(types, 3), type_real(types, 4), pair, type_prod(types, r2, r2), type_array(types, pair, 2)};
  for (int i = 0; i < TYPES; i++) space->types[i] = all[i];
  space->store = store;
  space->ring = ring_symbolic_new(VARIABLES, 1, LENGTH);
  arena_init(&space->arena, ARENA_BYTES);
  Status status = space->ring == NULL ? STATUS_LIMIT : STATUS_OK;
  for (uint32_t s = 1; s <= size && status == STATUS_OK; s++) status = count_maps(space, s);
  if (status == STATUS_OK) status = check_all(space, size, out);
  if (space->ring != NULL) ring_destroy(space->ring);
  arena_free(&space->arena);
  free(space);
  return status;
}
