/* Reading a .prim file.
 *
 * Each text of a line is handed to the reader of terms in a copy of the file in
 * which everything else is blank, so that its errors name the right place. */
#include "ad/chad/chad.h"
#include "semantics/chad/linear/typing.h"
#include "semantics/memory/try.h"
#include "semantics/text/suggest.h"
#include "verify/primitive/specification_lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------- blank copies -- */

static void blank_all(Reading *r) {
  for (size_t i = 0; i < r->length; i++) r->blank[i] = r->file[i] == '\n' ? '\n' : ' ';
}

static void show(Reading *r, size_t begin, size_t end) { memcpy(r->blank + begin, r->file + begin, end - begin); }

static Status read_term(Reading *r, size_t begin, size_t end, bool target, TypeId domain, TypeId expected, TermId *t,
                        TypeId *type) {
  Primitive *p = r->primitive;
  blank_all(r);
  show(r, begin, end);
  TermText text = {.text = r->blank,
                   .length = end,
                   .origin = p->file,
                   .context = p->definition->program.context,
                   .names = p->definition->arguments,
                   .context_length = p->definition->program.length,
                   .target = target,
                   .domain = domain,
                   .expected = expected,
                   .sizes = r->sizes,
                   .size_count = p->size_count};
  store_begin_definition(p->store);
  Status status = text_read_term(p->store, &text, t, type, r->error);
  store_end_definition(p->store);
  if (status != STATUS_OK) text_error_show(r->error, r->shown, r->length);
  return status;
}

/* ----------------------------------------------------------------- header -- */

/* "n = 3" after a bracket or comma at *at, which goes on to what ends it. */
static Status read_size(Reading *r, const Entry *e, size_t *at, const SizeOverride *overrides,
                        uint32_t override_count) {
  Primitive *p = r->primitive;
  int consumed = 0;
  unsigned value = 0;
  char name[32], line[128];
  (void)snprintf(line, sizeof line, "%.*s", (int)(e->end - *at < 100 ? e->end - *at : 100), r->file + *at);
  bool whole = sscanf(line, "%*[{,] %31[A-Za-z0-9_] = %9u %n", name, &value, &consumed) == 2 && consumed != 0;
  if (!whole || (line[consumed] != '}' && line[consumed] != ','))
    return reading_fail(r, e, "sizes are written {n = 3, m = 4}", "");
  if (p->size_count == PRIMITIVE_SIZES) return reading_fail(r, e, "limit: too many sizes", "");
  for (uint32_t k = 0; k < override_count; k++) {
    if (strcmp(overrides[k].name, name) == 0) value = overrides[k].value;
  }
  PrimitiveSize *size = &p->size[p->size_count];
  (void)snprintf(size->name, sizeof size->name, "%s", name);
  size->value = value;
  r->sizes[p->size_count++] = (SizeOverride){size->name, value};
  *at += (size_t)consumed;
  return STATUS_OK;
}

/* The sizes in braces: {n = 3}, {n = 3, m = 4}. */
static Status read_sizes(Reading *r, const SizeOverride *overrides, uint32_t override_count) {
  const Entry *e = &r->entry[0];
  size_t at = e->text;
  while (at < e->end && r->file[at] != '(' && r->file[at] != '{') at++;
  while (at < e->end && (r->file[at] == '{' || r->file[at] == ',')) {
    TRY(read_size(r, e, &at, overrides, override_count));
  }
  return STATUS_OK;
}

/* `library erf` in place of a term; the name's end in *end. */
static bool names_library(const Reading *r, const Entry *value, size_t *begin, size_t *end) {
  size_t at = value->text;
  while (at < value->end && isspace((unsigned char)r->file[at])) at++;
  if (value->end - at < 8 || memcmp(r->file + at, "library ", 8) != 0) return false;
  at += 8;
  while (at < value->end && r->file[at] == ' ') at++;
  *begin = at;
  while (at < value->end && (isalnum((unsigned char)r->file[at]) || r->file[at] == '_')) at++;
  *end = at;
  return true;
}

