#include "semantics/text/printer.h"

#include "semantics/memory/growing.h"
#include "semantics/text/syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 1024u

bool printer_open(Printer *printer, Store *store, PrintStyle style) {
  *printer = (Printer){.store = store, .style = style, .flat = style.width == 0, .depth = PRINTER_DEPTH};
  arena_init(&printer->arena, PRINTER_MEMORY);
  printer->slots = arena_array(&printer->arena, SLOTS, sizeof(Word *));
  if (printer->slots == NULL) return false;
  for (uint32_t i = 0; i < SLOTS; i++) printer->slots[i] = NULL;
  return true;
}

char *printer_close(Printer *printer) {
  char *text = printer->buffer;
  if (printer->failed) {
    free(text);
    text = NULL;
  }
  free(printer->scope);
  arena_free(&printer->arena);
  return text;
}

/* ---------------------------------------------------------------- output -- */

static bool reserve(Printer *printer, size_t more) {
  size_t needed = printer->length + more + 1;
  if (needed <= printer->capacity) return true;
  size_t capacity = 2 * needed;
  char *buffer = needed > PRINTER_LENGTH ? NULL : realloc(printer->buffer, capacity);
  if (buffer == NULL) return false;
  printer->buffer = buffer;
  printer->capacity = capacity;
  return true;
}

static size_t width_of(const char *text) {
  size_t width = 0;
  for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
  return width;
}

/* In measuring, failing says that the text does not fit. */
void print_text(Printer *printer, const char *text) {
  size_t length = strlen(text), width = width_of(text);
  if (printer->failed) return;
  if (printer->measuring) {
    printer->failed = width > printer->room;
    printer->room -= printer->failed ? 0 : width;
    return;
  }
  printer->failed = !reserve(printer, length);
  if (printer->failed) return;
  memcpy(printer->buffer + printer->length, text, length + 1);
  printer->length += length;
  printer->column += width;
}

void print_sign(Printer *printer, const char *ascii, const char *unicode) {
  print_text(printer, printer->style.unicode ? unicode : ascii);
}

void print_number(Printer *printer, uint32_t number) {
  char text[16];
  (void)snprintf(text, sizeof text, "%u", number);
  print_text(printer, text);
}

void print_break(Printer *printer) {
  if (printer->flat || printer->measuring) {
    print_text(printer, " ");
    return;
  }
  print_text(printer, "\n");
  /* deep nesting does not push the text off the page */
  size_t indent = printer->indent < printer->style.width / 2 ? printer->indent : printer->style.width / 2;
  printer->column = 0;
  for (size_t i = 0; i < indent; i++) print_text(printer, " ");
}

/* ----------------------------------------------------------------- names -- */

static uint32_t hash_of(const char *text) {
  uint32_t h = 2166136261u;
  for (; *text != '\0'; text++) h = (h ^ (unsigned char)*text) * 16777619u;
  return h & (SLOTS - 1);
}

static Word *word_of(Printer *printer, const char *text) {
  Word **slot = &printer->slots[hash_of(text)];
  for (Word *word = *slot; word != NULL; word = word->next) {
    if (strcmp(word->text, text) == 0) return word;
  }
  size_t length = strlen(text);
  Word *word = arena_alloc(&printer->arena, sizeof *word + length + 1);
  if (word == NULL) return NULL;
  word->used = 0;
  word->suffix = 1;
  word->next = *slot;
  memcpy(word->text, text, length + 1);
  *slot = word;
  return word;
}

static void push(Printer *printer, ScopeEntry entry) {
  ScopeEntry *scope = heap_room(printer->scope, printer->scope_length, &printer->scope_capacity, 64, sizeof *scope);
  if (scope == NULL) {
    printer->failed = true;
    return;
  }
  printer->scope = scope;
  printer->scope[printer->scope_length++] = entry;
  if (entry.word != NULL) entry.word->used++;
}

