/* Errors in the rules that are text, one at a time: each must be refused as a scheme,
 * or refuted by a program on which the derivative that it gives is not the one that
 * tier T1 finds on the source.
 *
 * usage: mutants EQUIVALENT < ERRORS
 *
 * ERRORS has a line for each, as mutants.py writes it; EQUIVALENT the names of those
 * that change no derivative, with the reason.  Survivors are printed. */
#include "ad/chad/scheme.h"
#include "semantics/text/text.h"
#include "verify/enumerate/space.h"
#include "verify/truth/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAT 64        /* scalars of a program */
#define PROGRAMS 30000 /* in all */
#define EACH 200u      /* of one constructor in one space */
#define LINE 8192

/* A program, and what T1 says of it at x in the direction v. */
typedef struct Case {
  Program program;
  uint64_t kinds; /* the constructors in it */
  uint32_t tangents, outputs, cotangents;
  Scalar x[FLAT], v[FLAT], w[FLAT], value[FLAT], derivative[FLAT];
} Case;

typedef struct Suite {
  Store *store;
  Ring *field;
  Truth *truth;
  Arena arena;
  Case *cases;
  uint32_t count;
} Suite;

static uint64_t kinds_of(const Store *store, TermId t) {
  if (t.id == 0) return 0;
  const Term *node = term(store, t);
  uint64_t kinds = (uint64_t)1 << node->kind;
  for (int k = 0; k < TERM_KIDS; k++) kinds |= kinds_of(store, node->kid[k]);
  return kinds;
}

/* ------------------------------------------------------------------ suite -- */

/* Of a flat value of the type: which scalars are reals. */
static uint32_t reals_of(const TypeTable *types, TypeId type, bool *real) {
  const TypeNode *node = type_node(types, type);
  uint32_t used = 0;
  if (node->kind == TYPE_INT) return real[0] = false, 1;
  for (; node->kind == TYPE_REAL && used < node->n; used++) real[used] = true;
  if (node->kind == TYPE_PROD) {
    used = reals_of(types, node->a, real);
    used += reals_of(types, node->b, real + used);
  }
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) used += reals_of(types, node->a, real + used);
  return used;
}

static bool fits(const Store *store, const Program *program) {
  size_t dim = 0;
  for (uint32_t i = 0; i <= program->length; i++) {
    const TypeNode *node = type_node(&store->types, i < program->length ? program->context[i] : program->type);
    if (node->dim == TYPE_NOT_FLAT) return false;
    if (i < program->length) dim += node->dim;
    if (i == program->length && node->dim > FLAT) return false;
  }
  return dim <= FLAT && dim > 0;
}

static bool fill(Suite *suite, const Program *program, Case *c) {
  bool real[FLAT];
  uint32_t inputs = 0;
  const TypeTable *types = &suite->store->types;
  *c = (Case){.program = *program, .kinds = kinds_of(suite->store, program->term)};
  if (!fits(suite->store, program)) return false;
  for (uint32_t i = 0; i < program->length; i++) inputs += reals_of(types, program->context[i], real + inputs);
  Scalar direction[FLAT];
  for (uint32_t i = 0; i < inputs; i++) {
    c->x[i] = real[i] ? ring_integer(suite->field, 3 + 7 * (int64_t)i) : scalar_from_int(1);
    direction[i] = ring_integer(suite->field, 5 + 11 * (int64_t)i);
    if (real[i]) c->v[c->tangents++] = direction[i];
  }
  c->outputs = reals_of(types, program->type, real);
  for (uint32_t i = 0; i < c->outputs; i++)
    if (real[i]) c->w[c->cotangents++] = ring_integer(suite->field, 2 + 13 * (int64_t)i);
  if (truth_field_line(suite->truth, program, c->x, direction, c->value, c->derivative, NULL) != STATUS_OK)
    return false;
  for (uint32_t i = 0, next = 0; i < c->outputs; i++)
    if (real[i]) c->derivative[next++] = c->derivative[i];
  return c->tangents > 0 && c->cotangents > 0;
}

static void add(Suite *suite, const Program *program, uint32_t *kept, uint64_t wanted) {
  if (suite->count == PROGRAMS) return;
  Case *c = &suite->cases[suite->count];
  uint64_t kinds = kinds_of(suite->store, program->term);
  bool new = false;
  for (int kind = 0; kind < TERM_KIND_COUNT; kind++) new |= (kinds & wanted) >> kind & 1 && kept[kind] < EACH;
  if (!new || !fill(suite, program, c)) return;
  for (int kind = 0; kind < TERM_KIND_COUNT; kind++) kept[kind] += kinds >> kind & 1;
  TypeId *context = malloc((program->length + 1) * sizeof *context);
  if (context == NULL) abort();
  memcpy(context, program->context, program->length * sizeof *context);
  c->program.context = context;
  suite->count++;
}

static void add_space(Suite *suite, const char *description) {
  char error[300];
  uint32_t kept[TERM_KIND_COUNT] = {0};
  Space *space = space_open(suite->store, description, error, sizeof error);
  if (space == NULL) {
    printf("%s: %s\n", description, error);
    exit(2);
  }
  for (Rank i = 0; i < space_count(space); i++) {
    SpaceCase found;
    if (space_unrank(space, i, &found) == STATUS_OK) add(suite, &found.program, kept, ~(uint64_t)0);
  }
  space_close(space);
}

