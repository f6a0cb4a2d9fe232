/* Functions that are written out, at their domain; and definitions. */
#include <stdio.h> /* before gmp.h */

#include "semantics/frechet/elaborate.h"
#include "semantics/text/syntax.h"

#include <string.h>

static const HilFunId none = {0};
static const HilSpace no_space = {0};

static HilFunId elaborate(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod);

static HilSpace cod_of(const HilReading *reading, HilFunId f) { return hil_fun(reading->terms, f)->cod; }

static HilFunId linear(HilReading *reading, HilMapId m) { return m.id == 0 ? none : hilfun_linear(reading->terms, m); }

const HilDefined *hil_defined(const HilReading *reading, const Sexpr *name) {
  const HilDefined *defined = reading->defined;
  while (defined != NULL && !sexpr_same(defined->name, name)) defined = defined->before;
  return defined;
}

/* -------------------------------------------------------------- primitives -- */

/* Of one real, with a slope in ad/frechet; OP_CODE_COUNT for others. */
static OpCode primitive(const Sexpr *word) {
  OpCode op = sexpr_is(word, "ln") ? OP_LOG : syntax_operation(word->text, word->length);
  if (op_is_function(op))
    return function_info(op_function(op))->operands == 1 && op_parameters(op) == 0 ? op : OP_CODE_COUNT;
  bool known = op == OP_SIN || op == OP_COS || op == OP_EXP || op == OP_LOG || op == OP_TAN || op == OP_TANH ||
               op == OP_SIGMOID || op == OP_ABS || op == OP_SIGN;
  return known ? op : OP_CODE_COUNT;
}

static HilFunId primitive_at(HilReading *reading, const HilTree *tree, HilSpace dom, OpCode op, ConstantId exponent) {
  if (!hil_expect_space(reading, tree, dom, hil_space_real(spaces_of(reading)))) return none;
  return hilfun_prim(reading->terms, op, exponent);
}

/* _^k */
static HilFunId exponent(HilReading *reading, const HilTree *tree, HilSpace dom) {
  mpq_t value[1];
  ConstantId constant = {0};
  mpq_init(value[0]);
  if (hil_number(reading, tree->first->word, value[0]))
    constant = constant_intern(&reading->machine.store->constants, value, 1);
  mpq_clear(value[0]);
  if (constant.id == 0) return reader_ok(reading->reader) ? (reader_exhausted(reading->reader), none) : none;
  return primitive_at(reading, tree, dom, OP_POW, constant);
}

/* A function of the library of two reals, or at each index of two arrays; none, refused or not, if it is no such. */
static HilFunId library(HilReading *reading, const HilTree *tree, HilSpace dom, bool *is) {
  OpCode op = syntax_operation(tree->word->text, tree->word->length);
  HilSpace v, w, real = hil_space_real(spaces_of(reading));
  Store *store = reading->machine.store;
  *is = op_is_function(op) && function_info(op_function(op))->operands == 2 && op_parameters(op) == 0;
  if (!*is || !hil_expect_pair(reading, tree, dom, &v, &w) || !hil_expect_space(reading, tree, w, v)) return none;
  uint32_t n = hil_same(v, real) ? 1 : hil_is_direct(spaces_of(reading), v) ? hil_width(spaces_of(reading), v) : 0;
  if (!hil_expect_space(reading, tree, v,
                        n == 1 ? real : hil_space_power(spaces_of(reading), hil_upto(reading, n), real)))
    return none;
  OpId given = op_make_each(&store->ops, &store->types, op, n, (ConstantId){0});
  return given.id == 0 ? (reader_exhausted(reading->reader), none) : hilfun_given(reading->terms, dom, v, given);
}

static HilFunId word(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilDefined *defined = hil_defined(reading, tree->word);
  OpCode op = primitive(tree->word);
  if (defined != NULL) return hil_expect_space(reading, tree, dom, defined->dom) ? defined->f : none;
  if (op != OP_CODE_COUNT) return primitive_at(reading, tree, dom, op, (ConstantId){0});
  bool is_library;
  HilFunId given = library(reading, tree, dom, &is_library);
  if (is_library) return given;
  return linear(reading, hil_elaborate_map(reading, tree, dom, cod));
}

/* ------------------------------------------------------------ combinations -- */

