/* Interned types of the source and the linear target language.
 *
 * A TypeId names a type; two types are equal exactly when their ids are.  Id 0
 * is no type: it is what the constructors answer when an argument is no type,
 * is of the wrong sort, or a limit is hit. */
#ifndef ADJUDGE_TABLES_TYPES_H
#define ADJUDGE_TABLES_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum TypeKind {
  TYPE_NONE = 0,
#define TYPE(kind, form, parts, n) TYPE_##kind,
#include "semantics/tables/types.def"
#undef TYPE
} TypeKind;

typedef struct TypeId {
  uint32_t id;
} TypeId;

/* The longest array that a type may have, and the largest flat dimension; a linear
 * type of more has none.  CHAD's map has n cotangents of n scalars, all but n of which
 * are one 0: such a type must be there, and no evaluator need write out a value. */
#define TYPE_MAX_LENGTH ((uint32_t)1 << 26)
/* The most nodes that a type may have, written out without sharing and a Cartesian
 * array at each index, and how deep it may nest: what walks over a type or a value of
 * it ends. */
#define TYPE_MAX_SIZE ((uint32_t)1 << 24)
#define TYPE_MAX_NESTING ((uint32_t)20000)
/* The length of `Vec t` among array types: known at run time only. */
#define TYPE_DYNAMIC UINT32_MAX
/* `dim` of a type whose values do not cross the evaluators' interface: it holds a
 * function, a sum, a Vec or data, or it is linear and too long. */
#define TYPE_NOT_FLAT UINT32_MAX

typedef struct TypeNode {
  TypeKind kind;
  TypeId a, b;   /* components, by kind: see types.def */
  uint32_t n;    /* array length; TYPE_DYNAMIC for Vec */
  uint32_t dim;  /* scalars in a flat value, or TYPE_NOT_FLAT */
  uint32_t size; /* nodes, written out: 1 for real^n, more than n for a Cartesian T^n */
  uint32_t nesting;
  uint32_t order; /* 0 for first-order types; functions add one to the left */
  uint32_t free;  /* how many enclosing mus its variables need: 0 for a closed type */
  bool linear;    /* a linear type (underlined in the paper) */
  bool pure;      /* no linear function in it */
  bool source;    /* a type of the source language: pure and closed */
} TypeNode;

typedef struct TypeTable {
  TypeNode *nodes; /* nodes[0] is TYPE_NONE; a component's id is below its own */
  uint32_t count, capacity;
  uint32_t *slots; /* open-addressing index into nodes; 0 is free */
  uint32_t slot_count;
  bool exhausted; /* a type was refused for a limit; see store_judged */
} TypeTable;

bool type_table_init(TypeTable *table);
void type_table_free(TypeTable *table);

static inline bool type_equal(TypeId a, TypeId b) { return a.id == b.id; }
static inline bool type_is_none(TypeId a) { return a.id == 0; }
static inline const TypeNode *type_node(const TypeTable *table, TypeId type) { return &table->nodes[type.id]; }
static inline TypeKind type_kind(const TypeTable *table, TypeId type) { return table->nodes[type.id].kind; }

/* Constructors: one for each line of types.def.  type_array and
 * type_linear_array give real^n and real_^n when the element is the scalar, and
 * type_array of length TYPE_DYNAMIC gives Vec. */
TypeId type_real(TypeTable *table, uint32_t n);
TypeId type_unit(TypeTable *table);
TypeId type_prod(TypeTable *table, TypeId a, TypeId b);
TypeId type_fun(TypeTable *table, TypeId a, TypeId b);
TypeId type_sum(TypeTable *table, TypeId a, TypeId b);
/* 1 + 1: the truth values, inl () for true. */
TypeId type_bool(TypeTable *table);
TypeId type_int(TypeTable *table);
TypeId type_array(TypeTable *table, TypeId element, uint32_t n);
TypeId type_vec(TypeTable *table, TypeId element);
/* mu a. body, where `a` is index 0 in the body; none if the body is the variable
 * itself, or a chain of mus that ends in it, which no value has. */
TypeId type_mu(TypeTable *table, TypeId body);
TypeId type_self(TypeTable *table, uint32_t index);
/* T[mu a. T/a] for a closed mu a. T; none for any other type or at a limit. */
TypeId type_unroll(TypeTable *table, TypeId mu);
TypeId type_lfun(TypeTable *table, TypeId a, TypeId b);
TypeId type_linear_real(TypeTable *table, uint32_t n);
TypeId type_linear_unit(TypeTable *table);
TypeId type_linear_prod(TypeTable *table, TypeId a, TypeId b);
TypeId type_power(TypeTable *table, TypeId a, TypeId b);
TypeId type_copower(TypeTable *table, TypeId a, TypeId b);
TypeId type_linear_array(TypeTable *table, TypeId element, uint32_t n);

/* Whether values of the Cartesian type can be added: those of real^n, 1, and of
 * products and arrays of such types. */
bool type_is_additive(const TypeTable *table, TypeId type);
/* Whether the type is linear, and not flat for its length alone. */
bool type_is_long(const TypeTable *table, TypeId type);
/* The element type of an array type (real for real^n) or a Vec; none of others. */
TypeId type_element(TypeTable *table, TypeId array);

/* The length of the prefixes of an array of length n: n + 1, TYPE_DYNAMIC of a Vec. */
static inline uint32_t type_length_after(uint32_t n) { return n == TYPE_DYNAMIC ? n : n + 1; }

/* Writes the concrete form, always terminated; returns the length needed. */
int type_print(const TypeTable *table, TypeId type, char *buffer, int size);

#endif
