/* One function: its arguments, its run, and what it gives. */
#include "semantics/clang/runner.h"

#include <string.h>

static long long size_of(const Runner *m, const char *name) {
  for (uint32_t i = 0; i < m->size_count; i++) {
    if (strcmp(m->sizes[i].name, name) == 0) return m->sizes[i].value;
  }
  return SIZE_DEFAULT;
}

static Input *input_new(Runner *m, const char *name) {
  if (m->input_count == m->input_room) return NULL; /* made for all arguments */
  Input *input = &m->inputs[m->input_count++];
  *input = (Input){.name = name, .target = name_take(m, name)};
  return input;
}

static uint32_t bind(Runner *m, CXCursor parameter, const char *name, uint32_t cells) {
  Binding *binding = runner_alloc(m, 1, sizeof *binding);
  *binding = (Binding){parameter, object_new(m, name, cells), m->now->bindings};
  m->now->bindings = binding;
  return binding->object;
}

static void set_inputs(Runner *m, uint32_t object, int input) {
  Object *o = &m->memory.object[object];
  o->input = input;
  for (uint32_t k = 0; k < o->count; k++) o->cell[k].value = (Value){.kind = VALUE_INPUT};
}

static void bind_size(Runner *m, CXCursor parameter, const char *name, Function *out) {
  long long value = size_of(m, name);
  uint32_t object = bind(m, parameter, name, 1);
  if (m->general != NULL) {
    const char *target = name_take(m, name);
    if (strcmp(target, size_target(m, name)) != 0) (void)REFUSE(m, parameter, "'%s' is no name of a size", name);
    m->memory.object[object].cell[0].value = value_index(m, index_name(m, target));
    return;
  }
  m->memory.object[object].cell[0].value =
      value_convert(m, parameter, value_whole(value), clang_getCursorType(parameter));
  out->sizes = runner_text(m, "%s%s%s = %lld", out->sizes, out->sizes[0] == '\0' ? "" : ", ", name, value);
}

static void bind_real(Runner *m, CXCursor parameter, const char *name) {
  Input *input = input_new(m, name);
  value_note(m, parameter, clang_getCursorType(parameter));
  if (input == NULL) return;
  input->cell = runner_alloc(m, 1, sizeof *input->cell);
  input->count = 1;
  uint32_t object = bind(m, parameter, name, 1);
  set_inputs(m, object, (int)m->input_count - 1);
}

/* An array as a term, as long as the runs at known sizes say; what they do not read is not there before. */
static void set_vector(Runner *m, uint32_t object, Input *input) {
  const Length *length = length_of(m, input->name);
  Object *o = &m->memory.object[object];
  if (length == NULL || length->length == NULL) return;
  o->is_vector = true;
  o->vector = (Vector){length->read ? input->target : NULL, length->length, NULL};
  input->read = length->read;
  input->subscripted = true;
}

/* What it points to is an object of its own. */
static void bind_pointer(Runner *m, CXCursor parameter, const char *name, CXType type) {
  bool fixed = clang_getCanonicalType(type).kind == CXType_ConstantArray;
  CXType element = type_pointee(type);
  uint32_t cells = fixed ? type_cells(m, parameter, type) : 0;
  while (type_is_array(element)) element = clang_getArrayElementType(clang_getCanonicalType(element));
  if (!type_is_real(element)) {
    (void)REFUSE(m, parameter, "the argument '%s' is no real, whole number or array of reals", name);
    return;
  }
  Input *input = input_new(m, name);
  value_note(m, parameter, element);
  if (input == NULL || is_refused(m)) return;
  input->pointer = true;
  input->open = !fixed;
  input->subscripted = fixed;
  input->count = cells;
  input->cell = runner_alloc(m, fixed ? cells : CELLS_MOST, sizeof *input->cell);
  uint32_t object = object_new(m, name, cells);
  set_inputs(m, object, (int)m->input_count - 1);
  m->memory.object[object].declared = place_of(parameter);
  if (is_vector(m, place_of(parameter))) set_vector(m, object, input);
  uint32_t pointer = bind(m, parameter, name, 1);
  m->memory.object[pointer].cell[0].value = (Value){.kind = VALUE_POINTER, .object = object};
}

static void bind_argument(Runner *m, CXCursor parameter, Function *out) {
  CXType type = clang_getCursorType(parameter);
  const char *name = runner_keep(m, clang_getCursorSpelling(parameter));
  if (name[0] == '\0') name = runner_text(m, "x%u", m->input_count);
  if (type_is_whole(type))
    bind_size(m, parameter, name, out);
  else if (type_is_real(type))
    bind_real(m, parameter, name);
  else
    bind_pointer(m, parameter, name, type);
}

/* ------------------------------------------------------------------ results -- */

static Output take_output(Runner *m, CXCursor function, uint32_t object, const char *name) {
  Object *o = &m->memory.object[object];
  if (o->is_vector) return (Output){.name = name, .is_array = true, .term = vector_term(m, o)};
  Output out = {.name = name, .count = o->input >= 0 ? m->inputs[o->input].count : 1};
  out.is_array = o->input >= 0 && input_is_array(&m->inputs[o->input]);
  for (uint32_t k = 0; k < out.count && !is_refused(m); k++) (void)cell_load(m, function, object, k);
  out.cell = m->memory.object[object].cell;
  return out;
}

