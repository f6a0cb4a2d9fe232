/* Monotypes in messages, unknown parts as ?. */
#include "semantics/text/unify.h"

#include <stdio.h>
#include <string.h>

typedef struct Out {
  char *buffer;
  size_t size, length;
  uint32_t mus; /* around what is written */
  bool full;
} Out;

static void put(Out *out, const char *text) {
  size_t length = strlen(text);
  if (out->full) return;
  if (out->length + length + 4 >= out->size) {
    out->full = true;
    text = "...";
    length = 3;
  }
  memcpy(out->buffer + out->length, text, length + 1);
  out->length += length;
}

static void put_size(Out *out, const Size *size) {
  char number[16];
  (void)snprintf(number, sizeof number, "%u", size->value);
  put(out, size->known ? number : "n");
}

/* As type_print: 0 arrow, 1 sum, 2 product, 3 exponent. */
static void put_mono(Out *out, Mono *type, int precedence);

static void put_infix(Out *out, const Mono *type, int own, const char *infix, int precedence) {
  bool tensor = type->kind == TYPE_COPOWER;
  put(out, precedence > own ? "(" : "");
  put(out, tensor ? "!" : "");
  put_mono(out, type->a, own > 0 && !tensor ? own : own + 1);
  put(out, infix);
  put_mono(out, type->b, own == 0 ? 0 : own + 1);
  put(out, precedence > own ? ")" : "");
}

static void put_vec(Out *out, const Mono *type) {
  put(out, type->kind == TYPE_REAL ? "Vec real" : "Vec ");
  if (type->kind != TYPE_REAL) put_mono(out, type->a, 3);
}

static void put_array(Out *out, const Mono *type) {
  put(out, "(");
  put_mono(out, type->a, 0);
  put(out, ")^");
  put_size(out, size_find(type->n));
}

static void put_real(Out *out, const Mono *type) {
  const Size *n = size_find(type->n);
  put(out, type->kind == TYPE_REAL ? "real" : "real_");
  if (n->known ? n->value == 1 : n->literal) return;
  put(out, "^");
  put_size(out, n);
}

/* As type_print names the variables of mus. */
static void put_variable(Out *out, uint32_t outer) {
  char name[16];
  (void)snprintf(name, sizeof name, outer < 26 ? "%c" : "a%u", outer < 26 ? 'a' + outer : outer);
  put(out, name);
}

static void put_mu(Out *out, const Mono *type, int precedence) {
  put(out, precedence > 0 ? "(mu " : "mu ");
  put_variable(out, out->mus++);
  put(out, ". ");
  put_mono(out, type->a, 0);
  out->mus--;
  put(out, precedence > 0 ? ")" : "");
}

static void put_mono(Out *out, Mono *type, int precedence) {
  if (out->full) return;
  type = mono_find(type);
  if (mono_is_vec(type)) {
    put_vec(out, type);
    return;
  }
  switch (type->kind) {
  case TYPE_NONE: put(out, type->numeric ? "real" : "?"); return;
  case TYPE_REAL:
  case TYPE_LREAL: put_real(out, type); return;
  case TYPE_UNIT: put(out, "1"); return;
  case TYPE_LUNIT: put(out, "1_"); return;
  case TYPE_INT: put(out, "Int"); return;
  case TYPE_VEC:
  case TYPE_ARRAY:
  case TYPE_LARRAY: put_array(out, type); return;
  case TYPE_PROD:
  case TYPE_LPROD: put_infix(out, type, 2, " * ", precedence); return;
  case TYPE_MU: put_mu(out, type, precedence); return;
  case TYPE_SELF:
    if (type->rigid != NULL)
      put(out, type->rigid);
    else if (type->index < out->mus)
      put_variable(out, out->mus - 1 - type->index);
    return;
  case TYPE_SUM: put_infix(out, type, 1, " + ", precedence); return;
  case TYPE_FUN:
  case TYPE_POWER: put_infix(out, type, 0, " -> ", precedence); return;
  case TYPE_LFUN: put_infix(out, type, 0, " -o ", precedence); return;
  case TYPE_COPOWER: put_infix(out, type, 2, " >< ", precedence); return;
  }
}

void mono_print(Unifier *unifier, Mono *type, char *buffer, size_t size) {
  (void)unifier;
  Out out = {buffer, size, 0, 0, false};
  buffer[0] = '\0';
  put_mono(&out, type, 0);
}