static Status find_library(Reading *r, const Entry *value, size_t begin, size_t end) {
  Primitive *p = r->primitive;
  if (!line_is_blank(r, end, value->end))
    return reading_fail(r, value, "a certified function stands alone: `library erf`", "");
  p->library = library_find(r->file + begin, end - begin);
  if (p->library != NULL) return STATUS_OK;
  char names[512] = "; there are:";
  for (const LibraryFunction *f = library_functions; f->name != NULL; f++) {
    size_t used = strlen(names);
    (void)snprintf(names + used, sizeof names - used, " %s", f->name);
  }
  return reading_fail(r, value, "no certified function has this name", names);
}

/* Where the primitive's name stands: a name of any kind, that of an operation too, since
 * no term can say it. */
static bool find_name(const Reading *r, const Entry *header, size_t *begin, size_t *end) {
  size_t at = header->begin + header->word;
  while (at < header->end && isspace((unsigned char)r->file[at])) at++;
  *begin = at;
  while (at < header->end && (isalnum((unsigned char)r->file[at]) || r->file[at] == '_' || r->file[at] == '\'')) at++;
  *end = at;
  return at > *begin && isalpha((unsigned char)r->file[*begin]);
}

/* The same definition at four times its sizes: what is divided by stays whole. */
static void read_wider(Reading *r, size_t length) {
  Primitive *p = r->primitive;
  SizeOverride sizes[PRIMITIVE_SIZES];
  TextError unread;
  for (uint32_t k = 0; k < p->size_count; k++)
    sizes[k] = (SizeOverride){r->sizes[k].name, 4 * (r->sizes[k].value == 0 ? 1 : r->sizes[k].value)};
  if (p->size_count == 0 ||
      text_read_module(p->store, p->file, r->blank, length, sizes, p->size_count, &p->wider, &unread) != STATUS_OK)
    p->wider = (Module){.definitions = NULL};
}

/* The header and the value as `def qq... : T = value`. */
static Status read_header(Reading *r, const SizeOverride *overrides, uint32_t override_count) {
  Primitive *p = r->primitive;
  const Entry *header = &r->entry[0], *value = find_entry(r, "value");
  size_t begin = 0, end = 0, name, name_end;
  if (!word_is(r, header, "primitive"))
    return reading_fail(r, header, "expected `primitive NAME (x : real) : real` first", "");
  if (!find_name(r, header, &name, &name_end))
    return reading_fail(r, header, "a primitive's name is a letter with letters, digits, _ or ' after it", "");
  if (value == NULL) return reading_fail(r, header, "the primitive has no line `value = ...`", "");
  Status status = read_sizes(r, overrides, override_count);
  if (status == STATUS_OK && names_library(r, value, &begin, &end)) status = find_library(r, value, begin, end);
  if (status != STATUS_OK) return status;
  blank_all(r);
  show(r, header->begin, header->end);
  memcpy(r->blank + header->begin, "def      ", 9);
  memset(r->blank + name, 'q', name_end - name);
  show(r, value->begin + value->word, value->end);
  if (p->library != NULL) { /* a term of its type in its place */
    memset(r->blank + value->text, ' ', value->end - value->text);
    r->blank[begin] = '0';
  }
  status = text_read_module(p->store, p->file, r->blank, value->end, r->sizes, p->size_count, &p->module, r->error);
  if (status != STATUS_OK) {
    text_error_show(r->error, r->shown, r->length);
    return status;
  }
  p->definition = text_find(p->store, &p->module, NULL);
  read_wider(r, value->end);
  if (p->definition == NULL) return reading_fail(r, header, "expected `primitive NAME (x : real) : real`", "");
  p->name = strndup(r->file + name, name_end - name);
  if (p->name == NULL) return STATUS_LIMIT;
  return STATUS_OK;
}

/* ----------------------------------------------------------------- types -- */