/* What it returns, and each argument's cells that it has written. */
static void take_outputs(Runner *m, CXCursor function, Function *out) {
  out->outputs = runner_alloc(m, m->input_count + 1, sizeof *out->outputs);
  CXType result = clang_getCursorResultType(function);
  if (clang_getCanonicalType(result).kind != CXType_Void)
    out->outputs[out->output_count++] = take_output(m, function, m->now->result, "");
  for (uint32_t i = 0; i < m->memory.count && !is_refused(m); i++) {
    const Object *o = &m->memory.object[i];
    const Input *input = o->input < 0 ? NULL : &m->inputs[o->input];
    if (input != NULL && input->pointer && input->written)
      out->outputs[out->output_count++] = take_output(m, function, i, input->name);
  }
  if (out->output_count == 0) (void)REFUSE(m, function, "'%s' gives no real", out->name);
}

static void write_output(Runner *m, Text *text, const Output *output) {
  if (output->term != NULL) {
    text_add(m, text, "%s", output->term);
    return;
  }
  if (output->is_array) text_add(m, text, "[");
  for (uint32_t k = 0; k < output->count; k++) text_add(m, text, "%s%s", k > 0 ? ", " : "", output->cell[k].value.term);
  if (output->is_array) text_add(m, text, "]");
}

/* The cells of arguments that are read, and the lets of the run, and the results. */
static const char *write_body(Runner *m, const Function *out, const Text *lets) {
  Text *text = text_new(m);
  for (uint32_t i = 0; i < m->input_count; i++) {
    const Input *input = &m->inputs[i];
    for (uint32_t k = 0; input->pointer && k < input->count; k++) {
      if (input->cell[k] == NULL) continue;
      text_add(m, text, input_is_array(input) ? "let %s = %s ! %u in\n" : "let %s = %s in\n", input->cell[k],
               input->target, k);
    }
  }
  if (lets->length > 0) text_add(m, text, "%s", lets->bytes);
  for (uint32_t k = 0; k < out->output_count; k++) {
    bool more = k + 1 < out->output_count;
    text_add(m, text, "%s", more ? "(" : "");
    write_output(m, text, &out->outputs[k]);
    text_add(m, text, "%s", more ? ", " : "");
  }
  for (uint32_t k = 1; k < out->output_count; k++) text_add(m, text, ")");
  return text->length == 0 ? "" : text->bytes;
}

static bool is_readable_result(CXCursor function) {
  CXType result = clang_getCursorResultType(function);
  return clang_getCanonicalType(result).kind == CXType_Void || type_is_real(result);
}

/* Of that place; "" of line 0. */
static const char *note(Runner *m, Place place, const char *what) {
  return place.line == 0 ? "" : runner_text(m, "%s:%u:%u: note: %s", m->path, place.line, place.column, what);
}

bool function_read(Runner *m, CXCursor function, Function *out) {
  int count = clang_Cursor_getNumArguments(function);
  Activation first = {NULL, 0, 0, 0};
  m->partial = false;
  m->narrow = m->power = (Place){0, 0, 0, NULL};
  m->ways = m->merges = 0;
  m->assumed = NULL;
  m->effects = NULL;
  m->effect_count = m->effect_room = 0;
  Text *lets = text_new(m);
  *out = (Function){.place = place_of(function), .sizes = ""};
  m->memory = (Memory){NULL, 0, 0, NULL};
  m->names = NULL;
  m->name_count = m->name_room = m->steps = m->depth = m->input_count = 0;
  m->input_room = count < 0 ? 0 : (uint32_t)count;
  m->inputs = runner_alloc(m, m->input_room, sizeof *m->inputs);
  m->now = &first;
  m->out = lets;
  out->name = runner_keep(m, clang_getCursorSpelling(function));
  if (!is_readable_result(function)) (void)REFUSE(m, function, "the result of '%s' is no real", out->name);
  if (clang_Cursor_isVariadic(function))
    (void)REFUSE(m, function, "'%s' has a variable number of arguments", out->name);
  for (int k = 0; k < count && !is_refused(m); k++)
    bind_argument(m, clang_Cursor_getArgument(function, (unsigned)k), out);
  first.result = object_new(m, "", 1);
  if (!is_refused(m)) run_body(m, function);
  if (!is_refused(m)) take_outputs(m, function, out);
  if (!is_refused(m)) out->body = write_body(m, out, lets);
  out->partial = m->partial;
  out->note = note(m, m->narrow, runner_text(m, "%s here, and read as real numbers", m->narrow_type));
  out->cut = note(m, m->power, "a power whose exponent is no constant is read where its base is above 0 alone");
  out->inputs = m->inputs;
  out->input_count = m->input_count;
  m->now = NULL;
  return !is_refused(m);
}
