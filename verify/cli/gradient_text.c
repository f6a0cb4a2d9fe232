#include "verify/cli/gradient_text.h"

#include "semantics/memory/text_stream.h"
#include "verify/cli/c_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an argument of F is, and by which names it goes. */
typedef enum Role { ROLE_CLAIMED, ROLE_OTHER, ROLE_SEED, ROLE_BEFORE, ROLE_VALUE } Role;
typedef struct Part {
  Role role;
  const json_t *of_primal, *of_gradient; /* as an argument of them; NULL: it is none */
  const json_t *output;                  /* CLAIMED: of g */
  uint32_t which;                        /* SEED, VALUE: of the results of f; BEFORE: the part of x */
} Part;

typedef struct Composition {
  Gradient *gradient;
  const json_t *primal_arguments, *primal_outputs, *arguments, *outputs;
  Part part[GRADIENT_MOST];
  uint32_t count;
  const json_t *seed[GRADIENT_MOST]; /* of each result of f */
  bool seeded, valued;               /* whether a result has a seed, or goes into g */
  FILE *out;
} Composition;

static bool fail(Composition *c, const char *before, const char *name, const char *after) {
  (void)snprintf(c->gradient->message, sizeof c->gradient->message, "%s'%.60s'%s", before, name, after);
  return false;
}

/* ----------------------------------------------------------- what goes with what */

/* Small letters and digits alone. */
static void plain(const char *name, char *out, size_t room) {
  size_t used = 0;
  for (; *name != '\0' && used + 1 < room; name++) {
    if (isalnum((unsigned char)*name)) out[used++] = (char)tolower((unsigned char)*name);
  }
  out[used] = '\0';
}

bool gradient_is_named_after(const char *output, const char *argument) {
  static const char *const forms[] = {"%sb", "b%s", "d%s", "%sd", "g%s", "%sg", "grad%s", "%sgrad", "%sbar", "adj%s"};
  char found[80], base[60], wanted[80];
  plain(output, found, sizeof found);
  plain(argument, base, sizeof base);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    size_t used = 0; /* the forms have one %s each */
    for (const char *f = forms[i]; *f != '\0' && used + 1 < sizeof wanted; f++) {
      if (*f == '%')
        f++, used += (size_t)snprintf(wanted + used, sizeof wanted - used, "%s", base);
      else
        wanted[used++] = *f, wanted[used] = '\0';
    }
    if (strcmp(found, wanted) == 0) return true;
  }
  return false;
}

static const json_t *find_named(const json_t *list, const char *name) {
  size_t k;
  const json_t *entry;
  json_array_foreach(list, k, entry) {
    if (strcmp(c_text(entry, "name"), name) == 0) return entry;
  }
  return NULL;
}

static size_t index_of(const json_t *list, const json_t *entry) {
  size_t k = 0;
  while (k < json_array_size(list) && json_array_get(list, k) != entry) k++;
  return k;
}

/* An array is as long as the one of both that uses more of it. */
static int longer(const json_t *a, const json_t *b) {
  int first = a == NULL ? -1 : c_length(a), second = b == NULL ? -1 : c_length(b);
  return first > second ? first : second;
}

/* A pointer of which one cell is used may stand for an array of one, by subscripts or not. */
static bool is_as_long(const json_t *a, int length) {
  int own = c_length(a);
  return own == length || (own <= 1 && length <= 1);
}

static bool is_claimed(const Composition *c, const json_t *output) {
  for (uint32_t k = 0; k < c->count; k++) {
    if (c->part[k].output == output) return true;
  }
  return false;
}

static Part *add(Composition *c, Role role, const json_t *of_primal, const json_t *of_gradient) {
  static Part nowhere;
  Part *part = c->count < GRADIENT_MOST ? &c->part[c->count++] : &nowhere;
  *part = (Part){.role = role, .of_primal = of_primal, .of_gradient = of_gradient};
  return part;
}

/* Of what the primal itself gives, or returns, no derivative is claimed. */
static bool is_value(const Composition *c, const json_t *output) {
  return c_text(output, "name")[0] == '\0' || find_named(c->primal_outputs, c_text(output, "name")) != NULL;
}

