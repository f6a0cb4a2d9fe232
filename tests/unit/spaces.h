/* All programs of a space. */
#ifndef ADJUDGE_TESTS_SPACES_H
#define ADJUDGE_TESTS_SPACES_H

#include "tests/unit/programs.h"
#include "verify/enumerate/space.h"

static inline bool is_flat(const Store *in, const Program *program) {
  for (uint32_t k = 0; k < program->length; k++) {
    if (type_node(&in->types, program->context[k])->dim == TYPE_NOT_FLAT) return false;
  }
  return type_node(&in->types, program->type)->dim != TYPE_NOT_FLAT;
}

/* Checks each of first-order types; `least` of them at least are of the kind that the check looks for. */
static inline void space_check(Store *in, const char *name, bool (*check)(const Program *), uint32_t least) {
  char error[512];
  Space *space = space_open(in, name, error, sizeof error);
  uint32_t found = 0;
  if (space == NULL) fail_msg("%s", error);
  for (Rank index = 0; index < space_count(space); index++) {
    SpaceCase c;
    uint32_t mark = store_mark(in);
    assert_int_equal(space_unrank(space, index, &c), STATUS_OK);
    if (is_flat(in, &c.program) && check(&c.program)) found++;
    store_release(in, mark);
  }
  print_message("%s: %u of %u programs\n", name, found, (uint32_t)space_count(space));
  assert_true(found >= least);
  space_close(space);
}

#endif