/* Writes the flat places of the real scalars of `type`, from `at`; false for a type
 * that is not first-order. */
static bool real_places(const Store *store, TypeId type, uint32_t at, uint32_t *places, uint32_t *count) {
  const TypeNode *node = type_node(&store->types, type);
  if (node->dim == TYPE_NOT_FLAT) return false;
  if (node->kind == TYPE_REAL) {
    for (uint32_t i = 0; i < node->n; i++) places[(*count)++] = at + i;
    return true;
  }
  if (node->kind == TYPE_PROD)
    return real_places(store, node->a, at, places, count) &&
           real_places(store, node->b, at + type_node(&store->types, node->a)->dim, places, count);
  uint32_t step = node->kind == TYPE_ARRAY ? type_node(&store->types, node->a)->dim : 0;
  for (uint32_t i = 0; node->kind == TYPE_ARRAY && i < node->n; i++) {
    if (!real_places(store, node->a, at + i * step, places, count)) return false;
  }
  return true;
}

/* `inactive x y`: arguments without a derivative. */
static Status read_inactive(Reading *r, const Entry *e) {
  Primitive *p = r->primitive;
  const Program *program = &p->definition->program;
  size_t at = e->text;
  while (at < e->end) {
    size_t begin = at;
    while (at < e->end && (isalnum((unsigned char)r->file[at]) || r->file[at] == '_' || r->file[at] == '\'')) at++;
    uint32_t k = 0;
    for (; at > begin && k < program->length; k++) {
      const char *name = name_text(p->store, p->definition->arguments[k]);
      if (strlen(name) == at - begin && memcmp(name, r->file + begin, at - begin) == 0) break;
    }
    if (at > begin && k == program->length) return reading_fail(r, e, "`inactive` names arguments: this is none", "");
    if (at > begin) p->inactive[k] = true;
    if (at == begin && !isspace((unsigned char)r->file[at]))
      return reading_fail(r, e, "`inactive` names arguments, with blanks between them", "");
    if (at == begin) at++;
  }
  return STATUS_OK;
}

static uint32_t count_reals(const Primitive *p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->inputs; i++) count += p->is_real[i];
  return count;
}

static bool make_places(Primitive *p, uint32_t inputs, uint32_t outputs) {
  p->inputs = inputs;
  p->outputs = outputs;
  p->input_place = calloc((size_t)inputs + 1, sizeof *p->input_place);
  p->output_place = calloc((size_t)outputs + 1, sizeof *p->output_place);
  p->is_real = calloc((size_t)inputs + 1, sizeof *p->is_real);
  p->inactive = calloc((size_t)p->definition->program.length + 1, sizeof *p->inactive);
  return p->input_place != NULL && p->output_place != NULL && p->is_real != NULL && p->inactive != NULL;
}

static void find_places_of_reals(Primitive *p) {
  const Program *program = &p->definition->program;
  uint32_t at = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    uint32_t before = p->tangents;
    (void)real_places(p->store, program->context[k], at, p->input_place, &p->tangents);
    for (uint32_t i = before; i < p->tangents; i++) p->is_real[p->input_place[i]] = true;
    if (p->inactive[k]) p->tangents = before;
    at += type_node(&p->store->types, program->context[k])->dim;
  }
  (void)real_places(p->store, program->type, 0, p->output_place, &p->cotangents);
}

bool primitive_of_program(Store *store, const Program *program, uint32_t inputs, Primitive *p) {
  *p = (Primitive){.store = store, .file = "", .ulps = PRIMITIVE_ULPS, .format = &format_double};
  Definition *definition = calloc(1, sizeof *definition);
  TypeId *context = calloc((size_t)program->length + 1, sizeof *context);
  if (definition == NULL || context == NULL) {
    free(definition);
    free(context);
    return false;
  }
  for (uint32_t k = 0; k < program->length; k++) context[k] = program->context[k];
  definition->program = *program;
  definition->program.context = context;
  p->module = (Module){.definitions = definition, .count = 1};
  p->definition = definition;
  if (!make_places(p, inputs, type_node(&store->types, program->type)->dim)) return false;
  find_places_of_reals(p);
  return true;
}

