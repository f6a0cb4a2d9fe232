#include "verify/cli/session.h"

#include "semantics/frechet/text.h"
#include "semantics/text/suggest.h"
#include "verify/battery/battery.h"
#include "verify/cli/files.h"
#include "verify/cli/imports.h"
#include "verify/cli/shapes.h"
#include "verify/cli/stack.h"

#include <stdlib.h>
#include <string.h>

#define SESSION_TERMS ((uint32_t)1 << 24)
#define SESSION_BYTES ((size_t)1 << 32)
#define LEFT_OUT_MOST 64u /* definitions of one imported file */

/* "n=3" of --size. */
static bool parse_size(const Arguments *arguments, const char *text, char *name, size_t room, uint32_t *value) {
  size_t length = strcspn(text, "=");
  const char *digits = text[length] == '=' ? text + length + 1 : "";
  unsigned long number = strtoul(digits, NULL, 10);
  bool good = length != 0 && length < room && *digits != '\0' && strlen(digits) <= 9 &&
              strspn(digits, "0123456789") == strlen(digits) && number <= TYPE_MAX_LENGTH;
  if (!good) {
    cli_error(arguments, "option --size: '%s' is not of the form n=3, with a size of at most %u", text,
              TYPE_MAX_LENGTH);
    return false;
  }
  memcpy(name, text, length);
  name[length] = '\0';
  *value = (uint32_t)number;
  return true;
}

/* The functions for which definitions were written: engines of their language take them as they were read. */
static bool keep_functions(const Arguments *arguments, Store *store, const char *path, const Module *module) {
  size_t length;
  char *text = file_read(arguments, path, &length);
  if (text == NULL) return false;
  Status status = hil_texts_keep(store, path, text, length, module);
  free(text);
  if (status != STATUS_OK) cli_error(arguments, "%s: %s", path, status_name(status));
  return status == STATUS_OK;
}

/* Blanks the definition in which the error is, of text that was imported: a program that its language can say and this
 * one cannot read loses no other.  False if there is none. */
static bool leave_out(char *text, const TextError *error, NotRead *not_read) {
  if (error->line == 0) return false;
  char *line = text + error->start;
  while (line > text && line[-1] != '\n') line--;
  size_t length = strcspn(line, "\n"); /* a definition is one line */
  memset(line, ' ', length);
  not_read->count++;
  not_read->last = not_read->last || line[length + strspn(line + length, " \n")] == '\0';
  return true;
}

bool session_sizes(const Arguments *arguments, GivenSizes *out) {
  out->count = 0;
  for (const Given *given; (given = options_nth(arguments, "size", out->count)) != NULL; out->count++) {
    SizeOverride *size = &out->size[out->count];
    char *name = out->name[out->count];
    if (out->count == SESSION_SIZES - 2) {
      cli_error(arguments, "limit: more than %u --size options", SESSION_SIZES - 2);
      return false;
    }
    if (!parse_size(arguments, given->value, name, sizeof out->name[0], &size->value)) return false;
    size->name = name;
    for (uint32_t k = 0; k < out->count; k++) {
      if (strcmp(out->name[k], name) != 0) continue;
      cli_error(arguments, "option --size: '%s' is given twice", name);
      return false;
    }
  }
  return true;
}

/* With the sizes of --size, and one more where it is not NULL. */
static bool read_module(const Arguments *arguments, const SizeOverride *more, Store *store, const char *path,
                        Module *module) {
  GivenSizes sizes;
  if (!session_sizes(arguments, &sizes)) return false;
  for (; more != NULL && more->name != NULL; more++) sizes.size[sizes.count++] = *more;
  size_t length;
  uint64_t sized = 0;
  NotRead not_read = {0};
  bool foreign = import_applies(path);
  char *text = foreign ? import_read(arguments, store, path, IMPORT_IN_PLACE, &length, &not_read, &sized)
                       : file_read(arguments, path, &length);
  if (text == NULL) return false;
  TextError error;
  Status status = text_read_module(store, path, text, length, sizes.size, sizes.count, module, &error);
  for (uint32_t tries = 0; status != STATUS_OK && foreign && tries < LEFT_OUT_MOST; tries++) {
    Status refused = status;
    if (!leave_out(text, &error, &not_read)) break;
    cli_text_error(arguments, path, &error, refused);
    status = text_read_module(store, path, text, length, sizes.size, sizes.count, module, &error);
  }
  module->refused = not_read.count;
  module->last_refused = not_read.last;
  module->sized |= sized;
  free(text);
  if (status == STATUS_OK && path_ends(path, FRECHET_SUFFIX)) return keep_functions(arguments, store, path, module);
  if (status == STATUS_OK) return true;
  cli_text_error(arguments, path, &error, status);
  return false;
}

