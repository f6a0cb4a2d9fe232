/* What two ways through a function leave: cells, and the stack, whose values a test then chooses. */
#include "semantics/clang/runner.h"

#include <string.h>

/* A value that the test chooses. */
typedef struct Chosen {
  const char *name, *yes, *no;
} Chosen;

typedef struct Merge {
  Chosen *chosen;
  uint32_t count, room;
  const char *test;
  uint32_t number; /* of merges: what was moved in another is moved anew */
} Merge;

static const char *choose(Runner *m, Merge *merge, const char *like, const char *yes, const char *no) {
  if (merge->count == merge->room) {
    uint32_t room = merge->room == 0 ? 8 : 2 * merge->room;
    Chosen *grown = runner_alloc(m, room, sizeof *grown);
    if (merge->count > 0) memcpy(grown, merge->chosen, merge->count * sizeof *grown);
    merge->chosen = grown;
    merge->room = room;
  }
  const char *name = name_take(m, like);
  merge->chosen[merge->count++] = (Chosen){name, yes, no};
  return name;
}

static Value choose_real(Runner *m, Merge *merge, const char *like, const Value *a, const Value *b) {
  Value value = value_real(choose(m, merge, like, a->term, b->term));
  value.counts = a->counts;
  value.most = a->most > b->most ? a->most : b->most;
  return value;
}

/* A term whose names end with its way gets one that does not; on the other way it is 0, where nobody looks. */
static const char *bring_out(Runner *m, Merge *merge, const char *like, const char *term, bool is_yes) {
  if (term_ways(m, term) <= m->ways) return term;
  for (uint32_t k = 0; k < merge->count; k++) {
    const Chosen *c = &merge->chosen[k];
    if (strcmp(is_yes ? c->yes : c->no, term) == 0 && strcmp(is_yes ? c->no : c->yes, "0") == 0) return c->name;
  }
  return choose(m, merge, like, is_yes ? term : "0", is_yes ? "0" : term);
}

/* The tests of a choice, brought out of its way. */
static Value bring_tests(Runner *m, Merge *merge, Value v, bool is_yes) {
  if (v.kind != VALUE_CHOICE) return v;
  const char *test = v.choice->test;
  if (term_ways(m, test) > m->ways)
    test =
        runner_text(m, "(%s > 0)", bring_out(m, merge, "test", runner_text(m, "(if %s then 1 else 0)", test), is_yes));
  return choice_new(m, test, bring_tests(m, merge, v.choice->yes, is_yes), bring_tests(m, merge, v.choice->no, is_yes));
}

/* Of whole numbers a choice, or a term if there are too many; VALUE_NONE if it cannot be said. */
static Value merge_values(Runner *m, Merge *merge, const char *like, Value a, Value b) {
  bool wholes = value_is_whole(&a) && value_is_whole(&b);
  if (wholes && choice_leaves(&a) + choice_leaves(&b) <= LEAVES_MOST)
    return choice_new(m, merge->test, bring_tests(m, merge, a, true), bring_tests(m, merge, b, false));
  if (wholes || a.counts != b.counts) (void)value_count(m, &a), (void)value_count(m, &b);
  if (a.kind == VALUE_REAL && b.kind == VALUE_REAL && a.counts == b.counts) return choose_real(m, merge, like, &a, &b);
  Value none = {.kind = VALUE_NONE, .term = "its value depends on a test of reals"};
  if (a.kind == VALUE_NONE || b.kind == VALUE_NONE) none.term = "not on every way to here it has a value";
  if (a.kind == VALUE_POINTER || b.kind == VALUE_POINTER) none.term = "what it points to depends on a test";
  return none;
}

/* -------------------------------------------------------------------- cells -- */

static void add_place(Cell *cell, Place place) {
  for (int k = 0; k < PLACES_MOST; k++) {
    if (cell->by[k].line != 0 && cell->by[k].offset != place.offset) continue;
    cell->by[k] = place;
    return;
  }
}

