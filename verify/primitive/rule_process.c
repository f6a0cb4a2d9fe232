/* Rules of another program, by JSON Lines over its standard input and output.
 *
 *   > {"id": 1, "call": "describe", "name": "softplus", "sizes": {"value": 1, "jvp": 1, "vjp": 1}}
 *   < {"id": 1, "offers": ["value", "jvp", "vjp"], "again": true}
 *   > {"id": 2, "call": "jvp", "batch": [{"args": [0.5], "seed": [1.0]}, ...]}
 *   < {"id": 2, "answers": [0.6224593312018546, ...]}
 *
 * An answer is a value of the result's shape (value, jvp), a list with one of each
 * real argument's shape (vjp), null where the function is undefined, {"error": "..."},
 * or {"flat": [...]} with as many numbers as `sizes` says.  Numbers may be strings: "0x1.8p+1", "inf", "nan".
 * A program that says "again" is kept for the next primitive: what is slow to start starts once. */
#include "semantics/text/characters.h"
#include "verify/primitive/rule.h"
#include "verify/primitive/wire.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MOST 7
#define SHOWN 120 /* bytes of a bad answer that are shown */

typedef struct ProcessRule {
  Rule rule;
  const Primitive *primitive;
  Child child;
  json_int_t id;
  char *words[WORDS_MOST + 1]; /* the command, to start it again */
  bool again;                  /* it may be asked to describe another primitive */
  bool lost;                   /* it gave no answer to the last request, not even that it refuses it */
} ProcessRule;

/* A program that has answered for one primitive, and waits for the next one with the same command. */
static struct {
  Child child;
  char *words[WORDS_MOST + 1];
} idle;

static bool complain(ProcessRule *self, const char *what, const char *detail) {
  (void)snprintf(self->rule.message, sizeof self->rule.message, "%s%s", what, detail);
  characters_show(self->rule.message);
  return false;
}

/* One request and the object that answers it; NULL with a complaint, the program's own where it has one. */
static json_t *ask(ProcessRule *self, json_t *request) {
  json_t *answer = wire_ask(&self->child, request, self->rule.timeout, self->rule.stopped);
  const char *error = json_string_value(json_object_get(answer, "error"));
  self->lost = answer == NULL;
  self->rule.refuses = error != NULL;
  self->rule.late = self->lost && self->child.late;
  if (self->lost) (void)complain(self, self->child.message, "");
  if (error == NULL) return answer;
  (void)complain(self, "the program refuses the request: ", error);
  json_decref(answer);
  return NULL;
}

/* ------------------------------------------------------------ numbers -- */

/* A type, and the same at sizes that are not 1: real^1 is real, but who wrote real^n has a list of one number. */
typedef struct Shape {
  TypeId type, wider;
} Shape;

static bool is_list(const TypeTable *types, TypeId type) {
  const TypeNode *node = type_node(types, type);
  return node->kind == TYPE_ARRAY || (node->kind == TYPE_REAL && node->n != 1);
}

static bool is_number(const TypeTable *types, Shape s) {
  return type_kind(types, s.type) == TYPE_REAL && !is_list(types, s.type) && !is_list(types, s.wider);
}

static uint32_t count_parts(const TypeTable *types, Shape s) {
  const TypeNode *node = type_node(types, s.type);
  return node->kind == TYPE_PROD ? 2 : node->kind == TYPE_UNIT ? 0 : node->n;
}

static Shape part(TypeTable *types, Shape s, uint32_t i) {
  const TypeNode *node = type_node(types, s.type), *wider = type_node(types, s.wider);
  if (node->kind == TYPE_PROD) {
    if (wider->kind != TYPE_PROD) wider = node;
    return i == 0 ? (Shape){node->a, wider->a} : (Shape){node->b, wider->b};
  }
  TypeId element = type_element(types, s.type);
  return (Shape){element, is_list(types, s.wider) ? type_element(types, s.wider) : element};
}

