/* What emitted headers assume, read as it is emitted, holds: each axiom of them and of increments.h is evaluated with
 * Arb on random small boxes, where sin, exp, ... are Arb's and slopes are those of its power series.  An axiom that is
 * false of the numbers would prove anything. */
#include "verify/certify/contract.h"

#include "semantics/rings/arb_compat.h"
#include "tests/unit/programs.h"
#include "tests/unit/random.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BITS 256
#define BOXES 200
#define NAMES 64u
#define DEPTH 40u

/* A number, or a formula: whether it is true for certain, or false for certain. */
typedef struct Answer {
  arb_t number;
  bool yes, no;
} Answer;

/* name(parameters) = body, or an axiom: its variables, and what it says. */
typedef struct Text {
  char name[64], parameter[10][24];
  uint32_t parameters;
  char body[600];
  bool axiom;
} Text;

typedef struct Facts {
  Text text[NAMES];
  uint32_t count;
} Facts;

typedef struct Reader {
  const Facts *facts;
  const Text *of; /* whose variables have values */
  const arb_t *values;
  const char *at;
  uint32_t depth;
} Reader;

/* ------------------------------------------------------------- the functions -- */

typedef void Series(arb_poly_t, const arb_poly_t, slong, slong);
static const struct {
  const char *logic, *c;
  Series *series;
} functions[] = {{"Sin", "sin", arb_poly_sin_series},    {"Cos", "cos", arb_poly_cos_series},
                 {"Exp", "exp", arb_poly_exp_series},    {"Log", "log", arb_poly_log_series},
                 {"Sqrt", "sqrt", arb_poly_sqrt_series}, {"Tanh", "tanh", NULL}};
#define FUNCTIONS (sizeof functions / sizeof functions[0])

/* f(u) and f'(u). */
static void slope_of(size_t f, const arb_t u, arb_t value, arb_t slope) {
  arb_poly_t in, out;
  if (functions[f].series == NULL) {
    arb_sech(slope, u, BITS), arb_mul(slope, slope, slope, BITS), arb_tanh(value, u, BITS);
    return;
  }
  arb_poly_init(in), arb_poly_init(out);
  arb_poly_set_coeff_arb(in, 0, u), arb_poly_set_coeff_si(in, 1, 1);
  functions[f].series(out, in, 2, BITS);
  arb_poly_get_coeff_arb(value, out, 0), arb_poly_get_coeff_arb(slope, out, 1);
  arb_poly_clear(in), arb_poly_clear(out);
}

/* (f(t) - f(u) - (t - u) f'(u)) / (t - u)^2 */
static void second_of(size_t f, const arb_t u, const arb_t t, arb_t out) {
  arb_t value, slope, other, step;
  arb_init(value), arb_init(slope), arb_init(other), arb_init(step);
  slope_of(f, t, out, other);
  slope_of(f, u, value, slope);
  arb_sub(step, t, u, BITS);
  arb_sub(out, out, value, BITS), arb_submul(out, step, slope, BITS);
  arb_div(out, out, step, BITS), arb_div(out, out, step, BITS);
  arb_clear(value), arb_clear(slope), arb_clear(other), arb_clear(step);
}

/* What has no definition in the text. */
static bool native(const char *name, const Answer *x, uint32_t n, arb_t out) {
  arb_t slope;
  arb_init(slope);
  bool found = true;
  size_t f = 0;
  while (f < FUNCTIONS && strncmp(name, functions[f].logic, strlen(functions[f].logic)) != 0 &&
         strcmp(name, functions[f].c) != 0)
    f++;
  const char *suffix = f < FUNCTIONS ? name + strlen(functions[f].logic) : "";
  if (f < FUNCTIONS && n == 1 && suffix[0] == '\0')
    slope_of(f, x[0].number, out, slope);
  else if (f < FUNCTIONS && n == 2 && strcmp(suffix, "_2") == 0)
    second_of(f, x[0].number, x[1].number, out);
  else if (strcmp(name, "plus") == 0)
    arb_add(out, x[0].number, x[1].number, BITS);
  else if (strcmp(name, "minus") == 0)
    arb_sub(out, x[0].number, x[1].number, BITS);
  else if (strcmp(name, "times") == 0)
    arb_mul(out, x[0].number, x[1].number, BITS);
  else if (strcmp(name, "negative") == 0)
    arb_neg(out, x[0].number);
  else if (strcmp(name, "inverse") == 0)
    arb_inv(out, x[0].number, BITS);
  else
    found = false;
  arb_clear(slope);
  return found;
}

