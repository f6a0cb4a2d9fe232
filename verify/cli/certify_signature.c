#include "verify/cli/certify_signature.h"

#include "verify/cli/certify_taken.h"
#include "verify/cli/gradient_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A parameter as declared. */
typedef struct Declared {
  char name[64];
  bool pointer, constant;
} Declared;

typedef struct Reading {
  const Session *session;
  const Tape *tape;
  Signature *signature;
  uint32_t seeds; /* that have a parameter */
} Reading;

/* Comments, strings and lines of the preprocessor as blanks. */
static void blank(char *text) {
  for (char *c = text; *c != '\0'; c++) {
    char *end = NULL;
    if (c[0] == '/' && c[1] == '*')
      end = strstr(c + 2, "*/"), end = end == NULL ? c + strlen(c) : end + 2;
    else if ((c[0] == '/' && c[1] == '/') || (c[0] == '#' && (c == text || c[-1] == '\n')))
      end = c + strcspn(c, "\n");
    else if (c[0] == '"')
      end = c + 1 + strcspn(c + 1, "\"\n"), end += *end == '"';
    for (; end != NULL && c < end; c++) *c = *c == '\n' ? '\n' : ' ';
    if (end != NULL) c--;
  }
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Where "name (...) {" has its name; *close is the parenthesis that ends the parameters. */
static char *find_definition(char *text, const char *name, char **close) {
  size_t length = strlen(name);
  for (char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
    char *open = at + length + strspn(at + length, " \t\n");
    if ((at > text && is_word(at[-1])) || *open != '(') continue;
    *close = open + strcspn(open, ")");
    if (**close == ')' && (*close)[1 + strspn(*close + 1, " \t\n")] == '{') return at;
  }
  return NULL;
}

/* "const double *restrict x", "double x[3]"; false for what is no double, nor points to one. */
static bool read_parameter(const char *text, Declared *out) {
  bool is_double = false;
  *out = (Declared){0};
  for (const char *c = text; *c != '\0';) {
    size_t length = 0;
    while (is_word(c[length])) length++;
    if (length == 0) {
      if ((*c == '*' || *c == '[') && out->pointer) return false;
      out->pointer = out->pointer || *c == '*' || *c == '[';
      c += *c == '[' ? strcspn(c, "]") : 1;
    } else if (strncmp(c, "const", length) == 0 && length == 5) {
      out->constant = out->constant || !out->pointer;
    } else if (strncmp(c, "double", length) == 0 && length == 6) {
      is_double = true;
    } else if (!(strncmp(c, "restrict", length) == 0 && length == 8)) {
      if (!is_double || out->name[0] != '\0' || length >= sizeof out->name) return false;
      memcpy(out->name, c, length);
    }
    c += length;
  }
  return is_double && out->name[0] != '\0';
}

static uint32_t dim(const Reading *r, uint32_t k) {
  const Session *session = r->session;
  return type_node(&session->store->types, session->definition->program.context[k])->dim;
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

/* What the arguments say of it: an input, or the gradient by one. */
static bool of_argument(const Reading *r, const Declared *d, Parameter *p) {
  uint32_t first = 0;
  for (uint32_t k = 0; k < r->session->definition->program.length; k++) {
    const char *argument = session_argument(r->session, k);
    bool same = strcmp(d->name, argument) == 0;
    bool gradient = d->pointer && !d->constant && gradient_is_named_after(d->name, argument);
    if (same || gradient) {
      p->role = same ? ROLE_INPUTS : ROLE_GRADIENT;
      p->first = first, p->count = dim(r, k);
      return d->pointer || p->count == 1;
    }
    first += dim(r, k);
  }
  return false;
}

static bool classify(Reading *r, const Declared *d, Parameter *p) {
  static const char *const values[] = {"y", "value", "values", NULL};
  static const char *const gradients[] = {"g", "grad", "gradient", NULL};
  uint32_t inputs = r->tape->inputs, outputs = r->tape->outputs;
  *p = (Parameter){.pointer = d->pointer};
  (void)snprintf(p->name, sizeof p->name, "%s", d->name);
  if (of_argument(r, d, p)) return true;
  p->first = 0;
  if (d->pointer && !d->constant) {
    p->role = is_one_of(d->name, values) ? ROLE_VALUES : ROLE_GRADIENT;
    p->count = p->role == ROLE_VALUES ? outputs : inputs;
    return p->role == ROLE_VALUES || is_one_of(d->name, gradients);
  }
  bool all = d->pointer && strcmp(d->name, "x") == 0;
  p->role = all ? ROLE_INPUTS : ROLE_SEEDS;
  p->count = all ? inputs : d->pointer ? outputs : 1;
  if (!all) p->first = r->seeds, r->seeds += p->count;
  return all || r->seeds <= outputs;
}

static bool add(Reading *r, const char *text) {
  const Arguments *arguments = r->session->arguments;
  Signature *s = r->signature;
  Declared declared;
  if (s->count == SIGNATURE_MOST || !read_parameter(text, &declared)) {
    cli_error(arguments, "%s: the parameter '%s' is no double and no pointer to doubles", s->function, text);
    return false;
  }
  if (classify(r, &declared, &s->parameter[s->count++])) return true;
  cli_error(arguments,
            "%s: what is '%s'? An argument of the program, its gradient (xb, dx, ... for x), x for all arguments, g "
            "for the whole gradient, y for the values, or read only: the factor of a result",
            s->function, declared.name);
  return false;
}

static bool add_all(Reading *r, char *text) {
  for (char *at = text;;) {
    char *end = at + strcspn(at, ",");
    bool last = *end == '\0';
    *end = '\0';
    at += strspn(at, " \t\n");
    for (size_t n = strlen(at); n > 0 && isspace((unsigned char)at[n - 1]); n--) at[n - 1] = '\0';
    if (!add(r, at)) return false;
    if (last) return true;
    at = end + 1;
  }
}

/* How often a scalar of the role is handed over. */
static uint32_t times(const Signature *s, Role role, uint32_t i) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    const Parameter *p = &s->parameter[k];
    n += p->role == role && i >= p->first && i - p->first < p->count;
  }
  return n;
}

