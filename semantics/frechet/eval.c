/* [[f]]: a function at a vector, over any ring. */
#include "semantics/frechet/terms.h"
#include "semantics/memory/try.h"
#include "semantics/tables/rules.h"

Status hil_primitive(Machine *machine, OpCode op, ConstantId exponent, Scalar a, Scalar *out) {
  OpTable *ops = &machine->store->ops;
  TypeTable *types = &machine->store->types;
  OpId id = op_make_each(ops, types, op, 1, exponent);
  if (id.id == 0) return STATUS_LIMIT;
  return op_value(ops, &machine->store->constants, machine->ring, id, &a, NULL, out);
}

static Status scalar_of(Machine *machine, const HilVector *v, Scalar *out) {
  HilFactor real;
  Status status = hil_real(machine, v, &real);
  if (status == STATUS_OK) {
    *out =
        real.kind == HIL_FACTOR_SCALAR ? real.scalar : ring_integer(machine->ring, real.kind == HIL_FACTOR_ONE ? 1 : 0);
  }
  return status;
}

static Status eval_members(Machine *machine, const HilTerms *terms, const HilFun *f, const HilVector *x,
                           HilVector *out) {
  uint32_t n = hil_width(&terms->spaces, f->cod);
  HilVector *parts = arena_array(machine->arena, n, sizeof *parts), part;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    HilFunId member = f->kind == HILFUN_MAP ? f->a : hil_fun_member(terms, f, i);
    TRY(hil_coordinate(machine, x, n, i, &part));
    TRY(hil_eval(machine, terms, member, &part, &parts[i]));
  }
  return hil_tuple(machine, &terms->spaces, f->cod, parts, out);
}

/*   u <> v = h (g1 u * g2 v) */
static Status eval_bilinear(Machine *machine, const HilTerms *terms, const HilFun *f, const HilVector *x,
                            HilVector *out) {
  HilBilinear b = terms->bilinears[f->bilinear.id];
  HilVector u, v, left, right, product;
  TRY(hil_coordinate(machine, x, 2, 0, &u));
  TRY(hil_coordinate(machine, x, 2, 1, &v));
  TRY(hil_apply(machine, terms, b.g1, &u, &left));
  TRY(hil_apply(machine, terms, b.g2, &v, &right));
  HilSpace w_space = hil_map(terms, b.g1)->cod, x_space = hil_map(terms, b.g2)->cod;
  TRY(hil_contract(machine, &terms->spaces, w_space, x_space, &left, &right, &product));
  return hil_apply(machine, terms, b.h, &product, out);
}

static Status eval_if(Machine *machine, const HilTerms *terms, const HilFun *f, const HilVector *x, HilVector *out) {
  HilVector condition;
  Scalar scalar;
  Status status = hil_eval(machine, terms, f->a, x, &condition);
  if (status == STATUS_OK) status = scalar_of(machine, &condition, &scalar);
  if (status != STATUS_OK) return status;
  bool negative = ring_test(machine->ring, RING_LESS, scalar, ring_integer(machine->ring, 0));
  status = ring_take_status(machine->ring);
  return status == STATUS_OK ? hil_eval(machine, terms, negative ? f->b : f->c, x, out) : status;
}

/* A declared operation at the scalars of one or two vectors. */
static Status eval_given(Machine *machine, const HilTerms *terms, const HilFun *f, const HilVector *x, HilVector *out) {
  const Store *store = machine->store;
  uint64_t from = hil_space(&terms->spaces, f->dom)->dim, to = hil_space(&terms->spaces, f->cod)->dim;
  Scalar *flat = arena_array(machine->arena, (size_t)(from + to), sizeof *flat);
  if (flat == NULL) return STATUS_LIMIT;
  uint32_t first = type_node(&store->types, op_node(&store->ops, f->given)->operand[0])->n;
  Status status = hil_write(machine, &terms->spaces, f->dom, x, flat);
  if (status == STATUS_OK)
    status = op_value(&store->ops, &store->constants, machine->ring, f->given, flat, flat + first, flat + from);
  const Scalar *result = flat + from;
  return status == STATUS_OK ? hil_read(machine, &terms->spaces, f->cod, &result, out) : status;
}

static Status eval_rule(Machine *machine, const HilTerms *terms, const HilFun *f, const HilVector *x, HilVector *out) {
  HilVector y;
  Scalar scalar;
  Status status;
  switch (f->kind) {
  /* (g o f) x = g (f x)                                                  */
  case HILFUN_COMP:
    RULE(HIL_EVAL_COMP);
    status = hil_eval(machine, terms, f->b, x, &y);
    return status == STATUS_OK ? hil_eval(machine, terms, f->a, &y, out) : status;
  /* (Pi f_x) v = (f_x v_x)_x;  f^X v = (f v_x)_x                         */
  case HILFUN_PAR:
  case HILFUN_MAP: RULE(HIL_EVAL_PARALLEL); return eval_members(machine, terms, f, x, out);
  /* a linear function is one                                             */
  case HILFUN_LINEAR: RULE(HIL_EVAL_LINEAR); return hil_apply(machine, terms, f->map, x, out);
  /* (h . * . (g1 x g2)) (u, v) = h (g1 u * g2 v)                         */
  case HILFUN_BILINEAR: RULE(HIL_EVAL_BILINEAR); return eval_bilinear(machine, terms, f, x, out);
  /* K_w x = w                                                            */
  case HILFUN_CONST:
    RULE(HIL_EVAL_CONST);
    *out = *f->w;
    return STATUS_OK;
  /* p x                                                                  */
  case HILFUN_PRIM:
    RULE(HIL_EVAL_PRIM);
    status = scalar_of(machine, x, &scalar);
    if (status == STATUS_OK) status = hil_primitive(machine, f->op, f->constant, scalar, &scalar);
    if (status == STATUS_OK) *out = hil_scalar(scalar);
    return status;
  /* p x of the table of operations                                       */
  case HILFUN_GIVEN: RULE(HIL_EVAL_GIVEN); return eval_given(machine, terms, f, x, out);
  /* if c then f else g: f where c < 0                                    */
  case HILFUN_IF: RULE(HIL_EVAL_IF); return eval_if(machine, terms, f, x, out);
  case HILFUN_KIND_COUNT: return STATUS_STUCK;
  }
  return STATUS_STUCK;
}

Status hil_eval(Machine *machine, const HilTerms *terms, HilFunId f, const HilVector *x, HilVector *out) {
  if (machine->depth == 0 || machine->fuel == 0) return STATUS_LIMIT;
  machine->depth--;
  machine->fuel--;
  HilFun fun = *hil_fun(terms, f);
  Status status = eval_rule(machine, terms, &fun, x, out);
  machine->depth++;
  return status;
}
