#include "ad/engine.h"

#include "ad/dualnum/dualnum.h"

#include <string.h>

const Engine *const engines[] = {
    &chad_forward,
    &chad_reverse,
    &combinatory_forward,
    &combinatory_reverse,
    &frechet_forward,
    &frechet_reverse,
    &linmap_forward,
    &linmap_reverse,
    &linmap_canonical_forward,
    &linmap_canonical_reverse,
    &linmap_tupled_forward,
    &linmap_tupled_reverse,
    &linmap_polymorphic_forward,
    &linmap_polymorphic_reverse,
    &linmap_split_reverse,
    &linmap_stages_forward,
    &linmap_stages_reverse,
    &dual_forward,
    &dual_naive_reverse,
    &dual_staged_reverse,
    &dual_cayley_reverse,
    &dual_map_reverse,
    &dual_arrays_reverse,
    &dual_defunctionalised_reverse,
    &dual_tape_reverse,
    NULL,
};

const Engine *const variants[] = {&dual_resource_reverse, &dual_vectorised_reverse, &linmap_mixed_reverse, NULL};

static const Engine *find_among(const Engine *const *list, const char *name) {
  for (; *list != NULL; list++) {
    if (strcmp((*list)->name, name) == 0) return *list;
  }
  return NULL;
}

const Engine *engine_find(const char *name) {
  const Engine *found = find_among(engines, name);
  return found != NULL ? found : find_among(variants, name);
}
