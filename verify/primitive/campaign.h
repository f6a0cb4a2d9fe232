/* A campaign on one primitive: every property, at every point that matters, with the
 * smallest counterexample found and what is certain beside it. */
#ifndef ADJUDGE_VERIFY_PRIMITIVE_CAMPAIGN_H
#define ADJUDGE_VERIFY_PRIMITIVE_CAMPAIGN_H

#include "verify/campaign/account.h"
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
/* Of the property of that name; "" if there is none. */
const char *property_statement_of(const char *name);

/* What one answer is.  With error |found - y|, y certified, u the unit roundoff of the
 * format and k the ulps allowed; C, E, M, H, G, V, N, X as in sizes.h.  In this order; but an answer that would be
 * wrong and is off as the value is loses digits, or is ill (judge.c: class_by_value). */
typedef enum Judgement {
  JUDGED_HOLDS,      /* error <= k (u (|y| + C) + least), or <= k u min(E, max(M, |y|)) */
  JUDGED_LOSES,      /* digits: error <= k u max(G, V, M, H, ||y||, N), or <= k u E with 8 bits left */
  JUDGED_ILL,        /* conditioned: k u C >= |y|/2, or k u G >= 2^-8 V */
  JUDGED_RANGE,      /* the code's own numbers come near the ends of the format */
  JUDGED_UNSTABLE,   /* error <= k u E, with fewer than 8 bits left: a finding */
  JUDGED_WRONG,      /* the rest */
  JUDGED_UNDECLARED, /* a kink that the specification does not declare */
  JUDGED_DIFFERS,    /* from the derivative of the function, where AD gives another number or none */
  JUDGED_UNDECIDED,  /* truth is not there, or not narrow enough */
  JUDGEMENTS
} Judgement;

const char *judgement_name(Judgement judgement);

typedef enum PropertyVerdict {
  VERDICT_PROVED,    /* for all inputs, by certificates that were checked */
  VERDICT_DECIDED,   /* for all inputs, by a tier or a judgement of types */
  VERDICT_HOLDS,     /* at every point where it was decided */
  VERDICT_REFUTED,   /* with a witness */
  VERDICT_UNSTABLE,  /* the formula is right, but digits are gone at some input */
  VERDICT_DIFFERS,   /* from the derivative of the function, where AD gives another number or none */
  VERDICT_UNDECIDED, /* nothing was decided, though it was tried; or a kink is not declared */
  VERDICT_NOT_ASKED  /* see `reason` */
} PropertyVerdict;

const char *verdict_name(PropertyVerdict verdict);

#define FINDING_TEXT 520 /* more than WITNESS_TEXT */
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
  int component;            /* of the answer; -1: of none */
  uint32_t inputs;          /* of x; 0 if there are more than FINDING_INPUTS, or it is none of doubles */
  double x[FINDING_INPUTS]; /* the input */
  PointKind kind;
} Finding;

typedef struct PropertyResult {
  bool decided, proved; /* for all inputs; by certificates alone */
  uint64_t count[JUDGEMENTS];
  uint64_t wrong;              /* the components that were, a bit each: the first 64 */
  double worst;                /* of those that hold, in ulps */
  double digits;               /* the fewest that an answer kept which loses some */
  char reason[FINDING_TEXT];   /* why it was not asked, or a note */
  Finding finding[JUDGEMENTS]; /* of each class the simplest, ordinary inputs first */
} PropertyResult;

/* Of all instances. */
uint64_t property_total(const PropertyResult *result);

PropertyVerdict property_verdict(const PropertyResult *result);

typedef struct CampaignOptions {
  uint64_t seed;
  uint32_t samples;      /* random points */
  bool first_only;       /* no second derivatives, claims and programs */
  bool (*stopped)(void); /* true: end early, keeping what was established; may be NULL */
  void (*progress)(void *state, const char *what, uint64_t done, uint64_t of);
  void *state;
} CampaignOptions;

typedef struct PrimitiveReport {
  PropertyResult result[PROPERTY_COUNT];
  uint64_t points[POINT_KINDS];
  uint64_t defined, undefined, undecided; /* of the points, by the oracle */
  uint64_t outside;                       /* calls that failed where nothing is claimed */
  char outside_example[FINDING_TEXT];
  int box[RULE_CALLS]; /* of each call: judged for |x_i| from 2^-k to 2^k; -1: see `range` */
  uint64_t calls;
  bool interrupted, points_full;
  char broken[FINDING_TEXT]; /* why the rule is asked no more, where that is no finding about it; "" else */
  uint32_t unrepeated;       /* how often it ended, and not when the same calls were asked again */
  char unrepeated_example[FINDING_TEXT];
} PrimitiveReport;

/* LIMIT without memory. */
MUST_CHECK Status campaign_primitive(const Primitive *primitive, Rule *rule, const CampaignOptions *options,
                                     PrimitiveReport *report);

/* What is missing: a campaign that was interrupted, or left points out, or whose rule could not be asked to the end.
 * What is undecided: a property that was asked, or the rules themselves, of which nothing was decided, a kink that is
 * not declared, and a rule that ended for no call. */
Account primitive_report_account(const Primitive *primitive, const PrimitiveReport *report);

#endif
