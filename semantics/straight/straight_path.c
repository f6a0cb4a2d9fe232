#include "semantics/straight/straight_path.h"

#include "semantics/straight/straight_residues.h"

static int sign_of(const StraightSign *sign) { return sign->negative ? -1 : 1; }

static bool is_chosen_positive(const StraightPath *path, uint32_t k) {
  return k < path->choices && (path->chosen >> (path->choices - 1 - k) & 1) != 0;
}

/* Which sign of the other path is of a node with that residue; its number of signs if there is none. */
static uint32_t found_in(const StraightPath *like, uint64_t residue) {
  uint32_t i = 0;
  while (i < like->signs && like->sign[i].residue != residue) i++;
  return i;
}

Status path_sign(StraightPath *path, uint32_t node, uint64_t residue, int *sign) {
  for (uint32_t i = 0; i < path->signs; i++) {
    *sign = sign_of(&path->sign[i]);
    if (path->sign[i].node == node) return STATUS_OK;
  }
  if (residue == 0 || (residue & RESIDUE_LOOSE) != 0) return STATUS_UNABLE;
  if (path->signs == STRAIGHT_SIGNS) return STATUS_LIMIT;
  StraightSign *made = &path->sign[path->signs];
  *made = (StraightSign){.node = node, .negative = !is_chosen_positive(path, path->signs), .residue = residue};
  if (path->like != NULL) {
    made->is = found_in(path->like, residue);
    if (made->is == path->like->signs) return STATUS_UNABLE;
    made->negative = path->like->sign[made->is].negative;
  }
  path->signs++;
  *sign = sign_of(made);
  return STATUS_OK;
}
