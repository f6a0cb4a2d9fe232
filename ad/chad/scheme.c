/* Reading the rules: each text is lowered to a term over the rule's names, checked as
 * a scheme, and taken apart. */
#include "ad/chad/scheme.h"

#include "ad/chad/scheme_internal.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/tables/printed.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reading_fails(Reading *reading, const char *format, ...) {
  char *fault = reading->schemes->fault;
  va_list values;
  va_start(values, format);
  if (fault[0] == '\0') {
    const char *mode = reading->schemes->mode == CHAD_FORWARD ? "forward" : "reverse";
    const char *id = rule_info(reading->text->rule)->id;
    unsigned line = reading->text->line;
    int used = line != 0 ? snprintf(fault, SCHEMES_FAULT, "ad/chad/%s.rules:%u: %s: ", mode, line, id)
                         : snprintf(fault, SCHEMES_FAULT, "ad/chad/%s.rules: %s as printed: ", mode, id);
    (void)vsnprintf(fault + used, SCHEMES_FAULT - (size_t)used, format, values);
  }
  va_end(values);
  return false;
}

/* --------------------------------------------------------------- lowering -- */

/* A text under way; what does not fit is noted. */
typedef struct Lowered {
  char *text;
  size_t used, size;
} Lowered;

static void put(Lowered *out, const char *text, size_t length) {
  if (out->used + length < out->size) memcpy(out->text + out->used, text, length);
  out->used += length;
}

static void put_text(Lowered *out, const char *text) { put(out, text, strlen(text)); }

static const char *closing(const char *open, const char *end) {
  int depth = 0;
  for (const char *at = open; at < end; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth == 0) return at;
  }
  return end;
}

/* Commas become spaces. */
static void put_list(Lowered *out, const char *from, const char *end) {
  for (; from < end; from++) put(out, *from == ',' ? " " : from, 1);
}

static void lower(Lowered *out, const char *from, const char *end);

/* D_x(t) is (Dt x), D_{a,x}(t) is (Dt a x). */
static const char *lower_hole(Lowered *out, const char *at, const char *end) {
  const char *open = memchr(at, '(', (size_t)(end - at)), *names = at + 1, *names_end = open;
  const char *close = closing(open, end);
  if (*names == '_') names++;
  if (*names == '{') {
    names++;
    names_end--;
  }
  put_text(out, "(D");
  put(out, open + 1, (size_t)(close - open - 1));
  put_text(out, " ");
  put_list(out, names, names_end);
  put_text(out, ")");
  return close + 1;
}

/* op(x, y) is (op x y); Dop(x, y; t) and Dop^t(x, y; t) are (dop x y @ (t)). */
static const char *lower_operation(Lowered *out, const char *at, const char *end) {
  const char *open = memchr(at, '(', (size_t)(end - at)), *close = closing(open, end);
  const char *semicolon = memchr(open, ';', (size_t)(close - open)), *last = semicolon != NULL ? semicolon : close;
  put_text(out, semicolon != NULL ? "((dop " : "(op ");
  put_list(out, open + 1, last);
  if (semicolon != NULL) {
    put_text(out, ") @ (");
    lower(out, semicolon + 1, close);
    put_text(out, ")");
  }
  put_text(out, ")");
  return close + 1;
}

/* proj_x(t) and coproj_x(t) are (proj @ (t)). */
static const char *lower_projection(Lowered *out, const char *at, const char *end) {
  const char *open = memchr(at, '(', (size_t)(end - at)), *close = closing(open, end);
  put_text(out, "(proj @ (");
  lower(out, open + 1, close);
  put_text(out, "))");
  return close + 1;
}

static bool begins(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - at) > length && memcmp(at, word, length) == 0;
}

static void lower(Lowered *out, const char *from, const char *end) {
  for (const char *at = from; at < end;) {
    bool first = at == from || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '\'');
    if (first && (begins(at, end, "D(") || begins(at, end, "D_"))) {
      at = lower_hole(out, at, end);
    } else if (first && (begins(at, end, "op(") || begins(at, end, "Dop(") || begins(at, end, "Dop^t("))) {
      at = lower_operation(out, at, end);
    } else if (first && (begins(at, end, "proj_x(") || begins(at, end, "coproj_x("))) {
      at = lower_projection(out, at, end);
    } else if (begins(at, end, "λ_v.")) {
      put_text(out, "λv.");
      at += strlen("λ_v.");
    } else {
      put(out, at++, 1);
    }
  }
}

/* ----------------------------------------------------------------- scheme -- */

static bool declare(Reading *reading, const char *name, TypeId type) {
  if (reading->length == READING_NAMES) return reading_fails(reading, "too many names");
  reading->name[reading->length] = name_make(reading->store, name, strlen(name));
  reading->context[reading->length++] = type;
  return true;
}

/* D(T)2 -o D(G)2, forward D(G)2 -o D(T)2. */
static TypeId linear_map(const Reading *reading, TypeId context, TypeId tangent) {
  TypeTable *types = &reading->store->types;
  return reading->schemes->mode == CHAD_FORWARD ? type_lfun(types, context, tangent)
                                                : type_lfun(types, tangent, context);
}