bool session_read_module(const Arguments *arguments, Store *store, const char *path, Module *module) {
  return read_module(arguments, NULL, store, path, module);
}

bool session_sizes_known(const Arguments *arguments, uint64_t sized) {
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(arguments, "size", k)) != NULL; k++) {
    if ((sized >> k & 1) != 0) continue;
    cli_error(arguments, "option --size: no definition has the size '%.*s'", (int)strcspn(given->value, "="),
              given->value);
    return false;
  }
  return true;
}

/* The same of those that are given beside --size. */
static bool more_sizes_known(const Arguments *arguments, const SizeOverride *more, uint64_t sized) {
  uint32_t k = 0;
  while (options_nth(arguments, "size", k) != NULL) k++;
  for (; more != NULL && more->name != NULL; more++, k++) {
    if ((sized >> k & 1) != 0) continue;
    cli_error(arguments, "no definition has the size '%s'", more->name);
    return false;
  }
  return true;
}

static void no_definitions(const Arguments *arguments, const char *file) {
  cli_error(arguments, "%s: the file has no definition; one is: def f (x : real) = x * x", file);
}

bool session_read_programs(const Arguments *arguments, Store *store, const char *path, Module *module) {
  if (!session_read_module(arguments, store, path, module)) return false;
  bool any = module->count > 0 || module->refused > 0;
  if (!any) no_definitions(arguments, path);
  return any;
}

void session_no_definition(const Arguments *arguments, const Store *store, const char *file, const Module *module,
                           const char *name) {
  char nearest[64];
  Suggestion near = suggestion_of(name);
  for (uint32_t i = 0; i < module->count; i++) suggest(&near, name_text(store, module->definitions[i].name));
  cli_error(arguments, "%s: no definition is called '%s'%s", file, name,
            suggestion_text(&near, "; 'adjudge check' lists them", nearest, sizeof nearest));
}

bool session_last_read(const Arguments *arguments, const char *file, const Module *module, const char *name) {
  if (name != NULL || !module->last_refused) return true;
  cli_error(arguments, "%s: the last program was not read; --def NAME takes another", file);
  return false;
}

static bool choose_definition(Session *session) {
  const char *name = options_text(session->arguments, "def", NULL);
  session->definition = text_find(session->store, &session->module, name);
  if (session->definition != NULL) return session_last_read(session->arguments, session->file, &session->module, name);
  if (name == NULL)
    no_definitions(session->arguments, session->file);
  else
    session_no_definition(session->arguments, session->store, session->file, &session->module, name);
  return false;
}

bool session_open(Session *session, const Arguments *arguments) {
  return session_open_over(session, arguments, ring_choice(options_text(arguments, "ring", "double")));
}

/* Its memory, ring and form of answers. */
static bool begin_session(Session *session, const Arguments *arguments, const char *file, RingChoice choice) {
  *session = (Session){.arguments = arguments, .file = file};
  arena_init(&session->arena, SESSION_BYTES);
  session->choice = choice;
  session->format = strcmp(options_text(arguments, "format", "text"), "json") == 0 ? OUTPUT_JSON : OUTPUT_TEXT;
  session->store = store_new(SESSION_TERMS);
  session->ring = ring_choice_new(session->choice);
  if (session->store != NULL && session->ring != NULL) return true;
  cli_error(arguments, "limit: out of memory");
  return false;
}

