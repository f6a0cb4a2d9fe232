/* A campaign on one primitive: every property, at every point that matters, with the
 * smallest counterexample found and what is certain beside it. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_CAMPAIGN_H
#define ADJUDGE_VERIFY_PRIMITIVE_CAMPAIGN_H

#include "verify/primitive/points.h"
#include "verify/primitive/rule.h"

typedef enum PropertyId {
#define PROPERTY(id, name, statement) PROPERTY_##id,
#include "verify/primitive/properties.def"
#undef PROPERTY
  PROPERTY_COUNT
} PropertyId;

const char *property_name(PropertyId property);
const char *property_statement(PropertyId property);

typedef enum PropertyVerdict {
  VERDICT_PROVED,    /* for all inputs */
  VERDICT_HOLDS,     /* at every point where it was decided */
  VERDICT_REFUTED,   /* with a witness */
  VERDICT_UNDECIDED, /* nothing was decided, though it was tried */
  VERDICT_NOT_ASKED  /* see `reason` */
} PropertyVerdict;

const char *verdict_name(PropertyVerdict verdict);

#define FINDING_TEXT 400
#define FINDING_INPUTS 16u

/* One counterexample: everything that a third party needs to compute it again. */
typedef struct Finding {
  bool present;
  double cost;              /* how complicated the input is */
  char where[64];           /* the kind of point */
  char input[FINDING_TEXT]; /* shortest decimals that read back */
  char hexadecimal[FINDING_TEXT];
  char seed[FINDING_TEXT];    /* tangent or cotangent; "" for none */
  char what[FINDING_TEXT];    /* which component, which side */
  char certain[FINDING_TEXT]; /* the certified value */
  char found[FINDING_TEXT];
  char error[FINDING_TEXT]; /* digits that agree, ulps */
  uint32_t inputs;          /* of x; 0 if there are more than FINDING_INPUTS, or it is none of doubles */
  double x[FINDING_INPUTS]; /* the input */
  PointKind kind;
} Finding;

typedef struct PropertyResult {
  bool proved;
  uint64_t holds, refuted, undecided;
  double worst;              /* of those that hold, in ulps */
  char reason[FINDING_TEXT]; /* why it was not asked, or a note */
  Finding finding;
} PropertyResult;

PropertyVerdict property_verdict(const PropertyResult *result);

typedef struct CampaignOptions {
  uint64_t seed;
  uint32_t samples;      /* random points */
  bool (*stopped)(void); /* true: end early, keeping what was established; may be NULL */
  void (*progress)(void *state, const char *what, uint64_t done, uint64_t of);
  void *state;
} CampaignOptions;

typedef struct PrimitiveReport {
  PropertyResult result[PROPERTY_COUNT];
  uint64_t points[POINT_KINDS];
  uint64_t defined, undefined, undecided; /* of the points, by the oracle */
  uint64_t calls;
  bool interrupted, points_full;
} PrimitiveReport;

/* LIMIT without memory. */
MUST_CHECK Status campaign_primitive(const Primitive *primitive, Rule *rule, const CampaignOptions *options,
                                     PrimitiveReport *report);

/* 0 all decided and none refuted, 1 refuted, 3 something undecided or nothing decided. */
int primitive_report_exit(const PrimitiveReport *report);

#endif
