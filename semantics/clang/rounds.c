/* A loop whose number of rounds depends on sizes, as one term.
 *
 *   for (i = lo; i < hi; i++) body
 *
 * The body is run once, from a state in which whatever a round changes has a name that nothing is known of; what is
 * changed is found by running it, until no more is. Then
 *
 *   y[i] = t              y  =  build n (i. t)                     if t reads of y nothing else than y[i]
 *   s += t                s  =  s + sum (build n (i. t))           if t does not read s
 *   else   (i, (s, ..))   =  iterate (hi - lo) ((i, (s, ..)). (i + 1, (t, ..))) (lo, (s, ..))
 */
#include "semantics/clang/runner.h"

#include <ctype.h>
#include <string.h>

#define TRIALS_MOST 16

/* What a round changes: a scalar's cell, one place of a vector, or all of it. */
typedef enum CarriedKind { CARRIED_REAL, CARRIED_WHOLE, CARRIED_PLACE, CARRIED_VECTOR } CarriedKind;
typedef struct Carried {
  CarriedKind kind;
  uint32_t object, cell;
  const Index *at;                /* CARRIED_PLACE */
  const char *start, *name, *end; /* terms before the loop, in the body, and behind it */
  bool used;                      /* by a round */
  struct Carried *next;
} Carried;

typedef struct Rounds {
  const Loop *loop;
  uint32_t counter;     /* its object */
  const Index *lo, *hi; /* the counter is lo <= i < hi */
  const Index *end;     /* what it is held against */
  bool down;            /* from hi - 1 to lo */
  const char *i;        /* the counter in the body */
  uint32_t objects;     /* that are there before */
  Memory before, after;
  Text *lets; /* of the body */
  Carried *carried;
} Rounds;

/* ------------------------------------------------------------------- header -- */

/* Without brackets and conversions that are not written. */
static CXCursor bare(Runner *m, CXCursor cursor) {
  for (;;) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    Children c = children_of(m, cursor);
    if ((kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr) || c.count != 1) return cursor;
    cursor = c.child[0];
  }
}

/* The object of a variable that holds a whole number; false if the expression is none. */
static bool counter_of(Runner *m, CXCursor cursor, uint32_t *object) {
  cursor = bare(m, cursor);
  if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr || !type_is_whole(clang_getCursorType(cursor))) return false;
  CXCursor declaration = clang_getCursorReferenced(cursor);
  for (const Binding *b = m->now->bindings; b != NULL; b = b->outer) {
    if (!clang_equalCursors(b->declaration, declaration)) continue;
    *object = b->object;
    return b->object < m->memory.count && m->memory.object[b->object].count == 1;
  }
  return false;
}

/* i++, --i, i += 1: by how much; 0 if the step is another. */
static int step_of(Runner *m, CXCursor step, uint32_t *object) {
  step = bare(m, step);
  Children c = children_of(m, step);
  if (c.count == 0 || !counter_of(m, c.child[0], object)) return 0;
  if (clang_getCursorKind(step) == CXCursor_UnaryOperator) {
    const char *before = operator_before(m, step, c.child[0]), *behind = operator_behind(m, step, c.child[0]);
    const char *op = before[0] != '\0' ? before : behind;
    return strcmp(op, "++") == 0 ? 1 : strcmp(op, "--") == 0 ? -1 : 0;
  }
  if (clang_getCursorKind(step) != CXCursor_CompoundAssignOperator || c.count != 2) return 0;
  const char *op = operator_between(m, c.child[0], c.child[1]);
  if (strcmp(spelled(m, c.child[1]), "1") != 0) return 0;
  return strcmp(op, "+=") == 0 ? 1 : strcmp(op, "-=") == 0 ? -1 : 0;
}

/* lo <= i < hi, of what the test and the step say; false if they say it in another way. */
static bool bounds(Runner *m, Rounds *r, const char *op, const Index *start, const Index *end) {
  const Index *one = index_number(m, 1);
  bool equal = op[0] != '\0' && op[1] == '=' && op[0] != '!';
  if (op[0] != '!' && (op[0] == '>') != r->down) return false;
  if (op[0] != '!' && op[0] != '<' && op[0] != '>') return false;
  r->lo = r->down ? (equal ? end : index_add(m, end, one, 1)) : start;
  r->hi = r->down ? index_add(m, start, one, 1) : equal ? index_add(m, end, one, 1) : end;
  return r->lo != NULL && r->hi != NULL;
}