/* Each at its part of the domain, or at all of it. */
static HilFunId *members(HilReading *reading, const HilTree *tree, HilSpace dom, bool whole, HilSpace cod) {
  const HilSpaces *spaces = spaces_of(reading);
  HilFunId *out = reader_alloc(reading->reader, (tree->count + 1) * sizeof *out);
  bool told = cod.id != 0 && hil_is_direct(spaces, cod) && hil_width(spaces, cod) == tree->count;
  uint32_t x = 0;
  for (const HilTree *part = tree->first; out != NULL && part != NULL; part = part->next, x++) {
    HilSpace from = whole ? dom : hil_part(spaces, dom, x), to = told ? hil_part(spaces, cod, x) : no_space;
    out[x] = elaborate(reading, part, from, to);
    if (out[x].id == 0) return NULL;
  }
  return out;
}

/* <f_y> = Pi f_y o rep_Y */
static HilFunId tuple(HilReading *reading, HilIndex y, uint32_t n, const HilFunId *parts, HilSpace dom) {
  HilTerms *terms = reading->terms;
  return hilfun_comp(terms, hilfun_par(terms, y, n, parts), hilfun_linear(terms, hilmap_rep(terms, y, dom)));
}

static HilFunId family(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  bool whole = tree->mark == MARK_LANGLE;
  if (tree->mark == MARK_LBRACKET || tree->mark == MARK_DELTA || (whole && tree->count == 0))
    return linear(reading, hil_elaborate_map(reading, tree, dom, cod));
  if (!whole && !hil_expect_width(reading, tree, dom, tree->count)) return none;
  HilFunId *parts = members(reading, tree, dom, whole, cod);
  if (parts == NULL) return none;
  bool told = whole && cod.id != 0 && hil_is_direct(spaces_of(reading), cod) &&
              hil_width(spaces_of(reading), cod) == tree->count;
  HilIndex x =
      whole && !told ? hil_upto(reading, tree->count) : hil_space(spaces_of(reading), whole ? cod : dom)->index;
  return whole ? tuple(reading, x, tree->count, parts, dom) : hilfun_par(reading->terms, x, tree->count, parts);
}

/* Both at the domain; the second leads where the first does, if `same`. */
static bool two(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod, bool same, HilFunId both[2]) {
  both[0] = elaborate(reading, tree->first, dom, cod);
  if (both[0].id == 0) return false;
  both[1] = elaborate(reading, tree_second(tree), dom, same ? cod_of(reading, both[0]) : no_space);
  return both[1].id != 0;
}

/* f ± g = (±) o <f, g> */
static HilFunId sum(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilFunId both[2];
  if (!two(reading, tree, dom, cod, true, both)) return none;
  HilFunId pair = tuple(reading, hil_upto(reading, 2), 2, both, dom);
  HilTree operation = {.kind = TREE_OPERATOR, .mark = tree->mark, .word = tree->word, .span = tree->span};
  HilMapId m = hil_elaborate_map(reading, &operation, cod_of(reading, pair), no_space);
  return m.id == 0 ? none : hilfun_comp(reading->terms, hilfun_linear(reading->terms, m), pair);
}

/* f · g = (·) o <f, g> */
static HilFunId product(HilReading *reading, const HilTree *tree, HilSpace dom) {
  HilFunId both[2];
  if (!two(reading, tree, dom, no_space, false, both)) return none;
  HilBilinearId b = hil_elaborate_bilinear(reading, tree, cod_of(reading, both[0]), cod_of(reading, both[1]));
  if (b.id == 0) return none;
  return hilfun_comp(reading->terms, hilfun_bilinear(reading->terms, b),
                     tuple(reading, hil_upto(reading, 2), 2, both, dom));
}

static HilFunId chain(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilBilinearId b = hil_elaborate_chain(reading, tree, dom, cod);
  return b.id == 0 ? none : hilfun_bilinear(reading->terms, b);
}

