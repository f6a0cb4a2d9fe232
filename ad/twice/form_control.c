/* Sums, iteration and array combinators: in the Cartesian judgement each is itself;
 * the linear judgement's iterations become iterations over pairs with an index. */
#include "ad/twice/form.h"

/* ------------------------------------------------- Cartesian judgement -- */

static Status injection(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TypeId sum = term_type_payload(t), source;
  TRY(form_type(form, sum, &source));
  TRY(form_cartesian(form, scope, t->kid[0], out));
  TermId term =
      t->kind == TERM_INL ? term_inl(form->store, source, out->term) : term_inr(form->store, source, out->term);
  *out = (Formed){term, sum};
  return STATUS_OK;
}

static Status match(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed sum, right;
  TRY(form_cartesian(form, scope, t->kid[0], &sum));
  const TypeNode node = *type_node(&form->store->types, sum.type);
  TRY(form_under(form, scope, node.a, t->kid[1], out));
  TRY(form_under(form, scope, node.b, t->kid[2], &right));
  out->term = term_match(form->store, t->name, (NameId){t->payload}, sum.term, out->term, right.term);
  return STATUS_OK;
}

static Status iterate(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed count, step;
  TRY(form_cartesian(form, scope, t->kid[0], &count));
  TRY(form_cartesian(form, scope, t->kid[1], out));
  TRY(form_under(form, scope, out->type, t->kid[2], &step));
  out->term = term_iterate(form->store, t->name, count.term, step.term, out->term);
  return STATUS_OK;
}

static Status whilst(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Formed guard, step;
  TRY(form_cartesian(form, scope, t->kid[0], out));
  TRY(form_under(form, scope, out->type, t->kid[1], &guard));
  TRY(form_under(form, scope, out->type, t->kid[2], &step));
  out->term = term_while(form->store, t->name, guard.term, step.term, out->term);
  return STATUS_OK;
}

/* fold and scan */
static Status fold(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Store *s = form->store;
  Formed array, step;
  TRY(form_cartesian(form, scope, t->kid[0], out));
  TRY(form_cartesian(form, scope, t->kid[1], &array));
  uint32_t n = type_node(&s->types, array.type)->n;
  Scope a = {scope, out->type, form_open(form)};
  TRY(form_under(form, &a, type_element(&s->types, array.type), t->kid[2], &step));
  form_close(form, 1);
  NameId x = {t->payload};
  if (t->kind == TERM_FOLD)
    out->term = term_fold(s, t->name, x, step.term, out->term, array.term);
  else {
    *out = (Formed){term_scan(s, t->name, x, step.term, out->term, array.term),
                    type_array(&s->types, out->type, type_length_after(n))};
  }
  return STATUS_OK;
}

static Status total(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TypeId element = term_type_payload(t), source;
  TRY(form_type(form, element, &source));
  TRY(form_cartesian(form, scope, t->kid[0], out));
  *out = (Formed){term_total(form->store, source, out->term), element};
  return STATUS_OK;
}

/* gather and scatter */
static Status indexed(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Store *s = form->store;
  Formed indices, array;
  TypeId source;
  TRY(form_cartesian(form, scope, t->kid[0], &indices));
  TRY(form_cartesian(form, scope, t->kid[1], &array));
  if (t->kind == TERM_GATHER) {
    uint32_t m = type_node(&s->types, indices.type)->n;
    TypeId type = type_array(&s->types, type_element(&s->types, array.type), m);
    *out = (Formed){term_gather(s, indices.term, array.term), type};
    return STATUS_OK;
  }
  TRY(form_type(form, term_type_payload(t), &source));
  *out = (Formed){term_scatter(s, source, indices.term, array.term), term_type_payload(t)};
  return STATUS_OK;
}

/* vbuild, length, filter and append: (vbuild k (i. t))' = vbuild k' (i. t'), and so on. */
static Status vec(Form *form, const Scope *scope, const Term *t, Formed *out) {
  Store *s = form->store;
  Formed first, second;
  TRY(form_cartesian(form, scope, t->kid[0], &first));
  TypeId integer = type_int(&s->types), element = type_element(&s->types, first.type);
  if (t->kind == TERM_LENGTH) {
    *out = (Formed){term_length(s, first.term), integer};
    return STATUS_OK;
  }
  if (t->kind == TERM_APPEND) {
    TRY(form_cartesian(form, scope, t->kid[1], &second));
    *out = (Formed){term_append(s, first.term, second.term), first.type};
    return STATUS_OK;
  }
  bool filter = t->kind == TERM_FILTER;
  TRY(form_under(form, scope, filter ? element : integer, t->kid[1], &second));
  *out = filter ? (Formed){term_filter(s, t->name, second.term, first.term), first.type}
                : (Formed){term_vbuild(s, t->name, first.term, second.term), type_vec(&s->types, second.type)};
  return STATUS_OK;
}

