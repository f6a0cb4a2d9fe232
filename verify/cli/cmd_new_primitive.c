/* adjudge new-primitive: templates that pass their own campaign. */
#include "verify/cli/commands.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static const char specification[] =
    "-- %s: say here what it is\n"
    "primitive %s (x : real) : real\n"
    "-- what it means: a term of the source language, or `library erf` (a certified function)\n"
    "value  = x * sin x\n"
    "-- its derivative rules: linear in v, the tangent of x and the cotangent of the result\n"
    "jvp    = scale(sin x + x * cos x; v)\n"
    "vjp    = scale(sin x + x * cos x; v)\n"
    "-- where it is differentiable; leave out for everywhere\n"
    "-- domain = x > 0\n"
    "-- where it is defined but has no derivative, and the gradient declared there\n"
    "-- kink   = x = 0 : 0\n"
    "-- where the implementation changes its formula\n"
    "-- branch = x = 20\n";

static const char python[] = "\"\"\"The rules of %s.\"\"\"\n"
                             "import math\n"
                             "from adjudge_rule import serve\n\n\n"
                             "def slope(x):\n"
                             "    return math.sin(x) + x * math.cos(x)\n\n\n"
                             "serve(\n"
                             "    value=lambda x: x * math.sin(x),\n"
                             "    jvp=lambda args, tangents: slope(args[0]) * tangents[0],\n"
                             "    vjp=lambda args, cotangent: [slope(args[0]) * cotangent],\n"
                             ")\n";

static const char c_source[] =
    "/* The rules of %s. */\n"
    "#include <adjudge.h>\n\n"
    "#include <math.h>\n\n"
    "static double slope(double x) { return sin(x) + x * cos(x); }\n\n"
    "static int value(const double *x, double *y) {\n"
    "  y[0] = x[0] * sin(x[0]);\n"
    "  return ADJUDGE_OK;\n"
    "}\n"
    "static int jvp(const double *x, const double *v, double *w) {\n"
    "  w[0] = slope(x[0]) * v[0];\n"
    "  return ADJUDGE_OK;\n"
    "}\n"
    "static int vjp(const double *x, const double *w, double *v) {\n"
    "  v[0] = slope(x[0]) * w[0];\n"
    "  return ADJUDGE_OK;\n"
    "}\n\n"
    "static const adjudge_rule rules[] = {{.name = \"%s\", .value = value, .jvp = jvp, .vjp = vjp}, {0}};\n\n"
    "const adjudge_rule *adjudge_rules(int version) { return version == ADJUDGE_VERSION_RULES ? rules : 0; }\n";

static const char cpp_source[] = "/* The rules of %s. */\n"
                                 "#include <adjudge.hpp>\n\n"
                                 "#include <cmath>\n\n"
                                 "using adjudge::vec;\n\n"
                                 "static double slope(double x) { return std::sin(x) + x * std::cos(x); }\n\n"
                                 "// its name, the scalars of its arguments and of its result; value, jvp, vjp\n"
                                 "ADJUDGE_RULES(adjudge::rule(\n"
                                 "    \"%s\", 1, 1, [](vec x) -> vec { return {x[0] * std::sin(x[0])}; },\n"
                                 "    [](vec x, vec v) -> vec { return {slope(x[0]) * v[0]}; },\n"
                                 "    [](vec x, vec w) -> vec { return {slope(x[0]) * w[0]}; }))\n";

static const char javascript[] = "// The rules of %s.\n"
                                 "const { serve } = require('adjudge_rule')\n\n"
                                 "const slope = (x) => Math.sin(x) + x * Math.cos(x)\n\n"
                                 "serve({\n"
                                 "  value: (x) => x * Math.sin(x),\n"
                                 "  jvp: (args, tangents) => slope(args[0]) * tangents[0],\n"
                                 "  vjp: (args, cotangent) => [slope(args[0]) * cotangent],\n"
                                 "})\n";

