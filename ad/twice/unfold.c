#include "ad/twice/unfold.h"

#include "ad/simplify/simplify.h"

#define ROUNDS 16
#define DEPTH 2000u

typedef struct Unfold {
  Store *store;
  uint32_t nesting; /* nested calls left */
  uint64_t steps;   /* nodes that may still be looked at */
  uint32_t bound;   /* lets of functions found */
} Unfold;

#define PAIRS 64u

/* Whether the value is a function, or a pair with one, by its constructors; pairs
 * nested deeper than `pairs` to the left are not looked into. */
static bool holds_function(const Store *store, TermId t, uint32_t pairs) {
  for (;;) {
    const Term *node = term(store, t);
    if (node->kind == TERM_LAM) return true;
    if (node->kind == TERM_PAIR && pairs > 0 && holds_function(store, node->kid[0], pairs - 1)) return true;
    if (node->kind != TERM_PAIR && node->kind != TERM_LET) return false;
    t = node->kid[1];
  }
}

static TermId unfold(Unfold *state, TermId t);

static TermId unfold_node(Unfold *state, TermId t) {
  const Term node = *term(state->store, t); /* a copy: terms are made below */
  TermId kid[TERM_KIDS];
  bool changed = false;
  for (int i = 0; i < TERM_KIDS; i++) {
    kid[i] = node.kid[i].id == 0 ? node.kid[i] : unfold(state, node.kid[i]);
    if (node.kid[i].id != 0 && kid[i].id == 0) return TERM_NONE_ID;
    changed = changed || kid[i].id != node.kid[i].id;
  }
  /* let x = \y. t in s = s[\y. t/x] */
  if (node.kind == TERM_LET && holds_function(state->store, kid[0], PAIRS)) {
    state->bound++;
    return term_subst(state->store, kid[1], 0, kid[0]);
  }
  return changed ? term_make(state->store, node.kind, node.payload, node.name, kid[0], kid[1], kid[2], kid[3]) : t;
}

static TermId unfold(Unfold *state, TermId t) {
  if (state->nesting == 0 || state->steps == 0) return TERM_NONE_ID;
  state->nesting--;
  state->steps--;
  TermId result = unfold_node(state, t);
  state->nesting++;
  return result;
}

Status unfold_functions(Store *store, const Program *program, uint64_t steps, TermId *result) {
  Program now = *program;
  Unfold state = {store, DEPTH, steps, 1};
  for (int round = 0; round < ROUNDS && state.bound > 0; round++) {
    Status status = simplify(store, &now, SIMPLIFY_ALL, steps, &now.term, NULL);
    if (status != STATUS_OK) return status;
    state.bound = 0;
    now.term = unfold(&state, now.term);
    if (now.term.id == 0) {
      status = store_take_status(store);
      return status != STATUS_OK ? status : STATUS_LIMIT;
    }
  }
  *result = now.term;
  Status status = store_take_status(store);
  return status != STATUS_OK ? status : state.bound > 0 ? STATUS_LIMIT : STATUS_OK;
}