static void add_text(Suite *suite, const char *text) {
  TextError error = {.message = ""};
  uint32_t kept[TERM_KIND_COUNT] = {0};
  Module module = {NULL, 0};
  if (text_read_module(suite->store, "programs", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK) {
    printf("%s\n", error.message);
    exit(2);
  }
  for (uint32_t i = 0; i < module.count; i++) add(suite, &module.definitions[i].program, kept, ~(uint64_t)0);
  text_free_module(&module);
}

/* ---------------------------------------------------------------- judging -- */

static bool same(const Suite *suite, uint32_t count, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i].word != b[i].word && !ring_equal(suite->field, a[i], b[i])) return false;
  return true;
}

/* J v is what T1 found; <J^t w, v> is <w, J v>. */
static bool right(Suite *suite, const Case *c, bool reverse, const Program *derivative) {
  Scalar primal[FLAT], image[FLAT], sums[2] = {{0}, {0}};
  Machine machine = machine_make(suite->store, suite->field, &suite->arena);
  ArenaMark mark = arena_mark(&suite->arena);
  machine.fuel = 200000;
  Status status =
      operational_evaluator.eval_linear(&machine, derivative, c->x, 1, reverse ? c->w : c->v, primal, image);
  arena_release(&suite->arena, mark);
  if (status != STATUS_OK || !same(suite, c->outputs, primal, c->value)) return false;
  if (!reverse) return same(suite, c->cotangents, image, c->derivative);
  for (uint32_t i = 0; i < c->tangents; i++)
    sums[0] = ring_add(suite->field, sums[0], ring_mul(suite->field, image[i], c->v[i]));
  for (uint32_t i = 0; i < c->cotangents; i++)
    sums[1] = ring_add(suite->field, sums[1], ring_mul(suite->field, c->w[i], c->derivative[i]));
  return same(suite, 1, sums, sums + 1);
}

/* Whether a program of the constructor shows that the rules are wrong. */
static bool refuted(Suite *suite, const Schemes *schemes, TermKind kind) {
  for (uint32_t i = 0; i < suite->count; i++) {
    const Case *c = &suite->cases[i];
    TypeId context[SPACE_MAX_CONTEXT * 2];
    Program derivative;
    if ((c->kinds >> kind & 1) == 0) continue;
    uint32_t mark = store_mark(suite->store);
    Status status = schemes_transform(schemes, suite->store, &c->program, context, &derivative);
    bool good = status == STATUS_OK && right(suite, c, schemes->mode == CHAD_REVERSE, &derivative);
    store_release(suite->store, mark);
    if (!good) return true;
  }
  return false;
}

/* ----------------------------------------------------------------- errors -- */

typedef struct Count {
  uint32_t errors, refused, refuted, equivalent, survivors;
} Count;

static bool is_equivalent(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name))
    if ((at == list || at[-1] == '\n') && at[length] == '\t') return true;
  return false;
}

static void try_error(Suite *suite, ChadMode mode, size_t number, const char *name, const char *statement,
                      const char *equivalent, Count *count) {
  size_t rules;
  const RuleText *texts = rule_texts(mode, &rules);
  RuleText changed[SCHEMES_MOST];
  memcpy(changed, texts, rules * sizeof *changed);
  changed[number].statement = statement;
  count->errors++;
  Schemes *alone = schemes_read(mode, &changed[number], 1);
  bool wrong = alone->fault[0] != '\0';
  TermKind kind = wrong ? TERM_NONE : alone->scheme[0]->kind;
  schemes_free(alone);
  if (wrong) {
    count->refused++;
    return;
  }
  Schemes *schemes = schemes_read(mode, changed, rules);
  if (refuted(suite, schemes, kind)) {
    count->refuted++;
  } else if (is_equivalent(equivalent, name)) {
    count->equivalent++;
  } else {
    count->survivors++;
    printf("SURVIVED: %s: %s\n", name, statement);
  }
  schemes_free(schemes);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  if (file == NULL || text == NULL) exit(2);
  (void)!fread(text, 1, (1 << 20) - 1, file);
  fclose(file);
  return text;
}

int main(int arguments, char **argument) {
  Suite suite = {
      .store = store_new((uint32_t)1 << 24), .field = ring_field_new(), .cases = calloc(PROGRAMS, sizeof(Case))};
  if (arguments < 2 || suite.store == NULL || suite.field == NULL || suite.cases == NULL) return 2;
  suite.truth = truth_new(suite.store);
  arena_init(&suite.arena, (size_t)1 << 28);
  char *equivalent = read_file(argument[1]);
  for (int i = 2; i < arguments; i++) {
    char *text = strchr(argument[i], '/') != NULL ? read_file(argument[i]) : NULL;
    if (text != NULL)
      add_text(&suite, text);
    else
      add_space(&suite, argument[i]);
    free(text);
  }
  static char line[LINE];
  Count count = {0};
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *number = strchr(line, '\t') + 1, *name = strchr(number, '\t') + 1, *statement = strchr(name, '\t') + 1;
    name[-1] = statement[-1] = '\0';
    statement[strcspn(statement, "\n")] = '\0';
    try_error(&suite, line[0] == 'f' ? CHAD_FORWARD : CHAD_REVERSE, strtoul(number, NULL, 10), name, statement,
              equivalent, &count);
  }
  printf("%u programs; %u errors: %u refused as schemes, %u refuted by a program, %u change nothing\n", suite.count,
         count.errors, count.refused, count.refuted, count.equivalent);
  printf("%u passed, %u failed\n", count.errors - count.survivors, count.survivors + (count.errors == 0));
  return count.survivors == 0 && count.errors > 0 ? 0 : 1;
}