/* ------------------------------------------------------------------- reading -- */

static void formula(Reader *r, Answer *out);

static void blanks(Reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}
static bool take(Reader *r, const char *word) {
  blanks(r);
  if (strncmp(r->at, word, strlen(word)) != 0) return false;
  r->at += strlen(word);
  return true;
}

static const Text *find(const Facts *facts, const char *name) {
  for (uint32_t k = 0; k < facts->count; k++)
    if (!facts->text[k].axiom && strcmp(facts->text[k].name, name) == 0) return &facts->text[k];
  return NULL;
}

static void call(Reader *r, const char *name, Answer *out) {
  Answer x[10];
  arb_t values[10];
  uint32_t n = 0;
  do {
    assert_true(n < 10);
    arb_init(x[n].number);
    formula(r, &x[n]);
    arb_init(values[n]), arb_set(values[n], x[n].number);
    n++;
  } while (take(r, ","));
  assert_true(take(r, ")"));
  const Text *text = find(r->facts, name);
  if (text == NULL) {
    if (!native(name, x, n, out->number)) fail_msg("%s is nothing", name);
  } else {
    Reader inner = {r->facts, text, (const arb_t *)values, text->body, r->depth + 1};
    assert_true(inner.depth < DEPTH && text->parameters == n);
    formula(&inner, out);
  }
  for (uint32_t i = 0; i < n; i++) arb_clear(x[i].number), arb_clear(values[i]);
}

static void primary(Reader *r, Answer *out) {
  if (take(r, "-")) {
    primary(r, out);
    arb_neg(out->number, out->number);
  } else if (take(r, "(")) {
    formula(r, out);
    assert_true(take(r, ")"));
  } else if (isdigit((unsigned char)*r->at)) {
    char *end;
    arb_set_d(out->number, strtod(r->at, &end));
    r->at = end;
  } else {
    char name[64] = "";
    size_t n = 0;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') name[n++] = *r->at++, assert_true(n < sizeof name);
    if (take(r, "(")) {
      call(r, name, out);
      return;
    }
    for (uint32_t i = 0; i < r->of->parameters; i++) {
      if (strcmp(r->of->parameter[i], name) != 0) continue;
      arb_set(out->number, r->values[i]);
      return;
    }
    fail_msg("'%s' is no variable of %s, at '%.30s'", name, r->of->name, r->at);
  }
}

static void product(Reader *r, Answer *out) {
  Answer right = {.yes = false};
  arb_init(right.number);
  primary(r, out);
  for (;;) {
    bool times = take(r, "*");
    if (!times && !take(r, "/")) break;
    primary(r, &right);
    if (times)
      arb_mul(out->number, out->number, right.number, BITS);
    else
      arb_div(out->number, out->number, right.number, BITS);
  }
  arb_clear(right.number);
}

static void sum(Reader *r, Answer *out) {
  Answer right = {.yes = false};
  arb_init(right.number);
  product(r, out);
  for (;;) {
    bool plus = take(r, "+");
    if (!plus && !take(r, "-")) break;
    product(r, &right);
    if (plus)
      arb_add(out->number, out->number, right.number, BITS);
    else
      arb_sub(out->number, out->number, right.number, BITS);
  }
  arb_clear(right.number);
}

/* a <= b <= c, a == b, a != b, a > b */
static void comparison(Reader *r, Answer *out) {
  Answer right = {.yes = false};
  bool compared = false, yes = true, no = false;
  arb_init(right.number);
  sum(r, out);
  for (;;) {
    bool equal = false, below = false, apart = false;
    blanks(r);
    if (strncmp(r->at, "==>", 3) == 0) break;
    if (!(equal = take(r, "==")) && !(below = take(r, "<=")) && !(apart = take(r, "!=")) && !take(r, ">")) break;
    sum(r, &right);
    compared = true;
    if (equal)
      yes = false, no = no || !arb_overlaps(out->number, right.number);
    else if (below)
      yes = yes && arb_le(out->number, right.number), no = no || arb_gt(out->number, right.number);
    else if (apart)
      yes = yes && !arb_overlaps(out->number, right.number);
    else
      yes = yes && arb_gt(out->number, right.number), no = no || arb_le(out->number, right.number);
    arb_set(out->number, right.number);
  }
  arb_clear(right.number);
  if (compared) out->yes = yes, out->no = no;
}

static void conjunction(Reader *r, Answer *out) {
  comparison(r, out);
  while (take(r, "&&")) {
    Answer right = {.yes = false};
    arb_init(right.number);
    comparison(r, &right);
    out->yes = out->yes && right.yes, out->no = out->no || right.no;
    arb_clear(right.number);
  }
}