/* Whether a term may have the function, which a binder of its name would hide. */
static bool is_made(const Printer *printer, OpCode code) {
  const OpTable *ops = &printer->store->ops;
  bool made = false;
  for (uint32_t i = 1; i < ops->op_count && !made; i++) made = ops->ops[i].code == code;
  return made;
}

/* A name that a binder may have, in the language printed. */
static bool may_bind(const Printer *printer, const char *text) {
  size_t length = strlen(text);
  OpCode code = syntax_operation(text, length);
  return lexer_is_name(text, length) && !lexer_reserved(text, length, printer->target) &&
         (code == OP_CODE_COUNT || (op_is_function(code) && !is_made(printer, code)));
}

void printer_bind_given(Printer *printer, NameId name) {
  const char *text = name_text(printer->store, name);
  Word *word = may_bind(printer, text) ? word_of(printer, text) : NULL;
  for (uint32_t i = 0; word != NULL && i < printer->scope_length; i++) {
    if (printer->scope[i].word == word) printer->scope[i].word = NULL; /* shadowed from here on */
  }
  push(printer, (ScopeEntry){word, NULL, 0});
}

#define STEM 40

/* stem, number and primes: the hint x2' gives x and '. */
static void split_hint(const char *hint, char stem[STEM + 1], size_t *primes) {
  size_t length = strlen(hint);
  *primes = 0;
  while (length > 1 && hint[length - 1] == '\'') length--, (*primes)++;
  while (length > 1 && hint[length - 1] >= '0' && hint[length - 1] <= '9') length--;
  if (length > STEM) length = STEM;
  if (*primes > 3) *primes = 3;
  memcpy(stem, hint, length);
  stem[length] = '\0';
}

/* x1, x2, ... with the hint's primes; *stem_word remembers where to go on. */
static Word *numbered_word(Printer *printer, const char *hint, Word **stem_word) {
  char stem[STEM + 1], text[STEM + 32];
  size_t primes = 0;
  split_hint(hint, stem, &primes);
  *stem_word = word_of(printer, stem);
  if (*stem_word == NULL) return NULL;
  for (uint32_t suffix = (*stem_word)->suffix;; suffix++) {
    (void)snprintf(text, sizeof text, "%s%u%.*s", stem, suffix, (int)primes, "'''");
    Word *word = may_bind(printer, text) ? word_of(printer, text) : NULL;
    if (word == NULL || word->used > 0) {
      if (word == NULL && may_bind(printer, text)) return NULL;
      continue;
    }
    (*stem_word)->suffix = suffix + 1;
    return word;
  }
}

const char *printer_bind(Printer *printer, NameId hint) {
  const char *text = name_text(printer->store, hint);
  bool good = lexer_is_name(text, strlen(text)) && strlen(text) <= STEM;
  if (!good) text = "x";
  Word *word = may_bind(printer, text) ? word_of(printer, text) : NULL, *stem = NULL;
  uint32_t suffix = 0;
  if (word == NULL || word->used > 0) {
    char stem_text[STEM + 1];
    size_t primes = 0;
    split_hint(text, stem_text, &primes);
    Word *before = word_of(printer, stem_text);
    suffix = before == NULL ? 0 : before->suffix;
    word = numbered_word(printer, text, &stem);
  }
  if (word == NULL) {
    printer->failed = true;
    return "";
  }
  push(printer, (ScopeEntry){word, stem, suffix});
  return word->text;
}

void printer_unbind(Printer *printer) {
  if (printer->scope_length == 0) return;
  ScopeEntry entry = printer->scope[--printer->scope_length];
  if (entry.word != NULL) entry.word->used--;
  if (entry.stem != NULL) entry.stem->suffix = entry.suffix;
}

void print_variable(Printer *printer, uint32_t index) {
  const Word *word = index < printer->scope_length ? printer->scope[printer->scope_length - 1 - index].word : NULL;
  if (word == NULL)
    printer->failed = true;
  else
    print_text(printer, word->text);
}

/* ----------------------------------------------------------------- types -- */