static Status measure(Reading *r) {
  Primitive *p = r->primitive;
  const Program *program = &p->definition->program;
  const Entry *header = &r->entry[0];
  uint64_t inputs = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    uint32_t dim = type_node(&p->store->types, program->context[k])->dim;
    if (dim == TYPE_NOT_FLAT) return reading_fail(r, header, "the arguments of a primitive are first-order", "");
    inputs += dim;
  }
  uint32_t outputs = type_node(&p->store->types, program->type)->dim;
  if (outputs == TYPE_NOT_FLAT) return reading_fail(r, header, "the result of a primitive is first-order", "");
  if (inputs > TYPE_MAX_LENGTH) return reading_fail(r, header, "limit: too many scalars", "");
  if (!make_places(p, (uint32_t)inputs, outputs)) return STATUS_LIMIT;
  const Entry *inactive = find_entry(r, "inactive");
  TRY(inactive == NULL ? STATUS_OK : read_inactive(r, inactive));
  find_places_of_reals(p);
  if (p->library != NULL && (p->library->arguments != program->length || count_reals(p) != program->length ||
                             p->inputs != program->length || outputs != 1 || p->cotangents != 1))
    return reading_fail(r, header,
                        "the arguments and the result of this library function are reals: ", p->library->formula);
  return STATUS_OK;
}

/* D(T1)2 * ... of the arguments that have one, nested to the left; 1_ for none. */
static TypeId tangent_type(const Primitive *p) {
  TypeId all = {0};
  for (uint32_t k = 0; k < p->definition->program.length; k++) {
    TypeId argument = p->definition->program.context[k];
    if (type_kind(&p->store->types, argument) == TYPE_INT || p->inactive[k]) continue;
    TypeId one = chad_tangent(p->store, CHAD_FORWARD, argument);
    all = type_is_none(all) ? one : type_linear_prod(&p->store->types, all, one);
  }
  return type_is_none(all) ? type_linear_unit(&p->store->types) : all;
}

/* The value paired with the rule as a linear function. */
static Status read_rule(Reading *r, const Entry *e, bool reverse) {
  Primitive *p = r->primitive;
  TypeTable *types = &p->store->types;
  const Program *value = &p->definition->program;
  Program *program = reverse ? &p->reverse : &p->forward;
  TypeId tangent = tangent_type(p), cotangent = chad_tangent(p->store, CHAD_FORWARD, value->type);
  TypeId domain = reverse ? cotangent : tangent, codomain = reverse ? tangent : cotangent, type = {0};
  TermId body;
  if (line_is_blank(r, e->text, e->end))
    return reading_fail(r, e, "expected a linear term, such as scale(2 * x; v)", "");
  TRY(read_term(r, e->text, e->end, true, domain, codomain, &body, &type));
  *program = *value; /* a working term, as the value in it is one; the rule's body is a definition */
  TermId rule = term_llam(p->store, domain, body);
  program->term = term_pair(p->store, value->term, rule);
  program->type = type_prod(types, value->type, type_lfun(types, domain, codomain));
  p->alone[reverse] = *program;
  p->alone[reverse].term = term_pair(p->store, term_unit(p->store), rule);
  p->alone[reverse].type = type_prod(types, type_unit(types), type_lfun(types, domain, codomain));
  TRY(store_take_status(p->store));
  Status status = linear_infer_cartesian(p->store, program->context, program->length, program->term, &type);
  if (status == STATUS_OK && !type_equal(type, program->type)) status = STATUS_ILL_TYPED;
  if (status != STATUS_OK) return reading_fail(r, e, "the rule has not the type that it should have", "");
  *(reverse ? &p->has_vjp : &p->has_jvp) = true;
  return STATUS_OK;
}

/* ------------------------------------------------------------- conditions -- */

