/* What an expression reads and writes, of which C leaves the order open (C11 6.5p2, 6.5.2.2p10, 6.7.9p23).
 *
 * The runner takes operands in one order; C does not.  So each cell that an expression reads or writes is noted, and
 * where two operands meet that no sequence point parts, neither may write what the other reads or writes.  A write
 * is pending until the next sequence point: the value of `i++` is had before i has it. */
#include "semantics/clang/runner.h"

#include <string.h>

uint32_t effects_mark(const Runner *m) { return m->effect_count; }
void effects_forget(Runner *m) { m->effect_count = 0; }

/* Of arrays that are terms, whether it may be. */
static bool is_same_cell(Runner *m, const Effect *a, const Effect *b) {
  if (a->object != b->object || (a->index == NULL && b->index == NULL))
    return a->object == b->object && a->offset == b->offset;
  const Index *left = index_number(m, a->offset), *right = index_number(m, b->offset);
  if (a->index != NULL) left = index_add(m, a->index, left, 1);
  if (b->index != NULL) right = index_add(m, b->index, right, 1);
  return !index_differs(m, left, right);
}

static void refuse_order(Runner *m, const Effect *write, const Effect *other) {
  const char *name = write->object < m->memory.count ? m->memory.object[write->object].name : "";
  (void)refuse_at(m, write->place, "%s is written here, and %s at %u:%u: C leaves the order of the two open",
                  name[0] == '\0' ? "a variable" : name, other->writes ? "written" : "read", other->place.line,
                  other->place.column);
}

static void add(Runner *m, const Effect *effect) {
  if (m->effect_count == m->effect_room) {
    uint32_t room = m->effect_room == 0 ? 256 : 2 * m->effect_room;
    Effect *grown = runner_alloc(m, room, sizeof *grown);
    if (m->effect_count > 0) memcpy(grown, m->effects, m->effect_count * sizeof *grown);
    m->effects = grown;
    m->effect_room = room;
  }
  m->effects[m->effect_count++] = *effect;
}

void effect_add(Runner *m, CXCursor at, uint32_t from, Value cell, bool writes) {
  const Effect effect = {cell.object, cell.offset, cell.index, writes, writes, place_of(at)};
  for (uint32_t i = from; i < m->effect_count; i++) {
    const Effect *before = &m->effects[i];
    if (before->pending && is_same_cell(m, before, &effect)) {
      refuse_order(m, before, &effect);
      return;
    }
  }
  add(m, &effect);
}

void effects_unordered(Runner *m, uint32_t from, uint32_t middle) {
  uint32_t end = m->effect_count;
  for (uint32_t i = from; i < middle && !is_refused(m); i++) {
    const Effect *a = &m->effects[i];
    for (uint32_t k = middle; k < end && !is_refused(m); k++) {
      const Effect *b = &m->effects[k];
      if ((a->writes || b->writes) && is_same_cell(m, a, b)) refuse_order(m, a->writes ? a : b, a->writes ? b : a);
    }
  }
}

void effects_sequence(Runner *m, uint32_t from) {
  for (uint32_t i = from; i < m->effect_count; i++) m->effects[i].pending = false;
}

void effects_leave(Runner *m, CXCursor at, uint32_t from, uint32_t objects) {
  uint32_t kept = from;
  for (uint32_t i = from; i < m->effect_count; i++) {
    if (m->effects[i].object >= objects) continue;
    m->effects[kept] = m->effects[i];
    m->effects[kept].place = place_of(at);
    m->effects[kept++].pending = false;
  }
  m->effect_count = kept;
}
