/* Witnesses made simpler, coordinate by coordinate: points that are nearly those of a finding are checked as all
 * points are, and a finding gives way to one of its own property at a simpler point.  What is simple is what
 * point_cost says. */
#include "verify/primitive/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNKS_MOST 32u
#define SIMPLER_MOST 20u
#define DIGITS 5 /* decimals tried: 1 to this many */

typedef struct Shrinker {
  Campaign *c;
  PointSet candidates; /* at most CHUNK */
  uint32_t chunks;     /* checked so far */
  bool good;           /* the rule still answers */
  double *point;
} Shrinker;

/* Values that may stand for t. */
static uint32_t simpler_values(double t, double *out) {
  static const double small[] = {0, 1, -1, 2, -2, 0.5, -0.5, 3, 10};
  uint32_t count = 0;
  for (size_t i = 0; i < sizeof small / sizeof *small; i++) out[count++] = small[i];
  for (int digits = 0; digits < DIGITS; digits++) {
    char text[40];
    (void)snprintf(text, sizeof text, "%.*e", digits, t);
    out[count++] = strtod(text, NULL);
  }
  out[count++] = trunc(t);
  out[count++] = t < 0 ? floor(t) : ceil(t);
  out[count++] = fabs(t);
  return count;
}

static void keep_simpler(PropertyResult *kept, const PropertyResult *now, Judgement judgement) {
  if (!now->finding[judgement].present) return;
  kept->finding[judgement] = now->finding[judgement];
  /* of a class that was not seen before: counted at the points that were asked now */
  if (kept->count[judgement] == 0) kept->count[judgement] = now->count[judgement];
}

/* Checks the candidates; of what that finds only simpler findings stay. */
static void check_candidates(Shrinker *s) {
  Campaign *c = s->c;
  PointSet points = c->points;
  PrimitiveReport *kept = malloc(sizeof *kept);
  if (kept == NULL || s->candidates.count == 0) {
    free(kept);
    return;
  }
  *kept = *c->report;
  c->points = s->candidates;
  c->first = 0, c->count = s->candidates.count;
  s->good = check_points(c);
  s->chunks++;
  for (int i = 0; i < PROPERTY_COUNT && s->good; i++) {
    for (int j = 0; j < JUDGEMENTS; j++) keep_simpler(&kept->result[i], &c->report->result[i], (Judgement)j);
  }
  *c->report = *kept;
  c->points = points;
  s->candidates.count = 0;
  free(kept);
}

static void add_candidate(Shrinker *s, const Finding *finding) {
  uint32_t inputs = s->candidates.inputs;
  for (uint32_t i = 0; i < inputs; i++) {
    if (!isfinite(s->point[i])) return;
  }
  if (!primitive_takes(s->c->primitive, s->point)) return;
  if (!s->good || point_cost(inputs, s->point) >= point_cost(inputs, finding->x)) return;
  memcpy(s->candidates.x + (size_t)s->candidates.count * inputs, s->point, inputs * sizeof(double));
  s->candidates.kind[s->candidates.count++] = finding->kind;
  if (s->candidates.count == CHUNK && s->chunks < CHUNKS_MOST) check_candidates(s);
  if (s->candidates.count == CHUNK) s->candidates.count = 0; /* no further chunk is allowed */
}

/* Each coordinate alone, and together with those that equal it. */
static void add_simpler(Shrinker *s, const Finding *finding) {
  double values[SIMPLER_MOST];
  for (uint32_t i = 0; i < finding->inputs; i++) {
    double t = finding->x[i];
    uint32_t count = isfinite(t) ? simpler_values(t, values) : 0;
    for (uint32_t k = 0; k < count; k++) {
      memcpy(s->point, finding->x, finding->inputs * sizeof(double));
      s->point[i] = values[k];
      add_candidate(s, finding);
      bool tied = false;
      for (uint32_t j = 0; j < finding->inputs; j++) {
        if (j == i || finding->x[j] != t) continue;
        s->point[j] = values[k];
        tied = true;
      }
      if (tied) add_candidate(s, finding);
    }
  }
}

static const Judgement bad[] = {JUDGED_UNSTABLE, JUDGED_WRONG, JUDGED_UNDECLARED, JUDGED_DIFFERS};
#define BAD (sizeof bad / sizeof *bad)

static double total_cost(const Campaign *c) {
  double cost = 0;
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    for (size_t j = 0; j < BAD; j++) {
      const Finding *finding = &c->report->result[i].finding[bad[j]];
      if (finding->inputs > 0) cost += finding->cost;
    }
  }
  return cost;
}

void shrink_findings(Campaign *c) {
  uint32_t inputs = c->primitive->inputs;
  Shrinker s = {.c = c, .candidates = {.inputs = inputs}, .good = true};
  s.candidates.x = calloc((size_t)CHUNK * inputs + 1, sizeof(double));
  s.candidates.kind = calloc(CHUNK, sizeof *s.candidates.kind);
  s.point = calloc((size_t)inputs + 1, sizeof(double));
  bool simpler = s.candidates.x != NULL && s.candidates.kind != NULL && s.point != NULL;
  c->shrinking = true;
  while (simpler && s.good && s.chunks < CHUNKS_MOST && !campaign_stopped(c)) {
    double before = total_cost(c);
    for (size_t i = 0; i < PROPERTY_COUNT * BAD; i++) {
      Finding finding = c->report->result[i / BAD].finding[bad[i % BAD]];
      if (finding.present && finding.inputs == inputs) add_simpler(&s, &finding);
    }
    if (s.good) check_candidates(&s);
    simpler = total_cost(c) < before;
  }
  c->shrinking = false;
  free(s.point);
  points_free(&s.candidates);
}