static bool open_session(Session *session, const Arguments *arguments, RingChoice choice, const SizeOverride *more) {
  return begin_session(session, arguments, arguments->operands[0], choice) &&
         read_module(arguments, more, session->store, session->file, &session->module) &&
         session_sizes_known(arguments, session->module.sized) &&
         more_sizes_known(arguments, more, session->module.sized) && choose_definition(session);
}

bool session_open_text(Session *session, const Arguments *arguments, const SessionText *source) {
  TextError error;
  if (!begin_session(session, arguments, source->name, ring_choice("double"))) return false;
  Status status = text_read_module(session->store, source->name, source->text, strlen(source->text), source->sizes,
                                   source->size_count, &session->module, &error);
  if (status != STATUS_OK) {
    cli_text_error(arguments, source->name, &error, status);
    return false;
  }
  session->definition = text_find(session->store, &session->module, source->definition);
  return session->definition != NULL;
}

bool session_open_over(Session *session, const Arguments *arguments, RingChoice choice) {
  return open_session(session, arguments, choice, NULL);
}

bool session_open_grown(Session *session, const Arguments *arguments, const SizeOverride *sizes) {
  return open_session(session, arguments, ring_choice(options_text(arguments, "ring", "double")), sizes);
}

void session_close(Session *session) {
  text_free_module(&session->module);
  if (session->ring != NULL) ring_destroy(session->ring);
  if (session->store != NULL) store_free(session->store);
  arena_free(&session->arena);
}

void *session_alloc(Session *session, size_t count, size_t size) {
  void *memory = arena_array(&session->arena, count == 0 ? 1 : count, size);
  if (memory == NULL) cli_error(session->arguments, "limit: out of memory for %zu values", count);
  return memory;
}

/* Half of the stack is left for what is not counted. */
#define DEPTH_BYTES ((size_t)16 << 20)
#define DEPTH_MOST 16u

Machine session_machine(Session *session) {
  Machine machine = machine_make(session->store, session->ring, &session->arena);
  size_t times = stack_bytes() / DEPTH_BYTES;
#if defined(__SANITIZE_ADDRESS__)
  times /= 4; /* frames are larger */
#endif
  machine.depth *= times < 1 ? 1 : times > DEPTH_MOST ? DEPTH_MOST : (uint32_t)times;
  return machine;
}

const char *session_argument(const Session *session, uint32_t k) {
  return name_text(session->store, session->definition->arguments[k]);
}

const Evaluator *session_evaluator(const Arguments *arguments, const Evaluator *otherwise) {
  const char *name = options_text(arguments, "evaluator", otherwise->name);
  for (int k = 0; k < TARGET_EVALUATORS; k++)
    if (strcmp(target_evaluators[k]->name, name) == 0) return target_evaluators[k];
  return &source_evaluator;
}

/* Where argument k begins in the flat values. */
static size_t flat_offset(const Session *session, const TypeId *types, uint32_t k) {
  size_t offset = 0;
  for (uint32_t i = 0; i < k; i++) offset += type_node(&session->store->types, types[i])->dim;
  return offset;
}

/* The values of one call of session_inputs, as they come in. */
typedef struct Filling {
  Session *session;
  const InputSource *source;
  Scalar *values;
  TypeId *shapes; /* where lengths alone are asked for */
  bool *given;
} Filling;

static void no_argument(const Session *session, const char *name) {
  char nearest[64];
  Suggestion near = suggestion_of(name);
  for (uint32_t k = 0; k < session->definition->program.length; k++) suggest(&near, session_argument(session, k));
  char has[200] = "; it has";
  size_t used = strlen(has);
  for (uint32_t k = 0; k < session->definition->program.length && used + 64 < sizeof has; k++)
    used += (size_t)snprintf(has + used, sizeof has - used, " %.60s", session_argument(session, k));
  if (session->definition->program.length == 0) (void)snprintf(has, sizeof has, "; it has none");
  cli_error(session->arguments, "%s has no argument '%.100s'%s", name_text(session->store, session->definition->name),
            name, suggestion_text(&near, has, nearest, sizeof nearest));
}