/* Each input once, a gradient, and seeds for all results or for none. */
static bool complete(const Reading *r) {
  const Arguments *arguments = r->session->arguments;
  const Signature *s = r->signature;
  uint32_t gradients = 0;
  for (uint32_t i = 0; i < r->tape->inputs; i++) {
    gradients += times(s, ROLE_GRADIENT, i);
    if (times(s, ROLE_INPUTS, i) == 1 && times(s, ROLE_GRADIENT, i) <= 1) continue;
    cli_error(arguments, "%s: scalar %u of the arguments is handed over %u times, its gradient %u times", s->function,
              i + 1, times(s, ROLE_INPUTS, i), times(s, ROLE_GRADIENT, i));
    return false;
  }
  bool seeded = r->seeds == r->tape->outputs || (r->seeds == 0 && r->tape->outputs == 1);
  bool valued = !s->returns_value || r->tape->outputs == 1;
  if (gradients > 0 && seeded && valued) return true;
  cli_error(arguments, "%s: %s", s->function,
            gradients == 0 ? "no parameter is a gradient"
            : seeded       ? "it returns one number, and the program has several results"
                           : "of the results some have a factor and some have none");
  return false;
}

/* From the word before the name on: "void", "static double". */
static char *declaration_begin(char *text, char *name) {
  char *begin = name;
  while (begin > text && (is_word(begin[-1]) || isspace((unsigned char)begin[-1]))) begin--;
  return begin + strspn(begin, " \t\n");
}

static bool read_declaration(Reading *r, char *text) {
  const Arguments *arguments = r->session->arguments;
  Signature *s = r->signature;
  char *close = NULL, *name = find_definition(text, s->function, &close);
  if (name == NULL) {
    cli_error(arguments, "the file defines no function '%s'", s->function);
    return false;
  }
  char *begin = declaration_begin(text, name);
  size_t length = (size_t)(close + 1 - begin);
  bool is_void = strstr(begin, "void") != NULL && strstr(begin, "void") < name;
  s->returns_value = strstr(begin, "double") != NULL && strstr(begin, "double") < name;
  if (is_void == s->returns_value || length >= sizeof s->declaration) {
    cli_error(arguments, "%s is to return nothing, or the value as a double", s->function);
    return false;
  }
  memcpy(s->declaration, begin, length);
  s->declaration[length] = '\0';
  *close = '\0';
  return add_all(r, strchr(name, '(') + 1) && complete(r);
}

bool certify_signature(const Session *session, const Tape *tape, const char *function, const char *text,
                       Signature *signature) {
  Reading reading = {.session = session, .tape = tape, .signature = signature};
  *signature = (Signature){.theirs = text};
  if (strlen(function) >= sizeof signature->function) {
    cli_error(session->arguments, "the name of the function is too long");
    return false;
  }
  (void)snprintf(signature->function, sizeof signature->function, "%s", function);
  if (!certify_is_taken(session->arguments, text)) return false;
  char *copy = strdup(text);
  if (copy == NULL) {
    cli_error(session->arguments, "limit: out of memory");
    return false;
  }
  blank(copy);
  bool good = read_declaration(&reading, copy);
  free(copy);
  return good;
}