static bool is_after_result(const Composition *c, const char *name) {
  size_t k;
  const json_t *result;
  json_array_foreach(c->primal_outputs, k, result) {
    const char *of = c_text(result, "name");
    if (gradient_is_named_after(name, of[0] == '\0' ? c_text(c->gradient->primal, "name") : of)) return true;
  }
  return false;
}

static bool is_taken(const Composition *c, const json_t *argument) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (c->part[i].of_primal == argument) return true;
  }
  return false;
}

/* Whether the output may be the derivative by the argument: none of both goes with another, and the lengths are one. */
static bool may_claim(const Composition *c, const json_t *argument, const json_t *output) {
  if (is_taken(c, argument) || is_value(c, output) || is_claimed(c, output)) return false;
  return is_as_long(output, longer(argument, find_named(c->arguments, c_text(argument, "name"))));
}

static void add_claim(Composition *c, const json_t *argument, const json_t *output) {
  add(c, ROLE_CLAIMED, argument, find_named(c->arguments, c_text(argument, "name")))->output = output;
}

/* How many arguments the output may be the derivative by, as it is called. */
static uint32_t count_named(const Composition *c, const json_t *output) {
  size_t k;
  const json_t *argument;
  uint32_t count = 0;
  json_array_foreach(c->primal_arguments, k, argument) count +=
      may_claim(c, argument, output) && gradient_is_named_after(c_text(output, "name"), c_text(argument, "name"));
  return count;
}

/* What is called after one argument goes with it; dg, of d and g, with the one that no other output is of. */
static bool claim_by_name(Composition *c) {
  size_t k, n;
  const json_t *argument, *output;
  for (bool more = true; more;) {
    more = false;
    json_array_foreach(c->primal_arguments, k, argument) {
      json_array_foreach(c->outputs, n, output) {
        bool named = gradient_is_named_after(c_text(output, "name"), c_text(argument, "name"));
        if (!named || !may_claim(c, argument, output) || count_named(c, output) != 1) continue;
        add_claim(c, argument, output);
        more = true;
      }
    }
  }
  json_array_foreach(c->outputs, n, output) {
    if (count_named(c, output) > 1)
      return fail(c, "", c_text(output, "name"), " is called as the derivative by more than one argument");
  }
  return true;
}

/* Each argument of f with its output: by name, else the next of the same length. */
static bool claim(Composition *c) {
  size_t k, n;
  const json_t *argument, *output;
  if (!claim_by_name(c)) return false;
  json_array_foreach(c->primal_arguments, k, argument) {
    json_array_foreach(c->outputs, n, output) {
      const char *candidate = c_text(output, "name");
      if (is_after_result(c, candidate) || find_named(c->primal_arguments, candidate) != NULL) continue;
      if (may_claim(c, argument, output)) add_claim(c, argument, output);
    }
  }
  return c->count > 0 ||
         fail(c, "no output of ", c_text(c->gradient->gradient, "name"), " has the length of an argument");
}

/* That nothing is claimed of an argument is no oversight: an output that is called as its derivative has its length. */
static bool has_its_length(Composition *c, const json_t *argument) {
  size_t k;
  const json_t *output;
  json_array_foreach(c->outputs, k, output) {
    const char *name = c_text(output, "name");
    if (gradient_is_named_after(name, c_text(argument, "name")) && !is_claimed(c, output) && !is_value(c, output))
      return fail(c, "", name, " is called as a derivative, and has not the length of what it would be by");
  }
  return true;
}

/* Nor is a parameter that is called so left as it was. */
static bool is_written(Composition *c, const json_t *argument) {
  size_t k;
  const json_t *parameter;
  json_array_foreach(json_object_get(c->gradient->gradient, "parameters"), k, parameter) {
    const char *name = json_string_value(parameter);
    bool used = find_named(c->arguments, name) != NULL || find_named(c->outputs, name) != NULL;
    if (!used && find_named(c->primal_arguments, name) == NULL &&
        gradient_is_named_after(name, c_text(argument, "name")))
      return fail(c, "", name, " is called as a derivative, and is never written");
  }
  return true;
}

