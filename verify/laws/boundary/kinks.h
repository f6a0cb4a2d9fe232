/* A program with tests on signs, for people: its regions and what is proved in
 * them, its boundaries with witnesses, and the conventions at its kinks. */
#ifndef ADJUDGE_VERIFY_KINKS_H
#define ADJUDGE_VERIFY_KINKS_H

#include "verify/battery/battery.h"
#include "verify/truth/atlas.h"

typedef struct RegionLine {
  char guards[ATLAS_TEXT]; /* "x < 0"; "everywhere" */
  bool boundary;           /* a thin leaf, between others */
  const char *verdict;     /* "decided", "empty", ... */
  char point[ATLAS_TEXT];  /* a point of it; "" if none is known */
} RegionLine;

typedef struct RegionSink {
  RegionLine *lines;
  uint32_t count, capacity;
} RegionSink;

/* What engines give at a witness: for the derivative, where there is one, else by
 * convention. */
typedef struct Convention {
  bool smooth;                /* there is a derivative */
  bool jump;                  /* certified: there is none since the value jumps */
  bool declared;              /* a convention of the primitive; else engines are compared with one of them */
  uint32_t engines, agreeing; /* ways of running derivatives, and those that gave this: others gave another, or none */
  char text[64];              /* the derivative of the boundary's output by its input; "" if it is not known */
} Convention;

typedef struct Kinks {
  ForAll found;
  uint64_t refuted; /* law instances */
  uint32_t inputs;
  RegionSink sink;
  Atlas atlas;
  Status atlas_status;
  Convention *conventions; /* one for each boundary */
} Kinks;

/* `names` are those of the flat inputs, for printing.  The status says why there
 * is nothing to tell: UNABLE for Ints and functions in context or type, DOMAIN
 * when no point of the domain was found, LIMIT. */
MUST_CHECK Status battery_kinks(Battery *battery, const Program *program, const char *const *names, Kinks *kinks);
void kinks_free(Kinks *kinks);

#endif
