/* adjudge maps: the laws of the adjoint on every linear map of combinatory AD up to a
 * size; the laws of Frechet derivatives and adjoints on terms drawn. */
#include "verify/campaign/account.h"
#include "verify/cli/commands.h"
#include "verify/laws/combinatory/maps.h"
#include "verify/laws/frechet/cost.h"
#include "verify/laws/frechet/equations.h"

#include <inttypes.h>
#include <string.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define DEFAULT_SIZE 3
#define DEFAULT_INSTANCES 100

/* Whether the law was asked for. */
static bool wanted(const Arguments *arguments, const char *law) {
  const char *only = options_text(arguments, "law", law);
  return strcmp(only, law) == 0;
}

/* ------------------------------------------------------------ combinatory -- */

static void check_combinatory(const Arguments *arguments, Store *store, Account *account) {
  static const char *const laws[] = {"COMB-ADJ", "COMB-INV"};
  uint64_t largest = options_count(arguments, "size", DEFAULT_SIZE);
  CombinatoryMaps all = {0};
  if (!wanted(arguments, laws[0]) && !wanted(arguments, laws[1])) return;
  for (uint32_t size = 1; size <= largest; size++) {
    uint64_t before = all.maps;
    if (combinatory_maps_check(store, size, &all) != STATUS_OK) {
      account_missing(account, "limit: memory ran out at maps of size %" PRIu32, size);
      return;
    }
    fprintf(arguments->out, "size %" PRIu32 ": %" PRIu64 " maps\n", size, all.maps - before);
  }
  for (int law = 0; law < 2; law++) {
    fprintf(arguments->out, "%s  decided %" PRIu64 ", refuted %" PRIu64 "\n", laws[law], all.proved[law],
            all.refuted[law]);
  }
  if (all.witness[0] != '\0') fprintf(arguments->out, "REFUTED: %s\n", all.witness);
  account->refuted = account->refuted || all.refuted[0] + all.refuted[1] != 0;
  if (all.undecided != 0) account_undecided(account, "COMB-*: %" PRIu64 " instances", all.undecided);
  if (all.proved[0] == 0 || all.proved[1] == 0) account_undecided(account, "COMB-*: no instance was decided");
}

/* ---------------------------------------------------------------- Frechet -- */

typedef struct Counts {
  uint64_t proved, empty, refuted, undecided, domain, limit; /* `empty` of those decided: 0 = 0 */
  uint64_t compared;                                         /* coordinates of those decided */
  uint64_t first;                                            /* refuted */
  char shown[FR_SHOWN];
} Counts;

static void count(Counts *counts, Status status, const FrInstance *instance, uint64_t k) {
  bool decided = status == STATUS_OK;
  counts->proved += decided && instance->outcome == FR_EQUAL;
  counts->empty += decided && instance->outcome == FR_EQUAL && !instance->telling;
  counts->compared += decided ? instance->compared : 0;
  counts->undecided += decided && instance->outcome == FR_UNKNOWN;
  counts->domain += status == STATUS_DOMAIN;
  counts->limit += !decided && status != STATUS_DOMAIN;
  if (decided && instance->outcome == FR_DIFFERENT && counts->refuted++ == 0) {
    counts->first = k;
    memcpy(counts->shown, instance->shown, sizeof counts->shown);
  }
}

