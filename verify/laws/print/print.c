/* PRINT: what an engine prints is what it runs; and COST-SIZE by what it prints.
 *
 * A derivative that is a term of the linear target language is printed and read again: it must be the same term, and so
 * must those of dual numbers, of linear maps and of Hilbert spaces (printed_tree.h).  One that is printed as C is read
 * by a reader of its own (printed.h), run at the point over the subject's ring, and must give the value and the image
 * of a seed that the engine gives; so is what combinatory AD explains (printed_combinatory.h). */
#include "semantics/memory/text_stream.h"
#include "semantics/text/text.h"
#include "verify/battery/cost_size.h"
#include "verify/laws/print/printed_combinatory.h"
#include "verify/laws/print/printed_tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of terms one program in so many, by its seed, unless thorough; code is read wherever its engine takes its turn. */
#define PRINT_ROTATION 8u
#define OWN_ROTATION 32u             /* of those that only an engine has */
#define PRINT_MOST ((size_t)1 << 18) /* characters */

/* ----------------------------------------------------------------- terms -- */

static void count_unprinted(Subject *subject, const Derived *derived) {
  judge_count(subject, LAW_PRINT, derived->slot, OUTCOME_LIMIT);
}

static Status read_again(Subject *subject, const Program *program, const char *text, TermId *again) {
  TypeId type;
  TextError error;
  TermText source = {.text = text,
                     .length = strlen(text),
                     .origin = "printed",
                     .context = program->context,
                     .context_length = program->length,
                     .target = true};
  return text_read_term(subject->battery->store, &source, again, &type, &error);
}

static void print_term(Subject *subject, const Derived *derived) {
  Store *store = subject->battery->store;
  PrintStyle style = {.width = subject->seed % 3 == 0 ? 0 : 100, .unicode = subject->seed % 5 == 0};
  TermId again = {0};
  char *text = text_print_term(store, &derived->program, NULL, (TypeId){0}, style);
  if (text == NULL || strlen(text) > PRINT_MOST) {
    count_unprinted(subject, derived);
    free(text);
    return;
  }
  Status status = read_again(subject, &derived->program, text, &again);
  if (status == STATUS_LIMIT)
    count_unprinted(subject, derived);
  else if (status == STATUS_OK && term_equal(store, again, derived->program.term))
    judge_count(subject, LAW_PRINT, derived->slot, OUTCOME_HOLDS);
  else {
    text[strlen(text) < WITNESS_TEXT ? strlen(text) : WITNESS_TEXT - 1] = '\0';
    judge_refute(subject, LAW_PRINT, derived->slot, "", what("printed and read again"), "the same term",
                 status == STATUS_OK ? text : "no term");
  }
  free(text);
}

/* ----------------------------------------------------- terms of their own -- */

#define PRINT_NODES 4000u

/* By a text that has code, which is run. */
static bool is_explained(const Engine *engine) {
  return engine == &combinatory_forward || engine == &combinatory_reverse;
}

static char *printed(const Subject *subject, const Derived *derived) {
  char *text = NULL;
  size_t size = 0;
  const Store *store = subject->battery->store;
  FILE *out = derived->engine->size(store, derived->own) > PRINT_NODES ? NULL : text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  derived->engine->print(store, derived->own, out);
  if (fclose(out) == 0 && size <= PRINT_MOST) return text;
  free(text);
  return NULL;
}

static Status read_own(const Subject *subject, const Derived *derived, const char *text) {
  Arena *arena = &subject->battery->scratch;
  LinmapShown shown;
  if (dual_is_engine(derived->engine)) return printed_dual(text, arena, derived->own);
  if (linmap_shown(derived->engine, derived->own, &shown)) return printed_linmap(text, arena, &shown);
  return printed_frechet(text, arena, subject->battery->store, derived->own);
}

#define WORD_MOST 200u /* characters: a longer one may not be compared to its end */

/* A sign, or the first digit of a number that is no part of a name. */
static bool is_spoilable(const char *text, const char *c) {
  if (strchr("+-*", *c) != NULL) return true;
  if (!isdigit((unsigned char)*c)) return false;
  return c == text || (!isalnum((unsigned char)c[-1]) && strchr("_.'", c[-1]) == NULL);
}