typedef struct Split {
  size_t at, after; /* of the sign in the file */
  Relation relation;
  bool swapped; /* > and >= */
} Split;

/* The first sign of comparison outside brackets. */
static bool find_relation(const Reading *r, size_t begin, size_t end, bool equation, Split *split) {
  int depth = 0;
  for (size_t i = begin; i < end; i++) {
    char c = r->file[i], next = i + 1 < end ? r->file[i + 1] : ' ';
    if (c == '(' || c == '[') depth++;
    if (c == ')' || c == ']') depth--;
    if (depth != 0) continue;
    if (c == '-' && next == '>') {
      i++;
      continue;
    }
    bool wide = next == '=';
    if (c == '<' || c == '>') {
      *split = (Split){i, i + (wide ? 2 : 1), wide ? RELATION_LESS_EQUAL : RELATION_LESS, c == '>'};
      return !equation;
    }
    if (c == '/' && wide) {
      *split = (Split){i, i + 2, RELATION_NOT_EQUAL, false};
      return !equation;
    }
    if (c == '=') {
      *split = (Split){i, i + 1, RELATION_EQUAL, false};
      return equation;
    }
  }
  return false;
}

static Status read_condition(Reading *r, const Entry *e, size_t end, bool equation, Condition *condition) {
  Split split;
  TypeId left = {0}, right = {0};
  TermId t = TERM_NONE_ID, s = TERM_NONE_ID;
  const Program *value = &r->primitive->definition->program;
  if (!find_relation(r, e->text, end, equation, &split))
    return reading_fail(r, e, equation ? "expected `t = s`" : "expected a comparison, < <= > >= or /=, such as `x > 0`",
                        "");
  if (line_is_blank(r, e->text, split.at) || line_is_blank(r, split.after, end))
    return reading_fail(r, e, "a side of the condition is missing", "");
  Status status = read_term(r, e->text, split.at, false, (TypeId){0}, (TypeId){0}, &t, &left);
  if (status == STATUS_OK) status = read_term(r, split.after, end, false, (TypeId){0}, left, &s, &right);
  if (status != STATUS_OK) return status;
  if (type_kind(&r->primitive->store->types, left) != TYPE_REAL || !type_equal(left, right))
    return reading_fail(r, e, "the two sides are real, or real^n", "");
  *condition = (Condition){.relation = split.relation, .left = *value, .right = *value, .line = e->line};
  condition->left.term = split.swapped ? s : t;
  condition->right.term = split.swapped ? t : s;
  condition->left.type = condition->right.type = left;
  return STATUS_OK;
}

/* The first such character outside brackets, or the end. */
static size_t find_outside(const Reading *r, char wanted, size_t begin, size_t end) {
  int depth = 0;
  for (size_t i = begin; i < end; i++) {
    if (r->file[i] == '(' || r->file[i] == '[') depth++;
    if (r->file[i] == ')' || r->file[i] == ']') depth--;
    if (depth == 0 && r->file[i] == wanted) return i;
  }
  return end;
}

static bool text_is(const Reading *r, size_t begin, size_t end, const char *word) {
  while (begin < end && isspace((unsigned char)r->file[begin])) begin++;
  while (begin < end && isspace((unsigned char)r->file[end - 1])) end--;
  return end - begin == strlen(word) && memcmp(r->file + begin, word, end - begin) == 0;
}

static Status read_gradient(Reading *r, const Entry *e, size_t begin, size_t end, Program *gradient) {
  Primitive *p = r->primitive;
  TypeId type = {0};
  if (line_is_blank(r, begin, end)) return reading_fail(r, e, "expected a gradient", "");
  *gradient = p->definition->program;
  Status status = read_term(r, begin, end, false, (TypeId){0}, (TypeId){0}, &gradient->term, &type);
  if (status != STATUS_OK) return status;
  gradient->type = type;
  uint32_t dim = type_node(&p->store->types, type)->dim, count = 0;
  uint32_t *places = dim == TYPE_NOT_FLAT ? NULL : calloc((size_t)dim + 1, sizeof *places);
  bool good = places != NULL && real_places(p->store, type, 0, places, &count) && count == dim && dim == p->tangents;
  free(places);
  return good ? STATUS_OK : reading_fail(r, e, "the gradient has one real for each real of the arguments", "");
}