static bool read_header(Runner *m, Rounds *r) {
  uint32_t tested = 0, stepped = 0;
  CXCursor test = bare(m, r->loop->test);
  Children c = children_of(m, test);
  int step = r->loop->has_step ? step_of(m, r->loop->step, &stepped) : 0;
  if (step == 0 || clang_getCursorKind(test) != CXCursor_BinaryOperator || c.count != 2) return false;
  if (!counter_of(m, c.child[0], &tested) || tested != stepped) return false;
  r->counter = tested;
  r->down = step < 0;
  Value start = m->memory.object[tested].cell[0].value, end = expression(m, c.child[1]);
  if (is_refused(m) || !value_is_count(&start) || !value_is_count(&end)) return false;
  r->end = value_as_index(m, &end);
  return bounds(m, r, operator_between(m, c.child[0], c.child[1]), value_as_index(m, &start), r->end);
}

/* Whether a round leaves the counter, and what it is held against, as they were. */
static bool header_is_kept(Runner *m, Rounds *r) {
  Children c = children_of(m, bare(m, r->loop->test));
  const Value *counter = &r->after.object[r->counter].cell[0].value;
  if (counter->kind != VALUE_INDEX || !index_is_same(counter->index, index_name(m, r->i))) return false;
  m->memory = r->after;
  Value end = expression(m, c.child[1]);
  return !is_refused(m) && value_is_count(&end) && index_is_same(value_as_index(m, &end), r->end);
}

/* -------------------------------------------------------------------- trials -- */

static Carried *find_carried(Rounds *r, CarriedKind kind, uint32_t object, uint32_t cell, const Index *at) {
  for (Carried *c = r->carried; c != NULL; c = c->next) {
    bool vector = c->kind == CARRIED_PLACE || c->kind == CARRIED_VECTOR;
    if (c->object != object || vector != (kind == CARRIED_PLACE || kind == CARRIED_VECTOR)) continue;
    if (vector ? c->kind == kind && index_is_same(c->at, at) : c->cell == cell) return c;
  }
  return NULL;
}

static const char *like_of(Runner *m, const Object *object, uint32_t cell) {
  const char *name = object->name[0] == '\0' ? "r" : object->name;
  return object->count > 1 ? runner_text(m, "%s_%u", name, cell) : name;
}

static void add_carried(Runner *m, Rounds *r, Carried carried) {
  Carried *made = runner_alloc(m, 1, sizeof *made), **last = &r->carried;
  *made = carried;
  m->ways++;
  made->name = name_take(m, like_of(m, &m->memory.object[carried.object], carried.cell));
  m->ways--;
  while (*last != NULL) last = &(*last)->next;
  *last = made;
}

/* Places of a vector, once all of it is carried. */
static void drop_places(Rounds *r, uint32_t object) {
  for (Carried **c = &r->carried; *c != NULL;) {
    if ((*c)->object == object && (*c)->kind == CARRIED_PLACE)
      *c = (*c)->next;
    else
      c = &(*c)->next;
  }
}

/* A name for each, of which nothing is known. */
static void name_carried(Runner *m, Rounds *r) {
  for (Carried *c = r->carried; c != NULL; c = c->next) {
    Object *object = &m->memory.object[c->object];
    switch (c->kind) {
    case CARRIED_REAL: object->cell[c->cell].value = value_real(c->name); break;
    case CARRIED_WHOLE: object->cell[c->cell].value = value_index(m, index_name(m, c->name)); break;
    case CARRIED_PLACE: vector_store(m, object, c->at, value_real(c->name)); break;
    case CARRIED_VECTOR: object->vector.base = c->name; break;
    }
  }
}

/* One round, from the state before with these names. */
static void run_round(Runner *m, Rounds *r) {
  Text *out = m->out;
  Binding *bindings = m->now->bindings;
  m->memory = memory_copy(m, &r->before);
  m->out = r->lets = text_new(m);
  m->ways++;
  long long least = 0;
  bool bounded = index_least(m, r->lo, &least);
  const Named counter = {r->i, false, bounded, least, r->hi, m->named};
  m->named = &counter;
  m->memory.object[r->counter].cell[0].value = value_index(m, index_name(m, r->i));
  name_carried(m, r);
  run_one(m, r->loop->body);
  m->named = counter.outer;
  m->ways--;
  m->now->bindings = bindings;
  m->out = out;
  r->after = m->memory;
  r->after.count = r->objects;
}

