/* What the checks of a campaign share.  Private to verify/primitive. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_CHECK_H
#define ADJUDGE_VERIFY_PRIMITIVE_CHECK_H

#include "verify/primitive/infinities.h"
#include "verify/primitive/judge.h"

#define CHUNK 64u /* points handed to a rule at a time */
#define BASIS_MOST 12u

typedef struct Campaign {
  const Primitive *primitive;
  Rule *rule;
  const CampaignOptions *options;
  PrimitiveReport *report;
  Oracle *oracle;
  PointSet points;
  Certain certain[CHUNK];
  int claimed[CHUNK];    /* in the declared domain: 1, 0, -1 not decided */
  bool kink[CHUNK];      /* on a declared kink */
  double cost[CHUNK];    /* of saying the point; NaN: not yet known */
  uint32_t first, count; /* of the chunk's points */
  arb_t sum, scale, term;
  Sizer *sizer;
  Limits *limits;
  Tolerance tolerance;
  bool shrinking;     /* witnesses are being made simpler */
  uint64_t usable;    /* answers of the shape asked for */
  uint32_t revived;   /* how often the rule was started again */
  bool inside_only;   /* it ended outside the domain: it is asked there no more */
  uint32_t together;  /* so many calls of a slow rule are answered in time; 0: it is not known to be slow */
  double unexplained; /* seconds that its calls must take, or they were late for another reason */
} Campaign;

static inline const double *chunk_point(const Campaign *c, uint32_t k) {
  return c->points.x + (size_t)(c->first + k) * c->points.inputs;
}
static inline PointKind chunk_kind(const Campaign *c, uint32_t k) { return c->points.kind[c->first + k]; }
/* Whether the truth is there and the primitive claims to be differentiable. */
static inline bool chunk_regular(const Campaign *c, uint32_t k) {
  return c->certain[k].state == ORACLE_DEFINED && c->claimed[k] != 0 && !c->kink[k];
}
/* And neither far away nor at the domain's edge: where more derivatives are asked for. */
static inline bool chunk_inner(const Campaign *c, uint32_t k) {
  PointKind kind = chunk_kind(c, k);
  return chunk_regular(c, k) && kind != POINT_TAIL && kind != POINT_BOUNDARY;
}
static inline bool campaign_stopped(const Campaign *c) { return c->options->stopped != NULL && c->options->stopped(); }

/* Seeds for one call at each point of the chunk. */
typedef struct Seeds {
  uint32_t count, size; /* seeds, scalars in each */
  double *seed;
} Seeds;
enum { SEEDS_ZERO, SEEDS_ONES, SEEDS_A, SEEDS_TWICE_A, SEEDS_B, SEEDS_BASIS };

/* The answers of one call for every point of the chunk and every seed. */
typedef struct Answers {
  RuleCall what;
  uint32_t seeds, size;
  double *out;
  RuleAnswer *answer;
} Answers;
bool answers_take(Answers *answers, Campaign *c, RuleCall what, const Seeds *seeds);
void answers_free(Answers *answers);
static inline const double *answer_at(const Answers *a, uint32_t k, uint32_t s) {
  return a->out + ((size_t)k * a->seeds + s) * a->size;
}

/* calls.c: Rule.call; when a batch ends the rule, the call that does so alone is looked for, counts as failed,
 * and the rule is started again for the others.  False when it no longer answers. */
bool campaign_call(Campaign *c, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                   RuleAnswer *answers);

/* What the rules answered at a chunk's points; of those that a rule does not offer `out` is NULL. */
typedef struct ChunkAnswers {
  Seeds v, w;
  Answers value, primal, jvp, vjp;
  Judgement jvp_worst[SEEDS_BASIS + BASIS_MOST], vjp_worst[SEEDS_BASIS + BASIS_MOST];
} ChunkAnswers;

/* Counts one judgement; what is no pass with its finding, if the input comes before that
 * of the finding that stands. */
typedef struct Occasion {
  uint32_t k;         /* point of the chunk */
  const double *seed; /* or NULL */
  uint32_t seed_size;
  const char *what;
  int component; /* or -1 */
} Occasion;
/* Gives the judgement as it is counted: outside a declared range or accuracy it may be wrong. */
Judgement count_judgement(Campaign *c, PropertyId property, Judgement judgement, double off, const Occasion *occasion,
                          arb_srcptr certain, double found);
void count_finding(Campaign *c, PropertyId property, Judgement judgement, const Occasion *occasion, const char *certain,
                   const char *found);
static inline void count_wrong(Campaign *c, PropertyId property, const Occasion *occasion, const char *certain,
                               const char *found) {
  count_finding(c, property, JUDGED_WRONG, occasion, certain, found);
}
/* A call answered by "undefined" where the truth is there: wrong, unless numbers leave the range, or
 * the inputs do not say it. */
void count_undefined(Campaign *c, PropertyId property, RuleCall what, const Occasion *occasion);
/* A call that failed: a finding of PRIM-RAISES at a point of the domain, else a note. */
void count_failure(Campaign *c, RuleCall what, const Occasion *occasion);

/* campaign.c: every property that is asked at points, of the chunk's; false when the rule no longer answers */
bool check_points(Campaign *c);
/* shrink.c: makes the witness of each refuted property simpler */
void shrink_findings(Campaign *c);
/* check_derivatives.c: PRIM-VALUE, -JVP, -VJP, -DOT, -LINEAR, -DOMAIN of a chunk */
bool check_chunk(Campaign *c);
/* check_infinite.c: PRIM-SPECIAL at point k, which has an infinity or NaN */
void check_infinite(Campaign *c, const ChunkAnswers *answers, uint32_t k);
/* check_same.c: PRIM-SAME of the chunk's answers */
bool check_same(Campaign *c, const Answers *first, const Seeds *seeds);
/* check_enclosure.c: PRIM-VALUE of an enclosure */
bool check_enclosure(Campaign *c);
/* check_kinks.c: PRIM-KINK, and kinks that are not declared (PRIM-DOMAIN) */
bool check_kinks(Campaign *c);
/* check_twice.c: PRIM-TWICE */
bool check_twice(Campaign *c);
/* check_thrice.c: PRIM-THRICE */
bool check_thrice(Campaign *c);
/* check_claims.c: PRIM-CLAIM */
bool check_claims(Campaign *c);
/* check_programs.c: PRIM-PROGRAM */
bool check_programs(Campaign *c);
/* prove.c: for all inputs, where the rules and the value are terms */
bool prove_rules(Campaign *c);

#endif
