/* revf$ and revr$ as text of the source language (section 6.1): what split.c interprets,
 * written down.  A context is a tuple; revf gives (value, record), and revr takes what
 * was gathered so far and gives it with what goes back through c added. */
#include "ad/linmap/split_code.h"

#include "semantics/tables/rules.h"

/* An expression of (R, X), for the context in the identifier t. */
static Piece revf(SplitCode *c, const ClTerm *term, Piece t);

static Piece revf_function(SplitCode *c, const ClTerm *term, Piece t) {
  if (term->leaf->kind == LM_CALL) return piece(c, "%s_f%u %s", c->name, term->leaf->n, t);
  Piece record = piece(c, "()");
  LmBuilder builder = {.arena = c->arena};
  const SplitType *type = split_prim_type(&builder, term->leaf);
  if (type == NULL) return piece_fail(c, STATUS_LIMIT);
  if (type->kind == SPLIT_VALUE) record = term->leaf->prim == LM_PRIM_IX ? piece_part(c, t, 0, 2) : t;
  return piece(c, "(%s, %s)", piece_primitive(c, term->leaf, t), record);
}

/* let p = revf first in let w = .. in let q = revf second in (fst q, (snd p, snd q)) */
static Piece revf_two(SplitCode *c, const ClTerm *term, Piece t) {
  Piece p = piece_fresh(c), w = piece_fresh(c), q = piece_fresh(c), first = revf(c, term->kid[0], t);
  Piece value = piece(c, "(fst %s)", p);
  if (term->kind == CL_LET) value = piece_extend(c, t, value, term->from->n);
  Piece second = revf(c, term->kid[1], w);
  return piece(c, "let %s = %s in let %s = %s in let %s = %s in (fst %s, (snd %s, snd %s))", p, first, w, value, q,
               second, q, p, q);
}

static Piece revf_tuple(SplitCode *c, const ClTerm *term, Piece t) {
  Piece lets = piece(c, "%s", ""), record = piece(c, "()"), values = piece(c, "()");
  Piece *p = arena_array(c->arena, (size_t)term->count + 1, sizeof *p);
  if (p == NULL) return piece_fail(c, STATUS_LIMIT);
  for (uint32_t k = 0; k < term->count; k++) {
    p[k] = piece_fresh(c);
    lets = piece(c, "%slet %s = %s in ", lets, p[k], revf(c, term->kid[k], t));
    values = k == 0 ? piece(c, "fst %s", p[k]) : piece(c, "(%s, fst %s)", values, p[k]);
  }
  for (uint32_t k = term->count; k-- > 0;) record = piece(c, "(snd %s, %s)", p[k], record);
  return piece(c, "%s(%s, %s)", lets, values, record);
}

static Piece revf_if(SplitCode *c, const ClTerm *term, Piece t) {
  static const char *const injection[] = {"inl", "inr"};
  Piece branch[2], record[2], test = piece_fresh(c), p = piece_fresh(c);
  LmBuilder builder = {.arena = c->arena};
  for (int k = 0; k < 2; k++) {
    const SplitType *type = split_record_type(&builder, c->split, term->kid[k + 1]);
    if (type == NULL) return piece_fail(c, STATUS_LIMIT);
    record[k] = piece_record(c, type);
  }
  for (int k = 0; k < 2; k++) {
    Piece value = revf(c, term->kid[k + 1], t);
    branch[k] = piece(c, "let %s = %s in (fst %s, (%s (snd %s) : %s + %s))", p, value, p, injection[k], p, record[0],
                      record[1]);
  }
  return piece(c, "let %s = %s in if fst %s then (%s) else %s", test, revf(c, term->kid[0], t), test, branch[0],
               branch[1]);
}

static Piece revf_build(SplitCode *c, const ClTerm *term, Piece t) {
  Piece all = piece_fresh(c), i = piece_fresh(c), w = piece_fresh(c), j = piece_fresh(c);
  Piece body = revf(c, term->kid[1], w), wide = piece_extend(c, t, i, term->from->n);
  return piece(
      c, "let %s = build %u (%s. let %s = %s in %s) in (build %u (%s. fst (%s ! %s)), build %u (%s. snd (%s ! %s)))",
      all, term->n, i, w, wide, body, term->n, j, all, j, term->n, j, all, j);
}

/* The states (a, x) of a scan: the last a is the value, and all x but the first are recorded. */
static Piece revf_fold(SplitCode *c, const ClTerm *term, Piece t) {
  Piece a = piece_fresh(c), v = piece_fresh(c), s = piece_fresh(c), e = piece_fresh(c), w = piece_fresh(c);
  Piece states = piece_fresh(c), j = piece_fresh(c), start = revf(c, term->kid[1], t), over = revf(c, term->kid[2], t);
  LmBuilder builder = {.arena = c->arena};
  const SplitType *type = split_record_type(&builder, c->split, term->kid[0]);
  if (type == NULL) return piece_fail(c, STATUS_LIMIT);
  const uint32_t n = term->kid[2]->to->n;
  Piece wide = piece_extend(c, t, piece(c, "(fst %s, %s)", s, e), term->from->n), step = revf(c, term->kid[0], w);
  Piece scan =
      piece(c, "scan (%s %s. let %s = %s in %s) (fst %s, %s) (fst %s)", s, e, w, wide, step, a, piece_some(c, type), v);
  return piece(c,
               "let %s = %s in let %s = %s in let %s = %s in (fst (%s ! %u), ((snd %s, snd %s), build %u (%s. snd (%s "
               "! (%s + 1)))))",
               a, start, v, over, states, scan, states, n, a, v, n, j, states, j);
}

