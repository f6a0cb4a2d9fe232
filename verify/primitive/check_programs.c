/* PRIM-PROGRAM: the primitive as a function inside programs.
 *
 * A program t with a function f : A -> B in its context, f a primitive that captures
 * nothing, means `let f = \x. value in t`; that is the truth.  What the engines
 * differentiate is `let f = \x. p(x) in t`, p an operation of which nothing is known but
 * the rule (operation.h).  So the rule meets the rules of every engine: nested, under
 * map, captured in closures.
 *
 * A primitive of a type that operations have not goes through CHAD alone: D(t) with
 * D(f) = \x. (value, \v. rule), where f's own (co)tangent is put to 0 (forward) or left
 * out (reverse). */
#include "ad/chad/chad.h"
#include "verify/battery/battery.h"
#include "verify/enumerate/space.h"
#include "verify/primitive/check.h"
#include "verify/primitive/declared.h"
#include "verify/primitive/operation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_PROGRAMS 4000u /* looked at in order of size */
#define SMALL_MOST 150u      /* of them that use the primitive, checked */
#define RANDOM_PROGRAMS 100u
#define RANDOM_TRIES 2000u
#define REFUTED_ENOUGH 20u /* a wrong rule is wrong nearly everywhere, and takes longer: no proof succeeds */

typedef struct Programs {
  Campaign *c;
  Store *store;
  Space *space;
  Battery *battery;
  TypeId argument, function;       /* A, A -> B */
  TermId within;                   /* the value in the declared domain alone; none: it is everywhere */
  PrimitiveOperation operation[2]; /* with jvp, with vjp; none where there is no such rule */
  TypeId placed[5];                /* the context of a placement */
  Tally tally, total;
  Witness witness[LAW_COUNT];
} Programs;

/* ((T1 * T2) * ...) of the arguments. */
static TypeId argument_type(const Primitive *p) {
  TypeId all = p->definition->program.context[0];
  for (uint32_t k = 1; k < p->definition->program.length; k++)
    all = type_prod(&p->store->types, all, p->definition->program.context[k]);
  return all;
}

/* \x. body with the arguments that body names bound to the components of x. */
static TermId as_function(const Programs *s, TermId body) {
  const Program *program = &s->c->primitive->definition->program;
  uint32_t k = program->length;
  if (k == 1) return term_lam(s->store, NAME_NONE, s->argument, body);
  for (uint32_t i = k; i-- > 0;) { /* under x and i lets, x is identifier i */
    TermId component = term_var(s->store, i);
    for (uint32_t j = k - 1; j > i; j--) component = term_fst(s->store, component);
    if (i > 0) component = term_snd(s->store, component);
    body = term_let(s->store, NAME_NONE, component, body);
  }
  /* the body's identifiers are the k lets, x beyond them is not named */
  return term_lam(s->store, NAME_NONE, s->argument, body);
}

/* ---------------------------------------------------------- composing -- */

/* The list (((1, v1), ...), vn) of the context without f from that with it, or the other
 * way with 0 for f. */
static TermId without_function(Programs *s, uint32_t length, TermId list) {
  if (length == 1) return term_fst(s->store, list); /* f is the outermost */
  return term_pair(s->store, without_function(s, length - 1, term_fst(s->store, list)), term_snd(s->store, list));
}

static TermId with_zero(Programs *s, ChadMode mode, uint32_t length, TermId list) {
  if (length == 1) return term_pair(s->store, list, term_zero(s->store, chad_tangent(s->store, mode, s->function)));
  return term_pair(s->store, with_zero(s, mode, length - 1, term_fst(s->store, list)), term_snd(s->store, list));
}

