/* The context G of a typing judgement: a stack of the types of the identifiers
 * in scope, the innermost last.  The first CONTEXT_ROOM live in the record. */
#ifndef ADJUDGE_TABLES_CONTEXT_H
#define ADJUDGE_TABLES_CONTEXT_H

#include "semantics/tables/types.h"

#include <stdlib.h>
#include <string.h>

#define CONTEXT_ROOM 64u

typedef struct Context {
  TypeId room[CONTEXT_ROOM];
  TypeId *heap; /* NULL while `room` is enough */
  uint32_t length, capacity;
} Context;

static inline TypeId *context_types(Context *context) { return context->heap != NULL ? context->heap : context->room; }

/* The type of identifier `index` (0 is innermost); none if there is no such. */
static inline TypeId context_lookup(Context *context, uint32_t index) {
  if (index >= context->length) return (TypeId){0};
  return context_types(context)[context->length - 1 - index];
}

/* G, x : type; false without memory. */
static inline bool context_push(Context *context, TypeId type) {
  if (context->length == context->capacity) {
    TypeId *heap = realloc(context->heap, 2 * (size_t)context->capacity * sizeof *heap);
    if (heap == NULL) return false;
    if (context->heap == NULL) memcpy(heap, context->room, sizeof context->room);
    context->heap = heap;
    context->capacity *= 2;
  }
  context_types(context)[context->length++] = type;
  return true;
}

static inline void context_pop(Context *context) { context->length--; }

/* Starts with a copy of `types`; false without memory. */
static inline bool context_open(Context *context, const TypeId *types, uint32_t length) {
  context->heap = NULL;
  context->length = 0;
  context->capacity = CONTEXT_ROOM;
  for (uint32_t i = 0; i < length; i++) {
    if (!context_push(context, types[i])) return false;
  }
  return true;
}

static inline void context_close(Context *context) { free(context->heap); }

#endif
