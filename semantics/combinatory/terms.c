/* The table of point-free terms, and its constructors. */
#include "semantics/combinatory/pointfree.h"
#include "semantics/memory/growing.h"
#include "semantics/tables/cases.h"

#include <string.h>

#define FIRST_TERMS 64u
#define FIRST_MEMBERS 16u
#define MAX_TERMS ((uint32_t)1 << 22)

static const PfId no_term = {0};

Status pf_table_init(PfTable *table, Store *store, Arena *arena) {
  *table = (PfTable){.store = store, .arena = arena, .count = 1};
  table->capacity = FIRST_TERMS;
  table->member_capacity = FIRST_MEMBERS;
  table->terms = arena_array(arena, table->capacity, sizeof *table->terms);
  table->members = arena_array(arena, table->member_capacity, sizeof *table->members);
  if (table->terms == NULL || table->members == NULL) return STATUS_LIMIT;
  memset(&table->terms[0], 0, sizeof table->terms[0]);
  return STATUS_OK;
}

static PfId fail(PfTable *table, Status status) {
  if (table->status == STATUS_OK) table->status = status;
  return no_term;
}

/* A type refused for its size is a limit. */
static PfId no_type(PfTable *table) { return fail(table, store_judged(table->store, STATUS_ILL_TYPED)); }

static PfId make(PfTable *table, PfTerm term) {
  if (table->status != STATUS_OK) return no_term;
  if (type_is_none(term.dom) || type_is_none(term.cod)) return no_type(table);
  if (table->count == table->capacity) {
    PfTerm *terms = arena_doubled(table->arena, table->terms, &table->capacity, MAX_TERMS, sizeof *terms);
    if (terms == NULL) return fail(table, STATUS_LIMIT);
    table->terms = terms;
  }
  table->terms[table->count] = term;
  return (PfId){table->count++};
}

static TypeTable *types_of(PfTable *table) { return &table->store->types; }

/* A copy: the table may move while its parent is made. */
static PfTerm kid(const PfTable *table, PfId p) { return *pf_term(table, p); }

PfId pf_comp(PfTable *table, PfId p, PfId q) {
  if (p.id == 0 || q.id == 0) return fail(table, STATUS_ILL_TYPED);
  return make(table, (PfTerm){.kind = PF_COMP, .dom = kid(table, q).dom, .cod = kid(table, p).cod, .a = p, .b = q});
}

static PfId pf_par(PfTable *table, PfId p, PfId q) {
  if (p.id == 0 || q.id == 0) return fail(table, STATUS_ILL_TYPED);
  PfTerm a = kid(table, p), b = kid(table, q);
  return make(table, (PfTerm){.kind = PF_PAR,
                              .dom = type_prod(types_of(table), a.dom, b.dom),
                              .cod = type_prod(types_of(table), a.cod, b.cod),
                              .a = p,
                              .b = q});
}

PfId pf_fst(PfTable *table, TypeId a, TypeId b) {
  return make(table, (PfTerm){.kind = PF_FST, .dom = type_prod(types_of(table), a, b), .cod = a});
}

PfId pf_snd(PfTable *table, TypeId a, TypeId b) {
  return make(table, (PfTerm){.kind = PF_SND, .dom = type_prod(types_of(table), a, b), .cod = b});
}

PfId pf_const(PfTable *table, TypeId a, uint32_t n, ConstantId value) {
  if (value.id == 0) return fail(table, STATUS_LIMIT);
  return make(table, (PfTerm){.kind = PF_CONST, .dom = a, .cod = type_real(types_of(table), n), .constant = value});
}

PfId pf_const_unit(PfTable *table, TypeId a) {
  return make(table, (PfTerm){.kind = PF_CONST, .dom = a, .cod = type_unit(types_of(table))});
}

static PfId pf_dup(PfTable *table, TypeId v) {
  return make(table, (PfTerm){.kind = PF_DUP, .dom = v, .cod = type_prod(types_of(table), v, v)});
}

PfId pf_identity(PfTable *table, TypeId v) { return make(table, (PfTerm){.kind = PF_ID, .dom = v, .cod = v}); }

PfId pf_unary(PfTable *table, OpCode op, uint32_t n, ConstantId exponent) {
  TypeId real = type_real(types_of(table), n);
  return make(table, (PfTerm){.kind = PF_UNARY, .dom = real, .cod = real, .op = op, .constant = exponent, .n = n});
}

PfId pf_given(PfTable *table, OpId op) {
  const OpNode node = *op_node(&table->store->ops, op);
  TypeId dom = node.arity == 1 ? node.operand[0] : type_prod(types_of(table), node.operand[0], node.operand[1]);
  return make(table, (PfTerm){.kind = PF_GIVEN, .dom = dom, .cod = node.result, .k = op.id});
}

PfId pf_neg(PfTable *table, uint32_t n) {
  TypeId real = type_real(types_of(table), n);
  return make(table, (PfTerm){.kind = PF_NEG, .dom = real, .cod = real, .n = n});
}

PfId pf_add(PfTable *table, TypeId v) {
  return make(table, (PfTerm){.kind = PF_ADD, .dom = type_prod(types_of(table), v, v), .cod = v});
}

PfId pf_sub(PfTable *table, TypeId v) {
  return make(table, (PfTerm){.kind = PF_SUB, .dom = type_prod(types_of(table), v, v), .cod = v});
}