/* let f = \x. (value, \v. rule) in let y = D(t) in (fst y, v -> snd y @ (v with 0)). */
static bool compose(Programs *s, const Engine *engine, const Program *t, Program *composed) {
  const Primitive *p = s->c->primitive;
  ChadMode mode = engine->reverse ? CHAD_REVERSE : CHAD_FORWARD;
  TypeId context[SPACE_MAX_CONTEXT];
  Program derivative;
  Store *store = s->store;
  if (engine->transform(store, t, context, &derivative) != STATUS_OK) return false;
  /* in D(t) f is the outermost identifier: bring it to the inside */
  TermId rule = as_function(s, engine->reverse ? p->reverse.term : p->forward.term);
  TermId closed = term_subst(store, derivative.term, t->length - 1, rule);
  TypeId rest = chad_context_tangent(store, mode, t->context + 1, t->length - 1);
  TermId call = term_snd(store, term_var(store, 0)), linear;
  TypeId domain = engine->reverse ? chad_tangent(store, mode, t->type) : rest;
  if (engine->reverse)
    linear =
        term_letv(store, term_lapp(store, call, term_lvar(store)), without_function(s, t->length, term_lvar(store)));
  else
    linear = term_lapp(store, call, with_zero(s, mode, t->length, term_lvar(store)));
  TermId pair = term_pair(store, term_fst(store, term_var(store, 0)), term_llam(store, domain, linear));
  TypeId codomain = engine->reverse ? rest : chad_tangent(store, mode, t->type);
  *composed = (Program){
      term_let(store, NAME_NONE, closed, pair), t->context + 1, t->length - 1,
      type_prod(&store->types, chad_primal(store, mode, t->type), type_lfun(&store->types, domain, codomain))};
  return composed->term.id != 0;
}

/* ------------------------------------------------------------ findings -- */

static void take_witness(Programs *s, const Program *t, LawId law) {
  PropertyResult *result = &s->c->report->result[PROPERTY_PROGRAM];
  const Witness *w = &s->witness[law];
  double cost = (double)term_size(s->store, t->term);
  Finding *finding = &result->finding[JUDGED_WRONG];
  if (!w->present || w->outcome != OUTCOME_REFUTED || (finding->present && finding->cost <= cost)) return;
  NameId names[SPACE_MAX_CONTEXT];
  for (uint32_t i = 0; i < t->length; i++) names[i] = text_context_name(s->store, i);
  names[0] = name_make(s->store, "f", 1);
  char *text = text_print_term(s->store, t, names, (TypeId){0}, (PrintStyle){.unicode = false, .width = 0});
  *finding = (Finding){.present = true, .cost = cost};
  (void)snprintf(finding->where, sizeof finding->where, "a program, f being %.40s", s->c->primitive->name);
  (void)snprintf(finding->what, sizeof finding->what, "%.200s, by %s of %s: %.100s", text == NULL ? "" : text,
                 law_info(law)->name, w->engine == 0 ? "the program" : engines[w->engine - 1]->name, w->what);
  (void)snprintf(finding->input, sizeof finding->input, "%s", w->input);
  (void)snprintf(finding->certain, sizeof finding->certain, "%s", w->expected);
  (void)snprintf(finding->found, sizeof finding->found, "%s", w->found);
  free(text);
}

/* let f = \x. body in t */
static Program with_function(const Programs *s, const Program *t, TermId body) {
  return (Program){term_subst(s->store, t->term, t->length - 1, as_function(s, body)), t->context + 1, t->length - 1,
                   t->type};
}

/* What engines are to make of t with the rule of one mode: a program, or for CHAD a derivative. */
static bool give_rule(Programs *s, const Program *t, bool reverse, Program *room, GivenRules *rules) {
  const Primitive *p = s->c->primitive;
  const PrimitiveOperation *operation = &s->operation[reverse];
  if (reverse ? !p->has_vjp : !p->has_jvp) return false;
  if (operation->op.id != 0) {
    *room = with_function(s, t, primitive_operation_term(operation));
    *(reverse ? &rules->with_reverse : &rules->with_forward) = room;
    return room->term.id != 0;
  }
  *(reverse ? &rules->reverse : &rules->forward) = room;
  return compose(s, reverse ? &chad_reverse : &chad_forward, t, room);
}

/* Asks the battery of the program with that value in the place of f. */
static void ask(Programs *s, const Program *t, TermId value, const GivenRules *rules) {
  const Program source = with_function(s, t, value);
  memset(&s->tally, 0, sizeof s->tally);
  memset(s->witness, 0, sizeof s->witness);
  battery_check_rules(s->battery, &source, rules, s->c->options->seed, &s->tally, s->witness);
}

