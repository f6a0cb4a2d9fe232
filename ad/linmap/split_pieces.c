/* Pieces of the text of revf$ and revr$: tuples, types, zeros and sums. */
#include "ad/linmap/split_code.h"

#include <stdarg.h>
#include <string.h>

#define PIECE_MOST ((size_t)1 << 22) /* characters */

Piece piece_fail(SplitCode *c, Status status) {
  if (c->status == STATUS_OK) c->status = status;
  return NULL;
}

Piece piece(SplitCode *c, const char *format, ...) {
  va_list arguments;
  if (c->status != STATUS_OK) return NULL;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 || (size_t)length > PIECE_MOST ? NULL : arena_alloc(c->arena, (size_t)length + 1);
  if (text == NULL) return piece_fail(c, STATUS_LIMIT);
  va_start(arguments, format);
  (void)vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

Piece piece_fresh(SplitCode *c) { return piece(c, "z%u", c->fresh++); }

Piece piece_part(SplitCode *c, Piece tuple, uint32_t k, uint32_t n) {
  for (; n > 1 && k + 1 < n; n--) tuple = piece(c, "(fst %s)", tuple);
  return n > 1 ? piece(c, "(snd %s)", tuple) : tuple;
}

Piece piece_tuple(SplitCode *c, const Piece *parts, uint32_t n) {
  Piece all = n == 0 ? piece(c, "()") : parts[0];
  for (uint32_t k = 1; k < n; k++) all = piece(c, "(%s, %s)", all, parts[k]);
  return all;
}

Piece piece_extend(SplitCode *c, Piece t, Piece x, uint32_t n) { return n == 0 ? x : piece(c, "(%s, %s)", t, x); }
Piece piece_initial(SplitCode *c, Piece t, uint32_t n) { return n == 0 ? piece(c, "()") : piece(c, "(fst %s)", t); }
Piece piece_last(SplitCode *c, Piece t, uint32_t n) { return n == 0 ? t : piece(c, "(snd %s)", t); }

/* ------------------------------------------------------------------- types -- */

Piece piece_type(SplitCode *c, const LmType *type, bool tangent) {
  Piece all = piece(c, "1");
  switch (type->kind) {
  case LM_TYPE_NAT: return piece(c, tangent ? "1" : "Int");
  case LM_TYPE_BOOL: return piece(c, tangent ? "1" : "bool");
  case LM_TYPE_REAL: return piece(c, "real");
  case LM_TYPE_VEC: return piece(c, "(%s)^%u", piece_type(c, type->part[0], tangent), type->n);
  case LM_TYPE_TUPLE:
    for (uint32_t k = 0; k < type->n; k++) {
      Piece part = piece_type(c, type->part[k], tangent);
      all = k == 0 ? part : piece(c, "(%s * %s)", all, part);
    }
    return all;
  case LM_TYPE_MAP: break;
  }
  return piece_fail(c, STATUS_UNABLE);
}

Piece piece_record(SplitCode *c, const SplitType *type) {
  Piece all = piece(c, "1");
  switch (type->kind) {
  case SPLIT_NOTHING: return all;
  case SPLIT_VALUE: return piece_type(c, type->type, false);
  case SPLIT_EITHER: return piece(c, "(%s + %s)", piece_record(c, type->part[0]), piece_record(c, type->part[1]));
  case SPLIT_VEC: return piece(c, "(%s)^%u", piece_record(c, type->part[0]), type->n);
  case SPLIT_TUPLE:
    for (uint32_t k = 0; k < type->n; k++) {
      Piece part = piece_record(c, type->part[k]);
      all = k == 0 ? part : piece(c, "(%s * %s)", all, part);
    }
    return all;
  }
  return piece_fail(c, STATUS_STUCK);
}

Piece piece_zero(SplitCode *c, const LmType *type, bool tangent) {
  Piece all = piece(c, "()");
  switch (type->kind) {
  case LM_TYPE_NAT: return tangent ? all : piece(c, "(0 : Int)");
  case LM_TYPE_BOOL: return tangent ? all : piece(c, "true");
  case LM_TYPE_REAL: return piece(c, "(0 : real)");
  case LM_TYPE_VEC:
    all = piece_fresh(c);
    return piece(c, "(build %u (%s. %s))", type->n, all, piece_zero(c, type->part[0], tangent));
  case LM_TYPE_TUPLE:
    for (uint32_t k = 0; k < type->n; k++) {
      Piece part = piece_zero(c, type->part[k], tangent);
      all = k == 0 ? part : piece(c, "(%s, %s)", all, part);
    }
    return all;
  case LM_TYPE_MAP: break;
  }
  return piece_fail(c, STATUS_UNABLE);
}

Piece piece_some(SplitCode *c, const SplitType *type) {
  Piece all = piece(c, "()");
  switch (type->kind) {
  case SPLIT_NOTHING: return all;
  case SPLIT_VALUE: return piece_zero(c, type->type, false);
  case SPLIT_EITHER: return piece(c, "(inl %s : %s)", piece_some(c, type->part[0]), piece_record(c, type));
  case SPLIT_VEC:
    all = piece_fresh(c);
    return piece(c, "(build %u (%s. %s))", type->n, all, piece_some(c, type->part[0]));
  case SPLIT_TUPLE:
    for (uint32_t k = 0; k < type->n; k++) {
      Piece part = piece_some(c, type->part[k]);
      all = k == 0 ? part : piece(c, "(%s, %s)", all, part);
    }
    return all;
  }
  return piece_fail(c, STATUS_STUCK);
}

Piece piece_number(SplitCode *c, ConstantId constant) {
  char *digits = mpq_get_str(NULL, 10, constant_get(&c->store->constants, constant)->exact[0]);
  Piece text = digits == NULL ? piece_fail(c, STATUS_LIMIT) : piece(c, "(%s)", digits);
  void (*release)(void *, size_t);
  mp_get_memory_functions(NULL, NULL, &release);
  if (digits != NULL) release(digits, strlen(digits) + 1);
  return text;
}
