/* From a program to its index: the inverse of verify/enumerate/unrank.c, from the leaves up. */
#ifndef ADJUDGE_TESTS_RANK_H
#define ADJUDGE_TESTS_RANK_H

#include "verify/enumerate/grammar.h"

typedef struct Ranking {
  Space *space;
  Scope scope;
} Ranking;

/* A term's place among the programs of its context, type and size. */
typedef struct Place {
  uint32_t type, size;
  Rank index;
} Place;

/* t moved back, where the `count` identifiers from `index` on do not occur; id 0 if they do. */
static TermId moved_back(Store *store, TermId t, uint32_t index, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (term_occurrences(store, t, index + i) != 0) return TERM_NONE_ID;
  }
  return term_shift(store, t, index, -(int32_t)count);
}

/* The kids that recursion_make makes the term of; false for any other letrec. */
static bool recursion_parts(Store *store, TermId whole, TermId *kids) {
  const Term letrec = *term(store, whole);
  const Term body = *term(store, letrec.kid[0]), start = *term(store, letrec.kid[1]);
  if (body.kind != TERM_MATCH || start.kind != TERM_APP) return false;
  const Term rest = *term(store, body.kid[2]);
  if (rest.kind != TERM_LET) return false;
  kids[0] = moved_back(store, start.kid[1], 0, 1);
  kids[1] = moved_back(store, body.kid[1], 0, 3);
  TermId t = moved_back(store, rest.kid[1], 3, 1);
  kids[2] = t.id == 0 ? t : moved_back(store, t, 1, 1);
  if (kids[0].id == 0 || kids[1].id == 0 || kids[2].id == 0) return false;
  return term_equal(store, recursion_make(store, term_type_payload(&letrec), kids), whole);
}

static bool rank_term(Ranking *r, uint32_t context, TermId t, uint32_t room, Place *place);

static bool rank_variable(Ranking *r, uint32_t variable, Place *place) {
  if (variable >= r->scope.length) return false;
  uint32_t position = r->scope.length - 1 - variable;
  place->type = r->scope.types[position];
  place->size = 1;
  place->index = 0;
  for (uint32_t i = position + 1; i < r->scope.length; i++) place->index += r->scope.types[i] == place->type;
  return true;
}

/* The types that a term binds in its kid, given the kids before it. */
static bool bound_types(const Ranking *r, const Term *node, uint32_t kid, const Place *before, Kid *out) {
  const Space *space = r->space;
  TypeTable *types = &space->store->types;
  bool recursion = node->kind == TERM_LETREC; /* its kids are those of the production */
  *out = (Kid){.binders = (uint32_t)(term_info(node->kind)->binders[kid] - '0')};
  if (recursion) out->binders = kid == 2 ? 2 : 0;
  if (out->binders > SHAPE_BINDERS) return false;
  for (uint32_t i = 0; i < out->binders; i++) {
    TypeId bound = {0};
    if (node->kind == TERM_LAM) bound = term_type_payload(node);
    if (node->kind == TERM_LET) bound = space->grammar.types[before[0].type];
    if (node->kind == TERM_BUILD || node->kind == TERM_VBUILD) bound = type_int(types);
    if (node->kind == TERM_FILTER || node->kind == TERM_MAP || node->kind == TERM_ZIPWITH) {
      bound = type_element(types, space->grammar.types[before[i].type]);
    }
    if (node->kind == TERM_MATCH) {
      const TypeNode *sum = type_node(types, space->grammar.types[before[0].type]);
      bound = kid == 1 ? sum->a : sum->b;
    }
    if (recursion) bound = i == 0 ? type_int(types) : type_node(types, term_type_payload(node))->b;
    if (node->kind == TERM_ITERATE) bound = space->grammar.types[before[1].type];
    if (node->kind == TERM_WHILE) bound = space->grammar.types[before[0].type];
    if (node->kind == TERM_FOLD || node->kind == TERM_SCAN) {
      TypeId type = space->grammar.types[before[i].type];
      bound = i == 0 ? type : type_element(types, type);
    }
    out->bound[i] = grammar_type(&space->grammar, bound);
    if (out->bound[i] == SPACE_MAX_TYPES) return false;
  }
  return true;
}

/* Names of binders are hints, and do not tell terms apart. */
static bool has_head(const Head *head, const Term *node) {
  bool name =
      node->kind == TERM_ZIPWITH || node->kind == TERM_MATCH || node->kind == TERM_FOLD || node->kind == TERM_SCAN;
  return head->kind == node->kind && (head->payload == node->payload || name);
}

/* Finds the production of these kids.  Types are unique, so there is at most
 * one; *which is its head within the shape. */