/* A program that is nowhere in the domain says nothing of its derivative. */
static uint64_t passed_derivatives(const Tally *tally) {
  uint64_t passed = 0;
  for (int slot = 0; slot < LAW_ENGINES; slot++)
    passed += outcomes_passed(tally->count[LAW_AD_FWD][slot]) + outcomes_passed(tally->count[LAW_AD_REV][slot]);
  return passed;
}

/* Refuted outside of the domain, where the rules claim nothing, says nothing: the program is asked again there alone.
 */
static bool check_program(Programs *s, const Program *t) {
  PropertyResult *result = &s->c->report->result[PROPERTY_PROGRAM];
  Program forward, reverse;
  GivenRules rules = {0};
  if (term_occurrences(s->store, t->term, t->length - 1) == 0) return false;
  bool has_forward = give_rule(s, t, false, &forward, &rules), has_reverse = give_rule(s, t, true, &reverse, &rules);
  if (!has_forward) rules.forward = rules.with_forward = NULL;
  if (!has_reverse) rules.reverse = rules.with_reverse = NULL;
  if (store_take_status(s->store) != STATUS_OK || (!has_forward && !has_reverse)) {
    result->count[JUDGED_UNDECIDED]++;
    return true;
  }
  ask(s, t, s->c->primitive->definition->program.term, &rules);
  bool within = s->tally.instances[OUTCOME_REFUTED] > 0 && s->within.id != 0;
  if (within) ask(s, t, s->within, &rules);
  if (campaign_stopped(s->c)) return false; /* of which what was found is not all */
  tally_add(&s->total, &s->tally);
  result->count[JUDGED_DIFFERS] += s->tally.instances[OUTCOME_DIFFERS] > 0;
  uint64_t refuted = s->tally.instances[OUTCOME_REFUTED];
  uint64_t passed = within ? passed_derivatives(&s->tally) : outcomes_passed(s->tally.instances);
  if (refuted > 0) {
    result->count[JUDGED_WRONG]++;
    for (int law = 0; law < LAW_COUNT; law++) take_witness(s, t, (LawId)law);
  } else if (passed > 0) {
    result->count[JUDGED_HOLDS]++;
  } else {
    result->count[JUDGED_UNDECIDED]++;
  }
  return true;
}

/* --------------------------------------------------------------- space -- */

/* Interrupted, or so many programs are refuted that more say nothing. */
static bool over(const Programs *s) {
  return campaign_stopped(s->c) || s->c->report->result[PROPERTY_PROGRAM].count[JUDGED_WRONG] >= REFUTED_ENOUGH;
}

/* ---------------------------------------------------------- placements -- */

/* Where small and random programs seldom put it: f : A -> B, x and y : A, all : A^2, c : real. */
static const struct {
  const char *text;
  bool same;   /* needs A = B */
  bool vector; /* needs B = real^n */
  bool many;   /* its result is B^2 */
} placements[] = {
    {"f x", false, false, false},
    {"f (f x)", true, false, false},
    {"f (f (f x))", true, false, false},
    {"let g = f in let z = g x in g y", false, false, false},
    {"let z = f x in z + (f y + z)", false, true, false},
    {"(\\z. f z) x", false, false, false},
    {"(\\g. g x) f", false, false, false},
    {"(\\g. g x + g y) (\\z. f z + f x)", false, true, false},
    {"let h = \\g. \\z. g (g z) in h f x", true, false, false},
    {"map (z. f z) all", false, false, true},
    {"map (z. f z + f x) all", false, true, true},
    {"map (z. f (f z)) all", true, false, true},
    {"build 2 (i. f (all ! i))", false, false, true},
    {"zipWith (z w. f z + f w) all all", false, true, true},
    {"if 0 < c then f x else f y", false, false, false},
    {"f (if c < 0 then x else y)", false, false, false},
    {"fold (b z. b + f z) (f x) all", false, true, false},
    {"fold (b z. f b) x all", true, false, false},
    {"iterate 3 (z. f z) x", true, false, false},
    {"c .* f x", false, true, false},
};
#define PLACEMENTS (sizeof placements / sizeof *placements)