static Status vscatter(Form *form, const Scope *scope, const Term *t, Formed *out) {
  TypeId source;
  Formed part[3];
  TRY(form_type(form, term_type_payload(t), &source));
  for (int i = 0; i < 3; i++) TRY(form_cartesian(form, scope, t->kid[i], &part[i]));
  *out = (Formed){term_vscatter(form->store, source, part[0].term, part[1].term, part[2].term), part[2].type};
  return STATUS_OK;
}

Status form_control(Form *form, const Scope *scope, const Term *t, Formed *out) {
  if (t->kind == TERM_INL || t->kind == TERM_INR) return injection(form, scope, t, out);
  if (t->kind == TERM_MATCH) return match(form, scope, t, out);
  if (t->kind == TERM_ITERATE) return iterate(form, scope, t, out);
  if (t->kind == TERM_WHILE) return whilst(form, scope, t, out);
  if (t->kind == TERM_FOLD || t->kind == TERM_SCAN) return fold(form, scope, t, out);
  if (t->kind == TERM_TOTAL) return total(form, scope, t, out);
  if (t->kind == TERM_GATHER || t->kind == TERM_SCATTER) return indexed(form, scope, t, out);
  if (t->kind == TERM_VSCATTER) return vscatter(form, scope, t, out);
  bool dynamic = t->kind == TERM_VBUILD || t->kind == TERM_LENGTH || t->kind == TERM_FILTER || t->kind == TERM_APPEND;
  return dynamic ? vec(form, scope, t, out) : STATUS_UNABLE; /* recursion */
}

/* ---------------------------------------------------- linear judgement -- */

Status form_linear_match(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Formed sum, right;
  TRY(form_cartesian(form, scope, t->kid[0], &sum));
  const TypeNode node = *type_node(&form->store->types, sum.type);
  Scope x = {scope, node.a, form_open(form)};
  TRY(form_linear(form, &x, v, t->kid[1], out));
  x.type = node.b;
  TRY(form_linear(form, &x, v, t->kid[2], &right));
  form_close(form, 1);
  out->term = term_match(form->store, t->name, (NameId){t->payload}, sum.term, out->term, right.term);
  return STATUS_OK;
}

/* An iteration under way over p = (i, state): both bound under p. */
typedef struct Loop {
  Formed count;
  uint32_t p, i, state;
} Loop;

static void open_loop(Form *form, Loop *loop) {
  loop->p = form_open(form);
  loop->i = form_open(form);
  loop->state = form_open(form);
}

/* snd (iterate k (p. let i = fst p in let state = snd p in (i + 1, next)) (0, first)) */
static TermId close_loop(Form *form, const Loop *loop, TermId next, TermId first) {
  Store *s = form->store;
  TermId step = term_pair(s, form_op(form, OP_IADD, 0, 0, form_var(form, loop->i), form_int(form, 1)), next);
  form_close(form, 1);
  step = term_let(s, NAME_NONE, term_snd(s, form_var(form, loop->p)), step);
  form_close(form, 1);
  step = term_let(s, NAME_NONE, term_fst(s, form_var(form, loop->p)), step);
  form_close(form, 1);
  TermId start = term_pair(s, form_int(form, 0), first);
  return term_snd(s, term_iterate(s, NAME_NONE, loop->count.term, step, start));
}

Status form_linear_iterate(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Loop loop;
  Formed next;
  TRY(form_cartesian(form, scope, t->kid[0], &loop.count));
  TRY(form_linear(form, scope, v, t->kid[1], out));
  open_loop(form, &loop);
  Scope i = {scope, type_int(&form->store->types), loop.i}, state = {NULL, out->type, loop.state};
  TRY(form_linear(form, &i, &state, t->kid[2], &next));
  out->term = close_loop(form, &loop, next.term, out->term);
  return STATUS_OK;
}

Status form_linear_bigsum(Form *form, const Scope *scope, const Scope *v, const Term *t, Formed *out) {
  Store *s = form->store;
  Loop loop;
  Formed summand;
  TermId none, sum;
  out->type = term_type_payload(t);
  TRY(form_cartesian(form, scope, t->kid[0], &loop.count));
  TRY(form_zero(form, out->type, &none));
  open_loop(form, &loop);
  Scope i = {scope, type_int(&s->types), loop.i};
  TRY(form_linear(form, &i, v, t->kid[1], &summand));
  Path so_far = {NULL, PATH_ROOT, loop.state}, next = {NULL, PATH_ROOT, form_open(form)};
  TRY(form_plus(form, out->type, &so_far, &next, &sum));
  form_close(form, 1);
  out->term = close_loop(form, &loop, term_let(s, NAME_NONE, summand.term, sum), none);
  return STATUS_OK;
}