/* A value of the shape from doubles, *x moving on. */
static json_t *json_of_value(TypeTable *types, Shape s, const double **x) {
  if (type_kind(types, s.type) == TYPE_INT) return json_integer((json_int_t) * (*x)++);
  if (is_number(types, s)) return wire_number(*(*x)++);
  json_t *list = json_array();
  for (uint32_t i = 0, count = count_parts(types, s); i < count; i++)
    (void)json_array_append_new(list, json_of_value(types, part(types, s, i), x));
  return list;
}

/* Flat reals (and Ints, unless `tangent`) of a value of the shape; a list of one number may stand bare, and a number in
 * a list. */
static bool value_of_json(TypeTable *types, Shape s, bool tangent, const json_t *json, double **x) {
  TypeKind kind = type_kind(types, s.type);
  if (kind == TYPE_INT) return tangent || wire_read_number(json, (*x)++);
  if (is_number(types, s)) return wire_read_number(json_array_size(json) == 1 ? json_array_get(json, 0) : json, (*x)++);
  if (kind == TYPE_REAL && !is_list(types, s.type) && !json_is_array(json)) return wire_read_number(json, (*x)++);
  uint32_t count = count_parts(types, s);
  if (!json_is_array(json) || json_array_size(json) != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!value_of_json(types, part(types, s, i), tangent, json_array_get(json, i), x)) return false;
  }
  return true;
}

/* ------------------------------------------------------------- calls -- */

/* The arguments that have tangents: in order, Ints and inactive ones left out. */
static bool has_tangent(const Primitive *p, uint32_t k) {
  return type_kind(&p->store->types, p->definition->program.context[k]) != TYPE_INT && !p->inactive[k];
}

static Shape shape_of_argument(const Primitive *p, uint32_t k) {
  return (Shape){p->definition->program.context[k], primitive_wider(p)->program.context[k]};
}
static Shape shape_of_result(const Primitive *p) {
  return (Shape){p->definition->program.type, primitive_wider(p)->program.type};
}

/* A list with one value for each argument, or for each that has a tangent. */
static json_t *json_of_arguments(const Primitive *p, bool all, const double **x) {
  const Program *program = &p->definition->program;
  json_t *list = json_array();
  for (uint32_t k = 0; k < program->length; k++) {
    if (all || has_tangent(p, k))
      (void)json_array_append_new(list, json_of_value(&p->store->types, shape_of_argument(p, k), x));
  }
  return list;
}

static json_t *request_item(const Primitive *p, RuleCall what, const double *x, const double *seed) {
  json_t *item = json_object();
  (void)json_object_set_new(item, "args", json_of_arguments(p, true, &x));
  if (what == RULE_VJP)
    (void)json_object_set_new(item, "seed", json_of_value(&p->store->types, shape_of_result(p), &seed));
  if (what == RULE_JVP || what == RULE_JVP2 || what == RULE_JVP3 || what == RULE_PRIMAL)
    (void)json_object_set_new(item, "seed", json_of_arguments(p, false, &seed));
  if (what == RULE_JVP2 || what == RULE_JVP3)
    (void)json_object_set_new(item, "along", json_of_arguments(p, false, &seed));
  if (what == RULE_JVP3) (void)json_object_set_new(item, "beyond", json_of_arguments(p, false, &seed));
  if (what == RULE_ENCLOSURE) (void)json_object_set_new(item, "high", json_of_arguments(p, true, &seed));
  return item;
}

static bool read_answer(const Primitive *p, RuleCall what, const json_t *json, double *out) {
  const Program *program = &p->definition->program;
  double *x = out;
  if (what == RULE_ENCLOSURE) {
    bool two = json_is_array(json) && json_array_size(json) == 2;
    return two && value_of_json(&p->store->types, shape_of_result(p), false, json_array_get(json, 0), &x) &&
           value_of_json(&p->store->types, shape_of_result(p), false, json_array_get(json, 1), &x);
  }
  if (what != RULE_VJP)
    return value_of_json(&p->store->types, shape_of_result(p), what != RULE_VALUE && what != RULE_PRIMAL, json, &x);
  size_t next = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    if (has_tangent(p, k) &&
        !value_of_json(&p->store->types, shape_of_argument(p, k), true, json_array_get(json, next++), &x))
      return false;
  }
  return json_is_array(json) && json_array_size(json) == next;
}