static Status read_kink(Reading *r, const Entry *e, Kink *kink) {
  size_t colon = find_outside(r, ':', e->text, e->end);
  if (colon == e->end) return reading_fail(r, e, "expected `t = s : gradient by convention`, or `t = s : any`", "");
  Status status = read_condition(r, e, colon, true, &kink->where);
  if (status == STATUS_OK && text_is(r, colon + 1, e->end, "any")) {
    kink->any = true;
    return STATUS_OK;
  }
  for (size_t at = colon + 1; status == STATUS_OK && at <= e->end;) {
    size_t end = find_outside(r, ';', at, e->end);
    if (kink->gradients == KINK_VALUES) return reading_fail(r, e, "limit: too many gradients", "");
    status = read_gradient(r, e, at, end, &kink->gradient[kink->gradients++]);
    at = end + 1;
  }
  return status;
}

/* -------------------------------------------------------- other lines -- */

static bool is_blank(const char *text) { return text[strspn(text, " \t\r\n\v\f")] == '\0'; }

/* `count` numbers, and nothing after them but a comment. */
static bool read_numbers(const Reading *r, const Entry *e, int count, double *numbers) {
  char text[256], *rest = text;
  if (!entry_text(r, e, text, sizeof text)) return false;
  for (int k = 0; k < count; k++) {
    char *at = rest;
    numbers[k] = strtod(at, &rest);
    if (rest == at) return false;
  }
  return is_blank(rest);
}

static Status read_ulps(Reading *r, const Entry *e) {
  double *ulps = &r->primitive->ulps;
  bool good = read_numbers(r, e, 1, ulps) && *ulps >= 1 && *ulps <= 0x1p40;
  return good ? STATUS_OK : reading_fail(r, e, "ulps is a number from 1 to 2^40", "");
}

static Status read_range(Reading *r, const Entry *e) {
  double *range = r->primitive->range;
  bool good = read_numbers(r, e, 2, range) && range[0] >= 0 && range[0] <= range[1] && range[1] > 0;
  return good ? STATUS_OK : reading_fail(r, e, "range is two numbers: where |x| is between them", "");
}

static Status read_accuracy(Reading *r, const Entry *e) {
  double *digits = &r->primitive->accuracy;
  bool good = read_numbers(r, e, 1, digits) && *digits >= 1 && *digits <= 16;
  return good ? STATUS_OK : reading_fail(r, e, "accuracy is a number of decimal digits from 1 to 16", "");
}

static Status read_precision(Reading *r, const Entry *e) {
  bool single = text_is(r, e->text, e->end, "single");
  if (!single && !text_is(r, e->text, e->end, "double")) return reading_fail(r, e, "precision is single or double", "");
  r->primitive->format = single ? &format_single : &format_double;
  return STATUS_OK;
}

static Status read_other_sizes(Reading *r, const Entry *e) {
  char text[256], name[32], digits[10];
  int used = 0, more = 0;
  PrimitiveSize *size = NULL;
  if (!entry_text(r, e, text, sizeof text)) return reading_fail(r, e, "limit: the line is too long", "");
  if (sscanf(text, " %31[A-Za-z0-9_] =%n", name, &used) == 1 && used > 0) {
    for (uint32_t k = 0; k < r->primitive->size_count; k++) {
      if (strcmp(r->primitive->size[k].name, name) == 0) size = &r->primitive->size[k];
    }
  }
  if (size == NULL) return reading_fail(r, e, "expected `sizes = n = 0 1 4` for a size of the header", "");
  const char *at = text + used;
  for (; sscanf(at, " %9[0-9]%n", digits, &more) == 1; at += more) {
    unsigned long value = strtoul(digits, NULL, 10);
    if (size->other_count == PRIMITIVE_SIZE_VALUES || value > TYPE_MAX_LENGTH)
      return reading_fail(r, e, "limit: too many", "");
    size->others[size->other_count++] = (uint32_t)value;
  }
  if (!is_blank(at)) return reading_fail(r, e, "sizes are whole numbers", "");
  return size->other_count > 0 ? STATUS_OK : reading_fail(r, e, "no size is given", "");
}