/* Changes one sign or number of the text, chosen by the seed; false if it has none. */
static bool change_text(const Subject *subject, char *text) {
  size_t count = 0;
  for (char *c = text; *c != '\0'; c++) {
    if (strcspn(c, " \n") > WORD_MOST) return false;
    count += is_spoilable(text, c);
  }
  if (count == 0) return false;
  char *at = text;
  for (size_t k = (subject->seed >> 40) % count;; at++)
    if (is_spoilable(text, at) && k-- == 0) break;
  if (isdigit((unsigned char)*at))
    *at = *at == '9' ? '0' : (char)(*at + 1);
  else
    *at = *at == '+' ? '-' : '+';
  return true;
}

/* SPOILED: a text with a sign or number changed is that of no derivative here, or a reader takes whatever it is given.
 */
static void spoil_text(Subject *subject, const Derived *derived, char *text) {
  if (!law_on(subject, LAW_SPOILED) || !change_text(subject, text)) return;
  if (read_own(subject, derived, text) != STATUS_OK)
    judge_count(subject, LAW_SPOILED, derived->slot, OUTCOME_HOLDS);
  else
    judge_refute(subject, LAW_SPOILED, derived->slot, "printed", what(law_info(LAW_PRINT)->name), "a refutation",
                 "none");
}

static void count_read(Subject *subject, const Derived *derived, Status status, char *text) {
  if (status == STATUS_LIMIT)
    count_unprinted(subject, derived);
  else if (status == STATUS_OK)
    judge_count(subject, LAW_PRINT, derived->slot, OUTCOME_HOLDS);
  else {
    text[strlen(text) < WITNESS_TEXT ? strlen(text) : WITNESS_TEXT - 1] = '\0';
    judge_refute(subject, LAW_PRINT, derived->slot, "", what("printed and read again"), "the same term", text);
  }
}

static void judge_own(Subject *subject, const Derived *derived, char *text) {
  Status status = text == NULL ? STATUS_LIMIT : read_own(subject, derived, text);
  if (law_on(subject, LAW_PRINT)) count_read(subject, derived, status, text);
  if (status == STATUS_OK) spoil_text(subject, derived, text);
}

/* --------------------------------------------------------------------- C -- */

/* Terms share subterms: one that takes more steps is taken for one that rounds. */
#define STEPS_MOST 20000u

/* Numbers p / 2^k so small that what rules make of two of them (c - 1, c (c - 1)) is exact in C too. */
#define SMALL_BITS 20u

static bool is_small(const Constant *constant) {
  for (uint32_t i = 0; i < constant->length; i++) {
    const mpq_t *exact = &constant->exact[i];
    bool dyadic = mpz_popcount(mpq_denref(*exact)) == 1;
    bool small =
        mpz_sizeinbase(mpq_numref(*exact), 2) <= SMALL_BITS && mpz_sizeinbase(mpq_denref(*exact), 2) <= SMALL_BITS;
    if (!dyadic || !small) return false;
  }
  return true;
}

/* Whether C may round a number of the term, or of its derivative: the code is that of another program then. */
static bool rounds(const Store *store, TermId t, uint32_t *steps) {
  const Term *term = term_get(&store->terms, t);
  if (*steps == 0) return true;
  --*steps;
  if (term->kind == TERM_OP) {
    ConstantId constant = op_node(&store->ops, term_op_payload(term))->constant;
    if (constant.id != 0 && !is_small(constant_get(&store->constants, constant))) return true;
  }
  for (int k = 0; k < TERM_KIDS; k++)
    if (term->kid[k].id != 0 && rounds(store, term->kid[k], steps)) return true;
  return false;
}

static char *emitted(const Derived *derived, Status *status) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  *status = derived->engine->emit(derived->own, "c", "printed", out);
  if (fclose(out) == 0 && *status == STATUS_OK && size <= PRINT_MOST) return text;
  free(text);
  return NULL;
}

/* Where y and z are to be written; y is NULL without memory. */
static Printed open_numbers(Subject *subject, const Derived *derived) {
  uint32_t count = subject->outputs + derived->codomain;
  Scalar *numbers = subject_scalars(subject, count);
  for (uint32_t i = 0; i < count && numbers != NULL; i++) numbers[i] = ring_integer(subject->ring, 0);
  return (Printed){.x = subject->point,
                   .w = derived->seed + (size_t)SEED_A * derived->domain,
                   .y = numbers,
                   .z = numbers == NULL ? NULL : numbers + subject->outputs,
                   .inputs = subject->inputs,
                   .seeds = derived->domain,
                   .outputs = subject->outputs,
                   .images = derived->codomain};
}

