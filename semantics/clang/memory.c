/* Objects, their cells, and what two ways through a function leave in them. */
#include "semantics/clang/runner.h"

#include <string.h>

uint32_t object_new(Runner *m, const char *name, uint32_t count) {
  Memory *memory = &m->memory;
  if (memory->count == memory->room) {
    uint32_t room = memory->room == 0 ? 64 : 2 * memory->room;
    Object *grown = runner_alloc(m, room, sizeof *grown);
    if (memory->count > 0) memcpy(grown, memory->object, memory->count * sizeof *grown);
    memory->object = grown;
    memory->room = room;
  }
  memory->object[memory->count] =
      (Object){.name = name, .cell = runner_alloc(m, count, sizeof(Cell)), .count = count, .room = count, .input = -1};
  return memory->count++;
}

/* A pointer argument is as long as it is used. */
void object_grow(Runner *m, Object *object, uint32_t count) {
  if (count > object->room) {
    uint32_t room = 2 * count;
    Cell *grown = runner_alloc(m, room, sizeof *grown);
    if (object->count > 0) memcpy(grown, object->cell, object->count * sizeof *grown);
    object->cell = grown;
    object->room = room;
  }
  for (; object->count < count; object->count++) object->cell[object->count] = (Cell){.value = {.kind = VALUE_INPUT}};
  Input *input = &m->inputs[object->input];
  if (input->count < count) input->count = count;
}

/* NULL, having refused it, outside of the object. */
static Cell *cell_find(Runner *m, CXCursor at, uint32_t index, long long offset) {
  if (is_refused(m)) return NULL;
  if (index >= m->memory.count) {
    (void)REFUSE(m, at, "this points to a variable that is gone");
    return NULL;
  }
  Object *object = &m->memory.object[index];
  if (object->is_vector) {
    (void)REFUSE(m, at, "this use of %s is not read for any size", object->name);
    return NULL;
  }
  bool open = object->input >= 0 && m->inputs[object->input].open;
  if (offset < 0 || offset >= (open ? (long long)CELLS_MOST : (long long)object->count)) {
    if (open)
      (void)REFUSE(m, at, "%s is used at %lld here", object->name, offset);
    else if (object->count == 0)
      (void)REFUSE(m, at, "this points to %s, which is gone", object->name);
    else
      (void)REFUSE(m, at, "%s has %u scalars, and %lld is not one of them", object->name, object->count, offset);
    return NULL;
  }
  if (open && offset >= object->count) object_grow(m, object, (uint32_t)offset + 1);
  return &object->cell[offset];
}

bool input_is_array(const Input *input) { return input->subscripted || input->count > 1; }

/* What a cell of an argument is called. */
static const char *input_name(Runner *m, int index, uint32_t cell) {
  Input *input = &m->inputs[index];
  input->read = true;
  if (input->cell[cell] != NULL) return input->cell[cell];
  input->cell[cell] = input->pointer ? name_take(m, runner_text(m, "%s_%u", input->name, cell)) : input->target;
  name_everywhere(m, input->cell[cell]);
  return input->cell[cell];
}

Value object_load(Runner *m, Object *object, uint32_t cell) {
  Value *value = &object->cell[cell].value;
  if (value->kind == VALUE_INPUT) *value = value_real(input_name(m, object->input, cell));
  return *value;
}

Value cell_load(Runner *m, CXCursor at, uint32_t index, long long offset) {
  if (cell_find(m, at, index, offset) == NULL) return (Value){.kind = VALUE_NONE};
  Object *object = &m->memory.object[index];
  Value value = object_load(m, object, (uint32_t)offset);
  if (value.kind != VALUE_NONE) return choice_resolve(m, value);
  const char *what = object->name[0] == '\0' ? "the result" : object->name;
  if (value.term == NULL) return REFUSE(m, at, "%s is read before it has a value", what);
  return REFUSE(m, at, "%s is read here, and %s", what, value.term);
}

void cell_store(Runner *m, CXCursor at, uint32_t index, long long offset, Value value) {
  if (cell_find(m, at, index, offset) == NULL) return;
  Object *object = &m->memory.object[index];
  const char *name = object->name[0] == '\0' ? "r" : object->name;
  if (object->count > 1 || (object->input >= 0 && m->inputs[object->input].subscripted))
    name = runner_text(m, "%s_%lld", name, offset);
  if (value.kind == VALUE_REAL) value.term = let_write(m, name, value.term);
  if (object->input >= 0) m->inputs[object->input].written = true;
  object->cell[offset] = (Cell){value, {place_of(at)}};
}

Memory memory_copy(Runner *m, const Memory *memory) {
  Memory copy = {runner_alloc(m, memory->count, sizeof(Object)), memory->count, memory->count, memory->stack};
  memcpy(copy.object, memory->object, memory->count * sizeof(Object));
  for (uint32_t i = 0; i < copy.count; i++) {
    Object *object = &copy.object[i];
    object->cell = runner_alloc(m, object->count, sizeof(Cell));
    object->room = object->count;
    if (object->count > 0) memcpy(object->cell, memory->object[i].cell, object->count * sizeof(Cell));
  }
  return copy;
}

bool value_is_same(const Value *a, const Value *b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case VALUE_NONE:
  case VALUE_INPUT: return true;
  case VALUE_REAL: return strcmp(a->term, b->term) == 0;
  case VALUE_WHOLE:
  case VALUE_CHOICE: return choice_is_same(a, b);
  case VALUE_POINTER: return a->object == b->object && a->offset == b->offset && index_is_same(a->index, b->index);
  case VALUE_INDEX: return index_is_same(a->index, b->index);
  }
  return false;
}

bool memory_kept(const Memory *before, const Memory *after) {
  if (before->stack != after->stack) return false;
  for (uint32_t i = 0; i < before->count; i++) {
    const Object *a = &before->object[i], *b = &after->object[i];
    if (a->is_vector && !vector_is_same(&a->vector, &b->vector)) return false;
    for (uint32_t k = 0; k < a->count; k++) {
      /* a cell of an input that was read now has its name */
      bool was_read = a->cell[k].value.kind == VALUE_INPUT && b->cell[k].by[0].line == 0;
      if (!was_read && !value_is_same(&a->cell[k].value, &b->cell[k].value)) return false;
    }
    for (uint32_t k = a->count; k < b->count; k++) {
      if (b->cell[k].by[0].line != 0) return false;
    }
  }
  return true;
}