/* Whether a place is one that a round does not choose. */
static bool is_fixed(Runner *m, const Index *at) {
  for (uint32_t k = 0; k < at->count; k++) {
    for (uint32_t i = 0; i < at->product[k].count; i++)
      if (term_ways(m, at->product[k].name[i]) > m->ways) return false;
  }
  return true;
}

static void carry_vector(Runner *m, Rounds *r, uint32_t object) {
  Text *out = m->out;
  Memory now = m->memory;
  m->memory = r->before;
  const Vector *before = &r->before.object[object].vector;
  const char *start = before->base == NULL && before->written == NULL
                          ? runner_text(m, "(build %s (%s. 0))", index_term(m, before->length), name_take(m, "k"))
                          : vector_term(m, &r->before.object[object]);
  m->memory = now;
  m->out = out;
  drop_places(r, object);
  add_carried(m, r, (Carried){.kind = CARRIED_VECTOR, .object = object, .start = start});
}

/* What a round has written that is not yet carried: places, if no round chooses them, or the vector. */
static bool find_written(Runner *m, Rounds *r, uint32_t object) {
  Vector *before = &r->before.object[object].vector, *after = &r->after.object[object].vector;
  if (find_carried(r, CARRIED_VECTOR, object, 0, NULL) != NULL || vector_is_same(before, after)) return false;
  bool places = before->base == after->base, found = false;
  const Written *w = after->written;
  for (; places && w != NULL && w != before->written; w = w->older) places = is_fixed(m, w->at);
  places = places && vector_is_plain(m, after);
  if (!places) {
    carry_vector(m, r, object);
    return true;
  }
  for (w = after->written; w != NULL; w = w->older) {
    const Written *old = vector_written(m, before, w->at);
    bool kept = old != NULL && value_is_same(&old->value, &w->value);
    if (kept || find_carried(r, CARRIED_PLACE, object, 0, w->at) != NULL) continue;
    Value start = vector_load_if(m, &r->before.object[object], w->at); /* the loop may go no round */
    add_carried(m, r, (Carried){.kind = CARRIED_PLACE, .object = object, .at = w->at, .start = start.term});
    found = true;
  }
  return found;
}

/* A scalar's cell that a round has changed. */
static bool find_changed(Runner *m, Rounds *r, uint32_t object, uint32_t k) {
  Object *before = &r->before.object[object];
  const Cell *cell = &before->cell[k], *after = &r->after.object[object].cell[k];
  if (object == r->counter || find_carried(r, CARRIED_REAL, object, k, NULL) != NULL) return false;
  if (value_is_same(&cell->value, &after->value)) return false;
  if (cell->value.kind == VALUE_INPUT && after->by[0].line == 0) return false; /* it was read */
  Value value = cell->value.kind == VALUE_INPUT ? object_load(m, before, k) : cell->value;
  if (value.kind == VALUE_NONE) return false; /* each round gives it one before it is read, or is refused */
  if (value.kind == VALUE_REAL && !value.counts)
    add_carried(m, r, (Carried){.kind = CARRIED_REAL, .object = object, .cell = k, .start = value.term});
  else if (value_is_count(&value))
    add_carried(
        m, r,
        (Carried){
            .kind = CARRIED_WHOLE, .object = object, .cell = k, .start = index_term(m, value_as_index(m, &value))});
  else
    (void)REFUSE(m, r->loop->body, "%s is changed in a loop whose rounds depend on a size", before->name);
  return true;
}

/* Whether there was more. */
static bool find_all(Runner *m, Rounds *r) {
  bool found = false;
  for (uint32_t i = 0; i < r->objects && !is_refused(m); i++) {
    Object *before = &r->before.object[i], *after = &r->after.object[i];
    if (before->is_vector) {
      found |= find_written(m, r, i);
      continue;
    }
    if (before->input >= 0 && before->count < after->count) object_grow(m, before, after->count);
    if (after->count != before->count) continue; /* what is gone is gone */
    for (uint32_t k = 0; k < before->count && !is_refused(m); k++) found |= find_changed(m, r, i, k);
  }
  return found;
}

/* ---------------------------------------------------------------------- ends -- */

/* How often a name stands in a text. */
static uint32_t count_name(const char *text, const char *name) {
  size_t length = strlen(name);
  uint32_t count = 0;
  for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
    bool left = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    bool right = isalnum((unsigned char)at[length]) || at[length] == '_';
    count += !left && !right;
  }
  return count;
}

