/* Forward inside reverse, chosen by sub-term (section 3.1): what varies by one scalar is
 * applied to 1 where it stands, and its column is what is transposed.
 *
 * The column is computed when the map is made, once for all cotangents, and nothing of the
 * sub-term is kept for the way back but its scalars.  To choose reads a term once for each
 * let around it. */
#include "ad/linmap/threaded.h"
#include "semantics/tables/rules.h"

/* ------------------------------------------------------------------ choosing -- */

/* Variables of e that vary: none, one or several. */
typedef struct Varying {
  const LmTerm *one;
  bool several;
} Varying;

/* What is not in scope is bound in e: binders have names of their own. */
static void gather(const Scope *scope, const LmTerm *e, Varying *found) {
  for (uint32_t k = 0; k < e->count && !found->several; k++) gather(scope, e->kid[k], found);
  if (e->kind != LM_VAR || e->type->dim == 0) return;
  while (scope != NULL && scope->x != e->x) scope = scope->outer;
  if (scope == NULL || scope->map == NULL || scope->map->kind == LM_ZERO) return;
  if (found->one == NULL)
    found->one = e;
  else if (found->one->x != e->x)
    found->several = true;
}

static bool is_of_many_steps(const LmTerm *e) {
  return e->kind == LM_LET || e->kind == LM_IF || e->kind == LM_BUILD || e->kind == LM_FOLD || e->kind == LM_CALL;
}

const LmTerm *mixed_direction(LmBuilder *b, const Scope *scope, const LmTerm *e) {
  Varying found = {NULL, false};
  if (!is_of_many_steps(e) || e->type->dim == 0) return NULL;
  if (!linmap_type_equal(e->type, lm_tangent(b, e->type))) return NULL;
  gather(scope, e, &found);
  return found.several || found.one == NULL || found.one->type->kind != LM_TYPE_REAL ? NULL : found.one;
}

/* -------------------------------------------------------------------- column -- */

/* The map R -o t that puts its scalar everywhere. */
static const LmTerm *everywhere(LmBuilder *b, const LmType *t) {
  const LmType *real = lm_real(b);
  if (t->kind == LM_TYPE_REAL) return lm_one(b, real);
  if (t->kind == LM_TYPE_VEC) {
    const LmTerm *entry = everywhere(b, t->part[0]);
    return lm_vcatv(b, lm_build(b, lm_fresh(b), lm_natural(b, t->n), t->n, entry));
  }
  const LmTerm **maps = arena_array(b->arena, (size_t)t->n + 1, sizeof *maps);
  if (maps == NULL) {
    b->status = STATUS_LIMIT;
    return NULL;
  }
  for (uint32_t k = 0; k < t->n; k++) maps[k] = everywhere(b, t->part[k]);
  return lm_vcat(b, maps, t->n, real);
}

const LmTerm *mixed_column(Threaded *th, Context c, const Scope *scope, const LmTerm *e, const LmTerm *x) {
  LmBuilder *b = th->b;
  /* D_s[e] = (D(D_R[e][dx := 1] . 1) o (1 x .. x 1)) o D_s[x], x : R the one that varies */
  RULE(LMX_COLUMN);
  Threaded inside = {b, th->originals, THREADED_INSIDE};
  Scope one = {scope, x->x, lm_one(b, x->type), 0};
  const LmTerm *map = threaded_nabla(&inside, (Context){x->type, 0}, &one, e);
  const LmTerm *column = lm_diag(b, lm_apply(b, map, lm_number(b, 1)));
  if (e->type->kind != LM_TYPE_REAL) column = lm_compose(b, column, everywhere(b, e->type));
  return lm_compose(b, column, threaded_nabla(th, c, scope, x));
}
