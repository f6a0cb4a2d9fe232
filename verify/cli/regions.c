#include "verify/cli/regions.h"

#include "verify/campaign/region_lines.h"
#include "verify/cli/session.h"

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

ExitCode run_regions(const Arguments *arguments) {
  Session session;
  InputNames names = {NULL, NULL, 0};
  ExitCode code = EXIT_USAGE;
  bool open = session_open_over(&session, arguments, RING_CHOICE_RATIONAL) && session_first_order(&session);
  bool named = open && input_names(session.store, session.definition, &names);
  if (open && !named) cli_error(arguments, "limit: more than %u scalars of input", TYPE_MAX_LENGTH);
  if (named) {
    Kinks kinks = {.found = FOR_ALL_OUTSIDE};
    Battery *battery = battery_new(session.store);
    Status status =
        battery == NULL ? STATUS_LIMIT : battery_kinks(battery, &session.definition->program, names.names, &kinks);
    if (status == STATUS_OK) {
      region_lines(arguments->out, &names, &kinks);
      code = exit_of(&kinks);
    } else {
      cli_error(arguments, "%s: %s: no regions", name_text(session.store, session.definition->name),
                status == STATUS_DOMAIN ? "defined and differentiable nowhere that was found" : status_name(status));
      code = EXIT_UNDECIDED;
    }
    if (battery != NULL && battery_lost(battery) && code != EXIT_REFUTED) {
      cli_error(arguments, "limit: the solver's process was lost: more may be decided another time");
      code = EXIT_UNDECIDED;
    }
    kinks_free(&kinks);
    battery_free(battery);
  }
  input_names_free(&names);
  session_close(&session);
  return code;
}