static bool read_flat(const json_t *list, uint32_t size, double *out) {
  if (!json_is_array(list) || json_array_size(list) != size) return false;
  for (uint32_t i = 0; i < size; i++) {
    if (!wire_read_number(json_array_get(list, i), &out[i])) return false;
  }
  return true;
}

static RuleAnswer take_answer(ProcessRule *self, RuleCall what, const json_t *json, double *out) {
  uint32_t size = rule_answer_size(self->primitive, what);
  for (uint32_t i = 0; i < size; i++) out[i] = NAN;
  if (json_is_null(json)) return RULE_UNDEFINED;
  if (json_is_true(json_object_get(json, "unknown"))) return RULE_UNKNOWN;
  const char *error = json_string_value(json_object_get(json, "error"));
  if (error != NULL) {
    (void)complain(self, "the rule fails: ", error);
    return RULE_FAILED;
  }
  const json_t *flat = json_object_get(json, "flat");
  if (flat != NULL ? read_flat(flat, size, out) : read_answer(self->primitive, what, json, out)) return RULE_ANSWERED;
  char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
  char shown[SHOWN + 1];
  (void)snprintf(shown, sizeof shown, "%s", text == NULL ? "" : text);
  (void)complain(self, "the answer has the wrong shape: ", shown);
  free(text);
  return RULE_FAILED;
}

static bool call(Rule *rule, RuleCall what, uint32_t count, const double *x, const double *seed, double *out,
                 RuleAnswer *answers) {
  ProcessRule *self = (ProcessRule *)rule;
  const Primitive *p = self->primitive;
  uint32_t from = rule_seed_size(p, what), to = rule_answer_size(p, what);
  json_t *batch = json_array();
  for (uint32_t k = 0; k < count; k++)
    (void)json_array_append_new(batch, request_item(p, what, x + (size_t)k * p->inputs, seed + (size_t)k * from));
  json_t *request = json_pack("{s:I, s:s, s:o}", "id", ++self->id, "call", rule_call_name(what), "batch", batch);
  json_t *answer = ask(self, request);
  json_decref(request);
  if (answer == NULL) {
    child_stop(&self->child);
    return false;
  }
  const json_t *list = json_object_get(answer, "answers");
  bool good = json_is_array(list) && json_array_size(list) == count;
  if (!good) (void)complain(self, "the answer has no list `answers` with one answer a request", "");
  for (uint32_t k = 0; good && k < count; k++)
    answers[k] = take_answer(self, what, json_array_get(list, k), out + (size_t)k * to);
  json_decref(answer);
  return good;
}

/* The arguments of each point that the description lists. */
static bool read_points(ProcessRule *self, const json_t *points) {
  const Primitive *p = self->primitive;
  const Program *program = &p->definition->program;
  size_t count = json_array_size(points);
  free(self->rule.points);
  self->rule.point_count = 0;
  if (points != NULL && count == 0)
    return complain(self, "describe: `points` is no list of points, or an empty one", "");
  self->rule.points = points == NULL ? NULL : calloc(count * p->inputs + 1, sizeof(double));
  if (points != NULL && self->rule.points == NULL) return complain(self, "limit: out of memory", "");
  for (size_t i = 0; i < count; i++) {
    const json_t *point = json_array_get(points, i);
    double *at = self->rule.points + i * p->inputs, *x = at;
    bool good = json_array_size(point) == program->length;
    for (uint32_t k = 0; good && k < program->length; k++)
      good = value_of_json(&p->store->types, shape_of_argument(p, k), false, json_array_get(point, k), &x);
    if (!good || !primitive_takes(p, at))
      return complain(self, "describe: `points` has one that is no list of the arguments", "");
  }
  self->rule.point_count = (uint32_t)count;
  return true;
}

