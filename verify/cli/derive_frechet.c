#include "verify/cli/derive_frechet.h"

#include "ad/frechet/frechet.h"
#include "ad/frechet/optimise.h"
#include "verify/truth/ring_symbolic.h"

#include <inttypes.h>
#include <string.h>

#define ATOMS 64u
#define LENGTH 400u

/* The rules that --simplify=rule,... names; all without it. */
static bool parse_rules(const Arguments *arguments, FrechetRules *rules) {
  const Given *given = options_nth(arguments, "simplify", 0);
  *rules = given->value == NULL ? FRECHET_RULES_ALL : 0;
  for (const char *text = given->value; text != NULL && *text != '\0';) {
    size_t length = strcspn(text, ",");
    FrechetRule rule = frechet_rule_find(text, length);
    if (rule == FRECHET_RULE_COUNT) {
      cli_error(arguments, "option --simplify: no rule is called '%.*s'; there are:", (int)length, text);
      for (int k = 0; k < FRECHET_RULE_COUNT; k++)
        fprintf(arguments->err, "  %-12s %s\n", frechet_rule_name((FrechetRule)k),
                frechet_rule_formula((FrechetRule)k));
      return false;
    }
    *rules |= (FrechetRules)1 << rule;
    text += length + (text[length] == ',' ? 1 : 0);
  }
  return true;
}

/* Whether no argument is called as x1, x2, .. of another. */
static bool components_apart(const Session *session) {
  const Definition *definition = session->definition;
  for (uint32_t k = 0; k < definition->program.length; k++) {
    const char *name = name_text(session->store, definition->arguments[k]);
    uint32_t dim = type_node(&session->store->types, definition->program.context[k])->dim;
    for (uint32_t other = 0; dim != 1 && other < definition->program.length; other++) {
      const char *beside = name_text(session->store, definition->arguments[other]);
      size_t length = strlen(name);
      bool begins = strncmp(beside, name, length) == 0 && beside[length] != '\0';
      if (begins && strspn(beside + length, "0123456789") == strlen(beside + length)) return false;
    }
  }
  return true;
}

/* Variables for the scalars of the arguments, in order: x for one scalar, x1, x2, .. for several, or x[0], x[1], ..
 * where another argument is called so. */
static Scalar *name_inputs(Session *session, Ring *ring, uint32_t inputs) {
  const Definition *definition = session->definition;
  Scalar *x = session_alloc(session, inputs, sizeof *x);
  bool apart = components_apart(session);
  uint32_t next = 0;
  for (uint32_t k = 0; x != NULL && k < definition->program.length; k++) {
    const char *name = name_text(session->store, definition->arguments[k]);
    uint32_t dim = type_node(&session->store->types, definition->program.context[k])->dim;
    for (uint32_t i = 0; i < dim && next < inputs; i++, next++) {
      char component[16], text[SYMBOLIC_NAME];
      (void)snprintf(component, sizeof component,
                     dim == 1 ? ""
                     : apart  ? "%" PRIu32
                              : "[%" PRIu32 "]",
                     apart ? i + 1 : i);
      symbolic_component_name(name, k, component, text);
      symbolic_name_variable(ring, next, text);
      x[next] = symbolic_variable(ring, next);
    }
  }
  return x;
}

/* The k-th of n arguments in the domain: a part of their sum, or of their pairs (x1, (x2, x3)); id of one alone. */
static HilMapId inclusion(HilTerms *terms, HilSpace dom, uint32_t k, uint32_t n) {
  if (n == 1) return hilmap_id(terms, dom);
  if (hil_width(&terms->spaces, dom) == n || k == 0) return hilmap_inj(terms, dom, k);
  HilMapId rest = hilmap_inj(terms, dom, 1);
  return hilmap_comp(terms, rest, inclusion(terms, hil_map(terms, rest)->dom, k - 1, n - 1));
}

/* The derivative by the arguments that are chosen, the others held constant: f'(x) . [iota_k], in reverse its adjoint.
 */