static void merge_cell(Runner *m, Merge *merge, Object *yes, Object *no, uint32_t k) {
  Cell *cell = &yes->cell[k];
  const Cell *other = &no->cell[k];
  for (int n = 0; n < PLACES_MOST && other->by[n].line != 0; n++) add_place(cell, other->by[n]);
  if (value_is_same(&cell->value, &other->value)) return;
  Value a = cell->value.kind == VALUE_INPUT ? object_load(m, yes, k) : cell->value;
  Value b = other->value.kind == VALUE_INPUT ? object_load(m, no, k) : other->value;
  if (value_is_same(&a, &b)) return; /* an input that was read on one way */
  const char *like = yes->name[0] == '\0' ? "r" : yes->name;
  if (yes->count > 1) like = runner_text(m, "%s_%u", like, k);
  cell->value = merge_values(m, merge, like, a, b);
}

/* ------------------------------------------------------------------ vectors -- */

/* Within one way, whose lets are written behind those that it has. */
static const char *way_term(Runner *m, Text *lets, Object *object) {
  Text *out = m->out;
  m->out = lets;
  m->ways++;
  const char *term = vector_term(m, object);
  m->ways--;
  m->out = out;
  return term;
}

static bool is_atom(const Index *at, const Runner *m) {
  for (uint32_t k = 0; k < at->count; k++) {
    for (uint32_t i = 0; i < at->product[k].count; i++)
      if (term_ways(m, at->product[k].name[i]) > m->ways) return false;
  }
  return true;
}

/* Whether cell by cell can be chosen: both were the same before, and each place is known outside of the ways. */
static bool by_cells(Runner *m, const Vector *a, const Vector *b) {
  const Vector same = {a->base, NULL, b->written};
  if (!vector_is_same(&same, b) || !vector_is_plain(m, a) || !vector_is_plain(m, b)) return false;
  for (const Written *w = a->written; w != NULL; w = w->older) {
    if (!is_atom(w->at, m)) return false;
    for (const Written *o = b->written; o != NULL; o = o->older) {
      if (!is_atom(o->at, m) || !(index_is_same(w->at, o->at) || index_differs(m, w->at, o->at))) return false;
    }
  }
  return true;
}

/* What one way has written, and the other has there, if the array is as long: C may read it on neither. */
static void merge_written(Runner *m, Merge *merge, Object *yes, Object *no, const Written *written) {
  for (const Written *w = written; w != NULL && !is_refused(m); w = w->older) {
    Value a = vector_load_if(m, yes, w->at), b = vector_load_if(m, no, w->at);
    Value value = value_is_same(&a, &b) ? a : choose_real(m, merge, yes->name, &a, &b);
    vector_store(m, yes, w->at, value);
    vector_store(m, no, w->at, value);
  }
}

static void merge_vectors(Runner *m, Merge *merge, Object *yes, Object *no, const Run *ways[2]) {
  if (vector_is_same(&yes->vector, &no->vector)) return;
  if (by_cells(m, &yes->vector, &no->vector)) {
    const Written *of_yes = yes->vector.written, *of_no = no->vector.written;
    merge_written(m, merge, yes, no, of_yes);
    merge_written(m, merge, yes, no, of_no);
    return;
  }
  const char *a = way_term(m, ways[0]->lets, yes), *b = way_term(m, ways[1]->lets, no);
  yes->vector.base = choose(m, merge, yes->name, a, b);
}

/* -------------------------------------------------------------------- stack -- */

