/* The operations of a space, from their words. */
#include "semantics/memory/growing.h"
#include "verify/enumerate/description.h"

#include <stdlib.h>
#include <string.h>

/* One word, taken apart: which operation, and at which sizes. */
typedef struct Word {
  Slice text;
  OpCode code;
  ConstantId constant;
  int64_t integer;
  bool sized;
  uint32_t n, m;
} Word;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Whether the slice begins like a number: 2, -1. */
static bool begins_number(Slice s) {
  return s.length > 0 && (is_digit(s.text[0]) || (s.length > 1 && s.text[0] == '-' && is_digit(s.text[1])));
}

/* n or n/d with small n and d. */
static bool read_ratio(Store *store, Slice s, ConstantId *constant) {
  bool negative = s.length > 0 && s.text[0] == '-';
  if (negative) s.text++, s.length--;
  const char *slash = memchr(s.text, '/', s.length);
  uint32_t numerator, denominator = 1;
  Slice above = {s.text, slash == NULL ? s.length : (size_t)(slash - s.text)};
  if (!slice_number(above, &numerator)) return false;
  if (slash != NULL && !slice_number((Slice){slash + 1, s.length - above.length - 1}, &denominator)) return false;
  *constant = constant_from_ratio(&store->constants, negative ? -(int64_t)numerator : (int64_t)numerator, denominator);
  return constant->id != 0;
}

/* What follows the # of Int operations and literals. */
static bool read_int_word(Slice s, Word *word) {
  static const OpCode codes[] = {OP_IADD, OP_ISUB, OP_IMUL,  OP_IDIV,    OP_IMOD,
                                 OP_IMIN, OP_IMAX, OP_ILESS, OP_ILESSEQ, OP_IEQUAL};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
    word->code = codes[i];
    if (slice_is(s, op_info(codes[i])->name)) return true;
  }
  uint32_t magnitude;
  bool negative = s.length > 0 && s.text[0] == '-';
  if (!slice_number((Slice){s.text + negative, s.length - negative}, &magnitude)) return false;
  word->code = OP_INT;
  word->integer = negative ? -(int64_t)magnitude : (int64_t)magnitude;
  return true;
}

static bool read_named_word(Slice s, Word *word) {
  for (int code = 0; code < OP_CODE_COUNT; code++) {
    OpShape shape = op_info((OpCode)code)->shape;
    if (code == OP_CONST || code == OP_POW || shape == SHAPE_INT || shape == SHAPE_INT2 || shape == SHAPE_INTTEST)
      continue;
    if (!slice_is(s, op_info((OpCode)code)->name)) continue;
    word->code = (OpCode)code;
    return true;
  }
  FunctionCode f = function_find(s.text, s.length); /* those with parameters are of no space */
  if (f == FUNCTION_COUNT || function_info(f)->parameters > 0) return false;
  word->code = op_of_function(f);
  return true;
}

static bool read_sizes(Slice s, Word *word) {
  const char *cross = memchr(s.text, 'x', s.length);
  word->sized = true;
  if (cross == NULL) return slice_number(s, &word->n);
  size_t rows = (size_t)(cross - s.text);
  return slice_number((Slice){s.text, rows}, &word->m) && word->m > 0 &&
         slice_number((Slice){cross + 1, s.length - rows - 1}, &word->n);
}

static bool read_word(Reader *reader, Slice text, Word *word) {
  *word = (Word){.text = text};
  const char *at = text.length == 0 ? NULL : memchr(text.text, '@', text.length);
  Slice name = {text.text, at == NULL ? text.length : (size_t)(at - text.text)};
  if (at != NULL && !read_sizes((Slice){at + 1, text.length - name.length - 1}, word)) {
    return spec_fail(reader, "not a size: '%.*s'", (int)text.length, text.text);
  }
  char first = name.length == 0 ? '\0' : name.text[0];
  bool read = false;
  if (begins_number(name)) {
    word->code = OP_CONST;
    read = read_ratio(reader->store, name, &word->constant);
  } else if (first == '^') {
    word->code = OP_POW;
    read = read_ratio(reader->store, (Slice){name.text + 1, name.length - 1}, &word->constant);
  } else if (first == '#') {
    read = read_int_word((Slice){name.text + 1, name.length - 1}, word);
  } else {
    read = read_named_word(name, word);
  }
  bool matvec = read && word->code == OP_MATVEC;
  if (!read || (word->sized && matvec != (word->m != 0))) {
    return spec_fail(reader, "not an operation: '%.*s'", (int)text.length, text.text);
  }
  return true;
}

/* ----------------------------------------------------------- instances -- */