/* The type of D(t) for t : T under the context. */
static TypeId dual_of(const Reading *reading, TypeId type, TypeId context) {
  Store *store = reading->store;
  TypeId tangent = chad_tangent(store, reading->schemes->mode, type);
  return type_prod(&store->types, chad_primal(store, reading->schemes->mode, type),
                   linear_map(reading, context, tangent));
}

/* Of a premise under x:T: D(T)1 -> D(S)1 * (D(G, x:T)2 -o D(S)2). */
static bool declare_premise(Reading *reading, const WrittenPremise *premise) {
  Store *store = reading->store;
  TypeId context = reading_context_tangent(reading);
  char name[READING_NAME + 1];
  (void)snprintf(name, sizeof name, "D%s", premise->name);
  for (uint32_t b = 0; b < premise->binders; b++) {
    TypeId tangent = chad_tangent(store, reading->schemes->mode, premise->binder[b]);
    context = type_linear_prod(&store->types, context, tangent);
  }
  TypeId type = dual_of(reading, premise->type, context);
  for (uint32_t b = premise->binders; b-- > 0;)
    type = type_fun(&store->types, chad_primal(store, reading->schemes->mode, premise->binder[b]), type);
  return declare(reading, name, type);
}

/* op : D(T)1 -> D(S)1 -> D(R)1, and Dop from the tangents of the real operands. */
static bool declare_operation(Reading *reading) {
  Store *store = reading->store;
  TypeId operands = {0}, tangent = chad_tangent(store, reading->schemes->mode, reading->result);
  TypeId op = chad_primal(store, reading->schemes->mode, reading->result);
  for (uint32_t i = 0; i < reading->premises; i++) {
    TypeId operand = chad_tangent(store, reading->schemes->mode, reading->premise[i].type);
    if (reading->premise[i].sort != SORT_REAL) continue;
    operands = type_is_none(operands) ? operand : type_linear_prod(&store->types, operands, operand);
  }
  TypeId dop = type_is_none(operands) ? operands : linear_map(reading, operands, tangent);
  for (uint32_t i = reading->premises; i-- > 0;) {
    TypeId operand = chad_primal(store, reading->schemes->mode, reading->premise[i].type);
    op = type_fun(&store->types, operand, op);
    if (!type_is_none(dop)) dop = type_fun(&store->types, operand, dop);
  }
  return declare(reading, "op", op) && (type_is_none(dop) || declare(reading, "dop", dop));
}

static bool declare_all(Reading *reading) {
  Store *store = reading->store;
  const Scheme *scheme = reading->scheme;
  reading->length = 0;
  for (uint32_t i = 0; i < reading->premises; i++)
    if (!declare_premise(reading, &reading->premise[i])) return false;
  if (scheme->kind == TERM_OP) return declare_operation(reading);
  if (scheme->kind != TERM_VAR) return true;
  TypeId tangent = chad_tangent(store, reading->schemes->mode, reading->result);
  return declare(reading, "x", chad_primal(store, reading->schemes->mode, reading->result)) &&
         declare(reading, "proj", linear_map(reading, reading_context_tangent(reading), tangent));
}

/* The right side at the instance, with the type that D has there. */
static bool read_right(Reading *reading, const char *text, TermId *t) {
  char lowered[READING_TEXT];
  Lowered out = {lowered, 0, sizeof lowered};
  lower(&out, text, text + strlen(text));
  if (out.used >= sizeof lowered) return reading_fails(reading, "the right side is too long");
  if (!declare_all(reading)) return false;
  static const SizeOverride sizes[] = {{"n", LENGTH_N}, {"m", LENGTH_M}, {"n0", LENGTH_N - 1}, {"n1", LENGTH_N + 1}};
  TypeId expected = dual_of(reading, reading->result, reading_context_tangent(reading)), type = {0};
  TermText source = {.text = lowered,
                     .length = out.used,
                     .origin = "right side",
                     .context = reading->context,
                     .names = reading->name,
                     .context_length = reading->length,
                     .target = true,
                     .expected = expected,
                     .sizes = sizes,
                     .size_count = sizeof sizes / sizeof sizes[0]};
  TextError error = {.message = ""};
  if (text_read_term(reading->store, &source, t, &type, &error) != STATUS_OK)
    return reading_fails(reading, "%s", error.message);
  Status status = linear_infer_cartesian(reading->store, reading->context, reading->length, *t, &type);
  if (status == STATUS_OK && type_equal(type, expected)) return true;
  return reading_fails(reading, "the right side has not the type of D at the conclusion");
}

/* D(left) = right */
static bool split(Reading *reading, const char **left, size_t *length, const char **right) {
  const char *text = reading->text->statement, *close = closing(text + 1, text + strlen(text));
  if (strncmp(text, "D(", 2) != 0 || strncmp(close, ") = ", 4) != 0)
    return reading_fails(reading, "the statement is not D(...) = ...");
  *left = text + 2;
  *length = (size_t)(close - *left);
  *right = close + 4;
  return true;
}