static Status restricted(const Frechet *f, const bool *chosen, uint32_t n, HilTerms *terms, HilMapId *m) {
  HilSpace dom = hil_fun(terms, f->f)->dom;
  HilMapId *parts = arena_array(terms->arena, (size_t)n + 1, sizeof *parts), whole;
  uint32_t count = 0;
  if (parts == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < n; k++)
    if (chosen[k]) parts[count++] = inclusion(terms, dom, k, n);
  if (count == n || hil_terms_status(terms) != STATUS_OK) return hil_terms_status(terms);
  whole = count == 1 ? parts[0] : hilmap_cotuple(terms, dom, hil_index_number(&terms->spaces, count), parts);
  Status status = f->reverse ? frechet_adjoint(terms, whole, &whole) : STATUS_OK;
  if (status == STATUS_OK) *m = f->reverse ? hilmap_comp(terms, whole, *m) : hilmap_comp(terms, *m, whole);
  return status == STATUS_OK ? hil_terms_status(terms) : status;
}

/* What is asked for: by which of the arguments, and rules that simplify. */
typedef struct Asked {
  const bool *chosen;
  uint32_t arguments;
  FrechetRules rules;
} Asked;

static Status optimised(const Asked *asked, Machine *machine, const Frechet *f, const Scalar *flat, HilTerms *terms,
                        HilMapId *out) {
  HilVector x, fx;
  HilMapId plain = {0};
  Status status = hil_terms_copy(&f->terms, machine->arena, terms);
  if (status == STATUS_OK) status = hil_read(machine, &terms->spaces, hil_fun(terms, f->f)->dom, &flat, &x);
  if (status == STATUS_OK)
    status = f->reverse ? frechet_affine_adjoint(machine, terms, f->f, &x, &fx, &plain)
                        : frechet_affine(machine, terms, f->f, &x, &fx, &plain);
  if (status == STATUS_OK) status = restricted(f, asked->chosen, asked->arguments, terms, &plain);
  if (status == STATUS_OK) status = frechet_optimise(machine, terms, asked->rules, plain, out, NULL);
  return status == STATUS_OK ? hil_map_check(terms, *out) : status;
}

static ExitCode show(Session *session, const Engine *engine, const Frechet *f, const Asked *asked, Ring *ring) {
  Machine machine = machine_make(session->store, ring, &session->arena);
  HilTerms terms;
  HilMapId term;
  const Scalar *x = name_inputs(session, ring, f->inputs);
  if (x == NULL) return EXIT_USAGE;
  Status status = optimised(asked, &machine, f, x, &terms, &term);
  if (status == STATUS_UNABLE)
    cli_error(session->arguments, "%s asks for a sign, which variables do not have",
              name_text(session->store, session->definition->name));
  else if (status != STATUS_OK)
    (void)session_failed(session, engine->name, status);
  if (status != STATUS_OK) return EXIT_USAGE;
  hil_map_print(&terms, &machine, session->store, term, session->arguments->out);
  fputc('\n', session->arguments->out);
  return EXIT_HELD;
}

ExitCode derive_frechet(Session *session, const Engine *engine) {
  Asked asked = {.arguments = session->definition->program.length};
  const void *derivative;
  const char *missing = "this construct";
  bool *chosen = session_alloc(session, asked.arguments, sizeof *chosen);
  if (chosen == NULL || !session_choose(session, "wrt", chosen)) return EXIT_USAGE;
  asked.chosen = chosen;
  if (!session_first_order(session) || !parse_rules(session->arguments, &asked.rules)) return EXIT_USAGE;
  Status status = engine->derive(session->store, &session->arena, &session->definition->program, &derivative, &missing);
  if (status == STATUS_UNABLE)
    cli_error(session->arguments, "%s has no rule for %s, which %s uses", engine->name, missing,
              name_text(session->store, session->definition->name));
  else if (status != STATUS_OK)
    (void)session_failed(session, engine->name, status);
  if (status != STATUS_OK) return EXIT_USAGE;
  const Frechet *f = derivative;
  Ring *ring = ring_symbolic_new(f->inputs == 0 ? 1 : f->inputs, ATOMS, LENGTH);
  if (ring == NULL) {
    cli_error(session->arguments, "limit: memory ran out");
    return EXIT_UNDECIDED;
  }
  ExitCode code = show(session, engine, f, &asked, ring);
  ring_destroy(ring);
  return code;
}