static Pushed *bring_stack(Runner *m, Merge *merge, Pushed *s, bool is_yes) {
  uint32_t stamp = 2 * merge->number + is_yes;
  if (s == NULL || s->ways <= m->ways) return s;
  if (s->moved_at == stamp) return s->moved;
  Pushed *below = bring_stack(m, merge, s->below, is_yes), *moved;
  if (s->test != NULL) {
    const Value open = choice_new(m, s->test, value_whole(1), value_whole(0));
    const Value brought = bring_tests(m, merge, open, is_yes);
    moved = stack_choice(m, brought.choice->test, below, bring_stack(m, merge, s->otherwise, is_yes), s->by);
  } else {
    Pushed copy = *s;
    copy.below = below;
    if (s->value.kind == VALUE_REAL) copy.value.term = bring_out(m, merge, "pushed", s->value.term, is_yes);
    copy.value = bring_tests(m, merge, copy.value, is_yes);
    moved = stack_push(m, copy);
  }
  s->moved = moved;
  s->moved_at = stamp;
  return moved;
}

/* Under the test, and under its contrary. */
static Pushed *resolve_under(Runner *m, const char *test, bool holds, Pushed *stack) {
  const Assumption here = {test, holds, m->assumed};
  m->assumed = &here;
  stack = stack_resolve(m, stack);
  m->assumed = here.outer;
  return stack;
}

static Pushed *merge_stacks(Runner *m, Merge *merge, Pushed *a, Pushed *b) {
  a = resolve_under(m, merge->test, true, a);
  b = resolve_under(m, merge->test, false, b);
  if (a == b || is_refused(m)) return a;
  if (a != NULL && b != NULL && a->test == NULL && b->test == NULL && a->below == b->below &&
      strcmp(a->what, b->what) == 0) {
    Pushed both = *a;
    both.value = merge_values(m, merge, "pushed", a->value, b->value);
    both.below = bring_stack(m, merge, a->below, true);
    if (both.value.kind != VALUE_NONE) return stack_push(m, both);
  }
  Pushed *yes = bring_stack(m, merge, a, true), *no = bring_stack(m, merge, b, false);
  return stack_choice(m, merge->test, yes, no, a != NULL ? a->by : b->by);
}

/* --------------------------------------------------------------------- both -- */

/* a, or (a, (b, c)) */
static void write_names(Runner *m, const Merge *merge, int which) {
  for (uint32_t k = 0; k < merge->count; k++) {
    const Chosen *c = &merge->chosen[k];
    text_add(m, m->out, "%s%s%s", k > 0 ? ", " : "", k + 1 < merge->count ? "(" : "",
             which == 0   ? c->name
             : which == 1 ? c->yes
                          : c->no);
  }
  for (uint32_t k = 1; k < merge->count; k++) text_add(m, m->out, ")");
}

static const char *text_of(const Text *text) { return text->length == 0 ? "" : text->bytes; }

void memory_merge(Runner *m, const char *test, uint32_t count, const Run *yes, const Run *no) {
  Merge merge = {.test = test, .number = ++m->merges};
  m->memory = yes->memory;
  m->memory.count = count; /* what each way has made is of calls and blocks that it has left */
  for (uint32_t i = 0; i < m->memory.count && !is_refused(m); i++) {
    Object *a = &m->memory.object[i], *b = &no->memory.object[i];
    if (a->is_vector) {
      const Run *ways[2] = {yes, no};
      merge_vectors(m, &merge, a, b, ways);
      continue;
    }
    if (a->input >= 0 && a->count < b->count) object_grow(m, a, b->count);
    if (a->input >= 0 && b->count < a->count) object_grow(m, b, a->count);
    if (a->count != b->count) { /* an array whose length the ways have chosen */
      *a = (Object){.name = a->name, .input = -1};
      continue;
    }
    for (uint32_t k = 0; k < a->count && !is_refused(m); k++) merge_cell(m, &merge, a, b, k);
  }
  m->memory.stack = merge_stacks(m, &merge, yes->memory.stack, no->memory.stack);
  if (merge.count == 0) return;
  text_add(m, m->out, "let ");
  write_names(m, &merge, 0);
  text_add(m, m->out, " = if %s\nthen %s", test, text_of(yes->lets));
  write_names(m, &merge, 1);
  text_add(m, m->out, "\nelse %s", text_of(no->lets));
  write_names(m, &merge, 2);
  text_add(m, m->out, " in\n");
}
