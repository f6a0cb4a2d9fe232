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

static const char python[] = "\"\"\"The rules of %s, for: adjudge campaign %s.prim --exec 'python3 %s.py'\"\"\"\n"
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
    "/* The rules of %s, for: adjudge campaign %s.prim --library ./%s.so, built by\n"
    " * cc -shared -fPIC $(pkg-config --cflags adjudge) -o NAME.so NAME.c -lm */\n"
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

/* Writes the template with the name in its places; never over a file that is there. */
static bool write_template(const Arguments *arguments, const char *name, const char *suffix, const char *text) {
  char path[300];
  (void)snprintf(path, sizeof path, "%s%s", name, suffix);
  FILE *file = fopen(path, "wx");
  if (file == NULL) {
    cli_error(arguments, "%s: %s", path, strerror(errno));
    return false;
  }
  for (const char *at = text; *at != '\0'; at++) {
    if (at[0] == '%' && at[1] == 's') {
      (void)fputs(name, file);
      at++;
    } else {
      (void)fputc(*at, file);
    }
  }
  bool good = ferror(file) == 0;
  good = fclose(file) == 0 && good;
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
  if (good && options_flag(arguments, "python")) good = write_template(arguments, name, ".py", python);
  if (good && options_flag(arguments, "c")) good = write_template(arguments, name, ".c", c_source);
  if (good) (void)fprintf(arguments->out, "now: adjudge campaign %s.prim\n", name);
  return good ? EXIT_HELD : EXIT_USAGE;
}

static const Option new_primitive_options[] = {
    {.name = "python", .kind = OPTION_FLAG, .help = "also rules in Python"},
    {.name = "c", .kind = OPTION_FLAG, .help = "also rules in C"},
    {.name = NULL},
};
static const char *const new_primitive_examples[] = {"new-primitive softplus", "new-primitive softplus --python", NULL};
const Command command_new_primitive = {
    .name = "new-primitive",
    .summary = "write the template of a specification, and of rules in Python or C",
    .operands = "NAME",
    .least_operands = 1,
    .most_operands = 1,
    .options = new_primitive_options,
    .examples = new_primitive_examples,
    .run = run_new_primitive,
};