/* Lets and what they are for: of a last let that is that, what it is. */
static const char *lets_and(Runner *m, const char *lets, const char *result) {
  size_t length = strlen(lets), end = length < 4 ? 0 : length - 4, begin = end;
  while (begin > 0 && lets[begin - 1] != '\n') begin--;
  const char *let = runner_text(m, "let %s = ", result);
  if (end == 0 || strncmp(lets + begin, let, strlen(let)) != 0) return runner_text(m, "%s%s", lets, result);
  size_t from = begin + strlen(let);
  return runner_text(m, "%.*s%.*s", (int)begin, lets, (int)(end - from), lets + from);
}

static const char *text_of(const Text *text) { return text->length == 0 ? "" : text->bytes; }

/* The one cell of a vector that a round has written, if it is cell i + something that no round changes. */
static const Written *map_of(Runner *m, const Rounds *r, const Carried *c) {
  const Vector *after = &r->after.object[c->object].vector;
  const Written *w = after->written;
  if (c->kind != CARRIED_VECTOR || w == NULL || w->older != NULL || strcmp(after->base, c->name) != 0) return NULL;
  const Index *shift = index_add(m, w->at, index_name(m, r->i), -1);
  return shift != NULL && !index_names(shift, r->i) && is_fixed(m, shift) ? w : NULL;
}

/* The term after a round. */
static const char *end_of(Runner *m, Rounds *r, const Carried *c) {
  Object *object = &r->after.object[c->object];
  const Value *value = NULL;
  switch (c->kind) {
  case CARRIED_VECTOR: return vector_term(m, object);
  case CARRIED_PLACE: {
    const Written *w = vector_written(m, &object->vector, c->at);
    return w == NULL ? c->name : w->value.term;
  }
  case CARRIED_REAL:
  case CARRIED_WHOLE: value = &object->cell[c->cell].value; break;
  }
  if (c->kind == CARRIED_WHOLE && value_is_count(value)) return index_term(m, value_as_index(m, value));
  if (c->kind == CARRIED_REAL && value->kind == VALUE_REAL && !value->counts) return value->term;
  (void)REFUSE(m, r->loop->body, "what %s is behind this loop is not read for any size", object->name);
  return "";
}

/* The let of a sum, where what it was stands in the body nowhere else: let s' = (s + t) in. */
typedef struct SumLet {
  const char *begin, *added, *close, *end; /* of the let, of t, of the bracket, behind the let */
  char sign;
} SumLet;

/* The bracket that closes the one there. */
static const char *closing(const char *open) {
  int depth = 0;
  for (const char *at = open; *at != '\0'; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth == 0) return at;
  }
  return NULL;
}

static bool find_sum(Runner *m, const Rounds *r, const Carried *c, SumLet *sum) {
  const char *lets = text_of(r->lets), *head = runner_text(m, "let %s = (%s ", c->end, c->name);
  if (c->kind == CARRIED_WHOLE || c->kind == CARRIED_VECTOR || count_name(lets, c->name) != 1) return false;
  const char *begin = strstr(lets, head);
  if (begin == NULL || (begin > lets && begin[-1] != '\n')) return false;
  const char *sign = begin + strlen(head), *close = closing(strchr(begin, '('));
  if ((*sign != '+' && *sign != '-') || sign[1] != ' ' || close == NULL || strncmp(close, ") in\n", 5) != 0)
    return false;
  *sum = (SumLet){begin, sign + 2, close, close + 5, *sign};
  return true;
}

/* What is added, or taken away; NULL where it is no sum. */
static const char *sum_of(Runner *m, const Rounds *r, const Carried *c, char *sign) {
  SumLet sum;
  if (!find_sum(m, r, c, &sum)) return NULL;
  *sign = sum.sign;
  return runner_text(m, "%.*s", (int)(sum.close - sum.added), sum.added);
}

/* The body without the lets that add to sums. */
static const char *without_sums(Runner *m, const Rounds *r) {
  const char *lets = text_of(r->lets);
  Text *text = text_new(m);
  for (const char *at = lets; *at != '\0';) {
    const SumLet none = {lets + strlen(lets), NULL, NULL, lets + strlen(lets), '+'};
    SumLet next = none, sum;
    for (const Carried *c = r->carried; c != NULL; c = c->next)
      if (c->used && find_sum(m, r, c, &sum) && sum.begin >= at && sum.begin < next.begin) next = sum;
    text_add(m, text, "%.*s", (int)(next.begin - at), at);
    at = next.end;
  }
  return text_of(text);
}

