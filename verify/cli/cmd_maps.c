/* adjudge maps: the laws of the adjoint on every linear map of combinatory AD up
 * to a size. */
#include "verify/cli/commands.h"
#include "verify/laws/combinatory_maps.h"

#include <inttypes.h>

static ExitCode check(const Arguments *arguments, Store *store) {
  uint64_t largest = options_count(arguments, "size", 3);
  CombinatoryMaps all = {0};
  if (largest == 0 || largest > COMBINATORY_MAPS_SIZE) {
    cli_error(arguments, "option --size: from 1 to %u", COMBINATORY_MAPS_SIZE);
    return EXIT_USAGE;
  }
  for (uint32_t size = 1; size <= largest; size++) {
    uint64_t before = all.maps;
    if (combinatory_maps_check(store, size, &all) != STATUS_OK) {
      cli_error(arguments, "limit: memory ran out");
      return EXIT_UNDECIDED;
    }
    fprintf(arguments->out, "size %" PRIu32 ": %" PRIu64 " maps\n", size, all.maps - before);
  }
  static const char *const laws[] = {"COMB-ADJ", "COMB-INV"};
  for (int law = 0; law < 2; law++) {
    fprintf(arguments->out, "%s  proved %" PRIu64 ", refuted %" PRIu64 "\n", laws[law], all.proved[law],
            all.refuted[law]);
  }
  if (all.undecided != 0) fprintf(arguments->out, "undecided: %" PRIu64 "\n", all.undecided);
  if (all.witness[0] != '\0') fprintf(arguments->out, "REFUTED: %s\n", all.witness);
  return all.refuted[0] + all.refuted[1] != 0 ? EXIT_REFUTED : all.undecided != 0 ? EXIT_UNDECIDED : EXIT_HELD;
}

static ExitCode run_maps(const Arguments *arguments) {
  Store *store = store_new(1024);
  if (store == NULL) {
    cli_error(arguments, "limit: memory ran out");
    return EXIT_UNDECIDED;
  }
  ExitCode code = check(arguments, store);
  store_free(store);
  return code;
}

static const Option maps_options[] = {
    {.name = "size", .kind = OPTION_COUNT, .value = "N", .help = "the largest map, in nodes (default: 3)"},
    {.name = NULL},
};
static const char *const maps_examples[] = {"maps", "maps --size 5", NULL};
const Command command_maps = {
    .name = "maps",
    .summary = "prove the laws of the adjoint for every linear map up to a size",
    .operands = "",
    .options = maps_options,
    .examples = maps_examples,
    .details = "The linear maps of combinatory AD, between seven types, sections and arguments being variables: "
               "<m x, w> = <x, Adj m w> (COMB-ADJ) and Adj (Adj m) = m (COMB-INV), by normal forms.",
    .run = run_maps,
};
