/* Programs that are defined at no input, for all inputs (tier T2): nothing that is claimed of
 * derivatives says anything of them.  The source alone is run, along each of its paths; the
 * program is defined nowhere when on each leaf it is undefined, or no input has the leaf's
 * signs and satisfies what the operations on it require. */
#include "verify/laws/regions.h"

#define NOWHERE_WORK 100000u /* products of terms, of all paths */
#define NOWHERE_LEAVES 128u

/* The source's value along the present path. */
static Status run_source(Subject *subject, Path *path) {
  Battery *battery = subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = source_evaluator.eval(&machine, subject->program, subject->point, subject->value);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(subject->ring);
  path->domain = symbolic_obligation_count(subject->ring);
  path->source = path->length;
  return status != STATUS_OK ? status : left;
}

/* Whether the leaf of the present path has no point at which the source is defined. */
static bool is_leaf_undefined(Regions *regions) {
  Subject *subject = regions->subject;
  subject->point = subject_scalars(subject, subject->inputs);
  subject->value = subject_scalars(subject, subject->outputs);
  if (subject->point == NULL || subject->value == NULL) return false;
  for (uint32_t i = 0; i < subject->inputs; i++) subject->point[i] = symbolic_variable(subject->ring, i);
  Status status = run_source(subject, &regions->path);
  return regions->path.empty || status == STATUS_DOMAIN || (status == STATUS_OK && regions_hold_nothing(regions));
}

bool laws_nowhere(Subject *subject) {
  Ring *ring = subject->battery->symbolic;
  Subject all = *subject;
  Regions regions;
  if (subject->inputs != subject->tangents || subject->inputs > symbolic_variable_count(ring)) return false;
  all.ring = ring;
  regions_open(&regions, &all);
  uint64_t work = NOWHERE_WORK;
  bool nowhere = true, more = true;
  for (uint32_t leaf = 0; nowhere && more; leaf++) {
    Workspace mark = subject_mark(&all);
    regions_enter(&regions);
    symbolic_set_work(ring, work);
    nowhere = leaf < NOWHERE_LEAVES && is_leaf_undefined(&regions);
    work = symbolic_work_left(ring);
    (void)ring_take_status(ring);
    subject_release(&all, mark);
    more = nowhere && path_next(&regions.path);
  }
  symbolic_set_path(ring, NULL);
  return nowhere;
}
