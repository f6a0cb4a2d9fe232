/* Where a program is defined, of which no point was drawn (tier T2): at points that the solver
 * finds, or at no input, and then nothing that is claimed of derivatives says anything of it.  The source alone is run,
 * along each of its paths; the program is defined nowhere when on each leaf it is undefined, or no input has the leaf's
 * signs and satisfies what the operations on it require. */
#include "verify/laws/for_all/regions.h"

#include <math.h>

#define DOMAIN_WORK 100000u /* products of terms, of all paths */
#define DOMAIN_LEAVES 128u
#define DOMAIN_POINTS 4u

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

/* Runs the source along the path at hand; a leaf at which it may be defined gives a point of it, if the solver has one.
 */
static bool look_at_leaf(Regions *regions) {
  if (is_leaf_undefined(regions)) return false;
  regions_note_inside(regions);
  return true;
}

/* Whether there may be an input at which the source is defined; *points are some, for what the solver knows. */
static bool find_domain(Subject *subject, LeafPoints *points) {
  Ring *ring = subject->battery->symbolic;
  Subject all = *subject;
  Regions regions;
  if (subject->inputs != subject->tangents || subject->inputs > symbolic_variable_count(ring)) return true;
  all.ring = ring;
  regions_open(&regions, &all);
  uint64_t work = DOMAIN_WORK;
  bool somewhere = false, more = true;
  for (uint32_t leaf = 0; more && regions.points.count < DOMAIN_POINTS; leaf++) {
    Workspace mark = subject_mark(&all);
    regions_enter(&regions);
    symbolic_set_work(ring, work);
    somewhere = leaf == DOMAIN_LEAVES || look_at_leaf(&regions) || somewhere;
    work = symbolic_work_left(ring);
    (void)ring_take_status(ring);
    subject_release(&all, mark);
    more = leaf < DOMAIN_LEAVES && path_next(&regions.path);
  }
  symbolic_set_path(ring, NULL);
  *points = regions.points;
  return somewhere;
}

static bool read_point(const Subject *subject, const mpq_t *x, double *near) {
  bool finite = true;
  for (uint32_t i = 0; i < subject->inputs; i++) {
    near[i] = mpq_get_d(x[i]);
    finite = finite && isfinite(near[i]) != 0;
  }
  return finite;
}

Status laws_locate(Subject *subject, bool *nowhere) {
  LeafPoints points = {.count = 0};
  Status status = subject_locate(subject);
  *nowhere = status == STATUS_DOMAIN && !find_domain(subject, &points);
  double *near = points.count == 0 ? NULL : subject_room(subject, subject->inputs, sizeof *near);
  for (uint32_t k = 0; near != NULL && k < points.count && status == STATUS_DOMAIN; k++) {
    if (!read_point(subject, (const mpq_t *)points.x[k], near)) continue;
    subject->near = near;
    subject->ring = subject->battery->enclosure;
    status = subject_locate(subject);
  }
  leaf_points_free(&points);
  return status;
}