/* Whether nobody else reads what a sum is on the way, nor what it was. */
static bool is_own(Runner *m, const Rounds *r, const Carried *c, const char *lets) {
  char sign;
  uint32_t others = count_name(lets, c->end) + count_name(lets, c->name);
  for (const Carried *o = r->carried; o != NULL; o = o->next) {
    const Written *w = map_of(m, r, o);
    const char *added = o->used ? sum_of(m, r, o, &sign) : NULL;
    if (w != NULL) others += count_name(w->value.term, c->end);
    if (added != NULL) others += count_name(added, c->end) + count_name(added, c->name);
  }
  return others == 0;
}

/* Only sums and maps that read nothing of one another. */
static bool is_simple(Runner *m, const Rounds *r) {
  long long least = 0;
  bool first = index_least(m, r->lo, &least) && least >= 0;
  bool some = index_is_size(m, r->hi) && index_least(m, r->hi, &least) && least >= 0;
  const char *lets = without_sums(m, r);
  for (const Carried *c = r->carried; c != NULL; c = c->next) {
    char sign;
    const Written *w = map_of(m, r, c);
    if (!c->used) continue;
    if (w != NULL) {
      const char *own = runner_text(m, "(%s ! %s)", c->name, index_term(m, w->at));
      uint32_t there = 0;
      for (const Carried *o = r->carried; o != NULL; o = o->next) {
        const char *added = o->used ? sum_of(m, r, o, &sign) : NULL;
        if (added != NULL && count_name(added, c->name) > 0) return false;
      }
      for (const char *at = lets; (at = strstr(at, own)) != NULL; at++) there++;
      if (count_name(lets, c->name) != there || count_name(w->value.term, c->name) != 0) return false;
    } else if (!first || !some || sum_of(m, r, c, &sign) == NULL) {
      return false;
    }
    for (const Carried *o = r->carried; o != NULL; o = o->next)
      if (w != NULL && (index_names(w->at, o->name) || (o != c && count_name(w->value.term, o->name) > 0)))
        return false;
    if (c->end != NULL && c->kind != CARRIED_VECTOR && !is_own(m, r, c, lets)) return false;
  }
  return true;
}

/* -------------------------------------------------------------------- terms -- */

/* build n (k. if lo + d <= k and k < hi + d then let i = k - d in ... t else y ! k) */
static const char *write_map(Runner *m, const Rounds *r, const Carried *c, const Written *w) {
  const Vector *before = &r->before.object[c->object].vector;
  const Index *i = index_name(m, r->i), *shift = index_add(m, w->at, i, -1);
  const Index *from = index_add(m, r->lo, shift, 1), *to = index_add(m, r->hi, shift, 1);
  long long number = 0;
  bool same = index_is_number(shift, &number) && number == 0;
  bool all_below = from != NULL && index_is_number(from, &number) && number <= 0;
  bool all_above = index_is_same(to, before->length);
  Text *text = text_new(m);
  const char *k = same ? r->i : name_take(m, "k");
  if (from == NULL || to == NULL) return "";
  text_add(m, text, "(build %s (%s. ", index_term(m, before->length), k);
  if (!all_below) text_add(m, text, "if (%s <= %s)", index_term(m, from), k);
  if (!all_above) text_add(m, text, "%s(%s < %s)", all_below ? "if " : " and ", k, index_term(m, to));
  if (!all_below || !all_above) text_add(m, text, " then ");
  if (!same) text_add(m, text, "let %s = %s - %s in ", r->i, k, index_term(m, shift));
  text_add(m, text, "%s", lets_and(m, without_sums(m, r), w->value.term));
  if (!all_below || !all_above) {
    text_add(m, text, before->base == NULL ? " else 0" : " else %s ! %s", c->start, k);
  }
  text_add(m, text, "))");
  return text_of(text);
}

