/* Flat values in and out of the taping interpreter. */
#include "semantics/dualnum/taping.h"
#include "semantics/memory/try.h"
#include "semantics/tables/cases.h"
#include "semantics/tables/rules.h"

#include <string.h>

uint32_t real_dimension(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  switch (node->kind) {
  case TYPE_REAL: return node->n;
  case TYPE_PROD: return real_dimension(types, node->a) + real_dimension(types, node->b);
  case TYPE_ARRAY: return node->n * real_dimension(types, node->a);
  case TYPE_ANY_UNSIZED:
  case TYPE_ANY_LINEAR:
  case TYPE_UNIT:
  case TYPE_INT: return 0;
  }
  return 0;
}

/* A new node without edges for each of n reals; ids NULL when nothing is recorded. */
static Status make_inputs(Taping *taping, uint32_t n, uint32_t *ids) {
  RULE(TAPE_INPUT);
  uint32_t first;
  if (!tape_inputs(taping->tape, n, &first)) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) ids[i] = first + i;
  return STATUS_OK;
}

static Status read_reals(Taping *taping, uint32_t n, const Scalar **input, Note *out) {
  bool recorded = taping->tape != NULL;
  if (n == 1) {
    *out = note_real(*(*input)++, TAPE_CONSTANT);
    return recorded ? make_inputs(taping, 1, &out->n) : STATUS_OK;
  }
  Scalar *values;
  uint32_t *ids = NULL;
  TRY(tape_vector(taping, n, &values, recorded ? &ids : NULL, out));
  if (n != 0) memcpy(values, *input, n * sizeof *values);
  *input += n;
  return recorded ? make_inputs(taping, n, ids) : STATUS_OK;
}

Status tape_read(Taping *taping, TypeId type, const Scalar **input, Note *out) {
  const TypeNode *node = type_node(&taping->machine->store->types, type);
  *out = (Note){NOTE_UNIT, 0, {0}, NULL};
  if (node->kind == TYPE_REAL) return read_reals(taping, node->n, input, out);
  if (node->kind == TYPE_UNIT) return STATUS_OK;
  if (node->kind == TYPE_INT) {
    *out = (Note){NOTE_INT, 0, *(*input)++, NULL};
    return STATUS_OK;
  }
  if (node->kind != TYPE_PROD && node->kind != TYPE_ARRAY) return STATUS_ILL_TYPED;
  bool pair = node->kind == TYPE_PROD;
  uint32_t n = pair ? 2 : node->n;
  Note *parts = arena_array(taping->machine->arena, n, sizeof *parts);
  if (parts == NULL || taping->machine->depth == 0) return STATUS_LIMIT;
  taping->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < n && status == STATUS_OK; k++) {
    status = tape_read(taping, pair && k == 1 ? node->b : node->a, input, &parts[k]);
  }
  taping->machine->depth++;
  *out = (Note){pair ? NOTE_PAIR : NOTE_ARRAY, pair ? 0 : n, {0}, parts};
  return status;
}

static Status write_reals(uint32_t n, const Note *note, Scalar **output, uint32_t **ids) {
  const Scalar *values = &note->scalar;
  const uint32_t *places = &note->n;
  if (n != 1) {
    if (note->kind != NOTE_VECTOR || note->n != n) return STATUS_STUCK;
    values = ((const NoteVector *)note->data)->values;
    places = ((const NoteVector *)note->data)->ids;
  } else if (note->kind != NOTE_REAL)
    return STATUS_STUCK;
  for (uint32_t k = 0; k < n; k++) {
    *(*output)++ = values[k];
    if (*ids != NULL) *(*ids)++ = places == NULL ? TAPE_CONSTANT : places[k];
  }
  return STATUS_OK;
}

Status tape_write(Taping *taping, TypeId type, const Note *note, Scalar **output, uint32_t **ids) {
  const TypeNode *node = type_node(&taping->machine->store->types, type);
  if (node->dim == 0) return STATUS_OK;
  if (node->kind == TYPE_REAL) return write_reals(node->n, note, output, ids);
  if (node->kind == TYPE_INT) {
    *(*output)++ = note->scalar;
    return note->kind == NOTE_INT ? STATUS_OK : STATUS_STUCK;
  }
  bool pair = node->kind == TYPE_PROD;
  if (note->kind != (pair ? NOTE_PAIR : NOTE_ARRAY) || (!pair && note->n != node->n)) return STATUS_STUCK;
  if (taping->machine->depth == 0) return STATUS_LIMIT;
  taping->machine->depth--;
  Status status = STATUS_OK;
  for (uint32_t k = 0; k < (pair ? 2 : node->n) && status == STATUS_OK; k++) {
    status = tape_write(taping, pair && k == 1 ? node->b : node->a, &note_parts(note)[k], output, ids);
  }
  taping->machine->depth++;
  return status;
}
