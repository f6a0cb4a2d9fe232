/* Private to the writers of code in other languages (host_code.h). */
#ifndef ADJUDGE_VERIFY_HOST_WRITER_H
#define ADJUDGE_VERIFY_HOST_WRITER_H

#include "verify/campaign/host_code.h"
#include "verify/campaign/ring_listing.h"

#define NUMBERS_MOST 32u

typedef struct HostWriter {
  FILE *out;
  HostLanguage language;
  bool modular;
  const Step *step;
  uint32_t count, inputs, outputs;
  Scalar result[NUMBERS_MOST];
  mpq_t x[NUMBERS_MOST], v[NUMBERS_MOST], w[NUMBERS_MOST];
  uint32_t directions, weights; /* how many of v and w there are */
} HostWriter;

/* Whether the language can say all steps: modulo 2^61 - 1 the four operations alone. */
bool host_can_say(const HostWriter *w);
/* The steps, a statement each. */
void host_steps(const HostWriter *w);
/* What a step is called. */
void host_name(const HostWriter *w, uint32_t step, char out[24]);
/* Numbers between commas. */
void host_numbers(const HostWriter *w, const mpq_t *numbers, uint32_t count);

void host_python(const HostWriter *w);
void host_c(const HostWriter *w);

#endif