static bool fill_argument(Filling *filling, const char *name, const json_t *json) {
  Session *session = filling->session;
  const InputSource *source = filling->source;
  uint32_t k = 0, count = session->definition->program.length;
  while (k < count && strcmp(session_argument(session, k), name) != 0) k++;
  if (k == count) {
    no_argument(session, name);
    return false;
  }
  if (filling->given[k]) {
    cli_error(session->arguments, "%s %s is given twice", source->what, name);
    return false;
  }
  filling->given[k] = true;
  if (filling->shapes != NULL) {
    filling->shapes[k] = shape_of(session->store, source->types[k], json);
    return true;
  }
  ValueReader reader = {.store = session->store, .ring = session->ring, .choice = session->choice};
  if (value_read(&reader, name, source->types[k], json, filling->values + flat_offset(session, source->types, k)))
    return true;
  cli_error(session->arguments, "%s %s: at %s", source->what, name, reader.error);
  return false;
}

/* NAME=VALUE */
static bool fill_from_option(Filling *filling, const char *text) {
  const Arguments *arguments = filling->session->arguments;
  size_t length = strcspn(text, "=");
  char name[128], error[256];
  if (text[length] != '=' || length >= sizeof name) {
    cli_error(arguments, "option --%s: '%.100s' is not of the form x=1.5", filling->source->option, text);
    return false;
  }
  memcpy(name, text, length);
  name[length] = '\0';
  const char *value = text + length + 1;
  json_t *json = value_parse(value, strlen(value), error, sizeof error);
  if (json == NULL) {
    cli_error(arguments, "%s %s: '%.100s' is %s", filling->source->what, name, value, error);
    return false;
  }
  bool good = fill_argument(filling, name, json);
  json_decref(json);
  return good;
}

json_t *session_values(const Arguments *arguments, const char *path) {
  size_t length;
  char *text = file_read(arguments, path, &length), error[256];
  if (text == NULL) return NULL;
  json_t *json = value_parse(text, length, error, sizeof error);
  free(text);
  if (json == NULL) cli_error(arguments, "%s: %s", path, error);
  if (json == NULL || json_is_object(json)) return json;
  cli_error(arguments, "%s: expected a JSON object, {\"x\": 1.5, ...}", path);
  json_decref(json);
  return NULL;
}

static bool fill_from_file(Filling *filling, const char *path) {
  json_t *json = session_values(filling->session->arguments, path), *value;
  const char *name;
  bool good = json != NULL;
  json_object_foreach(json, name, value) good = good && fill_argument(filling, name, value);
  json_decref(json);
  return good;
}

static bool fill(Filling *filling) {
  const Arguments *arguments = filling->session->arguments;
  const char *path = options_text(arguments, filling->source->file_option, NULL);
  if (path != NULL && !fill_from_file(filling, path)) return false;
  const Given *given;
  for (uint32_t k = 0; (given = options_nth(arguments, filling->source->option, k)) != NULL; k++)
    if (!fill_from_option(filling, given->value)) return false;
  return true;
}

/* Every argument is given, or the source is optional and one of them is. */
static bool complete(const Filling *filling) {
  const Session *session = filling->session;
  const InputSource *source = filling->source;
  uint32_t count = session->definition->program.length, present = 0;
  for (uint32_t k = 0; k < count; k++) present += filling->given[k] ? 1 : 0;
  if (present == count || (source->optional && present != 0)) return true;
  for (uint32_t k = 0; k < count; k++) {
    char name[200];
    if (filling->given[k]) continue;
    type_print(&session->store->types, source->types[k], name, sizeof name);
    cli_error(session->arguments, "%s %s : %s is not given; use --%s %s=... or --%s FILE", source->what,
              session_argument(session, k), name, source->option, session_argument(session, k), source->file_option);
  }
  return false;
}