static const Shape *find_shape(const Grammar *grammar, const Term *node, const Place *kids, uint32_t arity,
                               uint32_t *type, uint32_t *which) {
  for (*type = 0; *type < grammar->type_count; (*type)++) {
    for (uint32_t g = grammar->first[*type]; g < grammar->first[*type + 1]; g++) {
      const Shape *shape = &grammar->shapes[g];
      bool same = shape->arity == arity;
      for (uint32_t i = 0; same && i < arity; i++) same = shape->kid[i].type == kids[i].type;
      for (*which = 0; same && *which < shape->head_count; (*which)++) {
        if (has_head(&grammar->heads[shape->head + *which], node)) return shape;
      }
    }
  }
  return NULL;
}

/* The number of a list of kids among those of its size: see unrank_split. */
static Rank rank_kids(Ranking *r, uint32_t context, const Shape *shape, const Place *kids, uint32_t size) {
  CountTable *table = &r->space->counts;
  Rank index = 0;
  for (uint32_t i = 0; i < shape->arity && i < SHAPE_KIDS; i++) {
    if (i + 1 == shape->arity) return index + kids[i].index;
    uint32_t below = count_kid_context(table, context, &shape->kid[i]);
    for (uint32_t n = 1; n < kids[i].size; n++) {
      Rank here = count_row(table, below, shape->kid[i].type, n)[0];
      if (here != 0) index += here * count_kids(table, context, shape, i + 1, size - n);
    }
    size -= kids[i].size;
    index += kids[i].index * count_kids(table, context, shape, i + 1, size);
  }
  return index;
}

static bool rank_node(Ranking *r, uint32_t context, TermId t, uint32_t room, Place *place) {
  const Grammar *grammar = &r->space->grammar;
  Term node = *term(r->space->store, t);
  if (node.kind == TERM_LETREC && !recursion_parts(r->space->store, t, node.kid)) return false;
  Place kids[SHAPE_KIDS] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  uint32_t arity = 0, size = 0;
  for (; arity < TERM_KIDS && node.kid[arity].id != 0; arity++) {
    Kid kid;
    if (arity == SHAPE_KIDS || !bound_types(r, &node, arity, kids, &kid)) return false;
    uint32_t below = count_kid_context(&r->space->counts, context, &kid);
    if (below == 0 || !scope_push(&r->scope, &kid)) return false;
    bool found = rank_term(r, below, node.kid[arity], room - 1 - size, &kids[arity]);
    r->scope.length -= kid.binders;
    if (!found) return false;
    size += kids[arity].size;
  }
  uint32_t which;
  const Shape *shape = find_shape(grammar, &node, kids, arity, &place->type, &which);
  if (shape == NULL) return false;
  place->size = size + 1;
  const Rank *through = count_row(&r->space->counts, context, place->type, place->size) + 1;
  if (through[-1] == 0) return false; /* only when the tables met their limit */
  uint32_t g = (uint32_t)(shape - &grammar->shapes[grammar->first[place->type]]);
  Rank each = (through[g + 1] - through[g]) / shape->head_count;
  place->index = through[g] + which * each + rank_kids(r, context, shape, kids, size);
  return true;
}

/* `room`: the nodes that a term may still have; it bounds the recursion. */
static bool rank_term(Ranking *r, uint32_t context, TermId t, uint32_t room, Place *place) {
  if (room == 0 || t.id == 0) return false;
  const Term *node = term(r->space->store, t);
  if (node->kind == TERM_VAR) return rank_variable(r, node->payload, place);
  return rank_node(r, context, t, room, place);
}

static bool same_context(const SpaceSpec *spec, uint32_t start, const Program *program) {
  if (spec->starts[start].length != program->length) return false;
  for (uint32_t i = 0; i < program->length; i++) {
    if (!type_equal(spec->starts[start].types[i], program->context[i])) return false;
  }
  return true;
}

/* The index of a program; false when it is not in the space. */
static bool space_rank(Space *space, const Program *program, Rank *index) {
  uint32_t start = 0;
  while (start < space->spec.start_count && !same_context(&space->spec, start, program)) start++;
  if (start == space->spec.start_count) return false;
  Ranking r;
  r.space = space;
  r.scope.length = program->length;
  for (uint32_t i = 0; i < program->length; i++) {
    r.scope.types[i] = (uint8_t)grammar_type(&space->grammar, program->context[i]);
  }
  Place place;
  if (!rank_term(&r, space->start_context[start], program->term, space->spec.size, &place)) return false;
  for (uint32_t i = 0; i < space->block_count; i++) {
    const Block *block = &space->blocks[i];
    if (block->size != place.size || block->start != start || block->type != place.type) continue;
    *index = block->first + place.index;
    return type_equal(space->grammar.types[place.type], program->type);
  }
  return false;
}

#endif