static const char *write_sum(Runner *m, const Rounds *r, const Carried *c, const char *added, char sign) {
  long long number = 0;
  bool all = index_is_number(r->lo, &number) && number == 0;
  Text *text = text_new(m);
  if (strcmp(c->start, "0") != 0 || sign == '-') text_add(m, text, "(%s %c ", c->start, sign);
  text_add(m, text, "(sum (build %s (%s. ", index_term(m, r->hi), r->i);
  if (!all) text_add(m, text, "if (%s <= %s) then ", index_term(m, r->lo), r->i);
  text_add(m, text, "%s%s", without_sums(m, r), added);
  if (!all) text_add(m, text, " else 0");
  text_add(m, text, ")))");
  if (strcmp(c->start, "0") != 0 || sign == '-') text_add(m, text, ")");
  return text_of(text);
}

static const char *let_term(Runner *m, const Rounds *r, const Carried *c, const char *term) {
  const Object *object = &r->before.object[c->object];
  const char *name = name_take(m, like_of(m, object, c->cell));
  text_add(m, m->out, "let %s = %s in\n", name, term);
  return name;
}

/* Each by itself; what it was before has its name if it is read. */
static void write_simple(Runner *m, Rounds *r) {
  uint32_t count = 0, k = 0;
  for (const Carried *c = r->carried; c != NULL; c = c->next) count++;
  const char **text = runner_alloc(m, count, sizeof *text);
  for (Carried *c = r->carried; c != NULL; c = c->next) {
    char sign = '+';
    const Written *w = map_of(m, r, c);
    if (!c->used) continue;
    const char *start = c->start;
    if (w != NULL && start[0] == '(') c->start = c->name;
    const char *added = w == NULL ? sum_of(m, r, c, &sign) : NULL;
    text[k++] = w != NULL ? write_map(m, r, c, w) : write_sum(m, r, c, added, sign);
    if (w != NULL && count_name(text[k - 1], c->name) > 0) text_add(m, m->out, "let %s = %s in\n", c->name, start);
  }
  k = 0;
  for (Carried *c = r->carried; c != NULL; c = c->next)
    if (c->used) c->end = let_term(m, r, c, text[k++]);
}

/* (a, (b, c)) of the starts, names or ends of what a round uses, its counter being the first. */
static void write_state(Runner *m, const Rounds *r, Text *text, int which, const char *counter) {
  uint32_t open = 0;
  if (counter != NULL) text_add(m, text, "(%s, ", counter), open++;
  for (const Carried *c = r->carried; c != NULL; c = c->next) {
    if (!c->used) continue;
    const Carried *next = c->next;
    while (next != NULL && !next->used) next = next->next;
    const char *of_whole = c->kind == CARRIED_WHOLE && which != 1 ? " : Int)" : "";
    if (next != NULL) text_add(m, text, "("), open++;
    text_add(m, text, "%s%s%s", of_whole[0] != '\0' ? "(" : "",
             which == 0   ? c->start
             : which == 1 ? c->name
                          : c->end,
             of_whole);
    if (next != NULL) text_add(m, text, ", ");
  }
  for (; open > 0; open--) text_add(m, text, ")");
}

/* let (i', (s', ..)) = iterate (hi - lo) (p. let (i, (s, ..)) = p in ... (i + 1, (t, ..))) (lo, (s, ..)) in */
static void write_iterate(Runner *m, Rounds *r) {
  const Index *one = index_number(m, 1), *first = r->down ? index_add(m, r->hi, one, -1) : r->lo;
  const Index *rounds = index_add(m, r->hi, r->lo, -1);
  Text *text = text_new(m);
  const char *p = name_take(m, "p"), *last = name_take(m, r->i);
  if (first == NULL || rounds == NULL) return;
  text_add(m, text, " = iterate %s (%s.\nlet ", index_term(m, rounds), p);
  write_state(m, r, text, 1, r->i);
  text_add(m, text, " = %s in\n%s", p, text_of(r->lets));
  write_state(m, r, text, 2, runner_text(m, "%s %c 1", r->i, r->down ? '-' : '+'));
  text_add(m, text, ")\n");
  write_state(m, r, text, 0, runner_text(m, "(%s : Int)", index_term(m, first)));
  text_add(m, text, " in\n");
  for (Carried *c = r->carried; c != NULL; c = c->next)
    if (c->used) c->name = name_take(m, like_of(m, &r->before.object[c->object], c->cell));
  text_add(m, m->out, "let ");
  write_state(m, r, m->out, 1, last);
  text_add(m, m->out, "%s", text_of(text));
  for (Carried *c = r->carried; c != NULL; c = c->next) c->end = c->name;
}