Scalar *session_inputs(Session *session, const InputSource *source) {
  uint32_t count = session->definition->program.length;
  size_t dim = flat_offset(session, source->types, count);
  Scalar *values = session_alloc(session, dim, sizeof *values);
  bool *given = session_alloc(session, count, sizeof *given);
  if (values == NULL || given == NULL) return NULL;
  for (size_t i = 0; i < dim; i++) values[i] = ring_integer(session->ring, 0);
  for (uint32_t k = 0; k < count; k++) given[k] = false;
  Filling filling = {session, source, values, NULL, given};
  return fill(&filling) && complete(&filling) ? values : NULL;
}

/* Puts in the place of the definition that of arguments whose lists have the lengths that are given. */
static bool fix_shapes(Session *session) {
  const Definition *whole = session->definition;
  uint32_t count = whole->program.length;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = whole->program.context};
  Definition *fixed = session_alloc(session, 1, sizeof *fixed);
  TypeId *context = session_alloc(session, count, sizeof *context);
  bool *given = session_alloc(session, count, sizeof *given);
  if (fixed == NULL || context == NULL || given == NULL) return false;
  for (uint32_t k = 0; k < count; k++) given[k] = false, context[k] = whole->program.context[k];
  Filling filling = {session, &source, NULL, context, given};
  if (!fill(&filling)) return false;
  *fixed = *whole;
  for (uint32_t k = 0; k < count; k++) {
    if (type_is_none(context[k])) context[k] = whole->program.context[k]; /* which has no such type */
    if (!type_equal(context[k], whole->program.context[k]))
      fixed->program.term = shape_argument(session->store, &fixed->program, k, whole->arguments[k], context[k]);
  }
  fixed->program.context = context;
  session->definition = fixed;
  if (fixed->program.term.id != 0 && store_take_status(session->store) == STATUS_OK) return true;
  cli_error(session->arguments, "limit: out of memory for the program of arrays");
  return false;
}

static const TypeId *not_flat(const Session *session) {
  const Program *program = &session->definition->program;
  for (uint32_t k = 0; k < program->length; k++)
    if (type_node(&session->store->types, program->context[k])->dim == TYPE_NOT_FLAT) return &program->context[k];
  return NULL;
}

/* What the result is at the point, over doubles; NULL where no point is given, it has no value there, or it is no data.
 * `good` is false, the error being written, for a point that is none. */
static const Skeleton *skeleton_there(Session *session, bool *good) {
  const Program *program = &session->definition->program;
  bool given = options_nth(session->arguments, "at", 0) != NULL || options_nth(session->arguments, "input", 0) != NULL;
  *good = true;
  if (program->length != 0 && !given) return NULL;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  Session doubles = *session;
  doubles.choice = ring_choice("double");
  doubles.ring = ring_choice_new(doubles.choice);
  const Skeleton *found = NULL;
  const Scalar *input = doubles.ring == NULL ? NULL : session_inputs(&doubles, &source);
  *good = input != NULL || doubles.ring == NULL;
  if (input != NULL) {
    Machine machine = session_machine(&doubles);
    found = skeleton_of_result(&machine, machine.arena, program, input);
  }
  if (doubles.ring != NULL) ring_destroy(doubles.ring);
  session->arena = doubles.arena;
  return found;
}

/* Puts in the place of the definition that of the arrays that it gives at the point. */
static bool fix_result(Session *session) {
  bool good;
  char name[200];
  const TypeTable *types = &session->store->types;
  TypeId type = session->definition->program.type;
  const Skeleton *skeleton = skeleton_there(session, &good);
  Definition *fixed = good ? session_alloc(session, 1, sizeof *fixed) : NULL;
  if (fixed == NULL) return false;
  *fixed = *session->definition;
  bool shaped = skeleton != NULL && shape_result(session->store, &fixed->program, skeleton);
  if (shaped && store_take_status(session->store) == STATUS_OK) {
    session->definition = fixed;
    return true;
  }
  bool lists = type_kind(types, type) == TYPE_MU || type_kind(types, type) == TYPE_VEC;
  type_print(types, type, name, sizeof name);
  cli_error(session->arguments, "%s:%u: the result has the type %s: only values of first-order types can be shown%s",
            session->file, session->definition->line, name,
            lists
                ? ", and at a point where it has a value lists and vectors of elements of the same lengths, and records"
                : "");
  return false;
}