static void report(const Arguments *arguments, const char *law, const Counts *counts, Account *account) {
  fprintf(arguments->out, "%-16s decided %" PRIu64, law, counts->proved);
  if (counts->empty != 0) fprintf(arguments->out, " (%" PRIu64 " of them 0 = 0)", counts->empty);
  fprintf(arguments->out, " by %" PRIu64 " numbers, refuted %" PRIu64, counts->compared, counts->refuted);
  if (counts->undecided != 0) fprintf(arguments->out, ", undecided %" PRIu64, counts->undecided);
  if (counts->domain != 0) fprintf(arguments->out, ", nowhere defined %" PRIu64, counts->domain);
  if (counts->limit != 0) fprintf(arguments->out, ", too large %" PRIu64, counts->limit);
  fputc('\n', arguments->out);
  if (counts->refuted != 0)
    fprintf(arguments->out, "REFUTED %s: instance %" PRIu64 ": %s\n", law, counts->first, counts->shown);
  account->refuted = account->refuted || counts->refuted != 0;
  if (counts->undecided != 0) account_undecided(account, "%s: %" PRIu64 " instances", law, counts->undecided);
  if (counts->proved + counts->refuted == 0) account_undecided(account, "%s: no instance was decided", law);
}

static void check_equations(const Arguments *arguments, Store *store, Ring *ring, Arena *arena, Account *account) {
  uint64_t instances = options_count(arguments, "instances", DEFAULT_INSTANCES);
  for (int e = 0; e < FR_EQUATION_COUNT; e++) {
    Counts counts = {0};
    const char *law = frechet_equation_law((FrEquation)e);
    if (!wanted(arguments, law) || instances == 0) continue;
    for (uint64_t k = 0; k < instances; k++) {
      FrInstance instance;
      Status status = frechet_equation_decide(store, ring, arena, (FrEquation)e, k, &instance);
      count(&counts, status, &instance, k);
    }
    report(arguments, law, &counts, account);
  }
}

static void check_relations(const Arguments *arguments, Store *store, Account *account) {
  FrRelations found;
  if (!wanted(arguments, "FR-RED")) return;
  if (frechet_relations_check(store, FR_MOST_RELATION, &found) != STATUS_OK) {
    account_missing(account, "FR-RED: limit: memory ran out");
    return;
  }
  fprintf(arguments->out,
          "FR-RED           all %" PRIu64 " relations between index sets of up to %u elements: refuted %" PRIu64 "\n",
          found.relations, FR_MOST_RELATION, found.refuted);
  if (found.relations == 0) account_undecided(account, "FR-RED: no relation was decided");
  if (found.refuted == 0) return;
  account->refuted = true;
  fprintf(arguments->out, "REFUTED FR-RED: {");
  for (uint32_t i = 0, some = 0; i < found.first.nx * found.first.ny; i++) {
    if ((found.first.bits >> i & 1) != 0)
      fprintf(arguments->out, "%s(%u,%u)", some++ > 0 ? "," : "", i / found.first.ny + 1, i % found.first.ny + 1);
  }
  fprintf(arguments->out, "} from %u to %u\n", found.first.nx, found.first.ny);
}

static void print_products(FILE *out, const FrProducts *found) {
  fprintf(out, " %9" PRIu64 " %9" PRIu64 " %9" PRIu64, found->formal, found->realised, found->adjoint);
}

/* COST-TENSOR, with what a dense Jacobian costs beside it. */
static void check_cost(const Arguments *arguments, Store *store, Account *account) {
  static const uint32_t sizes[][3] = {
      {1, 1, 1},       {3, 2, 1},       {3, 2, 4},       {10, 1000, 1},   {1000, 10, 1},
      {1000, 1000, 1}, {1000, 1000, 3}, {1000000, 1, 1}, {1, 1000000, 1}, {1000000, 1000000, 1}};
  FILE *out = arguments->out;
  if (!wanted(arguments, "COST-TENSOR")) return;
  fputs("COST-TENSOR      products in the derivative of b sin(a.x), b in R^m, a in R^n, at one vector\n", out);
  fprintf(out, "%24s  by the rules: %27s %15s\n", "", "as a tensor:", "dense:");
  fprintf(out, "%9s %9s %4s %9s %9s %9s %9s %9s %9s %14s\n", "m", "n", "rank", "formal", "realised", "adjoint",
          "formal", "realised", "adjoint", "m n");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    FrCost cost;
    if (frechet_cost_tensor(store, sizes[i][0], sizes[i][1], sizes[i][2], &cost) != STATUS_OK) {
      account_missing(account, "COST-TENSOR: limit: memory ran out");
      return;
    }
    fprintf(out, "%9" PRIu32 " %9" PRIu32 " %4" PRIu32, cost.m, cost.n, cost.rank);
    print_products(out, &cost.rules);
    print_products(out, &cost.tensor);
    fprintf(out, " %14" PRIu64 "\n", cost.dense);
    if (cost.right) continue;
    fputs("REFUTED COST-TENSOR: not n + 1, n + 1 + m, m + 1 + n, rank times that\n", out);
    account->refuted = true;
  }
}

