#include "verify/cli/regions.h"

#include "verify/cli/session.h"
#include "verify/laws/kinks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Names {
  char (*text)[SYMBOLIC_NAME];
  const char **names;
  uint32_t count;
} Names;

/* An argument of one scalar by its name, of several with their flat places: x[0]. */
static bool name_inputs(Session *session, Names *names) {
  const Definition *definition = session->definition;
  const TypeTable *types = &session->store->types;
  for (uint32_t k = 0; k < definition->program.length; k++) {
    names->count += type_node(types, definition->program.context[k])->dim;
  }
  names->text = session_alloc(session, names->count, sizeof *names->text);
  names->names = session_alloc(session, names->count, sizeof *names->names);
  if (names->text == NULL || names->names == NULL) return false;
  uint32_t next = 0;
  for (uint32_t k = 0; k < definition->program.length; k++) {
    const char *name = name_text(session->store, definition->arguments[k]);
    uint32_t dim = type_node(types, definition->program.context[k])->dim;
    for (uint32_t i = 0; i < dim; i++, next++) {
      if (dim == 1)
        (void)snprintf(names->text[next], SYMBOLIC_NAME, "%.20s", name);
      else
        (void)snprintf(names->text[next], SYMBOLIC_NAME, "%.11s[%u]", name, i);
      names->names[next] = names->text[next];
    }
  }
  return true;
}

static void print_boundary(FILE *out, const Names *names, const char *point, const Boundary *boundary,
                           const Convention *convention) {
  (void)fprintf(out, "%s at %s", boundary_kind_name(boundary->kind), boundary->guard);
  switch (boundary->kind) {
  case BOUNDARY_KINK:
    (void)fprintf(out, ": values agree, derivatives by %s %s and %s", names->names[boundary->input], boundary->side[0],
                  boundary->side[1]);
    break;
  case BOUNDARY_JUMP: (void)fprintf(out, ": values %s and %s", boundary->side[0], boundary->side[1]); break;
  case BOUNDARY_SMOOTH: (void)fputs(": values and first derivatives agree", out); break;
  case BOUNDARY_EDGE:
  case BOUNDARY_UNDECIDED: break;
  }
  if (point[0] != '\0')
    (void)fprintf(out, ", at %s%s", point, boundary->rational ? "" : " (algebraic, as the solver encloses it)");
  if (convention->engines > 0)
    (void)fprintf(out, "; %s %s, which ",
                  convention->smooth     ? "the derivative is"
                  : convention->declared ? "declared convention"
                                         : "convention",
                  convention->text);
  if (convention->engines > 0 && convention->agreeing == convention->engines) (void)fputs("all engines give", out);
  if (convention->agreeing < convention->engines)
    (void)fprintf(out, "%u of %u runs of engines give", convention->agreeing, convention->engines);
  (void)fputc('\n', out);
}

static ExitCode exit_of(const Kinks *kinks) {
  bool open = kinks->atlas_status != STATUS_OK || kinks->atlas.limit || kinks->atlas.skipped > 0;
  for (uint32_t k = 0; k < kinks->atlas.count; k++) {
    open = open || kinks->atlas.boundaries[k].kind == BOUNDARY_UNDECIDED;
  }
  if (kinks->refuted > 0) return EXIT_REFUTED;
  return open || kinks->found == FOR_ALL_OPEN || kinks->found == FOR_ALL_GUARD || kinks->found == FOR_ALL_OUTSIDE
             ? EXIT_UNDECIDED
             : EXIT_HELD;
}

static ExitCode print_kinks(const Session *session, const Names *names, const Kinks *kinks) {
  FILE *out = session->arguments->out;
  Ring *ring = ring_symbolic_new(names->count == 0 ? 1 : names->count, 0, 1); /* for the names of inputs */
  for (uint32_t i = 0; ring != NULL && i < names->count; i++) symbolic_name_variable(ring, i, names->names[i]);
  for (uint32_t k = 0; k < kinks->sink.count; k++) {
    const RegionLine *line = &kinks->sink.lines[k];
    (void)fprintf(out, "%s %s: %s%s%s\n", line->boundary ? "boundary" : "region", line->guards, line->verdict,
                  line->point[0] != '\0' ? ", as at " : "", line->point);
  }
  for (uint32_t k = 0; ring != NULL && k < kinks->atlas.count; k++) {
    const Boundary *boundary = &kinks->atlas.boundaries[k];
    char point[ATLAS_TEXT] = "";
    if (boundary->point != NULL) point_text(ring, names->count, boundary->point, point, sizeof point);
    print_boundary(out, names, point, boundary, &kinks->conventions[k]);
  }
  if (kinks->atlas_status != STATUS_OK) (void)fprintf(out, "boundaries: %s\n", status_name(kinks->atlas_status));
  if (kinks->atlas.skipped > 0)
    (void)fprintf(out, "boundaries: %u pairs of regions not looked at\n", kinks->atlas.skipped);
  if (kinks->refuted > 0) (void)fprintf(out, "%llu law instances refuted\n", (unsigned long long)kinks->refuted);
  if (ring != NULL) ring_destroy(ring);
  return exit_of(kinks);
}

ExitCode run_regions(const Arguments *arguments) {
  Session session;
  Names names = {NULL, NULL, 0};
  ExitCode code = EXIT_USAGE;
  if (session_open_over(&session, arguments, RING_CHOICE_RATIONAL) && session_first_order(&session) &&
      name_inputs(&session, &names)) {
    Kinks kinks = {.found = FOR_ALL_OUTSIDE};
    Battery *battery = battery_new(session.store);
    Status status =
        battery == NULL ? STATUS_LIMIT : battery_kinks(battery, &session.definition->program, names.names, &kinks);
    if (status == STATUS_OK)
      code = print_kinks(&session, &names, &kinks);
    else {
      cli_error(arguments, "%s: %s: no regions", name_text(session.store, session.definition->name),
                status_name(status));
      code = EXIT_UNDECIDED;
    }
    if (battery != NULL && battery_lost(battery) && code != EXIT_REFUTED) {
      cli_error(arguments, "limit: the solver's process was lost: more may be decided another time");
      code = EXIT_UNDECIDED;
    }
    kinks_free(&kinks);
    battery_free(battery);
  }
  session_close(&session);
  return code;
}