bool session_first_order(Session *session) {
  const TypeTable *types = &session->store->types;
  char name[200];
  if (not_flat(session) != NULL && !fix_shapes(session)) return false;
  const Program *program = &session->definition->program;
  const TypeId *refused = not_flat(session);
  if (refused != NULL) {
    type_print(types, *refused, name, sizeof name);
    TypeKind kind = type_kind(types, *refused);
    cli_error(session->arguments, "%s:%u: argument %s has the type %s: only values of first-order types can be given%s",
              session->file, session->definition->line,
              session_argument(session, (uint32_t)(refused - program->context)), name,
              kind == TYPE_MU || kind == TYPE_VEC ? ", lists and vectors of elements of the same lengths, and records"
                                                  : "");
    return false;
  }
  return type_node(types, program->type)->dim != TYPE_NOT_FLAT || fix_result(session);
}

bool session_read_value(Session *session, const char *what, TypeId type, const char *text, size_t length, Scalar *out) {
  char error[256];
  json_t *json = value_parse(text, length, error, sizeof error);
  if (json == NULL) {
    cli_error(session->arguments, "%s: '%.100s' is %s; a number is 1.5 or 1/3, an array [1, 2]", what, text, error);
    return false;
  }
  ValueReader reader = {.store = session->store, .ring = session->ring, .choice = session->choice};
  bool good = value_read(&reader, what, type, json, out);
  if (!good) cli_error(session->arguments, "at %s", reader.error);
  json_decref(json);
  return good;
}

ExitCode session_failed(const Session *session, const char *evaluator, Status status) {
  const char *name = name_text(session->store, session->definition->name), *ring = session->ring->ops->name;
  const Arguments *arguments = session->arguments;
  switch (status) {
  case STATUS_OK: return EXIT_HELD;
  case STATUS_DOMAIN:
    cli_error(arguments, "%s: DOMAIN: an operation is undefined at the numbers it meets (%s, ring %s)", name, evaluator,
              ring);
    return EXIT_USAGE;
  case STATUS_UNABLE:
    cli_error(arguments, "%s: UNABLE: the ring %s lacks an operation that the program uses; try --ring double", name,
              ring);
    return EXIT_USAGE;
  case STATUS_LIMIT:
    cli_error(arguments, "%s: LIMIT: memory, depth or steps were exhausted (%s)", name, evaluator);
    return EXIT_USAGE;
  case STATUS_ILL_TYPED:
  case STATUS_STUCK: break;
  }
  cli_error(arguments, "%s: %s: a well-typed program has no value in %s: a defect of adjudge", name,
            status_name(status), evaluator);
  return EXIT_REFUTED;
}

void session_write(const Session *session, TypeId type, const Scalar *value) {
  ValueWriter writer = {session->arguments->out, &session->store->types, session->ring, session->choice,
                        session->format};
  if (!value_write(&writer, type, value)) cli_error(session->arguments, "limit: the result is nested too deeply");
}

bool session_choose(const Session *session, const char *option, bool *chosen) {
  const Arguments *arguments = session->arguments;
  uint32_t length = session->definition->program.length;
  bool all = options_nth(arguments, option, 0) == NULL;
  for (uint32_t k = 0; k < length; k++) chosen[k] = all;
  for (uint32_t i = 0; options_nth(arguments, option, i) != NULL; i++) {
    const char *name = options_nth(arguments, option, i)->value;
    uint32_t k = 0;
    while (k < length && strcmp(session_argument(session, k), name) != 0) k++;
    if (k == length) {
      cli_error(arguments, "option --%s: no argument is called '%s'", option, name);
      return false;
    }
    chosen[k] = true;
  }
  return true;
}
