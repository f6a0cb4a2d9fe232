/* What reading rules needs; private to scheme*.c. */
#ifndef ADJUDGE_AD_CHAD_SCHEME_INTERNAL_H
#define ADJUDGE_AD_CHAD_SCHEME_INTERNAL_H

#include "ad/chad/scheme.h"
#include "semantics/text/text.h"

/* What T, S, R and G are while a rule is read. */
typedef enum StandIns { AT_VECTORS, AT_FUNCTIONS, AT_PAIRS } StandIns;

#define READING_TEXT 4096
#define READING_TERMS ((uint32_t)1 << 20)
#define READING_NAMES 8
#define READING_NAME 8

/* A premise as written, its types at the instance. */
typedef struct WrittenPremise {
  char name[READING_NAME];
  char binder_name[2][READING_NAME];
  uint32_t binders;
  TypeId binder[2], type;
  Sort sort;
  bool used;
} WrittenPremise;

/* One rule being read, at one instance. */
typedef struct Reading {
  Store *store;
  Schemes *schemes;
  Scheme *scheme;
  const RuleText *text;
  StandIns instance;
  WrittenPremise premise[TERM_KIDS];
  uint32_t premises;
  TypeId result;                 /* of the conclusion */
  TypeId context[READING_NAMES]; /* what the right side may name */
  NameId name[READING_NAMES];
  uint32_t length;
} Reading;

/* Notes why the rule cannot be read; answers false. */
bool reading_fails(Reading *reading, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* scheme_judgement.c: the typing rule, and the left side. */
bool reading_judgement(Reading *reading);
bool reading_left(Reading *reading, const char *text, size_t length);
/* The type as a shape of the scheme; 0 for none or without room. */
uint32_t reading_shape(Reading *reading, TypeId type);
/* G: D(G)2 at the instance. */
TypeId reading_context_tangent(const Reading *reading);

/* scheme_parts.c: the right side as parts, 0 when it has none. */
uint16_t reading_parts(Reading *reading, TermId t);

#endif