static bool describe(ProcessRule *self) {
  const Primitive *p = self->primitive;
  json_t *sizes = json_object();
  for (int k = 0; k < RULE_CALLS; k++)
    (void)json_object_set_new(sizes, rule_call_name((RuleCall)k),
                              json_integer((json_int_t)rule_answer_size(p, (RuleCall)k)));
  json_t *request =
      json_pack("{s:I, s:s, s:s, s:o}", "id", ++self->id, "call", "describe", "name", p->name, "sizes", sizes);
  json_t *answer = ask(self, request);
  json_decref(request);
  if (answer == NULL) return false;
  const json_t *offers = json_object_get(answer, "offers");
  memset(self->rule.offers, 0, sizeof self->rule.offers);
  for (size_t i = 0; i < json_array_size(offers); i++) {
    const char *name = json_string_value(json_array_get(offers, i));
    for (int k = 0; k < RULE_CALLS; k++) {
      if (name != NULL && strcmp(name, rule_call_name((RuleCall)k)) == 0) self->rule.offers[k] = true;
    }
  }
  self->again = json_is_true(json_object_get(answer, "again"));
  bool placed = read_points(self, json_object_get(answer, "points"));
  json_decref(answer);
  if (!placed) return false;
  bool any = self->rule.offers[RULE_VALUE] || self->rule.offers[RULE_JVP] || self->rule.offers[RULE_VJP];
  return any || complain(self, "describe: `offers` names none of value, jvp, vjp", "");
}

static bool start_new(ProcessRule *self) {
  child_stop(&self->child);
  if (!child_start(&self->child, (const char *const *)self->words))
    return complain(self, "the program cannot be started: ", strerror(errno));
  return describe(self);
}

static bool restart(Rule *rule) {
  ProcessRule *self = (ProcessRule *)rule;
  bool before[RULE_CALLS];
  memcpy(before, rule->offers, sizeof before);
  bool good = start_new(self);
  if (good && memcmp(before, rule->offers, sizeof before) != 0) {
    child_stop(&self->child);
    good = complain(self, "describe: other `offers` than before it was started again", "");
  }
  memcpy(rule->offers, before, sizeof before);
  return good;
}

static void free_words(char **words) {
  for (; *words != NULL; words++) free(*words), *words = NULL;
}

static void free_rule(Rule *rule) {
  ProcessRule *self = (ProcessRule *)rule;
  if (self->again && self->child.pid > 0) {
    Child before = idle.child;
    free_words(idle.words);
    memcpy(idle.words, self->words, sizeof idle.words);
    idle.child = self->child;
    self->child = before;
    self->words[0] = NULL;
  }
  child_stop(&self->child);
  free(self->child.buffer);
  free(self->rule.points);
  free_words(self->words);
  free(self);
}

/* The program that waits, if it is this one.  Of what the primitive before has made of it nothing is told: where it
 * does not answer, a new one is asked. */
static bool take_idle(ProcessRule *self) {
  size_t k = 0;
  while (self->words[k] != NULL && idle.words[k] != NULL && strcmp(self->words[k], idle.words[k]) == 0) k++;
  if (idle.child.pid == 0 || self->words[k] != NULL || idle.words[k] != NULL) return false;
  self->child = idle.child;
  idle.child = (Child){.to = -1, .from = -1};
  if (describe(self) || !self->lost) return true;
  self->rule.message[0] = '\0';
  return false;
}

Rule *rule_of_process(const Primitive *primitive, const char *kind, const char *const *words, double timeout,
                      bool (*stopped)(void)) {
  ProcessRule *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->primitive = primitive;
  for (size_t k = 0; k < WORDS_MOST && words[k] != NULL; k++) self->words[k] = strdup(words[k]);
  self->child.to = self->child.from = -1;
  self->rule =
      (Rule){.kind = kind, .call = call, .free = free_rule, .restart = restart, .timeout = timeout, .stopped = stopped};
  (void)signal(SIGPIPE, SIG_IGN);
  if (!take_idle(self)) (void)start_new(self);
  if (self->rule.message[0] != '\0') child_stop(&self->child);
  return &self->rule;
}