/* Whether the types of f allow it. */
static bool allows_placement(const Programs *s, uint32_t k) {
  TypeId result = s->c->primitive->definition->program.type;
  if (placements[k].same && !type_equal(s->argument, result)) return false;
  return !placements[k].vector || type_kind(&s->store->types, result) == TYPE_REAL;
}

static bool read_placement(Programs *s, uint32_t k, Program *out) {
  TypeTable *types = &s->store->types;
  TypeId result = s->c->primitive->definition->program.type, type;
  static const char *const words[] = {"f", "x", "y", "all", "c"};
  NameId names[5];
  for (int i = 0; i < 5; i++) names[i] = name_make(s->store, words[i], strlen(words[i]));
  s->placed[0] = s->function, s->placed[1] = s->placed[2] = s->argument;
  s->placed[3] = type_array(types, s->argument, 2);
  s->placed[4] = type_real(types, 1);
  *out =
      (Program){.context = s->placed, .length = 5, .type = placements[k].many ? type_array(types, result, 2) : result};
  const TermText text = {.text = placements[k].text,
                         .length = strlen(placements[k].text),
                         .origin = "placement",
                         .context = s->placed,
                         .names = names,
                         .context_length = 5,
                         .expected = out->type};
  TextError error;
  return text_read_term(s->store, &text, &out->term, &type, &error) == STATUS_OK;
}

/* Each that the types of f allow; one that is not read all the same is a program of which nothing was decided. */
static void run_placements(Programs *s) {
  Program program;
  for (uint32_t k = 0; k < PLACEMENTS && !over(s); k++) {
    uint32_t mark = store_mark(s->store);
    if (allows_placement(s, k)) {
      if (read_placement(s, k, &program))
        (void)check_program(s, &program);
      else
        s->c->report->result[PROPERTY_PROGRAM].count[JUDGED_UNDECIDED]++;
    }
    store_release(s->store, mark);
  }
}

/* Programs of functions and arrays, and programs of tests, folds and arrays. */
typedef enum ProgramSpace { SPACE_FUNCTIONS, SPACE_CONTROL, PROGRAM_SPACES } ProgramSpace;

static bool open_space(Programs *s, ProgramSpace which, char *error, size_t size) {
  const Primitive *p = s->c->primitive;
  TypeTable *types = &s->store->types;
  char a[64], b[64], text[SPACE_ID_SIZE];
  if (type_print(types, s->argument, a, sizeof a) >= (int)sizeof a ||
      type_print(types, p->definition->program.type, b, sizeof b) >= (int)sizeof b)
    return false;
  bool scalar = type_equal(s->argument, type_real(types, 1)) && type_equal(p->definition->program.type, s->argument);
  bool same = strcmp(a, b) == 0, has_real = strcmp(a, "real") == 0 || strcmp(b, "real") == 0;
  const char *more_types[PROGRAM_SPACES] = {scalar ? ",real->real,real^2,Int" : "",
                                            scalar ? ",1+1,real^2,Int" : ",1+1"};
  const char *terms[PROGRAM_SPACES] = {scalar ? "let,lam,map,build,index" : "let,lam,pair,fst,snd",
                                       scalar ? "case,fold,build,index" : "case,pair,fst,snd"};
  const char *ops[PROGRAM_SPACES] = {scalar ? ",sum,2,#0" : "", scalar ? ",<,2,#0" : ",<"};
  (void)snprintf(text, sizeof text, "size=7;contexts=(%s)->%s,%s;types=%s%s%s%s%s;results=%s;terms=app,%s;ops=+,*%s", a,
                 b, a, a, same ? "" : ",", same ? "" : b, has_real ? "" : ",real", more_types[which], b, terms[which],
                 ops[which]);
  s->space = space_open(s->store, text, error, size);
  return s->space != NULL;
}

