/* Linear functions that are written out, at their domain. */
#include "semantics/frechet/elaborate.h"

static const HilMapId no_map = {0};
static const HilSpace no_space = {0};

const char hil_no_finite_support[] = "over infinitely many indices this or its adjoint has no finite support";

static HilSpace cod_of(const HilReading *reading, HilMapId m) { return hil_map(reading->terms, m)->cod; }

static HilMapId refuse(HilReading *reading, const HilTree *tree, const char *what) {
  (void)HIL_REFUSE(reading, tree->span, "%s", what);
  return no_map;
}

/* For what does not say where it leads. */
static HilMapId untold(HilReading *reading, const HilTree *tree, const char *what) {
  (void)HIL_REFUSE(reading, tree->span, "%s does not say where it leads; write (%.*s : V ⊸ W)", what,
                   (int)tree->word->length, tree->word->text);
  return no_map;
}

bool hil_expect_space(HilReading *reading, const HilTree *tree, HilSpace found, HilSpace expected) {
  if (expected.id == 0 || hil_same(found, expected)) return true;
  return HIL_REFUSE(reading, tree->span, "this is of the space %s, where %s is expected",
                    hil_space_text(reading, found), hil_space_text(reading, expected));
}

bool hil_expect_width(HilReading *reading, const HilTree *tree, HilSpace dom, uint32_t n) {
  if (hil_is_direct(spaces_of(reading), dom) && hil_width(spaces_of(reading), dom) == n) return true;
  return HIL_REFUSE(reading, tree->span, "this takes a direct sum of %u, and is given %s", n,
                    hil_space_text(reading, dom));
}

bool hil_expect_pair(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace *v, HilSpace *w) {
  if (!hil_expect_width(reading, tree, dom, 2)) return false;
  *v = hil_part(spaces_of(reading), dom, 0);
  *w = hil_part(spaces_of(reading), dom, 1);
  return true;
}

/* --------------------------------------------------------- unitary operators -- */

typedef struct Unitary {
  const char *name;
  HilMapKind kind;
} Unitary;
static const Unitary unitary[] = {
    {"|1⊗_|", HILMAP_UNIT_L_INV}, {"|_⊗1|", HILMAP_UNIT_R_INV},      {"transpose", HILMAP_TRANSPOSE},
    {"assoc", HILMAP_ASSOC},      {"assoc⁻¹", HILMAP_ASSOC_INV},     {"assoc'", HILMAP_ASSOC_INV},
    {"distrib", HILMAP_DISTRIB},  {"distrib⁻¹", HILMAP_DISTRIB_INV}, {"distrib'", HILMAP_DISTRIB_INV},
    {"zip", HILMAP_ZIP},          {"unzip", HILMAP_UNZIP},           {"curry", HILMAP_CURRY},
    {"uncurry", HILMAP_UNCURRY}};

/* From its domain alone, or where that does not tell, to the codomain that is expected. */
static HilMapId unitary_at(HilReading *reading, const HilTree *tree, HilMapKind kind, HilSpace dom, HilSpace cod) {
  HilTerms *terms = reading->terms;
  if (hil_terms_status(terms) != STATUS_OK) return no_map;
  HilMapId m = hilmap_unitary(terms, kind, dom);
  bool other = m.id == 0 ? terms->status == STATUS_ILL_TYPED : !hil_same(cod_of(reading, m), cod);
  if (other && cod.id != 0) {
    terms->status = STATUS_OK;
    m = hilmap_unitary_between(terms, kind, dom, cod);
    if (hil_map_check(terms, m) != STATUS_OK) m = no_map;
  }
  if (m.id != 0 || hil_terms_status(terms) == STATUS_LIMIT) return m;
  terms->status = STATUS_OK;
  (void)HIL_REFUSE(reading, tree->span, "this does not apply to %s", hil_space_text(reading, dom));
  return no_map;
}

/* |k ⊗ v| or |v ⊗ k|, by where the reals are. */
static HilMapKind unit_of(HilReading *reading, HilSpace dom) {
  const HilSpaceNode *node = hil_space(spaces_of(reading), dom);
  bool left = node->kind == HIL_SPACE_TENSOR && hil_space(spaces_of(reading), node->a)->kind == HIL_SPACE_REAL;
  return left ? HILMAP_UNIT_L_INV : HILMAP_UNIT_R_INV;
}

/* --------------------------------------------------------------------- words -- */

/* red_{(i,j) | i <= j}, inclusive prefix sums */
static HilMapId scan(HilReading *reading, HilSpace v, HilIndex x) {
  uint32_t n = hil_index(spaces_of(reading), x)->size;
  HilPair *pairs = n > 2000 ? NULL : reader_alloc(reading->reader, ((size_t)n * (n + 1) / 2 + 1) * sizeof *pairs);
  uint32_t count = 0;
  if (pairs == NULL) return no_map;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i; j < n; j++) pairs[count++] = (HilPair){i, j};
  return hilmap_red(reading->terms, v, x, x, count, pairs);
}