static void check_frechet(const Arguments *arguments, Store *store, Account *account) {
  Arena arena;
  Ring *ring = frechet_ring_new();
  if (ring == NULL) {
    account_missing(account, "FR-*: limit: memory ran out");
    return;
  }
  arena_init(&arena, ARENA_BYTES);
  check_equations(arguments, store, ring, &arena, account);
  arena_free(&arena);
  ring_destroy(ring);
  check_relations(arguments, store, account);
  check_cost(arguments, store, account);
}

static bool known(const char *law) {
  static const char *const others[] = {"COMB-ADJ", "COMB-INV", "COST-TENSOR"};
  for (int i = 0; i < 3; i++) {
    if (law == NULL || strcmp(others[i], law) == 0) return true;
  }
  for (int e = 0; e < FR_EQUATION_COUNT; e++) {
    if (strcmp(frechet_equation_law((FrEquation)e), law) == 0) return true;
  }
  return false;
}

static ExitCode run_maps(const Arguments *arguments) {
  uint64_t largest = options_count(arguments, "size", DEFAULT_SIZE);
  const char *law = options_text(arguments, "law", NULL);
  if (largest == 0 || largest > COMBINATORY_MAPS_SIZE) {
    cli_error(arguments, "option --size: from 1 to %u", COMBINATORY_MAPS_SIZE);
    return EXIT_USAGE;
  }
  if (!known(law)) {
    cli_error(arguments, "no law '%s' about maps: COMB-ADJ, COMB-INV, COST-TENSOR, and FR-* of `adjudge laws`", law);
    return EXIT_USAGE;
  }
  Account account = {.refuted = false};
  Store *store = store_new(1024);
  if (store == NULL) {
    account_missing(&account, "limit: memory ran out");
  } else {
    check_combinatory(arguments, store, &account);
    check_frechet(arguments, store, &account);
    store_free(store);
  }
  account_print(&account, arguments->out);
  return (ExitCode)account_exit(&account, false);
}

static const Option maps_options[] = {
    {.name = "size", .kind = OPTION_COUNT, .value = "N", .help = "the largest combinatory map, in nodes (default: 3)"},
    {.name = "instances", .kind = OPTION_COUNT, .value = "N", .help = "of each law FR-* (default: 100)", .least = 1},
    {.name = "law", .kind = OPTION_TEXT, .value = "LAW", .help = "this law alone"},
    {.name = NULL},
};
static const char *const maps_examples[] = {"maps", "maps --size 5 --instances 1000", "maps --law FR-ADJ-COMP", NULL};
const Command command_maps = {
    .name = "maps",
    .summary = "prove the laws of linear maps and their adjoints, and of Frechet derivatives",
    .operands = "",
    .options = maps_options,
    .examples = maps_examples,
    .details = "The linear maps of combinatory AD up to a size, between seven types, sections and arguments being "
               "variables: <m x, w> = <x, Adj m w> (COMB-ADJ) and Adj (Adj m) = m (COMB-INV), by normal forms. "
               "Spaces, linear functions and functions of Frechet derivatives drawn at random, arguments being "
               "variables: the laws FR-*, each instance decided by normal forms; and FR-RED for all relations between "
               "index sets of up to 4 elements, at the vectors of a basis.  COST-TENSOR counts products.",
    .run = run_maps,
};