static Piece revf(SplitCode *c, const ClTerm *term, Piece t) {
  Piece *parts;
  if (c->status != STATUS_OK) return NULL;
  switch (term->kind) {
  case CL_I: return piece(c, "(%s, ())", t);
  case CL_K:
    if (term->leaf->kind == LM_NAT) return piece(c, "((%lld : Int), ())", (long long)term->leaf->integer);
    return piece(c, "((%s : real), ())", piece_number(c, term->leaf->constant));
  case CL_P:
    parts = arena_array(c->arena, (size_t)term->n + 1, sizeof *parts);
    if (parts == NULL) return piece_fail(c, STATUS_LIMIT);
    for (uint32_t k = 0; k < term->n; k++) parts[k] = piece_part(c, t, term->selected[k], term->from->n);
    return piece(c, "(%s, ())", piece_tuple(c, parts, term->n));
  case CL_F: return revf_function(c, term, t);
  case CL_SEQ:
  case CL_LET: return revf_two(c, term, t);
  case CL_TUPLE: return revf_tuple(c, term, t);
  case CL_IF: return revf_if(c, term, t);
  case CL_BUILD: return revf_build(c, term, t);
  case CL_FOLD: return revf_fold(c, term, t);
  case CL_KIND_COUNT: break;
  }
  return piece_fail(c, STATUS_STUCK);
}

/* -------------------------------------------------------------------- back -- */

/* acc with what goes back through c: an expression of dS; x, dt and acc are identifiers or parts of them. */
static Piece revr(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc);

static Piece revr_prune(SplitCode *c, const ClTerm *term, Piece dt, Piece acc) {
  const uint32_t n = term->from->n;
  Piece all = piece(c, "()");
  for (uint32_t k = 0; k < n; k++) {
    Piece part = piece_part(c, acc, k, n);
    for (uint32_t s = 0; s < term->n; s++) {
      if (term->selected[s] == k) part = piece_add(c, term->from->part[k], part, piece_part(c, dt, s, term->n));
    }
    all = k == 0 ? part : piece(c, "(%s, %s)", all, part);
  }
  return all;
}

static Piece revr_seq(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  Piece zero = piece_fresh(c), middle = piece_fresh(c);
  Piece second = revr(c, term->kid[1], piece(c, "(snd %s)", x), dt, zero);
  Piece first = revr(c, term->kid[0], piece(c, "(fst %s)", x), middle, acc);
  return piece(c, "let %s = %s in let %s = %s in %s", zero, piece_zero(c, term->kid[0]->to, true), middle, second,
               first);
}

static Piece revr_tuple(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  Piece lets = piece(c, "%s", "");
  for (uint32_t k = 0; k < term->count; k++) {
    Piece next = piece_fresh(c), part = piece_part(c, dt, k, term->count);
    lets = piece(c, "%slet %s = %s in ", lets, next, revr(c, term->kid[k], piece(c, "(fst %s)", x), part, acc));
    acc = next;
    x = piece(c, "(snd %s)", x);
  }
  return piece(c, "%s%s", lets, acc);
}

/* acc |> 0, bound to w, goes back through c. */
static Piece revr_under(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc, uint32_t n) {
  Piece w = piece_fresh(c), wide = piece_extend(c, acc, piece_zero(c, term->from->part[n], true), n);
  return piece(c, "let %s = %s in %s", w, wide, revr(c, term, x, dt, w));
}

static Piece revr_let(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  const uint32_t n = term->from->n;
  Piece w = piece_fresh(c), a = piece_fresh(c), dr = piece_fresh(c);
  Piece body = revr_under(c, term->kid[1], piece(c, "(snd %s)", x), dt, acc, n);
  return piece(c, "let %s = %s in let %s = %s in let %s = %s in %s", w, body, a, piece_initial(c, w, n), dr,
               piece_last(c, w, n), revr(c, term->kid[0], piece(c, "(fst %s)", x), dr, a));
}

static Piece revr_build(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  const uint32_t n = term->from->n;
  Piece s = piece_fresh(c), w = piece_fresh(c), i = piece(c, "(snd %s)", s);
  Piece body = revr_under(c, term->kid[1], piece(c, "(%s ! %s)", x, i), piece(c, "(%s ! %s)", dt, i),
                          piece(c, "(fst %s)", s), n);
  return piece(c, "fst (iterate %u (%s. let %s = %s in (%s, %s + 1)) (%s, (0 : Int)))", term->n, s, w, body,
               piece_initial(c, w, n), i, acc);
}