/* Where nothing is claimed of an argument, and outputs that claim nothing. */
static bool take_rest(Composition *c) {
  Gradient *g = c->gradient;
  size_t k;
  const json_t *argument, *output;
  json_array_foreach(c->primal_arguments, k, argument) {
    if (is_taken(c, argument)) continue;
    if (!has_its_length(c, argument) || !is_written(c, argument)) return false;
    (void)add(c, ROLE_OTHER, argument, find_named(c->arguments, c_text(argument, "name")));
    if (g->unclaimed_count < GRADIENT_MOST) g->unclaimed[g->unclaimed_count++] = c_text(argument, "name");
  }
  json_array_foreach(c->outputs, k, output) {
    if (!is_claimed(c, output) && g->unjudged_count < GRADIENT_MOST) g->unjudged[g->unjudged_count++] = output;
  }
  return true;
}

/* The next result of f without a seed that has the length; by name first. */
static bool seed_result(Composition *c, const json_t *argument) {
  for (int by_name = 1; by_name >= 0; by_name--) {
    for (uint32_t k = 0; k < json_array_size(c->primal_outputs) && k < GRADIENT_MOST; k++) {
      const json_t *result = json_array_get(c->primal_outputs, k);
      const char *of = c_text(result, "name")[0] == '\0' ? c_text(c->gradient->primal, "name") : c_text(result, "name");
      bool named = gradient_is_named_after(c_text(argument, "name"), of);
      if (c->seed[k] != NULL || !is_as_long(result, c_length(argument)) || (by_name != 0 && !named)) continue;
      c->seed[k] = argument;
      add(c, ROLE_SEED, NULL, argument)->which = k;
      return c->seeded = true;
    }
  }
  return fail(c, "what is the argument ", c_text(argument, "name"),
              "? it is none of the primal, and no seed of a result");
}

/* An argument that f writes its result in the place of: what stands in its derivative before is that result's seed. */
static bool seed_in_place(Composition *c, const json_t *argument, uint32_t claimed) {
  const char *place = c_text(c->part[claimed].of_primal, "name");
  for (uint32_t k = 0; k < json_array_size(c->primal_outputs) && k < GRADIENT_MOST; k++) {
    const json_t *result = json_array_get(c->primal_outputs, k);
    if (strcmp(c_text(result, "name"), place) != 0 || !is_as_long(result, c_length(argument))) continue;
    c->seed[k] = argument;
    add(c, ROLE_SEED, NULL, argument)->which = k;
    return c->seeded = true;
  }
  return false;
}

/* The part that this argument of g is the claim of, as it stood before; `count` if there is none. */
static uint32_t find_claim(const Composition *c, const json_t *argument) {
  const json_t *output = find_named(c->outputs, c_text(argument, "name"));
  uint32_t of = 0;
  while (of < c->count && (output == NULL || c->part[of].output != output)) of++;
  return of;
}

/* What an argument of g that is none of f is: it is called as a result, and is its value; what stood in an output
 * before; or a seed. */
static Role role_of(const Composition *c, const json_t *argument) {
  const json_t *result = find_named(c->primal_outputs, c_text(argument, "name"));
  if (find_claim(c, argument) < c->count) return ROLE_BEFORE;
  return result != NULL ? ROLE_VALUE : ROLE_SEED;
}

static bool is_shared(const Composition *c, const json_t *argument) {
  return find_named(c->primal_arguments, c_text(argument, "name")) != NULL;
}

static bool take_role(Composition *c, Role role, bool in_place, const json_t *argument) {
  uint32_t claimed = find_claim(c, argument);
  if (role == ROLE_SEED) return seed_result(c, argument);
  if (role == ROLE_BEFORE && in_place && seed_in_place(c, argument, claimed)) return true;
  const json_t *result = find_named(c->primal_outputs, c_text(argument, "name"));
  if (role == ROLE_VALUE && !is_as_long(result, c_length(argument)) && c_length(argument) > c_length(result))
    return fail(c, "", c_text(argument, "name"), " is called as a result, and is longer than that");
  add(c, role, NULL, argument)->which = role == ROLE_BEFORE ? claimed : (uint32_t)index_of(c->primal_outputs, result);
  c->valued = c->valued || role == ROLE_VALUE;
  return true;
}

