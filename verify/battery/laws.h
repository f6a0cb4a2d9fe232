/* The laws by ID, and the verdicts counted for each. */
#ifndef ADJUDGE_VERIFY_LAWS_H
#define ADJUDGE_VERIFY_LAWS_H

#include "ad/simplify/simplify.h"
#include "verify/battery/verdict.h"
#include "verify/rewrite/rewrite.h"

typedef enum LawId {
#define LAW(id, name, statement, source, sides) LAW_##id,
#include "verify/battery/laws.def"
#undef LAW
  LAW_COUNT
} LawId;

typedef struct LawInfo {
  const char *name, *statement, *source, *sides;
} LawInfo;

const LawInfo *law_info(LawId law);
/* The law of that name, or LAW_COUNT. */
LawId law_find(const char *name);
/* Whether `pattern` is the law's name, or a beginning of it and then *. */
bool law_named(LawId law, const char *pattern);
/* The law BE-* of an equation, and SIMP-* of a simplification. */
LawId law_of_equation(EquationId equation);
LawId law_of_simplification(SimplifyRule rule);

/* Which laws to check. */
typedef struct LawSet {
  bool on[LAW_COUNT];
} LawSet;

LawSet law_set_all(void);

const char *outcome_name(Outcome outcome);

/* 0 is no engine; k + 1 is engines[k]. */
#define LAW_ENGINES 32

/* What became of a program in the tiers that decide for all inputs. */
typedef enum ForAll {
  FOR_ALL_DECIDED,  /* by Kronecker substitution: every law tried there was proved or refuted */
  FOR_ALL_SYMBOLIC, /* the same by normal forms of rational functions with atoms */
  FOR_ALL_PATHS,    /* the same in every region that tests on signs part */
  FOR_ALL_ALMOST,   /* the same, but for the zeros of some tests, a thin set: DECIDED OUTSIDE {t = 0} */
  FOR_ALL_OPEN,     /* some normal forms differ, which with atoms decides nothing */
  FOR_ALL_GUARD,    /* numbers or normal forms would have been too long */
  FOR_ALL_NOWHERE,  /* defined at no input: there is nothing to prove */
  FOR_ALL_OUTSIDE,  /* what no tier decides for all inputs: order, Int inputs */
  FOR_ALL_COUNT
} ForAll;

/* Whether it is decided for all inputs, no set left out. */
bool for_all_decided(ForAll found);

/* What became of a program, for pictures: the first that is so. */
typedef enum SizeVerdict {
  SIZE_REFUTED,   /* by some law */
  SIZE_DIFFERS,   /* from the derivative of the function, somewhere */
  SIZE_PROVED,    /* for all inputs, a certificate of each derivative being checked */
  SIZE_DECIDED,   /* for all inputs */
  SIZE_OUTSIDE,   /* for all but a thin set */
  SIZE_HOLDS,     /* some law, at inputs tried */
  SIZE_UNDECIDED, /* nothing was decided */
  SIZE_MERGED,    /* it was not looked at: it has the meaning of another one */
  SIZE_VERDICTS
} SizeVerdict;

/* Rows of counts by size: one for each below TALLY_EXACT nodes, then one for each
 * power of two. */
#define TALLY_EXACT 32u
#define TALLY_SIZES 48u

/* Counts of one scope.  Plain data: lives in memory shared with workers. */
typedef struct Tally {
  uint64_t programs;                        /* those merged too */
  uint64_t merged;                          /* not looked at, because others of their meaning were */
  uint64_t audited;                         /* would have been merged, and were looked at all the same, */
  uint64_t apart;                           /* and did not bear out that they could be */
  uint64_t follows[LAW_COUNT][LAW_ENGINES]; /* merged programs for which the law follows */
  uint64_t count[LAW_COUNT][LAW_ENGINES][OUTCOME_COUNT];
  uint64_t looked[LAW_COUNT][LAW_ENGINES]; /* programs on which the law had an instance */
  uint64_t for_all[FOR_ALL_COUNT];
  uint64_t regions[4];                          /* that tests on signs part: decided, open, empty, outside the domain */
  uint64_t boundaries[5];                       /* between them, by BoundaryKind; where all were looked at */
  uint64_t solver[4];                           /* questions to the solver, by SmtAnswer */
  uint64_t instances[OUTCOME_COUNT];            /* the sums of count[][] */
  uint64_t by_size[TALLY_SIZES][SIZE_VERDICTS]; /* programs by size */
  uint64_t certified;               /* programs not decided for all inputs that held at a point, by enclosures */
  uint64_t certificates[2];         /* derivatives decided for all inputs, with and without a certificate */
  uint64_t inside[TERM_KIND_COUNT]; /* of each construct those that stood in it, directly, a bit a TermKind */
  uint64_t degree[16];              /* programs by degree bound of T1, the last: 15 and more */
  uint64_t size_sum[LAW_ENGINES];   /* nodes of transformed code, proj, coproj, 0_ as one */
  uint64_t source_size_sum;
  double worst_slope[LAW_ENGINES]; /* the largest ratio of transformed to source nodes */
  double worst_cost[LAW_ENGINES];  /* the largest ratio of a gradient's cost to the program's, COST-* */
  double widest;                   /* the widest relative enclosure accepted as HOLDS */
} Tally;

/* Whether no instance was counted under any outcome. */
bool outcomes_none(const uint64_t counts[OUTCOME_COUNT]);
/* The instances that were found to be so for all inputs, and those that are passes. */
uint64_t outcomes_for_all(const uint64_t counts[OUTCOME_COUNT]);
uint64_t outcomes_passed(const uint64_t counts[OUTCOME_COUNT]);
void tally_add(Tally *into, const Tally *from);
/* Notes which constructs of a program stand in which. */
void tally_inside(Tally *tally, const Store *store, TermId t);
/* The row of programs of `size` nodes, and the least size in a row. */
uint32_t tally_size_row(uint64_t size);
uint64_t tally_row_size(uint32_t row);
uint64_t tally_row_total(const Tally *tally, uint32_t row);
/* The programs decided for all inputs, those of them that are proved, and the instances that were skipped. */
uint64_t tally_decided(const Tally *tally);
uint64_t tally_proved(const Tally *tally);
uint64_t tally_skipped(const Tally *tally);
/* The sum over laws and engines of one outcome. */
uint64_t tally_total(const Tally *tally, Outcome outcome);

#endif
