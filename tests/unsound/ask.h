/* The judge in process: what it says of a primitive's rules, or of a program that the
 * engines differentiate, and what the truth is at a point. */
#ifndef ADJUDGE_TESTS_UNSOUND_ASK_H
#define ADJUDGE_TESTS_UNSOUND_ASK_H

#include "verify/battery/battery.h"
#include "verify/primitive/campaign.h"

typedef struct Asked {
  bool proved, outside, refuted; /* a derivative, for all inputs; outside a thin set; by any law */
  Store *store;
  Battery *battery;
  Primitive primitive; /* of a .prim */
  Module module;       /* of an .adj */
  bool pointwise;      /* points were asked too */
  char why[256];       /* of a refutation: the law or property, and where */
  char error[512];
} Asked;

/* A store and a battery, for as many texts as are read; false without memory. */
bool ask_open(Asked *asked);
void ask_close(Asked *asked);
/* Reads the text, of a .prim or an .adj by its name, in the place of the one before, and
 * asks for a verdict on all inputs; false with an error. */
bool ask_read(Asked *asked, const char *path, const char *text, size_t length);
/* Asks at points besides. */
void ask_points(Asked *asked);

typedef enum AskKind { ASK_DERIVATIVE, ASK_NO_DERIVATIVE, ASK_NO_VALUE } AskKind;

typedef struct AskedTruth {
  AskKind kind;
  bool certified;      /* no less */
  uint32_t order;      /* of the derivative */
  const char *numbers; /* of it, one for each input, parted by commas */
  const char *at;      /* the inputs likewise */
} AskedTruth;

/* What is wrong with what is certified of the program there; NULL for nothing. */
const char *ask_truth(Asked *asked, const AskedTruth *expected);

#endif