/* Of V^X for some V. */
static HilMapId power_word(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilSpaceNode node = *hil_space(spaces_of(reading), dom);
  bool power = node.kind == HIL_SPACE_DIRECT && node.uniform;
  HilSpace v = node.a.id == 0 ? cod : node.a;
  if (!power || v.id == 0) {
    (void)HIL_REFUSE(reading, tree->span, "this takes a copower V^X, and is given %s", hil_space_text(reading, dom));
    return no_map;
  }
  if (hil_index(spaces_of(reading), node.index)->endless) return refuse(reading, tree, hil_no_finite_support);
  return tree->mark == MARK_SIGMA ? hilmap_sum(reading->terms, node.index, v) : scan(reading, v, node.index);
}

bool hil_is_map_word(const Sexpr *word) {
  for (size_t i = 0; i < sizeof unitary / sizeof *unitary; i++)
    if (sexpr_is(word, unitary[i].name)) return true;
  return sexpr_is(word, "id") || sexpr_is(word, "dup") || sexpr_is(word, "scan");
}

static HilMapId word(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilTerms *terms = reading->terms;
  if (tree->mark == MARK_SIGMA || sexpr_is(tree->word, "scan")) return power_word(reading, tree, dom, cod);
  if (sexpr_is(tree->word, "id")) return hilmap_id(terms, dom);
  if (sexpr_is(tree->word, "dup")) return hilmap_rep(terms, hil_upto(reading, 2), dom);
  if (sexpr_is(tree->word, "|_|")) return unitary_at(reading, tree, unit_of(reading, dom), dom, cod);
  for (size_t i = 0; i < sizeof unitary / sizeof *unitary; i++)
    if (sexpr_is(tree->word, unitary[i].name)) return unitary_at(reading, tree, unitary[i].kind, dom, cod);
  const HilDefined *defined = hil_defined(reading, tree->word);
  if (defined == NULL)
    return refuse(reading, tree, "this is no linear function, and no definition before is called so");
  if (defined->arrow != ARROW_LINEAR)
    return refuse(reading, tree, "this definition is not of a linear function, V ⊸ W");
  if (!hil_expect_space(reading, tree, dom, defined->dom)) return no_map;
  return hil_fun(terms, defined->f)->map;
}

/* -------------------------------------------------------------- combinations -- */

static HilMapId difference(HilReading *reading, HilMapId f, HilMapId g) {
  HilMapId minus = hilmap_multiple(reading->terms, &hil_minus_one, cod_of(reading, g));
  return hilmap_plus(reading->terms, f, hilmap_comp(reading->terms, minus, g));
}

static HilMapId infix(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilTree *left = tree->first, *right = tree_second(tree);
  HilTerms *terms = reading->terms;
  HilMapId f, g;
  HilSpace v, w;
  switch ((int)tree->mark) {
  case MARK_COMP:
  case MARK_AFTER:
    f = hil_elaborate_map(reading, right, dom, no_space);
    g = f.id == 0 ? f : hil_elaborate_map(reading, left, cod_of(reading, f), cod);
    return g.id == 0 ? g : hilmap_comp(terms, g, f);
  case MARK_PLUS:
  case MARK_MINUS:
    f = hil_elaborate_map(reading, left, dom, cod);
    g = f.id == 0 ? f : hil_elaborate_map(reading, right, dom, cod_of(reading, f));
    if (g.id == 0) return g;
    return tree->mark == MARK_PLUS ? hilmap_plus(terms, f, g) : difference(reading, f, g);
  case MARK_CROSS: {
    HilMapId both[2];
    if (!hil_expect_pair(reading, tree, dom, &v, &w)) return no_map;
    both[0] = hil_elaborate_map(reading, left, v, no_space);
    both[1] = both[0].id == 0 ? both[0] : hil_elaborate_map(reading, right, w, no_space);
    return both[1].id == 0 ? no_map : hilmap_par(terms, HILMAP_PAR, hil_space(&terms->spaces, dom)->index, both);
  }
  default: return refuse(reading, tree, "a product of values is not linear");
  }
}

static HilMapId power(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilSpaceNode node = *hil_space(spaces_of(reading), dom);
  const HilSpaceNode *to = hil_space(spaces_of(reading), cod);
  if (node.kind != HIL_SPACE_DIRECT || !node.uniform || node.index.id != tree->index.id || node.a.id == 0) {
    (void)HIL_REFUSE(reading, tree->span, "this takes a copower over that index set, and is given %s",
                     hil_space_text(reading, dom));
    return no_map;
  }
  bool known = cod.id != 0 && to->kind == HIL_SPACE_DIRECT && to->uniform;
  HilMapId f = hil_elaborate_map(reading, tree->first, node.a, known ? to->a : no_space);
  return f.id == 0 ? f : hilmap_map(reading->terms, node.index, f);
}