/* At vectors, where the rule is taken apart, and then at what the constructor allows. */
static bool read_at(Reading *reading, StandIns instance) {
  const char *left = "", *right = "";
  size_t length = 0;
  TermId t = TERM_NONE_ID;
  reading->instance = instance;
  if (!reading_judgement(reading) || !split(reading, &left, &length, &right)) return false;
  if (instance == AT_VECTORS && !reading_left(reading, left, length)) return false;
  if (!read_right(reading, right, &t)) return false;
  if (instance != AT_VECTORS) return true;
  reading->scheme->root = reading_parts(reading, t);
  return reading->scheme->root != 0;
}

static bool needs_sums(TermKind kind) { return kind == TERM_TOTAL || kind == TERM_SCATTER || kind == TERM_VSCATTER; }

static bool read_scheme(Reading *reading) {
  return read_at(reading, AT_VECTORS) && read_at(reading, needs_sums(reading->scheme->kind) ? AT_PAIRS : AT_FUNCTIONS);
}

/* ------------------------------------------------------------------ rules -- */

static const RuleText forward_rules[] = {
#define RULE_TEXT(id, figure, judgement, statement) {RULE_##id, __LINE__, judgement, statement},
#define RULE_FORM(id, judgement, statement) {RULE_##id, __LINE__, judgement, statement},
#define RULE_PRINTED(id, statement)
#include "ad/chad/forward.rules"
#undef RULE_PRINTED
#undef RULE_FORM
#undef RULE_TEXT
};

static const RuleText reverse_rules[] = {
#define RULE_TEXT(id, figure, judgement, statement) {RULE_##id, __LINE__, judgement, statement},
#define RULE_FORM(id, judgement, statement) {RULE_##id, __LINE__, judgement, statement},
#define RULE_PRINTED(id, statement)
#include "ad/chad/reverse.rules"
#undef RULE_PRINTED
#undef RULE_FORM
#undef RULE_TEXT
};

const RuleText *rule_texts(ChadMode mode, size_t *count) {
  bool forward = mode == CHAD_FORWARD;
  *count = forward ? sizeof forward_rules / sizeof *forward_rules : sizeof reverse_rules / sizeof *reverse_rules;
  return forward ? forward_rules : reverse_rules;
}

/* Rules of one constructor stand together. */
static bool add_scheme(Reading *reading) {
  Schemes *schemes = reading->schemes;
  Scheme *scheme = reading->scheme;
  uint32_t at = schemes->count, *last = &schemes->last[scheme->kind];
  if (at == SCHEMES_MOST) return reading_fails(reading, "too many rules");
  if (*last != 0 && *last != at) return reading_fails(reading, "the rules of a constructor are parted");
  if (*last == 0) schemes->first[scheme->kind] = at;
  schemes->scheme[schemes->count++] = scheme;
  *last = schemes->count;
  return true;
}

static bool read_rule(Reading *reading, const RuleText *text) {
  Scheme *scheme = calloc(1, sizeof *scheme);
  if (scheme == NULL) return false;
  reading->text = text;
  reading->scheme = scheme;
  scheme->rule = text->rule;
  if (read_scheme(reading) && add_scheme(reading)) return true;
  free(scheme);
  return false;
}

Schemes *schemes_read(ChadMode mode, const RuleText *rules, size_t count) {
  Schemes *schemes = calloc(1, sizeof *schemes);
  Store *store = store_new(READING_TERMS);
  bool good = schemes != NULL && store != NULL;
  if (good) schemes->mode = mode;
  Reading reading = {.store = store, .schemes = schemes};
  for (size_t i = 0; i < count && good; i++) good = read_rule(&reading, &rules[i]);
  if (store != NULL) store_free(store);
  if (good || (schemes != NULL && schemes->fault[0] != '\0')) return schemes;
  schemes_free(schemes);
  return NULL;
}

void schemes_free(Schemes *schemes) {
  for (uint32_t i = 0; schemes != NULL && i < schemes->count; i++) free(schemes->scheme[i]);
  free(schemes);
}

/* The mode's rules, that one as its paper prints it. */
static const Schemes *schemes_as_printed(ChadMode mode, const RuleText *rules, size_t count) {
  static Schemes *printed;
  RuleText changed[SCHEMES_MOST];
  memcpy(changed, rules, count * sizeof *changed);
  for (size_t i = 0; i < count; i++)
    if (as_printed(rules[i].rule))
      changed[i] = (RuleText){rules[i].rule, 0, rules[i].judgement, rule_place(rules[i].rule).print};
  schemes_free(printed);
  return printed = schemes_read(mode, changed, count);
}

static bool prints(const RuleText *rules, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (as_printed(rules[i].rule)) return true;
  return false;
}

const Schemes *schemes_of(ChadMode mode) {
  static Schemes *all[2];
  size_t count;
  const RuleText *rules = rule_texts(mode, &count);
  if (rule_printed != RULE_COUNT && prints(rules, count)) return schemes_as_printed(mode, rules, count);
  if (all[mode] == NULL) all[mode] = schemes_read(mode, rules, count);
  if (all[mode] != NULL) all[mode]->shared = true;
  return all[mode];
}