/* -------------------------------------------------------------------- loops -- */

/* Whether a name stands in what was written over a vector. */
static bool is_in_written(const Object *object, const char *name) {
  const Written *w = object->is_vector ? object->vector.written : NULL;
  for (; w != NULL; w = w->older)
    if (index_names(w->at, name) || count_name(w->value.term, name) > 0) return true;
  return false;
}

/* What a round reads of the round before it; of a whole vector all that it does not write. */
static void find_used(Runner *m, Rounds *r) {
  for (Carried *c = r->carried; c != NULL && !is_refused(m); c = c->next) {
    c->used = c->kind == CARRIED_VECTOR || c->kind == CARRIED_PLACE || count_name(text_of(r->lets), c->name) > 0;
    for (uint32_t i = 0; i < r->objects && !c->used; i++) c->used = is_in_written(&r->after.object[i], c->name);
    for (const Carried *o = r->carried; o != NULL && !c->used; o = o->next) {
      c->used = o->end != NULL && count_name(o->end, c->name) > 0 && (o != c || strcmp(o->end, c->name) != 0);
    }
  }
}

/* Behind the loop: what it carried is what it made of it; what it only wrote is not known, as no round may be. */
static void leave_rounds(Runner *m, Rounds *r) {
  static const char *const unknown = "what it is behind a loop that may go no round is not read for any size";
  m->memory = r->before;
  for (uint32_t i = 0; i < r->objects; i++) {
    Object *before = &m->memory.object[i];
    const Object *after = &r->after.object[i];
    for (uint32_t k = 0; !before->is_vector && k < before->count && k < after->count; k++) {
      bool was_read = before->cell[k].value.kind == VALUE_INPUT && after->cell[k].by[0].line == 0;
      if (!was_read && !value_is_same(&before->cell[k].value, &after->cell[k].value))
        before->cell[k] = (Cell){{.kind = VALUE_NONE, .term = unknown}, {after->cell[k].by[0]}};
    }
    if (!before->is_vector && after->count == 0) before->count = 0;
  }
  for (const Carried *c = r->carried; c != NULL; c = c->next) {
    Object *object = &m->memory.object[c->object];
    if (c->kind == CARRIED_VECTOR)
      object->vector = (Vector){c->end, object->vector.length, NULL};
    else if (c->kind == CARRIED_PLACE)
      vector_store(m, object, c->at, value_real(c->end));
    else if (c->used && c->kind == CARRIED_REAL)
      object->cell[c->cell].value = value_real(c->end);
    else if (c->used && c->kind == CARRIED_WHOLE)
      object->cell[c->cell].value = value_index(m, index_name(m, c->end));
  }
  m->memory.object[r->counter].cell[0].value = (Value){.kind = VALUE_NONE, .term = unknown};
}

void rounds(Runner *m, const Loop *loop) {
  Rounds r = {.loop = loop, .objects = m->memory.count};
  if (!read_header(m, &r) || statement_leaves(m, loop->body)) {
    if (!is_refused(m)) (void)REFUSE(m, loop->statement, "the rounds of this loop are not read for any size");
    return;
  }
  r.before = memory_copy(m, &m->memory);
  m->ways++;
  r.i = name_take(m, m->memory.object[r.counter].name);
  m->ways--;
  int trials = 0;
  do run_round(m, &r);
  while (!is_refused(m) && find_all(m, &r) && ++trials < TRIALS_MOST);
  bool kept = !is_refused(m) && header_is_kept(m, &r);
  if (!is_refused(m) && (trials == TRIALS_MOST || !kept || r.after.stack != r.before.stack))
    (void)REFUSE(m, loop->statement, "what a round of this loop changes is not read for any size");
  if (is_refused(m)) return;
  Text *out = m->out;
  m->memory = r.after;
  m->out = r.lets;
  m->ways++;
  for (Carried *c = r.carried; c != NULL; c = c->next)
    if (c->kind != CARRIED_VECTOR) c->end = end_of(m, &r, c);
  find_used(m, &r);
  bool simple = is_simple(m, &r);
  for (Carried *c = r.carried; c != NULL; c = c->next)
    if (!simple && c->kind == CARRIED_VECTOR) c->end = end_of(m, &r, c);
  m->ways--;
  m->out = out;
  m->memory = r.before;
  if (simple)
    write_simple(m, &r);
  else
    write_iterate(m, &r);
  leave_rounds(m, &r);
}