static void formula(Reader *r, Answer *out) {
  out->yes = out->no = false;
  conjunction(r, out);
  if (!take(r, "==>")) return;
  Answer right = {.yes = false};
  arb_init(right.number);
  formula(r, &right);
  /* `yes` of an axiom is to say that it was looked at */
  bool asked = out->yes;
  out->no = asked && right.no;
  out->yes = asked;
  arb_clear(right.number);
}

/* ------------------------------------------------------------------- the text -- */

/* "real a, real b" or "real a, b", up to the end. */
static void read_parameters(const char *at, size_t length, Text *text) {
  for (size_t i = 0; i < length;) {
    size_t n = 0;
    while (i + n < length && (isalnum((unsigned char)at[i + n]) || at[i + n] == '_')) n++;
    if (n > 0 && !(n == 4 && strncmp(at + i, "real", 4) == 0)) {
      assert_true(text->parameters < 10 && n < sizeof text->parameter[0]);
      memcpy(text->parameter[text->parameters++], at + i, n);
    }
    i += n > 0 ? n : 1;
  }
}

static void set(char *to, size_t room, const char *from, size_t length) {
  assert_true(length < room);
  memcpy(to, from, length);
  to[length] = '\0';
}

/* All that has a definition, and all axioms. */
static void read_facts(const char *text, Facts *facts) {
  static const char *const begins[] = {"logic real ", "predicate ", "axiom "};
  for (size_t b = 0; b < 3; b++) {
    for (const char *at = strstr(text, begins[b]); at != NULL; at = strstr(at, begins[b])) {
      at += strlen(begins[b]);
      Text entry = {.axiom = b == 2};
      const char *end = strchr(at, ';'), *name = at + strcspn(at, b == 2 ? ":" : "(=;");
      assert_non_null(end);
      const char *equals = b == 2 ? end : memchr(at, '=', (size_t)(end - at));
      if (equals == NULL) continue; /* it has no definition */
      set(entry.name, sizeof entry.name, at, (size_t)(name - at));
      if (b == 2) {
        const char *body = strchr(end + 1, ';'), *of = strstr(name, "\\forall ");
        assert_true(body != NULL && of != NULL && of < end);
        read_parameters(of + 8, (size_t)(end - of - 8), &entry);
        set(entry.body, sizeof entry.body, end + 1, (size_t)(body - end - 1));
      } else {
        if (*name == '(') read_parameters(name + 1, (size_t)(strchr(name, ')') - name - 1), &entry);
        set(entry.body, sizeof entry.body, equals + 1, (size_t)(end - equals - 1));
      }
      assert_true(facts->count < NAMES);
      facts->text[facts->count++] = entry;
    }
  }
}

/* ------------------------------------------------------------------- the tests -- */

/* A small box about a number from -3 to 3. */
static void draw_box(arb_t out) {
  arb_set_si(out, random_between(-3000, 3000));
  arb_div_si(out, out, 1000, BITS);
  arb_add_error_2exp_si(out, -120);
}

/* On how many boxes the axiom says something; *wrong: on how many it is false. */
static uint32_t judge(const Facts *facts, const Text *axiom, uint32_t *wrong) {
  uint32_t asked = 0;
  arb_t x[10];
  for (int i = 0; i < 10; i++) arb_init(x[i]);
  *wrong = 0;
  for (int k = 0; k < BOXES; k++) {
    for (int i = 0; i < 10; i++) draw_box(x[i]);
    Reader reader = {facts, axiom, (const arb_t *)x, axiom->body, 0};
    Answer answer;
    bool guarded = strstr(axiom->body, "==>") != NULL;
    arb_init(answer.number);
    formula(&reader, &answer);
    blanks(&reader);
    assert_int_equal(*reader.at, '\0');
    asked += answer.yes || !guarded;
    *wrong += answer.no;
    arb_clear(answer.number);
  }
  for (int i = 0; i < 10; i++) arb_clear(x[i]);
  return asked;
}

static char *read_whole(const char *path) {
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  char *text = calloc(1, 1 << 16);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, in) > 0);
  fclose(in);
  return text;
}

