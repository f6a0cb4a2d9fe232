/* Many questions to truth_germ by one process: tests/ties/run.sh.
 *
 * Each line of the input is
 *   order; x1 ... xn; v1 ... vn; program in x1, ..., xn
 * and is answered by a line
 *   verdict; derivatives certified; value first derivative ...
 * with numbers as midpoint:radius of an enclosure. */
#include "semantics/text/text.h"
#include "verify/truth/germ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_INPUTS 16u
#define DIGITS 50

typedef struct Query {
  uint32_t order, inputs;
  mpq_t x[MOST_INPUTS], v[MOST_INPUTS];
  const char *program;
} Query;

static uint32_t read_numbers(char *text, mpq_t *out) {
  uint32_t count = 0;
  for (char *word = strtok(text, " "); word != NULL && count < MOST_INPUTS; word = strtok(NULL, " ")) {
    if (mpq_set_str(out[count], word, 10) != 0) exit(2);
    mpq_canonicalize(out[count++]);
  }
  return count;
}

static bool read_query(char *line, Query *query) {
  char *order = strtok(line, ";"), *x = strtok(NULL, ";"), *v = strtok(NULL, ";"), *program = strtok(NULL, "\n");
  if (program == NULL) return false;
  query->order = (uint32_t)strtoul(order, NULL, 10);
  query->inputs = read_numbers(x, query->x);
  query->program = program;
  return read_numbers(v, query->v) == query->inputs;
}

static void write_ball(const arb_t ball) {
  char *middle = arb_get_str(ball, DIGITS, ARB_STR_NO_RADIUS);
  arf_t radius;
  arb_t printed;
  arb_init(printed);
  arf_init(radius);
  arb_set_str(printed, middle, 400);
  arb_sub(printed, printed, ball, 400); /* what printing lost counts too */
  arb_get_abs_ubound_arf(radius, printed, 30);
  printf(" %s:%.6e", middle, arf_get_d(radius, ARF_RND_UP));
  arf_clear(radius);
  arb_clear(printed);
  flint_free(middle);
}

static void write_answer(Status status, const Germ *germ) {
  bool answered = status == STATUS_OK || germ->verdict == GERM_CERTIFIED; /* to fewer digits */
  const char *verdict = answered ? germ_verdict_name(germ) : status_name(status);
  printf("%s%s%s; %d;", verdict, germ->peano ? " (Peano)" : "",
         germ->verdict == GERM_NOT_DIFFERENTIABLE && germ->missing > 1 ? " twice" : "",
         answered ? germ->certified : -1);
  int last = germ->peano ? (int)germ->numbers.order : germ->certified;
  for (int k = 0; k <= last && answered; k++) write_ball(enclosure_of(&germ->numbers, 0, (uint32_t)k));
  printf("; %s\n", germ->why);
}

static void answer(const Query *query) {
  Store *store = store_new((uint32_t)1 << 20);
  TypeId real = type_real(&store->types, 1), context[MOST_INPUTS];
  for (uint32_t i = 0; i < query->inputs; i++) context[i] = real;
  TermText text = {.text = query->program,
                   .length = strlen(query->program),
                   .origin = "query",
                   .context = context,
                   .context_length = query->inputs};
  Program program = {.context = context, .length = query->inputs};
  TextError error;
  if (text_read_term(store, &text, &program.term, &program.type, &error) != STATUS_OK) {
    fprintf(stderr, "%s\n", error.message);
    exit(2);
  }
  Truth *truth = truth_new(store);
  Certified *certified = certified_new(truth);
  CertifiedOptions options = {.order = query->order, .digits = DIGITS};
  Germ germ;
  germ_init(&germ);
  Status status = truth_germ(certified, &program, (const mpq_t *)query->x, (const mpq_t *)query->v, &options, &germ);
  write_answer(status, &germ);
  germ_clear(&germ);
  certified_free(certified);
  truth_free(truth);
  store_free(store);
}

int main(void) {
  char line[1 << 16];
  Query query;
  for (uint32_t i = 0; i < MOST_INPUTS; i++) mpq_inits(query.x[i], query.v[i], NULL);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (!read_query(line, &query)) return 2;
    answer(&query);
  }
  for (uint32_t i = 0; i < MOST_INPUTS; i++) mpq_clears(query.x[i], query.v[i], NULL);
  flint_cleanup();
  return 0;
}