static HilFunId infix(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilFunId f, g;
  switch ((int)tree->mark) {
  case MARK_COMP:
    f = elaborate(reading, tree_second(tree), dom, no_space);
    g = f.id == 0 ? f : elaborate(reading, tree->first, cod_of(reading, f), cod);
    return g.id == 0 ? g : hilfun_comp(reading->terms, g, f);
  case MARK_AFTER:
    if (hil_is_chain(tree)) return chain(reading, tree, dom, cod);
    return linear(reading, hil_elaborate_map(reading, tree, dom, cod));
  case MARK_PLUS:
  case MARK_MINUS: return sum(reading, tree, dom, cod);
  case MARK_CROSS: {
    if (!hil_expect_width(reading, tree, dom, 2)) return none;
    HilFunId *both = members(reading, tree, dom, false, cod);
    HilIndex x = hil_space(spaces_of(reading), dom)->index;
    return both == NULL ? none : hilfun_par(reading->terms, x, 2, both);
  }
  default: return product(reading, tree, dom);
  }
}

/* f^X */
static HilFunId power(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilSpaceNode node = *hil_space(spaces_of(reading), dom), *to = hil_space(spaces_of(reading), cod);
  bool known = cod.id != 0 && to->kind == HIL_SPACE_DIRECT && to->uniform;
  if (node.kind != HIL_SPACE_DIRECT || !node.uniform || node.index.id != tree->index.id || node.a.id == 0)
    return linear(reading, hil_elaborate_map(reading, tree, dom, cod)); /* which says what is wrong */
  HilFunId f = elaborate(reading, tree->first, node.a, known ? to->a : no_space);
  bool finite = f.id == 0 || !hil_index(spaces_of(reading), node.index)->endless ||
                hil_fun_keeps_zero(reading->terms, reading->machine.store, f);
  if (!finite)
    return (void)HIL_REFUSE(reading, tree->span, "at infinitely many indices this must be 0 at 0 by its constructs"),
           none;
  return f.id == 0 ? f : hilfun_map(reading->terms, node.index, f);
}

static HilFunId constant(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilSpace space = cod.id != 0 ? cod : hil_vector_space(reading, tree->first);
  if (space.id == 0)
    return (void)HIL_REFUSE(reading, tree->span,
                            "of which space this vector is does not stand here; write (K w : V → W)"),
           none;
  const HilVector *w = hil_elaborate_vector(reading, tree->first, space);
  return w == NULL ? none : hilfun_const(reading->terms, dom, space, w);
}

/* (+), (-), which are of the pair */
static bool is_linear(const HilTree *operator) { return operator->mark == MARK_PLUS || operator->mark == MARK_MINUS; }

/* (·), (∗) and others on a pair */
static HilFunId operation(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilSpace u, v;
  if (is_linear(tree)) return linear(reading, hil_elaborate_map(reading, tree, dom, cod));
  if (!hil_expect_pair(reading, tree, dom, &u, &v)) return none;
  HilBilinearId b = hil_elaborate_bilinear(reading, tree, u, v);
  return b.id == 0 ? none : hilfun_bilinear(reading->terms, b);
}

static HilFunId conditional(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  const HilTree *then = tree_second(tree);
  HilFunId c = elaborate(reading, tree->first, dom, hil_space_real(spaces_of(reading)));
  HilFunId f = c.id == 0 ? c : elaborate(reading, then, dom, cod);
  HilFunId g = f.id == 0 ? f : elaborate(reading, then->next, dom, cod_of(reading, f));
  return g.id == 0 ? g : hilfun_if(reading->terms, c, f, g);
}

static HilFunId rule(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  switch (tree->kind) {
  case TREE_WORD: return word(reading, tree, dom, cod);
  case TREE_EXPONENT: return exponent(reading, tree, dom);
  case TREE_INFIX: return infix(reading, tree, dom, cod);
  case TREE_FAMILY: return family(reading, tree, dom, cod);
  case TREE_POWER: return power(reading, tree, dom, cod);
  case TREE_CONST: return constant(reading, tree, dom, cod);
  case TREE_OPERATOR: return operation(reading, tree, dom, cod);
  case TREE_IF: return conditional(reading, tree, dom, cod);
  case TREE_TYPED:
    if (!hil_expect_space(reading, tree, dom, tree->dom)) return none;
    if (tree->mark == MARK_LINEAR) return linear(reading, hil_elaborate_map(reading, tree->first, dom, tree->cod));
    return elaborate(reading, tree->first, dom, tree->cod);
  case TREE_LIST:
    (void)HIL_REFUSE(reading, tree->span, "a vector is no function; write K (...), or ⟨f, g⟩");
    return none;
  case TREE_NUMBER:
  case TREE_INJ:
  case TREE_PROJ:
  case TREE_REP:
  case TREE_RED:
  case TREE_LEFT:
  case TREE_RIGHT: return linear(reading, hil_elaborate_map(reading, tree, dom, cod));
  }
  return none;
}