/* Each member at its part of the domain, to its part of the codomain, or to and from all of it. */
static bool members(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod, HilMapId *out) {
  bool tuple = tree->mark == MARK_LANGLE, cotuple = tree->mark == MARK_LBRACKET;
  bool told = !cotuple && cod.id != 0 && hil_is_direct(spaces_of(reading), cod) &&
              hil_width(spaces_of(reading), cod) == tree->count;
  uint32_t x = 0;
  for (const HilTree *part = tree->first; part != NULL; part = part->next, x++) {
    HilSpace from = tuple ? dom : hil_part(spaces_of(reading), dom, x), to = no_space;
    if (told) to = hil_part(spaces_of(reading), cod, x);
    if (cotuple) to = cod.id != 0 || x == 0 ? cod : cod_of(reading, out[0]);
    out[x] = hil_elaborate_map(reading, part, from, to);
    if (out[x].id == 0) return false;
  }
  return true;
}

static HilMapId family(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilTerms *terms = reading->terms;
  HilMapId *maps = reader_alloc(reading->reader, (tree->count + 1) * sizeof *maps);
  bool tuple = tree->mark == MARK_LANGLE, cotuple = tree->mark == MARK_LBRACKET;
  if (maps == NULL || (!tuple && !hil_expect_width(reading, tree, dom, tree->count))) return no_map;
  if (cotuple && tree->count == 0 && cod.id == 0) return untold(reading, tree, "a cotupling of nothing");
  if (!members(reading, tree, dom, cod, maps)) return no_map;
  HilIndex x = tuple ? hil_upto(reading, tree->count) : hil_space(&terms->spaces, dom)->index;
  bool direct = tuple && cod.id != 0 && hil_is_direct(&terms->spaces, cod);
  if (direct && hil_width(&terms->spaces, cod) == tree->count) x = hil_space(&terms->spaces, cod)->index;
  if (tuple) return hilmap_tuple(terms, dom, x, maps);
  if (cotuple) return hilmap_cotuple(terms, tree->count == 0 ? cod : cod_of(reading, maps[0]), x, maps);
  return hilmap_par(terms, tree->mark == MARK_DELTA ? HILMAP_DELTA : HILMAP_PAR, x, maps);
}

/* A place beyond the bound of the naturals is one that is not kept; others are none. */
static bool place_is(HilReading *reading, const HilTree *tree, HilSpace space, int64_t place) {
  if (place <= (int64_t)hil_width(spaces_of(reading), space)) return true;
  if (!hil_index(spaces_of(reading), hil_space(spaces_of(reading), space)->index)->endless)
    return HIL_REFUSE(reading, tree->span, "a pair of this relation is outside of its index sets");
  reader_fail(reading->reader, STATUS_LIMIT, tree->span, "limit: a pair of this relation is beyond the bound of %s",
              hil_space_text(reading, space));
  return false;
}

/* What is wrong with a rule between those spaces; always false. */
static bool no_relation(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod, Status status,
                        bool dropped) {
  const char *from = hil_space_text(reading, dom), *to = hil_space_text(reading, cod);
  if (status == STATUS_UNABLE)
    return HIL_REFUSE(reading, tree->span,
                      "this relates an index with endlessly many: it or its adjoint has no finite support");
  if (status == STATUS_ILL_TYPED)
    return HIL_REFUSE(reading, tree->span, "the places of this relation are not those of %s and %s", from, to);
  if (dropped)
    reader_fail(reading->reader, STATUS_LIMIT, tree->span, "limit: this relation leads from %s beyond the bound of %s",
                from, to);
  else
    reader_fail(reading->reader, STATUS_LIMIT, tree->span, "limit: this relation has too many pairs");
  return false;
}

static bool relate(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod, HilRelation *out) {
  HilTerms *terms = reading->terms;
  HilIndex x = hil_space(&terms->spaces, dom)->index, y = hil_space(&terms->spaces, cod)->index;
  for (uint32_t i = 0; i < tree->n; i++) {
    const HilRule *rule = &tree->rules[i];
    if (!hil_rule_is_pair(rule)) {
      Status status = hil_relation(terms, x, y, rule, out);
      if (status != STATUS_OK) return no_relation(reading, tree, dom, cod, status, out->dropped);
      continue;
    }
    int64_t from = rule->sums[0][0].constant, to = rule->sums[1][0].constant;
    if (!place_is(reading, tree, dom, from) || !place_is(reading, tree, cod, to)) return false;
    if (!hil_relation_add(terms, out, (HilPair){(uint32_t)from - 1, (uint32_t)to - 1})) return false;
  }
  return true;
}