static void type_at(Printer *printer, TypeId type, int precedence);

/* As type_print: 0 arrow, 1 sum, 2 product and copower, 3 exponent and atom. */
static void type_infix(Printer *printer, const TypeNode *node, int own, const char *ascii, const char *unicode,
                       int precedence) {
  bool tensor = node->kind == TYPE_COPOWER;
  print_text(printer, precedence > own ? "(" : "");
  print_text(printer, tensor ? "!" : "");
  type_at(printer, node->a, own > 0 && !tensor ? own : own + 1);
  print_text(printer, " ");
  print_sign(printer, ascii, unicode);
  print_text(printer, " ");
  type_at(printer, node->b, own == 0 ? 0 : own + 1);
  print_text(printer, precedence > own ? ")" : "");
}

static void type_length(Printer *printer, const TypeNode *node, const char *base) {
  print_text(printer, base);
  if (node->n == 1) return;
  print_text(printer, "^");
  print_number(printer, node->n);
}

static void type_array_of(Printer *printer, const TypeNode *node) {
  print_text(printer, "(");
  type_at(printer, node->a, 0);
  print_text(printer, ")^");
  print_number(printer, node->n);
}

/* The variable of the mu that `outer` others are around: a, b, ..., z, a26, ... */
static void type_variable(Printer *printer, uint32_t outer) {
  char name[16];
  (void)snprintf(name, sizeof name, outer < 26 ? "%c" : "a%u", outer < 26 ? 'a' + outer : outer);
  print_text(printer, name);
}

/* A mu reaches as far as it can. */
static void type_mu_of(Printer *printer, const TypeNode *node, int precedence) {
  print_text(printer, precedence > 0 ? "(mu " : "mu ");
  type_variable(printer, printer->mus++);
  print_text(printer, ". ");
  type_at(printer, node->a, 0);
  printer->mus--;
  print_text(printer, precedence > 0 ? ")" : "");
}

static void type_kind_of(Printer *printer, const TypeNode *node, int precedence) {
  switch (node->kind) {
  case TYPE_NONE: printer->failed = true; return;
  case TYPE_REAL: type_length(printer, node, "real"); return;
  case TYPE_LREAL: type_length(printer, node, "real_"); return;
  case TYPE_UNIT: print_text(printer, "1"); return;
  case TYPE_LUNIT: print_text(printer, "1_"); return;
  case TYPE_INT: print_text(printer, "Int"); return;
  case TYPE_ARRAY:
  case TYPE_LARRAY: type_array_of(printer, node); return;
  case TYPE_VEC:
    print_text(printer, "Vec ");
    type_at(printer, node->a, 3);
    return;
  case TYPE_PROD:
  case TYPE_LPROD: type_infix(printer, node, 2, "*", "*", precedence); return;
  case TYPE_MU: type_mu_of(printer, node, precedence); return;
  case TYPE_SELF:
    if (node->n < printer->mus)
      type_variable(printer, printer->mus - 1 - node->n);
    else
      printer->failed = true;
    return;
  case TYPE_SUM: type_infix(printer, node, 1, "+", "+", precedence); return;
  case TYPE_FUN:
  case TYPE_POWER: type_infix(printer, node, 0, "->", "\xE2\x86\x92", precedence); return;
  case TYPE_LFUN: type_infix(printer, node, 0, "-o", "\xE2\x8A\xB8", precedence); return;
  case TYPE_COPOWER: type_infix(printer, node, 2, "><", "\xE2\x8A\x97", precedence); return;
  }
}

static void type_at(Printer *printer, TypeId type, int precedence) {
  if (printer->failed) return;
  if (printer->depth == 0) {
    printer->failed = true;
    return;
  }
  const TypeNode node = *type_node(&printer->store->types, type);
  printer->depth--;
  type_kind_of(printer, &node, precedence);
  printer->depth++;
}

void print_type(Printer *printer, TypeId type) { type_at(printer, type, 0); }
