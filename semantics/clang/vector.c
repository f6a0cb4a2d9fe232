/* Arrays whose cells have names no more: a term, and what was written over it since.
 *
 * A cell that is read is that of the last write at the same place; where a write may have been at the same place, all
 * that was written becomes part of the term first. */
#include "semantics/clang/runner.h"

#include <string.h>

const Written *vector_written(Runner *m, const Vector *vector, const Index *at) {
  for (const Written *w = vector->written; w != NULL; w = w->older) {
    if (index_is_same(w->at, at)) return w;
    if (!index_differs(m, w->at, at)) return NULL;
  }
  return NULL;
}

/* Whether nothing that was written may stand there. */
static bool is_untouched(Runner *m, const Vector *vector, const Index *at) {
  for (const Written *w = vector->written; w != NULL; w = w->older) {
    if (!index_differs(m, w->at, at)) return false;
  }
  return true;
}

bool vector_is_plain(Runner *m, const Vector *vector) {
  for (const Written *w = vector->written; w != NULL; w = w->older) {
    const Vector older = {NULL, NULL, w->older};
    if (!is_untouched(m, &older, w->at)) return false;
  }
  return true;
}

bool vector_is_same(const Vector *a, const Vector *b) {
  bool both = a->base != NULL && b->base != NULL;
  return a->written == b->written && (a->base == b->base || (both && strcmp(a->base, b->base) == 0));
}

/* build n (k. if k == i then v else base ! k): of two writes at one place the newer one is the first test. */
const char *vector_term(Runner *m, Object *object) {
  Vector *v = &object->vector;
  if (v->written == NULL && v->base != NULL) return v->base;
  const char *k = name_take(m, "k"), *length = index_term(m, v->length);
  Text *text = text_new(m);
  text_add(m, text, "(build %s (%s. ", length, k);
  for (const Written *w = v->written; w != NULL; w = w->older)
    text_add(m, text, "if %s == %s then %s else ", k, index_term(m, w->at), w->value.term);
  if (v->base != NULL)
    text_add(m, text, "%s ! %s))", v->base, k);
  else
    text_add(m, text, "0))");
  v->base = text->length == 0 ? "" : let_write(m, object->name, text->bytes);
  v->written = NULL;
  return v->base;
}

Value vector_load(Runner *m, Object *object, const Index *at) {
  const Written *written = vector_written(m, &object->vector, at);
  if (written != NULL) return written->value;
  if (!is_untouched(m, &object->vector, at)) (void)vector_term(m, object);
  if (object->vector.base == NULL) return value_real("0"); /* a way that the runs at known sizes have not taken */
  return value_real(runner_text(m, "(%s ! %s)", object->vector.base, index_term(m, at)));
}

/* A test of sizes or counters may be what keeps C from the place. */
Value vector_load_if(Runner *m, Object *object, const Index *at) {
  Value value = vector_load(m, object, at);
  const Vector *vector = &object->vector;
  if (vector_written(m, vector, at) != NULL || vector->base == NULL || index_is_place(m, at, vector->length))
    return value;
  const char *place = index_term(m, at), *length = index_term(m, vector->length);
  return value_real(runner_text(m, "(if (0 <= %s) and (%s < %s) then %s else 0)", place, place, length, value.term));
}

/* Without what it writes over, where it is seen that nothing else is. */
static const Written *without(Runner *m, const Written *w, const Index *at) {
  if (w == NULL || !index_differs(m, w->at, at)) return w != NULL && index_is_same(w->at, at) ? w->older : w;
  const Written *older = without(m, w->older, at);
  if (older == w->older) return w;
  Written *kept = runner_alloc(m, 1, sizeof *kept);
  *kept = (Written){w->at, w->value, older};
  return kept;
}

void vector_store(Runner *m, Object *object, const Index *at, Value value) {
  Written *written = runner_alloc(m, 1, sizeof *written);
  *written = (Written){at, value, without(m, object->vector.written, at)};
  object->vector.written = written;
}

/* ----------------------------------------------------------------- pointers -- */

/* NULL, having refused it, where the pointer names no cell of an array that is a term. */
static Object *vector_find(Runner *m, CXCursor at, Value pointer) {
  if (is_refused(m)) return NULL;
  if (pointer.object >= m->memory.count) {
    (void)REFUSE(m, at, "this points to a variable that is gone");
    return NULL;
  }
  Object *object = &m->memory.object[pointer.object];
  if (object->is_vector) return object;
  make_vector(m, at, object->declared);
  return NULL;
}

static const Index *place_in(Runner *m, CXCursor at, Value pointer) {
  const Index *offset = index_number(m, pointer.offset);
  if (pointer.index != NULL) offset = index_add(m, pointer.index, offset, 1);
  if (offset == NULL) (void)REFUSE(m, at, "this subscript is not read for any size");
  return offset;
}

static bool is_term(const Runner *m, Value pointer) {
  return pointer.index != NULL || (pointer.object < m->memory.count && m->memory.object[pointer.object].is_vector);
}

Value pointer_load(Runner *m, CXCursor at, Value pointer) {
  if (!is_term(m, pointer)) return cell_load(m, at, pointer.object, pointer.offset);
  Object *object = vector_find(m, at, pointer);
  const Index *where = object == NULL ? NULL : place_in(m, at, pointer);
  if (where == NULL) return (Value){.kind = VALUE_NONE};
  return vector_load(m, object, where);
}

void pointer_store(Runner *m, CXCursor at, Value pointer, Value value) {
  if (!is_term(m, pointer)) {
    cell_store(m, at, pointer.object, pointer.offset, value);
    return;
  }
  Object *object = vector_find(m, at, pointer);
  const Index *where = object == NULL ? NULL : place_in(m, at, pointer);
  if (where == NULL) return;
  if (value.kind != VALUE_REAL || value.counts) {
    (void)REFUSE(m, at, "what this array holds is no real");
    return;
  }
  value.term = let_write(m, object->name, value.term);
  value.choice = NULL;
  if (object->input >= 0) m->inputs[object->input].written = true;
  vector_store(m, object, where, value);
}