/* From the last entry to the first: the states (acc, (da, dv!i)) of a scan. */
static Piece revr_fold(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  const LmType *vector = term->kid[2]->to;
  const uint32_t m = term->from->n, n = vector->n;
  Piece s = piece_fresh(c), k = piece_fresh(c), i = piece_fresh(c), w = piece_fresh(c), j = piece_fresh(c);
  Piece states = piece_fresh(c), dv = piece_fresh(c), da = piece_fresh(c), last = piece_fresh(c), q = piece_fresh(c);
  Piece steps = piece(c, "(snd %s)", x), starts = piece(c, "(fst %s)", x);
  Piece body = revr_under(c, term->kid[0], piece(c, "(%s ! %s)", steps, i), piece(c, "(fst (snd %s))", s),
                          piece(c, "(fst %s)", s), m);
  Piece scan = piece(
      c, "scan (%s %s. let %s = %u - 1 - %s in let %s = %s in (%s, %s)) (%s, (%s, %s)) (build %u (%s. %s))", s, k, i, n,
      k, w, body, piece_initial(c, w, m), piece_last(c, w, m), acc, dt, piece_zero(c, vector->part[0], true), n, j, j);
  Piece over = piece(c, "build %u (%s. snd (snd (%s ! (%u - %s))))", n, j, states, n, j);
  Piece first = revr(c, term->kid[1], piece(c, "(fst %s)", starts), da, last);
  Piece second = revr(c, term->kid[2], piece(c, "(snd %s)", starts), dv, q);
  return piece(
      c, "let %s = %s in let %s = %s in let %s = fst (snd (%s ! %u)) in let %s = fst (%s ! %u) in let %s = %s in %s",
      states, scan, dv, over, da, states, n, last, states, n, q, first, second);
}

static Piece revr_if(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  Piece y = piece_fresh(c), yes = revr(c, term->kid[1], y, dt, acc), no = revr(c, term->kid[2], y, dt, acc);
  return piece(c, "case %s of {inl %s -> %s; inr %s -> %s}", x, y, yes, y, no);
}

static Piece revr_function(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  if (term->leaf->kind != LM_CALL) return piece_back(c, term->leaf, x, dt, acc);
  return piece(c, "%s_r%u %s %s %s", c->name, term->leaf->n, x, dt, acc);
}

static Piece revr(SplitCode *c, const ClTerm *term, Piece x, Piece dt, Piece acc) {
  if (c->status != STATUS_OK) return NULL;
  switch (term->kind) {
  case CL_I: return piece_add(c, term->from, acc, dt);
  case CL_K: return acc;
  case CL_P: return revr_prune(c, term, dt, acc);
  case CL_F: return revr_function(c, term, x, dt, acc);
  case CL_SEQ: return revr_seq(c, term, x, dt, acc);
  case CL_LET: return revr_let(c, term, x, dt, acc);
  case CL_TUPLE: return revr_tuple(c, term, x, dt, acc);
  case CL_IF: return revr_if(c, term, x, dt, acc);
  case CL_BUILD: return revr_build(c, term, x, dt, acc);
  case CL_FOLD: return revr_fold(c, term, x, dt, acc);
  case CL_KIND_COUNT: break;
  }
  return piece_fail(c, STATUS_STUCK);
}

/* ------------------------------------------------------------- definitions -- */

static void write_definition(SplitCode *c, uint32_t k, FILE *out) {
  const ClTerm *body = c->split->program.body[k];
  Piece from = piece_type(c, body->from, false), to = piece_type(c, body->to, false);
  Piece back_from = piece_type(c, body->from, true), back_to = piece_type(c, body->to, true);
  Piece record = piece_record(c, c->split->record[k]);
  Piece forward = revf(c, body, "t"), back = revr(c, body, "x", "dt", "acc");
  if (c->status != STATUS_OK) return;
  fprintf(out, "def %s_f%u (t : %s) : %s * %s =\n  %s\n", c->name, k, from, to, record, forward);
  fprintf(out, "def %s_r%u (x : %s) (dt : %s) (acc : %s) : %s =\n  %s\n", c->name, k, record, back_to, back_from,
          back_from, back);
}

Status split_write(Arena *arena, const Store *store, const Split *split, const char *name, FILE *out) {
  RULE(CODE_SPLIT);
  SplitCode c = {.arena = arena, .store = store, .split = split, .name = name};
  const uint32_t last = split->program.count - 1;
  const ClTerm *body = split->program.body[last];
  for (uint32_t k = 0; k <= last && c.status == STATUS_OK; k++) write_definition(&c, k, out);
  Piece from = piece_type(&c, body->from, false), to = piece_type(&c, body->to, false);
  Piece back_from = piece_type(&c, body->from, true), back_to = piece_type(&c, body->to, true);
  Piece zero = piece_zero(&c, body->from, true);
  if (c.status != STATUS_OK) return c.status;
  fprintf(out, "def %s (t : %s) (dt : %s) : %s * %s =\n  let p = %s_f%u t in (fst p, %s_r%u (snd p) dt %s)\n", name,
          from, back_to, to, back_from, name, last, name, last, zero);
  return STATUS_OK;
}