/* The other arguments of g.  Where the seeds are fewer than the results, what stood before is a seed too. */
static bool take_seeds(Composition *c) {
  size_t k;
  const json_t *argument;
  static const Role turns[] = {ROLE_VALUE, ROLE_BEFORE, ROLE_SEED};
  size_t results = json_array_size(c->primal_outputs), seeds = 0;
  json_array_foreach(c->arguments, k, argument) seeds += !is_shared(c, argument) && role_of(c, argument) == ROLE_SEED;
  for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
    json_array_foreach(c->arguments, k, argument) {
      if (is_shared(c, argument) || role_of(c, argument) != turns[t]) continue;
      if (!take_role(c, turns[t], seeds < results, argument)) return false;
    }
  }
  for (k = 0; k < results && k < GRADIENT_MOST; k++) {
    if (c->seed[k] == NULL && (c->seeded || results > 1 || c_length(json_array_get(c->primal_outputs, 0)) >= 0))
      return fail(c, "the gradient has no seed for the result ", c_text(json_array_get(c->primal_outputs, k), "name"),
                  "");
  }
  return c->count < GRADIENT_MOST ||
         fail(c, "limit: too many arguments of ", c_text(c->gradient->gradient, "name"), "");
}

/* ------------------------------------------------------------------ the text */

/* In the specification an argument has the name that it has in g, or else in f. */
static const char *target(const Part *part) {
  return c_text(part->of_gradient != NULL ? part->of_gradient : part->of_primal, "target");
}

static void write_in_line(const char *text, FILE *out) {
  for (const char *c = text; *c != '\0'; c++) (void)fputc(*c == '\n' ? ' ' : *c, out);
}

/* A result of f as g reads it: all of it or its first cell, of an array or of a real. */
static void write_given(const Composition *c, const Part *part) {
  bool real = c_length(json_array_get(c->primal_outputs, part->which)) < 0, as_real = c_length(part->of_gradient) < 0;
  bool all = real == as_real;
  (void)fprintf(c->out, "let %s = %sp%u'%s in ", c_text(part->of_gradient, "target"), all || as_real ? "" : "[",
                part->which,
                all    ? ""
                : real ? "]"
                       : " ! 0");
}

/* let (p1', (p2', p3')) = the results of a function in */
static void write_results(const Composition *c, const json_t *function, char letter) {
  size_t count = json_array_size(json_object_get(function, "outputs"));
  (void)fputs("let ", c->out);
  for (size_t k = 0; k < count; k++)
    (void)fprintf(c->out, "%s%s%c%zu'", k > 0 ? ", " : "", k + 1 < count ? "(" : "", letter, k);
  for (size_t k = 1; k < count; k++) (void)fputc(')', c->out);
  (void)fputs(" = (", c->out);
  for (uint32_t k = 0; k < c->count; k++) {
    const Part *part = &c->part[k];
    const json_t *own = function == c->gradient->primal ? part->of_primal : part->of_gradient;
    bool first = own != NULL && c_length(own) < 0 && longer(part->of_primal, part->of_gradient) > 1;
    if (part->role == ROLE_VALUE && own != NULL)
      write_given(c, part);
    else if (own != NULL && (first || strcmp(c_text(own, "target"), target(part)) != 0))
      (void)fprintf(c->out, "let %s = %s%s in ", c_text(own, "target"), target(part), first ? " ! 0" : "");
  }
  write_in_line(c_text(function, "body"), c->out);
  (void)fputs(") in ", c->out);
}

static void write_header(const Composition *c) {
  (void)fprintf(c->out, "primitive %s", c_text(c->gradient->gradient, "name"));
  for (uint32_t k = 0; k < c->count; k++) {
    const Part *part = &c->part[k];
    int length = longer(part->of_primal, part->of_gradient);
    if (part->role == ROLE_VALUE) continue;
    (void)fprintf(c->out, length < 0 ? " (%s : real)" : " (%s : real^%d)", target(part), length);
  }
  (void)fputs(" : real\n", c->out);
  bool any = false;
  for (uint32_t k = 0; k < c->count; k++) {
    if (c->part[k].role != ROLE_OTHER) continue;
    (void)fprintf(c->out, "%s %s", any ? "" : "inactive =", target(&c->part[k]));
    any = true;
  }
  if (any) (void)fputc('\n', c->out);
}

