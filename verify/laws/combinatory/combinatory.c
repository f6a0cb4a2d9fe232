/* COMB-*: combinatory AD at a program's point, over numbers: the point-free form
 * against the source, D and Adj against truth, Adj against itself.  (The engines'
 * derivatives, over residual terms, are judged by AD-*.) */
#include "ad/combinatory/combinatory.h"
#include "semantics/memory/try.h"
#include "verify/battery/subject.h"

#define STREAM_VECTOR 384
/* One program in so many, unless thorough. */
#define ROTATION 8u

typedef struct Maps {
  Subject *subject;
  Arena *arena;
  PfTable terms;
  PfMapTable maps;
  PfNumbers numbers;
  PfId p;
  TypeId dom, cod;
  PfMapId forward, reverse, twice; /* p'(x), p^(x), and Adj (p^(x)) */
} Maps;

/* m applied to the flat vector x, to a flat vector. */
static Status apply(Maps *at, PfMapId m, const Scalar *x, Scalar *out) {
  const TypeTable *types = &at->terms.store->types;
  const PfMap *map = pfmap_get(&at->maps, m);
  PfValue vector, image;
  Status status = pf_read_flat(at->arena, types, map->dom, &x, &vector);
  if (status == STATUS_OK) {
    status = pfmap_apply(&at->numbers.domain, at->arena, &at->maps, m, &vector, PF_DEPTH, &image);
  }
  return status == STATUS_OK ? pf_write_flat(types, map->cod, &image, &out) : status;
}

/* COMB-PF: [[ |e|d ]] at the point is [[e]]. */
static Status judge_point_free(Maps *at, Scalar *found) {
  Subject *subject = at->subject;
  const TypeTable *types = &at->terms.store->types;
  const Scalar *flat = subject->point;
  Machine machine = machine_make(at->terms.store, subject->ring, at->arena);
  PfValue x, y;
  Scalar *end = found;
  Status status = pf_read_flat(at->arena, types, at->dom, &flat, &x);
  if (status == STATUS_OK) status = pf_eval(&machine, &at->terms, at->p, &x, &y);
  if (status == STATUS_OK) status = pf_write_flat(types, at->cod, &y, &end);
  if (status != STATUS_OK)
    judge_status(subject, LAW_COMB_PF, 0, "point-free", what("evaluation"), status);
  else
    (void)judge_outputs(subject, LAW_COMB_PF, 0, "point-free", what("the value"), subject->value, found);
  return status;
}

/* D p at the point, over numbers, and its adjoints, each typed. */
static Status differentiate(Maps *at) {
  Subject *subject = at->subject;
  TypeTable *types = &at->terms.store->types;
  const Scalar *flat = subject->point;
  Combinatory d = {&at->numbers.domain, at->arena, &at->terms, &at->maps, COMBINATORY_FULL, PF_DEPTH};
  PfValue x, y;
  TypeId dom = {0}, cod = {0};
  Status status = pf_read_flat(at->arena, types, at->dom, &flat, &x);
  if (status == STATUS_OK) status = combinatory_derive(&d, at->p, &x, &y, &at->forward);
  if (status == STATUS_OK) status = combinatory_adjoint(&at->maps, at->forward, &at->reverse);
  if (status == STATUS_OK) status = combinatory_adjoint(&at->maps, at->reverse, &at->twice);
  if (status == STATUS_OK) status = pfmap_check(&at->maps, at->reverse, &dom, &cod);
  if (status == STATUS_OK && !(type_equal(dom, at->cod) && type_equal(cod, at->dom))) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = pfmap_check(&at->maps, at->twice, &dom, &cod);
  if (status == STATUS_OK && !(type_equal(dom, at->dom) && type_equal(cod, at->cod))) status = STATUS_ILL_TYPED;
  return status;
}

typedef struct Vectors {
  Scalar *x, *w;                   /* at random */
  Scalar *image, *back, *restored; /* m x, Adj m w, Adj (Adj m) x */
  Scalar *truth;                   /* m along the truth's direction */
} Vectors;

/* COMB-FWD: p'(x) v = truth.  COMB-REV: <truth, w> = <v, p^(x) w>.
 * COMB-ADJ: <m x, w> = <x, Adj m w>.  COMB-INV: Adj (Adj m) x = m x. */