static HilFunId elaborate(HilReading *reading, const HilTree *tree, HilSpace dom, HilSpace cod) {
  HilFunId f = rule(reading, tree, dom, cod);
  if (f.id == 0) return f;
  return hil_expect_space(reading, tree, cod_of(reading, f), cod) ? f : none;
}

/* ------------------------------------------------------------- definitions -- */

static HilFunId body(HilReading *reading, HilDefined *defined) {
  switch (defined->arrow) {
  case ARROW_FUNCTION: return elaborate(reading, defined->body, defined->dom, defined->cod);
  case ARROW_LINEAR: return linear(reading, hil_elaborate_map(reading, defined->body, defined->dom, defined->cod));
  case ARROW_BILINEAR: break;
  }
  if (hil_is_chain(defined->body)) return chain(reading, defined->body, defined->dom, defined->cod);
  if (defined->body->kind == TREE_OPERATOR && !is_linear(defined->body))
    return operation(reading, defined->body, defined->dom, defined->cod);
  (void)HIL_REFUSE(reading, defined->body->span, "a bilinear function is h • ∗ • (g1 × g2), or an operator, (⊙)");
  return none;
}

/* Definitions share what they use, and what walks along a function meets it at each place. */
static Status extent(HilTerms *terms, HilFunId f) {
  ArenaMark mark = arena_mark(terms->arena);
  const uint64_t *sizes = hil_fun_sizes(terms, terms->arena), *depths = hil_fun_depths(terms, terms->arena);
  bool fits = sizes != NULL && depths != NULL && sizes[f.id] <= HIL_SIZE_MOST && depths[f.id] <= HIL_DEPTH;
  arena_release(terms->arena, mark);
  return fits ? STATUS_OK : STATUS_LIMIT;
}

/* What was built is typed as it says; a limit is one. */
static bool checked(HilReading *reading, Span at, HilFunId f) {
  Status status = hil_terms_status(reading->terms);
  if (status == STATUS_OK && f.id != 0) status = hil_fun_check(reading->terms, f);
  if (status == STATUS_OK && f.id != 0) status = extent(reading->terms, f);
  if (status == STATUS_OK && (f.id != 0 || !reader_ok(reading->reader))) return f.id != 0;
  if (reading->terms->spaces.status == STATUS_LIMIT) status = STATUS_LIMIT; /* of which what is ill typed may come */
  reading->terms->status = reading->terms->spaces.status = STATUS_OK;
  bool fits = status != STATUS_ILL_TYPED;
  reader_fail(reading->reader, fits ? STATUS_LIMIT : STATUS_ILL_TYPED, at,
              fits ? "limit: its spaces or terms are too large" : "its spaces do not fit");
  return false;
}

/* What it says is never looked up as a definition. */
static bool is_word(const Sexpr *name) {
  return hil_is_part_word(name) || hil_is_map_word(name) || primitive(name) != OP_CODE_COUNT ||
         op_is_function(syntax_operation(name->text, name->length));
}

void hil_name_write(const char *name, FILE *out) {
  const Sexpr word = {.kind = SEXPR_WORD, .text = name, .length = (uint32_t)strlen(name)};
  (void)fprintf(out, "%s%s", hil_is_name(&word) && !is_word(&word) ? "" : "f_", name);
}

bool hil_define(HilReading *reading, HilDefined *defined) {
  if (!hil_parse(reading, defined)) return checked(reading, defined->list->first->span, none);
  if (is_word(defined->name)) return HIL_REFUSE(reading, defined->name->span, "this is a word of the language");
  const HilDefined *other = hil_defined(reading, defined->name);
  if (other != NULL) return HIL_REFUSE(reading, defined->name->span, "a definition before is called so too");
  defined->f = body(reading, defined);
  if (!checked(reading, defined->name->span, defined->f)) return false;
  if (defined->cod.id != 0 && !hil_expect_space(reading, defined->body, cod_of(reading, defined->f), defined->cod))
    return false;
  defined->before = reading->defined;
  reading->defined = defined;
  return reader_ok(reading->reader);
}
