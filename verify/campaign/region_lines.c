#include "verify/campaign/region_lines.h"

#include <stdlib.h>

bool input_names(const Store *store, const Definition *definition, InputNames *names) {
  const TypeTable *types = &store->types;
  const Program *program = &definition->program;
  *names = (InputNames){NULL, NULL, 0};
  for (uint32_t k = 0; k < program->length; k++) {
    uint32_t dim = type_node(types, program->context[k])->dim;
    if (dim > TYPE_MAX_LENGTH - names->count) return false; /* TYPE_NOT_FLAT is more than any */
    names->count += dim;
  }
  names->text = calloc((size_t)names->count + 1, sizeof *names->text);
  names->names = calloc((size_t)names->count + 1, sizeof *names->names);
  if (names->text == NULL || names->names == NULL) return false;
  uint32_t next = 0;
  for (uint32_t k = 0; k < program->length; k++) {
    const char *name = name_text(store, definition->arguments[k]);
    uint32_t dim = type_node(types, program->context[k])->dim;
    for (uint32_t i = 0; i < dim; i++, next++) {
      char component[16];
      (void)snprintf(component, sizeof component, dim == 1 ? "" : "[%u]", i);
      symbolic_component_name(name, k, component, names->text[next]);
      names->names[next] = names->text[next];
    }
  }
  return true;
}

void input_names_free(InputNames *names) {
  free(names->text);
  free(names->names);
  *names = (InputNames){NULL, NULL, 0};
}

static void print_boundary(FILE *out, const InputNames *names, const char *point, const Boundary *boundary,
                           const Convention *convention) {
  (void)fprintf(out, "%s at %s", boundary_kind_name(boundary->kind), boundary->guard);
  switch (boundary->kind) {
  case BOUNDARY_KINK:
    if (boundary->side[0][0] == '\0')
      (void)fputs(": values agree, derivatives do not", out);
    else
      (void)fprintf(out, ": values agree, derivatives by %s %s and %s", names->names[boundary->input],
                    boundary->side[0], boundary->side[1]);
    break;
  case BOUNDARY_JUMP:
    if (boundary->side[0][0] == '\0')
      (void)fputs(": values do not agree", out);
    else
      (void)fprintf(out, ": values %s and %s", boundary->side[0], boundary->side[1]);
    break;
  case BOUNDARY_SMOOTH: (void)fputs(": values and first derivatives agree", out); break;
  case BOUNDARY_EDGE:
  case BOUNDARY_UNDECIDED: break;
  }
  if (point[0] != '\0')
    (void)fprintf(out, ", at %s%s", point, boundary->rational ? "" : " (algebraic, as the solver encloses it)");
  if (convention->engines > 0)
    (void)fprintf(out, "; %s%s%s%s %s, which ",
                  convention->smooth     ? "the derivative"
                  : convention->declared ? "declared convention"
                                         : "convention",
                  names->count > 1 ? " by " : "", names->count > 1 ? names->names[boundary->input] : "",
                  convention->smooth ? " is" : "", convention->text);
  if (convention->engines > 0 && convention->agreeing == convention->engines) (void)fputs("all engines give", out);
  if (convention->agreeing < convention->engines)
    (void)fprintf(out, "%u of %u runs of engines give", convention->agreeing, convention->engines);
  (void)fputc('\n', out);
}

void region_lines(FILE *out, const InputNames *names, const Kinks *kinks) {
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
  if (kinks->atlas.limit) (void)fputs("boundaries: there are more regions than were looked at\n", out);
  if (kinks->atlas.skipped > 0)
    (void)fprintf(out, "boundaries: %u pairs of regions not looked at\n", kinks->atlas.skipped);
  if (kinks->refuted > 0) (void)fprintf(out, "%llu law instances refuted\n", (unsigned long long)kinks->refuted);
  if (ring != NULL) ring_destroy(ring);
}