/* The header of a program that has all functions. */
static char *emitted(void) {
  Store *store = store_new(1u << 20);
  Arena arena;
  arena_init(&arena, (size_t)1 << 28);
  Module module = module_read(store, "def f (x : real) : real = sin x + cos x + exp x + log x + sqrt x + tanh x");
  Tape tape;
  const char *missing, *component[] = {"x"};
  char *text = NULL;
  size_t length;
  assert_int_equal(tape_record(store, &arena, &module.definitions[0].program, &tape, &missing), STATUS_OK);
  Signature signature;
  Contract contract = {.tape = &tape, .name = "f", .source = "", .component = component, .signature = &signature};
  signature_ours(&contract, &signature);
  contract.out = open_memstream(&text, &length);
  assert_non_null(contract.out);
  contract_header(&contract);
  fclose(contract.out);
  char *end = strstr(text, "/* The meaning");
  assert_non_null(end);
  *end = '\0';
  text_free_module(&module);
  arena_free(&arena);
  store_free(store);
  return text;
}

#define AXIOMS 18u /* five operations, 1 / x, and slope and bound of six functions */

static void axioms_hold_of_numbers(void **state) {
  (void)state;
  Facts *facts = calloc(1, sizeof *facts);
  char *rules = read_whole("verify/certify/increments.h.in"), *header = emitted();
  uint32_t axioms = 0, wrong;
  read_facts(rules, facts);
  read_facts(header, facts);
  for (uint32_t k = 0; k < facts->count; k++) {
    const Text *axiom = &facts->text[k];
    if (!axiom->axiom) continue;
    axioms++;
    uint32_t asked = judge(facts, axiom, &wrong);
    if (wrong > 0 || asked < BOXES / 10) fail_msg("%s: false on %u of %u boxes", axiom->name, wrong, asked);
  }
  assert_int_equal(axioms, AXIOMS);
  free(rules), free(header), free(facts);
}

/* One word of increments.h is wrong. */
static void wrong_axioms_are_seen(void **state) {
  (void)state;
  static const char *const planted[][2] = {{"negative(times(r, r))", "times(r, r)"},
                                           {"times(s, times(r, r))", "times(r, times(r, r))"},
                                           {"minus(a, b) == a - b", "minus(a, b) == b - a"},
                                           {"u != 0 && t != 0 ==>", "u != 0 ==> 2 * t > 3 &&"}};
  for (size_t p = 0; p < sizeof planted / sizeof planted[0]; p++) {
    Facts *facts = calloc(1, sizeof *facts);
    char *rules = read_whole("verify/certify/increments.h.in"), *at = strstr(rules, planted[p][0]);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_true(at != NULL && out != NULL);
    fprintf(out, "%.*s%s%s", (int)(at - rules), rules, planted[p][1], at + strlen(planted[p][0]));
    fclose(out);
    read_facts(text, facts);
    uint32_t wrong = 0, all = 0;
    for (uint32_t k = 0; k < facts->count; k++)
      if (facts->text[k].axiom) (void)judge(facts, &facts->text[k], &wrong), all += wrong;
    assert_true(all > 0);
    free(rules), free(text), free(facts);
  }
}

/* The slope in C, of the operand %u and the value %v. */
static void slopes_in_c_are_slopes(void **state) {
  (void)state;
  static const RingFunction all[] = {RING_SIN, RING_COS, RING_EXP, RING_LOG, RING_SQRT, RING_TANH};
  static const Facts none;
  arb_t x[2], slope;
  Answer answer;
  arb_init(x[0]), arb_init(x[1]), arb_init(slope), arb_init(answer.number);
  for (size_t f = 0; f < FUNCTIONS; f++) {
    Text text = {.name = "slope", .parameter = {"u", "v"}, .parameters = 2};
    size_t n = 0;
    assert_string_equal(proved_function(all[f])->c, functions[f].c);
    assert_string_equal(proved_function(all[f])->logic, functions[f].logic);
    for (const char *c = proved_function(all[f])->c_slope; *c != '\0'; c++)
      if (*c != '%') text.body[n++] = *c;
    for (int k = 0; k < BOXES; k++) {
      draw_box(x[0]);
      if (proved_function(all[f])->inside[0] != '\0') arb_abs(x[0], x[0]);
      if (arb_contains_zero(x[0])) continue;
      slope_of(f, x[0], x[1], slope);
      Reader reader = {&none, &text, (const arb_t *)x, text.body, 0};
      formula(&reader, &answer);
      assert_true(arb_overlaps(answer.number, slope) && arb_rel_accuracy_bits(answer.number) > 60);
    }
  }
  arb_clear(x[0]), arb_clear(x[1]), arb_clear(slope), arb_clear(answer.number);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axioms_hold_of_numbers),
      cmocka_unit_test(wrong_axioms_are_seen),
      cmocka_unit_test(slopes_in_c_are_slopes),
  };
  return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