static Status read_where(Reading *r, const Entry *e, bool equation, Condition *conditions, uint32_t *count) {
  if (*count == PRIMITIVE_CONDITIONS) return reading_fail(r, e, "limit: too many conditions", "");
  Status status = read_condition(r, e, e->end, equation, &conditions[*count]);
  if (status == STATUS_OK) ++*count;
  return status;
}

static Status read_one_kink(Reading *r, const Entry *e) {
  Primitive *p = r->primitive;
  if (p->kink_count == PRIMITIVE_CONDITIONS) return reading_fail(r, e, "limit: too many conditions", "");
  Status status = read_kink(r, e, &p->kink[p->kink_count]);
  if (status == STATUS_OK) p->kink_count++;
  return status;
}

/* A line of no kind: perhaps one misspelt. */
static Status fail_word(Reading *r, const Entry *e) {
  static const char *const words[] = {"value",     "jvp",      "vjp",      "domain",   "kink",   "branch",
                                      "removable", "inactive", "linear",   "bilinear", "limits", "ulps",
                                      "precision", "range",    "accuracy", "sizes"};
  char word[40], nearest[300], all[300] = "; there are";
  (void)snprintf(word, sizeof word, "%.*s", (int)(e->word < 39 ? e->word : 39), r->file + e->begin);
  Suggestion near = suggestion_of(word);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t used = strlen(all);
    (void)snprintf(all + used, sizeof all - used, "%s %s", i == 0 ? "" : ",", words[i]);
    suggest(&near, words[i]);
  }
  return reading_fail(r, e, "unknown word", suggestion_text(&near, all, nearest, sizeof nearest));
}

static Status read_entry(Reading *r, const Entry *e) {
  Primitive *p = r->primitive;
  if (word_is(r, e, "value"))
    return find_entry(r, "value") == e ? STATUS_OK : reading_fail(r, e, "there are two values", "");
  if (word_is(r, e, "inactive"))
    return find_entry(r, "inactive") == e ? STATUS_OK
                                          : reading_fail(r, e, "name all inactive arguments in one line", "");
  if (word_is(r, e, "jvp")) return p->has_jvp ? reading_fail(r, e, "there are two jvp", "") : read_rule(r, e, false);
  if (word_is(r, e, "vjp")) return p->has_vjp ? reading_fail(r, e, "there are two vjp", "") : read_rule(r, e, true);
  static const char *const once[] = {"ulps", "range", "accuracy", "precision"};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
    if (word_is(r, e, once[i]) && find_entry(r, once[i]) != e)
      return reading_fail(r, e, "there are two lines of ", once[i]);
  }
  static const char *const bare[] = {"linear", "bilinear", "limits"};
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
    if (word_is(r, e, bare[i]) && !line_is_blank(r, e->begin + e->word, e->end))
      return reading_fail(r, e, "a claim has no text: ", bare[i]);
  }
  if (word_is(r, e, "ulps")) return read_ulps(r, e);
  if (word_is(r, e, "range")) return read_range(r, e);
  if (word_is(r, e, "accuracy")) return read_accuracy(r, e);
  if (word_is(r, e, "precision")) return read_precision(r, e);
  if (word_is(r, e, "sizes")) return read_other_sizes(r, e);
  if (word_is(r, e, "kink")) return read_one_kink(r, e);
  if (word_is(r, e, "domain")) return read_where(r, e, false, p->domain, &p->domain_count);
  if (word_is(r, e, "removable") && (p->inputs != 1 || !p->is_real[0]))
    return reading_fail(r, e, "removable is for a primitive of one real input", "");
  if (word_is(r, e, "removable")) return read_where(r, e, true, p->removable, &p->removable_count);
  if (word_is(r, e, "branch")) return read_where(r, e, true, p->branch, &p->branch_count);
  if (word_is(r, e, "linear") || word_is(r, e, "bilinear")) {
    *(word_is(r, e, "linear") ? &p->linear : &p->bilinear) = true;
    return STATUS_OK;
  }
  if (word_is(r, e, "limits")) {
    p->limits = true;
    return STATUS_OK;
  }
  return fail_word(r, e);
}

