/* The denotation as an evaluator: flat elements, programs, printing. */
#include "semantics/chad/monoid/hom.h"
#include "semantics/tables/cases.h"

/* ---------------------------------------------------------------- flat -- */

static Status take_flat(Machine *machine, TypeId type, const Scalar **flat, const MonoidElement **out);

static OWN_FRAME Status take_parts(Machine *machine, TypeNode type, bool is_pair, const Scalar **flat,
                                   const MonoidElement **out) {
  uint32_t count = is_pair ? 2 : type.n;
  const MonoidElement **parts;
  TRY(element_parts(machine, count, &parts));
  for (uint32_t i = 0; i < count; i++) TRY(take_flat(machine, is_pair && i == 1 ? type.b : type.a, flat, &parts[i]));
  ElementKind kind = is_pair ? ELEMENT_PAIR : ELEMENT_ARRAY;
  return element_new(machine, (MonoidElement){.kind = kind, .count = count, .parts = parts}, out);
}

static Status take_node(Machine *machine, TypeNode type, const Scalar **flat, const MonoidElement **out) {
  MonoidElement element = {.kind = ELEMENT_VECTOR, .count = type.n, .scalars = *flat};
  switch (type.kind) {
  case TYPE_REAL:
  case TYPE_LREAL: *flat += type.n; return element_new(machine, element, out);
  case TYPE_INT: return element_int(machine, scalar_to_int(*(*flat)++), out);
  case TYPE_UNIT:
  case TYPE_LUNIT: return element_new(machine, (MonoidElement){.kind = ELEMENT_UNIT}, out);
  case TYPE_PROD:
  case TYPE_LPROD: return take_parts(machine, type, true, flat, out);
  case TYPE_ARRAY:
  case TYPE_LARRAY: return take_parts(machine, type, false, flat, out);
  case TYPE_ANY_UNSIZED:
  case TYPE_POWER:
  case TYPE_COPOWER: return STATUS_ILL_TYPED;
  }
  return STATUS_ILL_TYPED;
}

static Status take_flat(Machine *machine, TypeId type, const Scalar **flat, const MonoidElement **out) {
  TRY(machine_enter(machine));
  Status status = take_node(machine, *type_node(&machine->store->types, type), flat, out);
  machine_leave(machine);
  return status;
}

Status monoid_from_flat(Machine *machine, TypeId type, const Scalar *flat, const MonoidElement **out) {
  return take_flat(machine, type, &flat, out);
}

static Status give_flat(Machine *machine, const MonoidElement *element, uint32_t *room, Scalar **flat) {
  bool leaf = element->kind == ELEMENT_VECTOR || element->kind == ELEMENT_INT;
  if (leaf) {
    if (element->count > *room) return STATUS_STUCK;
    for (uint32_t i = 0; i < element->count; i++) *(*flat)++ = element->scalars[i];
    *room -= element->count;
    return STATUS_OK;
  }
  if (element->kind == ELEMENT_UNIT) return STATUS_OK;
  if (element->kind != ELEMENT_PAIR && element->kind != ELEMENT_ARRAY) return STATUS_STUCK;
  TRY(machine_enter(machine));
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < element->count && status == STATUS_OK; i++)
    status = give_flat(machine, element->parts[i], room, flat);
  machine_leave(machine);
  return status;
}

static Status monoid_to_flat(Machine *machine, TypeId type, const MonoidElement *element, Scalar *flat) {
  uint32_t room = type_node(&machine->store->types, type)->dim;
  if (room == TYPE_NOT_FLAT) return STATUS_ILL_TYPED;
  TRY(give_flat(machine, element, &room, &flat));
  return room == 0 ? STATUS_OK : STATUS_STUCK;
}

/* ------------------------------------------------------------ elements -- */

/* A pair's components; STUCK for other elements. */
static Status monoid_parts(const MonoidElement *pair, const MonoidElement **first, const MonoidElement **second) {
  if (pair->kind != ELEMENT_PAIR) return STATUS_STUCK;
  *first = pair->parts[0];
  *second = pair->parts[1];
  return STATUS_OK;
}

Status monoid_apply(Machine *machine, const MonoidElement *homomorphism, const MonoidElement *element,
                    const MonoidElement **out) {
  if (homomorphism->kind != ELEMENT_HOM) return STATUS_STUCK;
  uint32_t depth = machine->depth;
  Status status = hom_apply(machine, element_as_function(homomorphism)->hom, element, out);
  machine->depth = depth;
  return status;
}

/* ------------------------------------------------------------ programs -- */

static Status evaluate_at(Machine *machine, const Program *program, const Scalar *input, const MonoidElement **out) {
  const Derivation *derivation;
  const Environment *innermost = NULL;
  TRY(derivation_make(machine, program, &derivation));
  Environment *environment = arena_array(machine->arena, program->length, sizeof *environment);
  if (environment == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < program->length; i++) {
    environment[i].outer = innermost;
    TRY(take_flat(machine, program->context[i], &input, &environment[i].element));
    innermost = &environment[i];
  }
  return denote_cartesian(machine, derivation, innermost, out);
}

Status monoid_evaluate(Machine *machine, const Program *program, const Scalar *input, const MonoidElement **out) {
  uint32_t depth = machine->depth;
  Status status = evaluate_at(machine, program, input, out);
  machine->depth = depth;
  return status;
}

static Status evaluate(Machine *machine, const Program *program, const Scalar *input, Scalar *output) {
  const MonoidElement *value;
  TRY(monoid_evaluate(machine, program, input, &value));
  return monoid_to_flat(machine, program->type, value, output);
}

/* T * (S_ -o R_) */
static Status linear_parts(const Machine *machine, const Program *program, TypeId *primal, TypeId *domain,
                           TypeId *codomain) {
  const TypeTable *types = &machine->store->types;
  const TypeNode *product = type_node(types, program->type);
  if (product->kind != TYPE_PROD || type_kind(types, product->b) != TYPE_LFUN) return STATUS_ILL_TYPED;
  *primal = product->a;
  *domain = type_node(types, product->b)->a;
  *codomain = type_node(types, product->b)->b;
  TRY(evaluator_crosses(types, *domain));
  return evaluator_crosses(types, *codomain);
}

static Status evaluate_linear(Machine *machine, const Program *program, const Scalar *input, uint32_t seeds,
                              const Scalar *seed, Scalar *primal, Scalar *image) {
  const MonoidElement *pair, *value, *hom, *v, *w;
  TypeId primal_type, domain, codomain;
  TRY(linear_parts(machine, program, &primal_type, &domain, &codomain));
  TRY(monoid_evaluate(machine, program, input, &pair));
  TRY(monoid_parts(pair, &value, &hom));
  TRY(monoid_to_flat(machine, primal_type, value, primal));
  size_t step = type_node(&machine->store->types, domain)->dim, room = type_node(&machine->store->types, codomain)->dim;
  for (uint32_t k = 0; k < seeds; k++) {
    ArenaMark mark = arena_mark(machine->arena);
    TRY(monoid_from_flat(machine, domain, seed + k * step, &v));
    TRY(monoid_apply(machine, hom, v, &w));
    TRY(monoid_to_flat(machine, codomain, w, image + k * room));
    arena_release(machine->arena, mark);
  }
  return STATUS_OK;
}

const Evaluator monoid_evaluator = {"monoid", true, evaluate, evaluate_linear};