/* Which engines took part, and how many programs those refused that lack a construct. */
static void note_engines(Programs *s) {
  PropertyResult *result = &s->c->report->result[PROPERTY_PROGRAM];
  uint32_t deciding = 0, all = 0;
  uint64_t refused = 0;
  for (; engines[all] != NULL; all++) {
    uint64_t decided = 0;
    for (int law = 0; law < LAW_COUNT; law++) {
      const uint64_t *count = s->total.count[law][all + 1];
      bool derivative = law == LAW_AD_FWD || law == LAW_AD_REV;
      if (derivative) decided += outcomes_passed(count) + count[OUTCOME_REFUTED];
      refused += count[OUTCOME_REFUSED];
    }
    deciding += decided > 0;
  }
  const char *why = s->operation[0].reason != NULL ? s->operation[0].reason : s->operation[1].reason;
  (void)snprintf(result->reason, sizeof result->reason, "%u of %u engines, %llu times one lacks a construct%s%s",
                 deciding, all, (unsigned long long)refused,
                 why == NULL ? "" : "; CHAD alone: ", why == NULL ? "" : why);
}

static void run(Programs *s) {
  Campaign *c = s->c;
  SpaceCase program;
  Rank count = space_count(s->space);
  uint64_t small = 0;
  for (Rank k = 0; k < count && k < SMALL_PROGRAMS && small < SMALL_MOST && !over(s); k++) {
    uint32_t mark = store_mark(s->store);
    if (space_unrank(s->space, k, &program) == STATUS_OK && check_program(s, &program.program)) small++;
    store_release(s->store, mark);
  }
  uint64_t random = 0;
  for (uint64_t k = 0; k < RANDOM_TRIES && random < RANDOM_PROGRAMS && !over(s); k++) {
    uint32_t mark = store_mark(s->store);
    Rank index = space_random(s->space, c->options->seed, k);
    if (space_unrank(s->space, index, &program) == STATUS_OK && check_program(s, &program.program)) random++;
    store_release(s->store, mark);
  }
}

static bool applies(Campaign *c, const char **reason) {
  const Primitive *p = c->primitive;
  *reason = NULL;
  if (strcmp(c->rule->kind, "text") != 0) *reason = "a black box is no term: it stands in no program of the language";
  if (p->library != NULL) *reason = "a library function has no term: it stands in no program of the language";
  if (p->definition->program.length == 0 || p->tangents != p->inputs || p->cotangents != p->outputs)
    *reason = "Int arguments and results have no tangent to compose with";
  return *reason == NULL;
}

bool check_programs(Campaign *c) {
  PropertyResult *result = &c->report->result[PROPERTY_PROGRAM];
  const char *reason;
  char error[SPACE_ID_SIZE] = "its type is too large for a space of programs";
  if (!applies(c, &reason)) {
    (void)snprintf(result->reason, sizeof result->reason, "%s", reason);
    return true;
  }
  Programs *s = calloc(1, sizeof *s);
  if (s == NULL) return false;
  s->c = c;
  s->store = c->primitive->store;
  s->argument = argument_type(c->primitive);
  s->function = type_fun(&s->store->types, s->argument, c->primitive->definition->program.type);
  s->within = declared_value(c->primitive);
  s->battery = battery_new(s->store);
  bool good = s->battery != NULL;
  if (good) battery_stop_when(s->battery, c->options->stopped);
  if (c->primitive->has_jvp) primitive_operation_open(&s->operation[0], c->primitive, false);
  if (c->primitive->has_vjp) primitive_operation_open(&s->operation[1], c->primitive, true);
  bool opened = false;
  for (int which = 0; good && which < PROGRAM_SPACES; which++) {
    if (!open_space(s, (ProgramSpace)which, error, sizeof error)) continue;
    opened = true;
    run(s);
    space_close(s->space);
  }
  if (good) run_placements(s);
  if (opened)
    note_engines(s);
  else
    (void)snprintf(result->reason, sizeof result->reason, "%.390s", error);
  good = good && !battery_lost(s->battery);
  battery_free(s->battery);
  for (int mode = 0; mode < 2; mode++) primitive_operation_close(&s->operation[mode]);
  free(s);
  return good;
}