/* Where the entry's text begins, which may be in a line after that of its word; without a text, its word. */
static PrimitivePlace place_of(const Reading *r, const Entry *e) {
  size_t at = e->text, start = e->begin;
  PrimitivePlace place = {.line = e->line};
  for (; at < e->end; at++) {
    if (!isspace((unsigned char)r->file[at])) break;
    if (r->file[at] != '\n') continue;
    place.line++;
    start = at + 1;
  }
  if (at >= e->end || e == &r->entry[0]) return (PrimitivePlace){e->line, 1};
  place.column = (uint32_t)(at - start) + 1;
  return place;
}

static void find_places(Reading *r) {
  static const struct {
    const char *word;
    PrimitiveText text;
  } words[] = {{"value", PRIMITIVE_VALUE},   {"jvp", PRIMITIVE_JVP},   {"vjp", PRIMITIVE_VJP},
               {"domain", PRIMITIVE_DOMAIN}, {"kink", PRIMITIVE_KINK}, {"linear", PRIMITIVE_CLAIM},
               {"bilinear", PRIMITIVE_CLAIM}};
  PrimitivePlace *place = r->primitive->place;
  place[PRIMITIVE_HEADER] = place_of(r, &r->entry[0]);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const Entry *e = find_entry(r, words[i].word);
    if (e != NULL && place[words[i].text].line == 0) place[words[i].text] = place_of(r, e);
  }
}

Status primitive_read(Store *store, const char *file, const char *text, size_t length, const SizeOverride *overrides,
                      uint32_t override_count, Primitive *primitive, TextError *error) {
  *primitive =
      (Primitive){.store = store, .file = file, .name = NULL, .ulps = PRIMITIVE_ULPS, .format = &format_double};
  memset(error, 0, sizeof *error);
  Reading *r = reading_new(primitive, text, length, error);
  if (r == NULL) return STATUS_LIMIT;
  Status status = reading_split(r);
  if (status == STATUS_OK) status = read_header(r, overrides, override_count);
  if (status == STATUS_OK) status = measure(r);
  for (uint32_t k = 1; k < r->count && status == STATUS_OK; k++) status = read_entry(r, &r->entry[k]);
  if (status == STATUS_OK) find_places(r);
  free(r);
  return status;
}

bool primitive_takes(const Primitive *primitive, const double *x) {
  for (uint32_t i = 0; i < primitive->inputs; i++) {
    if (!primitive->is_real[i] && !(fabs(x[i]) <= 0x1p53 && x[i] == trunc(x[i]))) return false;
  }
  return true;
}

const Definition *primitive_wider(const Primitive *primitive) {
  const Definition *wider = text_find(primitive->store, &primitive->wider, NULL);
  return wider != NULL ? wider : primitive->definition;
}

void primitive_free(Primitive *primitive) {
  text_free_module(&primitive->module);
  text_free_module(&primitive->wider);
  free(primitive->input_place);
  free(primitive->output_place);
  free(primitive->is_real);
  free(primitive->inactive);
  free(primitive->scales);
  free(primitive->name);
  primitive->input_place = primitive->output_place = NULL;
  primitive->is_real = primitive->inactive = primitive->scales = NULL;
  primitive->name = NULL;
}