static OpId instance(Store *store, const Word *word, uint32_t n, uint32_t m) {
  switch (op_info(word->code)->shape) {
  case SHAPE_CONST: return op_make_constant(&store->ops, &store->types, n, word->constant);
  case SHAPE_INT: return op_make_int(&store->ops, &store->types, word->integer);
  case SHAPE_EACH:
    if (word->code == OP_POW) return op_make_power(&store->ops, &store->types, n, word->constant);
    return op_make(&store->ops, &store->types, word->code, n, 0);
  case SHAPE_EACH2:
  case SHAPE_SUM:
  case SHAPE_DOT:
  case SHAPE_SCALE:
  case SHAPE_REPLICATE: return op_make(&store->ops, &store->types, word->code, n, 0);
  case SHAPE_MATVEC: return op_make(&store->ops, &store->types, word->code, n, m);
  case SHAPE_INT2:
  case SHAPE_TEST:
  case SHAPE_INTTEST:
  case SHAPE_TOREAL: return op_make(&store->ops, &store->types, word->code, 0, 0);
  case SHAPE_GIVEN:
  case SHAPE_SLOPE: break; /* of no space */
  }
  return (OpId){0};
}

static bool of_space(const SpaceSpec *spec, TypeId type) {
  for (uint32_t i = 0; i < spec->type_count; i++) {
    if (type_equal(spec->types[i], type)) return true;
  }
  return false;
}

/* Adds the instance if its types are of the space, counting it in *added. */
static bool add_instance(Reader *reader, const Word *word, uint32_t n, uint32_t m, SpaceSpec *spec, uint32_t *added) {
  OpId id = instance(reader->store, word, n, m);
  if (id.id == 0) return spec_fail(reader, "operation '%.*s' is too large", (int)word->text.length, word->text.text);
  const OpNode *op = op_node(&reader->store->ops, id);
  bool fits = of_space(spec, op->result);
  for (uint32_t i = 0; i < op->arity; i++) fits = fits && of_space(spec, op->operand[i]);
  if (!fits) return true;
  for (uint32_t i = 0; i < spec->op_count; i++) {
    if (spec->ops[i].id == id.id) {
      return spec_fail(reader, "operation '%.*s' twice", (int)word->text.length, word->text.text);
    }
  }
  OpId *ops = heap_room(spec->ops, spec->op_count, &spec->op_capacity, 16, sizeof *ops);
  if (ops == NULL) return spec_fail(reader, "no memory");
  spec->ops = ops;
  spec->ops[spec->op_count++] = id;
  (*added)++;
  return true;
}

/* The sizes n of the types real^n of the space. */
static uint32_t space_sizes(const Store *store, const SpaceSpec *spec, uint32_t *sizes) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < spec->type_count; i++) {
    const TypeNode *node = type_node(&store->types, spec->types[i]);
    if (node->kind == TYPE_REAL) sizes[count++] = node->n;
  }
  return count;
}

static bool add_at_all_sizes(Reader *reader, const Word *word, SpaceSpec *spec, uint32_t *added) {
  uint32_t sizes[SPACE_MAX_TYPES], count = space_sizes(reader->store, spec, sizes);
  OpShape shape = op_info(word->code)->shape;
  bool each = shape == SHAPE_CONST || shape == SHAPE_EACH || shape == SHAPE_EACH2;
  for (uint32_t i = 0; i < count; i++) {
    if (!each && sizes[i] == 1) continue;
    if (shape != SHAPE_MATVEC) {
      if (!add_instance(reader, word, sizes[i], 0, spec, added)) return false;
      continue;
    }
    for (uint32_t k = 0; k < count; k++) {
      if (sizes[k] != 1 && !add_instance(reader, word, sizes[i], sizes[k], spec, added)) return false;
    }
  }
  return true;
}

bool spec_read_op(Reader *reader, Slice text, SpaceSpec *spec) {
  Word word;
  uint32_t added = 0;
  if (!read_word(reader, text, &word)) return false;
  OpShape shape = op_info(word.code)->shape;
  bool sizeless = shape == SHAPE_INT || shape == SHAPE_INT2 || shape == SHAPE_TOREAL || shape == SHAPE_TEST ||
                  shape == SHAPE_INTTEST;
  if (word.sized && sizeless) return spec_fail(reader, "'%.*s' has no size", (int)text.length, text.text);
  bool made = word.sized || sizeless ? add_instance(reader, &word, word.n, word.m, spec, &added)
                                     : add_at_all_sizes(reader, &word, spec, &added);
  if (made && added == 0) {
    return spec_fail(reader, "operation '%.*s' has no instance at the types of the space", (int)text.length, text.text);
  }
  return made;
}