PfId pf_binary(PfTable *table, PfBilinear bilinear, uint32_t n, uint32_t m) {
  PfBilinearType type = pf_bilinear_type(types_of(table), bilinear, n, m);
  return make(table, (PfTerm){.kind = PF_BINARY,
                              .dom = type_prod(types_of(table), type.left, type.right),
                              .cod = type.result,
                              .bilinear = bilinear,
                              .n = n,
                              .m = m});
}

PfId pf_if(PfTable *table, PfId condition, PfId p, PfId q) {
  if (condition.id == 0 || p.id == 0 || q.id == 0) return fail(table, STATUS_ILL_TYPED);
  PfTerm first = kid(table, p);
  return make(table, (PfTerm){.kind = PF_IF, .dom = first.dom, .cod = first.cod, .a = condition, .b = p, .c = q});
}

PfId pf_map(PfTable *table, uint32_t n, PfId p) {
  if (p.id == 0) return fail(table, STATUS_ILL_TYPED);
  PfTerm body = kid(table, p);
  return make(table, (PfTerm){.kind = PF_MAP,
                              .dom = type_array(types_of(table), body.dom, n),
                              .cod = type_array(types_of(table), body.cod, n),
                              .a = p,
                              .n = n});
}

static bool put_members(PfTable *table, uint32_t n, const PfId *members, uint32_t *first) {
  while (table->member_capacity - table->member_count < n) {
    PfId *larger = arena_doubled(table->arena, table->members, &table->member_capacity, MAX_TERMS, sizeof *larger);
    if (larger == NULL) return false;
    table->members = larger;
  }
  if (n != 0) memcpy(table->members + table->member_count, members, n * sizeof *members);
  *first = table->member_count;
  table->member_count += n;
  return true;
}

PfId pf_family(PfTable *table, TypeId v, TypeId w, uint32_t n, const PfId *members) {
  uint32_t first;
  for (uint32_t i = 0; i < n; i++) {
    if (members[i].id == 0) return fail(table, STATUS_ILL_TYPED);
  }
  if (!put_members(table, n, members, &first)) return fail(table, STATUS_LIMIT);
  return make(table, (PfTerm){.kind = PF_FAMILY,
                              .dom = type_array(types_of(table), v, n),
                              .cod = type_array(types_of(table), w, n),
                              .n = n,
                              .k = first});
}

PfId pf_repl(PfTable *table, uint32_t n, TypeId v) {
  return make(table, (PfTerm){.kind = PF_REPL, .dom = v, .cod = type_array(types_of(table), v, n), .n = n});
}

PfId pf_sum(PfTable *table, uint32_t n, TypeId v) {
  return make(table, (PfTerm){.kind = PF_SUM, .dom = type_array(types_of(table), v, n), .cod = v, .n = n});
}

PfId pf_zip(PfTable *table, uint32_t n, TypeId v, TypeId w) {
  TypeTable *types = types_of(table);
  return make(table, (PfTerm){.kind = PF_ZIP,
                              .dom = type_prod(types, type_array(types, v, n), type_array(types, w, n)),
                              .cod = type_array(types, type_prod(types, v, w), n),
                              .n = n});
}

PfId pf_at(PfTable *table, uint32_t n, uint32_t k, TypeId v) {
  return make(table, (PfTerm){.kind = PF_AT, .dom = type_array(types_of(table), v, n), .cod = v, .n = n, .k = k});
}

PfId pf_tuple(PfTable *table, PfId p, PfId q) {
  if (p.id == 0) return fail(table, STATUS_ILL_TYPED);
  TypeId v = kid(table, p).dom;
  return pf_comp(table, pf_par(table, p, q), pf_dup(table, v));
}

/* ---------------------------------------------------- bilinear primitives -- */

static TypeId shape(TypeTable *types, const char *form, uint32_t n, uint32_t m) {
  uint64_t length = 1;
  for (; *form != '\0'; form++) length *= *form == 'n' ? n : *form == 'm' ? m : 1;
  return length <= TYPE_MAX_LENGTH ? type_real(types, (uint32_t)length) : (TypeId){0};
}

static const char *const bilinear_forms[BILINEAR_COUNT][4] = {
#define BILINEAR(id, symbol, left, right, result) [BILINEAR_##id] = {symbol, left, right, result},
#include "semantics/combinatory/bilinear.def"
#undef BILINEAR
};

const char *pf_bilinear_symbol(PfBilinear bilinear) { return bilinear_forms[bilinear][0]; }

PfBilinearType pf_bilinear_type(TypeTable *types, PfBilinear bilinear, uint32_t n, uint32_t m) {
  const PfBilinearType none = {{0}, {0}, {0}};
  if (bilinear >= BILINEAR_COUNT || (bilinear == BILINEAR_CROSS && n != 3)) return none;
  bool matrix = bilinear == BILINEAR_MATVEC || bilinear == BILINEAR_OUTER;
  if (!matrix && m != 0) return none;
  const char *const *form = bilinear_forms[bilinear];
  return (PfBilinearType){shape(types, form[1], n, m), shape(types, form[2], n, m), shape(types, form[3], n, m)};
}

bool pf_is_unary(OpCode op) {
  if (op_is_function(op)) return function_info(op_function(op))->operands == 1;
  switch (op) {
  case OP_ANY_FUNCTION:
  case OP_POW: return true;
  case OP_ANY_NO_FUNCTION:
  case OP_ANY_ARITHMETIC: return false;
  }
  return false;
}