static HilMapId reduction(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilSpaceNode from = *hil_space(spaces_of(reading), dom);
  if (cod.id == 0) return untold(reading, tree, "a reduction");
  const HilSpaceNode to = *hil_space(spaces_of(reading), cod);
  bool powers = from.kind == HIL_SPACE_DIRECT && from.uniform && to.kind == HIL_SPACE_DIRECT && to.uniform;
  HilSpace v = from.a.id == 0 ? to.a : from.a;
  HilRelation relation = {.count = 0};
  if (v.id == 0) v = hil_space_zero(spaces_of(reading));
  if (!powers || (from.a.id != 0 && to.a.id != 0 && !hil_same(from.a, to.a))) {
    (void)HIL_REFUSE(reading, tree->span, "a reduction is from V^X to V^Y, and this is from %s to %s",
                     hil_space_text(reading, dom), hil_space_text(reading, cod));
    return no_map;
  }
  if (!relate(reading, tree, dom, cod, &relation)) return no_map;
  return hilmap_red(reading->terms, v, from.index, to.index, relation.count, relation.pairs);
}

static HilMapId part(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  bool injects = tree->kind == TREE_INJ;
  HilSpace sum = injects ? cod : dom;
  if (injects && cod.id == 0) return untold(reading, tree, "an injection");
  if (!hil_is_direct(spaces_of(reading), sum) || tree->n >= hil_width(spaces_of(reading), sum)) {
    (void)HIL_REFUSE(reading, tree->span, "%s has no part %u", hil_space_text(reading, sum), tree->n + 1);
    return no_map;
  }
  if (!injects) return hilmap_proj(reading->terms, dom, tree->n);
  HilMapId m = hilmap_inj(reading->terms, cod, tree->n);
  return m.id != 0 && hil_expect_space(reading, tree, dom, hil_map(reading->terms, m)->dom) ? m : no_map;
}

/* (+), (-) */
static HilMapId operation(HilReading *reading, const HilTree *tree, HilSpace dom) {
  HilSpace v, w;
  if (tree->mark != MARK_PLUS && tree->mark != MARK_MINUS) return refuse(reading, tree, "this operator is not linear");
  if (!hil_expect_pair(reading, tree, dom, &v, &w) || !hil_expect_space(reading, tree, w, v)) return no_map;
  HilMapId sum = hilmap_sum(reading->terms, hil_upto(reading, 2), v);
  if (tree->mark == MARK_PLUS) return sum;
  const HilMapId both[2] = {hilmap_id(reading->terms, v), hilmap_multiple(reading->terms, &hil_minus_one, v)};
  return hilmap_comp(reading->terms, sum, hilmap_par(reading->terms, HILMAP_PAR, hil_upto(reading, 2), both));
}

static HilMapId rule(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  switch (tree->kind) {
  case TREE_WORD: return word(reading, tree, dom, cod);
  case TREE_NUMBER:
    if (!hil_is_zero(tree->word)) return refuse(reading, tree, "a number is no linear function but 0");
    return cod.id == 0 ? untold(reading, tree, "0") : hilmap_zero(reading->terms, dom, cod);
  case TREE_INJ:
    if (tree->count != 0) return refuse(reading, tree, "a vector is no linear function");
    return part(reading, tree, dom, cod);
  case TREE_PROJ: return part(reading, tree, dom, cod);
  case TREE_REP:
    if (hil_index(spaces_of(reading), tree->index)->endless) return refuse(reading, tree, hil_no_finite_support);
    return hilmap_rep(reading->terms, tree->index, dom);
  case TREE_INFIX: return infix(reading, tree, dom, cod);
  case TREE_POWER: return power(reading, tree, dom, cod);
  case TREE_FAMILY: return family(reading, tree, dom, cod);
  case TREE_RED: return reduction(reading, tree, dom, cod);
  case TREE_OPERATOR: return operation(reading, tree, dom);
  case TREE_LEFT:
  case TREE_RIGHT: return hil_elaborate_section(reading, tree, dom, cod);
  case TREE_TYPED:
    if (!hil_expect_space(reading, tree, dom, tree->dom)) return no_map;
    return hil_elaborate_map(reading, tree->first, dom, tree->cod);
  case TREE_EXPONENT:
  case TREE_LIST:
  case TREE_CONST:
  case TREE_IF: break;
  }
  return refuse(reading, tree, "this is not linear");
}

HilMapId hil_elaborate_map(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilMapId m = rule(reading, tree, dom, cod);
  if (m.id == 0) return m;
  return hil_expect_space(reading, tree, cod_of(reading, m), cod) ? m : no_map;
}