static void judge_maps(Maps *at, const Vectors *v) {
  Subject *subject = at->subject;
  Ring *ring = subject->ring;
  uint32_t n = subject->inputs, m = subject->outputs;
  (void)judge_equal(subject, LAW_COMB_FWD, 0, "numbers", what("p'(x) v"), m, subject->truth, v->truth);
  subject->shown_cotangent = v->w;
  (void)judge_scalar(subject, LAW_COMB_REV, 0, "numbers", what("<v, p^(x) w>"),
                     inner_product(ring, m, subject->truth, v->w), inner_product(ring, n, subject->direction, v->back));
  subject->shown_tangent = v->x;
  (void)judge_scalar(subject, LAW_COMB_ADJ, 0, "numbers", what("<m x, w> = <x, Adj m w>"),
                     inner_product(ring, m, v->image, v->w), inner_product(ring, n, v->x, v->back));
  (void)judge_equal(subject, LAW_COMB_INV, 0, "numbers", what("Adj (Adj m) x"), m, v->image, v->restored);
  subject->shown_cotangent = subject->shown_tangent = NULL;
}

static Status apply_all(Maps *at, Vectors *v) {
  Subject *subject = at->subject;
  Scalar **vectors[] = {&v->x, &v->w, &v->image, &v->back, &v->restored, &v->truth};
  const uint32_t n = subject->inputs, m = subject->outputs, length[] = {n, m, m, n, m, m};
  for (int i = 0; i < 6; i++) {
    *vectors[i] = subject_scalars(subject, length[i]);
    if (*vectors[i] == NULL) return STATUS_LIMIT;
  }
  for (uint32_t i = 0; i < n; i++) v->x[i] = subject_random(subject, STREAM_VECTOR, i);
  for (uint32_t i = 0; i < m; i++) v->w[i] = subject_random(subject, STREAM_VECTOR + 1, i);
  TRY(apply(at, at->forward, v->x, v->image));
  TRY(apply(at, at->reverse, v->w, v->back));
  TRY(apply(at, at->twice, v->x, v->restored));
  return apply(at, at->forward, subject->direction, v->truth);
}

static Status open_maps(Maps *at, const char **missing) {
  Store *store = at->subject->battery->store;
  Status status = pf_table_init(&at->terms, store, at->arena);
  if (status == STATUS_OK) status = pfmap_table_init(&at->maps, store, at->arena);
  if (status == STATUS_OK) status = pf_translate(&at->terms, at->subject->program, &at->p, missing);
  if (status == STATUS_OK) status = pf_check(&at->terms, at->p, &at->dom, &at->cod);
  if (status == STATUS_OK && !type_equal(at->cod, at->subject->program->type)) status = STATUS_ILL_TYPED;
  at->numbers = pf_numbers(store, at->subject->ring, NULL);
  return status;
}

static bool wanted(const Subject *subject) {
  if (!subject->options->thorough && (uint64_t)subject->index % ROTATION != 0) return false;
  for (int law = LAW_COMB_PF; law <= LAW_COMB_INV; law++) {
    if (law_on(subject, (LawId)law)) return true;
  }
  return false;
}

void laws_combinatory(Subject *subject) {
  Battery *battery = subject->battery;
  if (!wanted(subject)) return;
  const char *missing = "";
  Workspace workspace = subject_mark(subject);
  ArenaMark mark = arena_mark(&battery->values);
  Maps at = {.subject = subject, .arena = &battery->values};
  Vectors vectors;
  Status status = open_maps(&at, &missing);
  Scalar *found = subject_scalars(subject, subject->outputs);
  if (status == STATUS_UNABLE) {
    if (law_on(subject, LAW_COMB_PF)) judge_count(subject, LAW_COMB_PF, 0, OUTCOME_REFUSED);
  } else if (status != STATUS_OK || found == NULL) {
    judge_status(subject, LAW_COMB_PF, 0, "point-free", what("translation"), found == NULL ? STATUS_LIMIT : status);
  } else if (judge_point_free(&at, found) == STATUS_OK) {
    status = differentiate(&at);
    if (status == STATUS_OK) status = apply_all(&at, &vectors);
    if (status == STATUS_OK)
      judge_maps(&at, &vectors);
    else
      judge_status(subject, LAW_COMB_FWD, 0, "numbers", what("D and Adj"), status);
  }
  arena_release(&battery->values, mark);
  subject_release(subject, workspace);
}