/* Whether y and z are the value and the image of a seed that the engine gives. */
static bool judge_numbers(Subject *subject, const Derived *derived, const char *form, Status status,
                          const Printed *printed) {
  const Run *run = &derived->run[0];
  if (status == STATUS_ILL_TYPED)
    judge_refute(subject, LAW_PRINT, derived->slot, form, what("read"), "what is run", "something else");
  else if (status != STATUS_OK)
    judge_status(subject, LAW_PRINT, derived->slot, form, what("run"), status);
  else if (judge_outputs(subject, LAW_PRINT, derived->slot, form, what("the value"), run->primal, printed->y))
    return judge_equal(subject, LAW_PRINT, derived->slot, form, what("the image of a seed"), derived->codomain,
                       run->image + (size_t)SEED_A * derived->codomain, printed->z);
  return false;
}

static void compare(Subject *subject, const Derived *derived, const char *text) {
  Printed printed = open_numbers(subject, derived);
  if (printed.y == NULL) return;
  Status status = printed_run(text, subject->ring, &subject->battery->scratch, &printed);
  (void)judge_numbers(subject, derived, "c", status, &printed);
}

static void print_code(Subject *subject, const Derived *derived) {
  Status status = STATUS_LIMIT;
  uint32_t steps = STEPS_MOST;
  if (derived->run[0].status != STATUS_OK) return;
  bool rounded = rounds(subject->battery->store, subject->program->term, &steps);
  char *text = emitted(derived, &status);
  if (text == NULL && status == STATUS_UNABLE) return; /* an engine that writes no C */
  if (rounded)
    judge_status(subject, LAW_PRINT, derived->slot, "c", what("run"), STATUS_UNABLE);
  else if (text == NULL)
    count_unprinted(subject, derived);
  else
    compare(subject, derived, text);
  free(text);
}

/* ------------------------------------------------------------- explained -- */

/* The residual terms at the point, as they are run. */
static Status residual_values(Subject *subject, const Residual *residual, Scalar **values) {
  Battery *battery = subject->battery;
  *values = subject_scalars(subject, residual->count);
  if (*values == NULL) return STATUS_LIMIT;
  ArenaMark mark = arena_mark(&battery->values);
  Machine machine = machine_make(battery->store, subject->ring, &battery->values);
  Status status = residual_evaluate(&machine, residual, subject->point, NULL, *values);
  arena_release(&battery->values, mark);
  return status;
}

static void judge_explained(Subject *subject, const Derived *derived, const char *text) {
  const CombinatoryDerivative *derivative = derived->own;
  PrintedScalars scalars = {.count = 0};
  Scalar *values;
  Printed printed = open_numbers(subject, derived);
  if (printed.y == NULL || derived->run[0].status != STATUS_OK) return;
  Status status = text == NULL ? STATUS_LIMIT : residual_values(subject, &derivative->residual, &values);
  if (status == STATUS_OK)
    status =
        printed_combinatory(text, subject->ring, &subject->battery->scratch, derivative, values, &printed, &scalars);
  if (judge_numbers(subject, derived, "explained", status, &printed))
    (void)judge_equal(subject, LAW_PRINT, derived->slot, "explained", what("the value in D, and the sections"),
                      scalars.count, scalars.expected, scalars.found);
}

static void print_own(Subject *subject, const Derived *derived) {
  char *text = printed(subject, derived);
  cost_size_words(subject, derived, text);
  if (!is_explained(derived->engine))
    judge_own(subject, derived, text);
  else if (law_on(subject, LAW_PRINT))
    judge_explained(subject, derived, text);
  free(text);
}

static void print_derived(Subject *subject, const Derived *derived) {
  uint64_t turn = subject->options->thorough ? 0 : subject->seed >> 32;
  bool print = law_on(subject, LAW_PRINT);
  if (derived->own == NULL) {
    if (print && turn % PRINT_ROTATION == 0) print_term(subject, derived);
    return;
  }
  if (print && derived->engine->emit != NULL) print_code(subject, derived);
  if (turn % OWN_ROTATION == 0 && derived->engine->size != NULL) print_own(subject, derived);
}

void laws_print(Subject *subject) {
  bool wanted = law_on(subject, LAW_PRINT) || law_on(subject, LAW_COST_SIZE) || law_on(subject, LAW_SPOILED);
  if (subject->rules != NULL || !wanted) return;
  for (int e = 0; e < subject->derivations; e++) {
    Workspace mark = subject_mark(subject);
    if (derived_usable(&subject->derived[e])) print_derived(subject, &subject->derived[e]);
    subject_release(subject, mark);
  }
}
