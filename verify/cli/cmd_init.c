/* adjudge init: a folder to begin with: a program, a rule, and files that run both in CI. */
#include "semantics/text/characters.h"
#include "verify/cli/commands.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_MOST 1024

static const char program[] = "-- A first program. What it computes: adjudge eval first.adj --at x=1 --at y=2\n"
                              "-- Its derivative by every engine, judged: adjudge verify first.adj\n"
                              "def first (x : real) (y : real) = sin (x * y) * exp x / (1 + x * x)\n";

static const char rule[] = "-- A first rule: what it means, and the derivatives claimed for it.\n"
                           "-- adjudge campaign first.prim\n"
                           "primitive softplus (x : real) : real\n"
                           "value  = log (1 + exp x)\n"
                           "jvp    = scale(exp x / (1 + exp x); v)\n"
                           "vjp    = scale(exp x / (1 + exp x); v)\n";

static const char both[] =
    "  adjudge verify . --law 'AD-*' --allow-undecided --junit programs.xml --sarif programs.sarif\n"
    "  adjudge campaign . --junit rules.xml --sarif rules.sarif\n";

static const char github[] =
    "# Judges the programs (*.adj) and rules (*.prim) of this folder on every push.\n"
    "# ADJUDGE is where adjudge is cloned from.\n"
    "name: adjudge\n"
    "on: [push, pull_request]\n"
    "env:\n"
    "  ADJUDGE: https://example.org/adjudge.git\n"
    "jobs:\n"
    "  judge:\n"
    "    runs-on: ubuntu-latest\n"
    "    container: debian:12\n"
    "    steps:\n"
    "      - run: apt-get update && apt-get install -y git make\n"
    "      - uses: actions/checkout@v4\n"
    "      - run: git clone --depth 1 \"$ADJUDGE\" /opt/adjudge && make -C /opt/adjudge deps install\n"
    "      - run: adjudge verify . --law 'AD-*' --allow-undecided --junit programs.xml --sarif "
    "programs.sarif\n"
    "      - if: always()\n"
    "        run: adjudge campaign . --junit rules.xml --sarif rules.sarif\n"
    "      - if: always()\n"
    "        uses: actions/upload-artifact@v4\n"
    "        with: {name: adjudge, path: '*.xml'}\n";

static const char gitlab[] =
    "# Judges the programs (*.adj) and rules (*.prim) of this folder on every push.\n"
    "# ADJUDGE is where adjudge is cloned from.\n"
    "adjudge:\n"
    "  image: debian:12\n"
    "  variables:\n"
    "    ADJUDGE: https://example.org/adjudge.git\n"
    "  script:\n"
    "    - apt-get update && apt-get install -y git make\n"
    "    - git clone --depth 1 \"$ADJUDGE\" /opt/adjudge && make -C /opt/adjudge deps install\n"
    "    - adjudge verify . --law 'AD-*' --allow-undecided --junit programs.xml\n"
    "    - adjudge campaign . --junit rules.xml\n"
    "  artifacts:\n"
    "    when: always\n"
    "    reports:\n"
    "      junit: [programs.xml, rules.xml]\n";

static const struct {
  const char *name, *text; /* without a text: a folder */
} parts[] = {{"", NULL},
             {"/first.adj", program},
             {"/first.prim", rule},
             {"/.github", NULL},
             {"/.github/workflows", NULL},
             {"/.github/workflows/adjudge.yml", github},
             {"/.gitlab-ci.yml", gitlab}};

/* Folders may be there, files may not: nothing is written over. */
static bool write_part(const Arguments *arguments, const char *path, const char *text) {
  bool good;
  if (text == NULL) {
    good = mkdir(path, 0777) == 0 || errno == EEXIST;
  } else {
    FILE *file = fopen(path, "wx");
    good = file != NULL && fputs(text, file) != EOF;
    if (file != NULL && fclose(file) != 0) good = false;
    int why = errno;
    if (file != NULL && !good) (void)remove(path); /* else it is there, and is not written the next time */
    if (good) (void)fprintf(arguments->out, "wrote %s\n", path);
    errno = why;
  }
  if (!good) cli_error(arguments, "%s: %s", path, strerror(errno));
  return good;
}

static ExitCode run_init(const Arguments *arguments) {
  const char *folder = arguments->operands[0];
  if (strlen(folder) + 64 > PATH_MOST) {
    cli_error(arguments, "%.60s...: the name is too long", folder);
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    char path[PATH_MOST];
    (void)snprintf(path, sizeof path, "%s%s", folder, parts[i].name);
    if (!write_part(arguments, path, parts[i].text)) return EXIT_USAGE;
  }
  char quoted[4 * PATH_MOST];
  (void)characters_quote(folder, quoted, sizeof quoted);
  (void)fprintf(arguments->out, "now: cd %s\n%s", quoted, both);
  return EXIT_HELD;
}

static const Option init_options[] = {{.name = NULL}};
static const char *const init_examples[] = {"init judged", NULL};
const Command command_init = {
    .name = "init",
    .summary = "a folder to begin with: a program, a rule, files that run both in CI",
    .operands = "DIR",
    .options = init_options,
    .examples = init_examples,
    .details =
        "Writes DIR/first.adj, DIR/first.prim, a workflow for GitHub and a file for GitLab. No file that is there\n"
        "is written over.",
    .run = run_init,
};
