/* adjudge import: programs of other languages as text of this one. */
#include "verify/cli/imports.h"
#include "verify/cli/session.h"

#include <stdlib.h>

static ExitCode run_import(const Arguments *arguments) {
  uint32_t refused = 0;
  uint64_t sized = 0, more_sized;
  for (uint32_t i = 0; i < arguments->operand_count; i++) {
    size_t length;
    NotRead more = {0};
    Store *store = store_new((uint32_t)1 << 10);
    char *text = NULL;
    if (store == NULL)
      cli_error(arguments, "limit: out of memory");
    else
      text = import_read(arguments, store, arguments->operands[i], IMPORT_FOR_READING, &length, &more, &more_sized);
    store_free(store);
    if (text == NULL) return EXIT_USAGE;
    (void)fwrite(text, 1, length, arguments->out);
    free(text);
    refused += more.count;
    sized |= more_sized;
  }
  if (!session_sizes_known(arguments, sized)) return EXIT_USAGE;
  if (refused == 0) return EXIT_HELD;
  cli_error(arguments, "incomplete: %u program%s not read", refused, refused == 1 ? " was" : "s were");
  return EXIT_INCOMPLETE;
}

static const Option import_options[] = {
    OPTION_FUNCTION,
    {.name = "size", .kind = OPTION_TEXT, .repeated = true, .value = "n=3", .help = "fix a whole number of C's"},
    {.name = NULL},
};
static const char *const import_examples[] = {"import benchmarks.fpcore > benchmarks.adj",
                                              "import f.ks",
                                              "import f.cad",
                                              "import f.frechet",
                                              "import f.notes",
                                              "import f.c --function f",
                                              "import f.c --size n=4",
                                              NULL};
const Command command_import = {
    .name = "import",
    .summary = "programs of FPCore, of *.ks, *.cad, *.frechet and *.notes, and functions in C, as definitions",
    .operands = "FILE.fpcore|FILE.ks|FILE.cad|FILE.frechet|FILE.notes|FILE.c...",
    .options = import_options,
    .examples = import_examples,
    .details =
        "Every command that reads programs reads *.fpcore, *.ks, *.cad, *.frechet, *.notes and *.c files; this one\n"
        "shows what they are read as. The meaning is over the reals. The inside of :pre is the domain. Programs that "
        "the language "
        "cannot\n"
        "say are refused with their places, and then the exit code is 4; 2 if they are asked for by --function.\n"
        "Of ksc: the lengths of an argument's arrays are sizes, 3 or that of --size; gdef is read over, edef and\n"
        "rule are refused.\n"
        "Of caddie: types are found over the whole file, and what is left open is real; lengths of arrays are sizes;\n"
        "red is refused.\n"
        "Of *.frechet, functions on Hilbert spaces point-free: a space is its numbers; the engines frechet-forward "
        "and\n"
        "frechet-reverse take the function as it was read. Definitions with tensors in their argument or result are\n"
        "parts of others, and no programs.\n"
        "Of C: functions of reals and of arrays of them, whose pointers are taken to point to different arrays;\n"
        "each whole number among the arguments is a size, 3 or that of --size; loops are written out. An array\n"
        "of arrays is one array, row after row. What is returned comes first in the result, then what is written\n"
        "through each pointer.",
    .run = run_import,
};