/* A language: its option, its file, and the program that answers for the rules. */
static const struct {
  const char *option, *suffix, *text, *command;
} languages[] = {
    {"python", ".py", python, "python3 %s.py"},
    {"javascript", ".js", javascript, "node %s.js"},
    {"c", ".c", c_source, "cc -shared -fPIC -o %s.so %s.c -lm && adjudge serve ./%s.so"},
    {"cpp", ".cpp", cpp_source, "c++ -shared -fPIC -o %s.so %s.cpp && adjudge serve ./%s.so"},
};
#define LANGUAGES (sizeof languages / sizeof *languages)

/* The text, with the name for each %s. */
static void write_named(FILE *out, const char *text, const char *name) {
  for (const char *at = text; *at != '\0'; at++) {
    if (at[0] == '%' && at[1] == 's') {
      (void)fputs(name, out);
      at++;
    } else {
      (void)fputc(*at, out);
    }
  }
}

/* Writes the template with the name in its places; never over a file that is there. */
static bool write_template(const Arguments *arguments, const char *name, const char *suffix, const char *text) {
  char path[300];
  (void)snprintf(path, sizeof path, "%s%s", name, suffix);
  FILE *file = fopen(path, "wx");
  if (file == NULL) {
    cli_error(arguments, "%s: %s", path, strerror(errno));
    return false;
  }
  write_named(file, text, name);
  bool good = ferror(file) == 0;
  good = fclose(file) == 0 && good;
  int why = errno;
  if (!good) (void)remove(path); /* else it is there, and is not written the next time */
  errno = why;
  if (good)
    (void)fprintf(arguments->out, "wrote %s\n", path);
  else
    cli_error(arguments, "%s: %s", path, strerror(errno));
  return good;
}

static bool is_name(const char *name) {
  if (!isalpha((unsigned char)name[0]) || strlen(name) > 200) return false;
  for (const char *at = name; *at != '\0'; at++) {
    if (!isalnum((unsigned char)*at) && *at != '_') return false;
  }
  return true;
}

static ExitCode run_new_primitive(const Arguments *arguments) {
  const char *name = arguments->operands[0];
  if (!is_name(name)) {
    cli_error(arguments, "'%s' is not a name: a letter, then letters, digits and _", name);
    return EXIT_USAGE;
  }
  bool good = write_template(arguments, name, ".prim", specification);
  for (size_t k = 0; good && k < LANGUAGES; k++) {
    if (options_flag(arguments, languages[k].option))
      good = write_template(arguments, name, languages[k].suffix, languages[k].text);
  }
  if (!good) return EXIT_USAGE;
  (void)fprintf(arguments->out, "now: adjudge campaign %s.prim\n", name);
  for (size_t k = 0; k < LANGUAGES; k++) {
    if (!options_flag(arguments, languages[k].option)) continue;
    (void)fprintf(arguments->out, "     adjudge campaign %s.prim --exec '", name);
    write_named(arguments->out, languages[k].command, name);
    (void)fputs("'\n", arguments->out);
  }
  return EXIT_HELD;
}

static const Option new_primitive_options[] = {
    {.name = "python", .kind = OPTION_FLAG, .help = "also rules in Python"},
    {.name = "javascript", .kind = OPTION_FLAG, .help = "also rules in JavaScript, for Node"},
    {.name = "c", .kind = OPTION_FLAG, .help = "also rules in C"},
    {.name = "cpp", .kind = OPTION_FLAG, .help = "also rules in C++"},
    {.name = NULL},
};
static const char *const new_primitive_examples[] = {"new-primitive softplus", "new-primitive softplus --python", NULL};
const Command command_new_primitive = {
    .name = "new-primitive",
    .summary = "write the template of a specification, and of rules in Python, JavaScript, C or C++",
    .operands = "NAME",
    .options = new_primitive_options,
    .examples = new_primitive_examples,
    .run = run_new_primitive,
};