static void write_product(const Composition *c, const char *plus, int length, const char *a, const char *b) {
  (void)fprintf(c->out, length < 0 ? "%s%s * %s" : "%sdot %s %s", plus, a, b);
}

/* s . r + b . x */
static void write_value(const Composition *c) {
  const char *plus = "";
  char result[32];
  (void)fputs("value = ", c->out);
  write_results(c, c->gradient->primal, 'p');
  if (!c->seeded) (void)fputs("p0'", c->out), plus = " + ";
  for (uint32_t k = 0; k < c->count; k++) {
    const Part *part = &c->part[k];
    if (part->role != ROLE_SEED && part->role != ROLE_BEFORE) continue;
    (void)snprintf(result, sizeof result, "p%u'", part->which);
    write_product(c, plus, c_length(part->of_gradient), target(part),
                  part->role == ROLE_SEED ? result : target(&c->part[part->which]));
    plus = " + ";
  }
  (void)fputc('\n', c->out);
}

/* Whether the rule has a cotangent of it. */
static bool is_active(const Part *part) { return part->role != ROLE_OTHER && part->role != ROLE_VALUE; }

/* Of each argument, pairs nested to the left: g's output, r of a seed, x of what stood there before. */
static void write_rule(const Composition *c) {
  bool first = true;
  uint32_t active = 0;
  for (uint32_t k = 0; k < c->count; k++) active += is_active(&c->part[k]);
  (void)fputs("vjp = ", c->out);
  if (c->seeded || c->valued) write_results(c, c->gradient->primal, 'p');
  write_results(c, c->gradient->gradient, 'g');
  for (uint32_t k = 1; k < active; k++) (void)fputc('(', c->out);
  for (uint32_t k = 0; k < c->count; k++) {
    const Part *part = &c->part[k];
    char term[80];
    if (!is_active(part)) continue;
    if (part->role == ROLE_CLAIMED) (void)snprintf(term, sizeof term, "g%zu'", index_of(c->outputs, part->output));
    if (part->role == ROLE_SEED) (void)snprintf(term, sizeof term, "p%u'", part->which);
    if (part->role == ROLE_BEFORE) (void)snprintf(term, sizeof term, "%s", target(&c->part[part->which]));
    int length = longer(part->of_primal, part->of_gradient);
    (void)fprintf(c->out, "%s%s(%s; v)%s", first ? "" : ", ", length < 0 ? "scale" : "along", term, first ? "" : ")");
    first = false;
  }
  (void)fputc('\n', c->out);
}

static void describe(const Composition *c) {
  Gradient *g = c->gradient;
  for (uint32_t k = 0; k < c->count; k++) {
    const Part *part = &c->part[k];
    const json_t *own = part->of_gradient != NULL ? part->of_gradient : part->of_primal;
    if (part->role == ROLE_VALUE) continue;
    g->argument[g->count++] = (GradientArgument){c_text(own, "name"), longer(part->of_primal, part->of_gradient),
                                                 part->output, part->role == ROLE_SEED};
  }
}

char *gradient_text(Gradient *gradient, size_t *length) {
  Composition c = {.gradient = gradient,
                   .primal_arguments = json_object_get(gradient->primal, "arguments"),
                   .primal_outputs = json_object_get(gradient->primal, "outputs"),
                   .arguments = json_object_get(gradient->gradient, "arguments"),
                   .outputs = json_object_get(gradient->gradient, "outputs")};
  char *text = NULL;
  if (!claim(&c) || !take_rest(&c) || !take_seeds(&c)) return NULL;
  describe(&c);
  c.out = text_stream_open(&text, length);
  if (c.out == NULL) return NULL;
  write_header(&c);
  write_value(&c);
  write_rule(&c);
  if (fclose(c.out) == 0) return text;
  free(text);
  return NULL;
}
