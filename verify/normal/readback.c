/* Normal forms as terms: names to de Bruijn indices, formal sums in order. */
#include "verify/normal/domain.h"

typedef struct Reader {
  Normal *normal;
  uint32_t *level; /* of each name in scope */
  uint32_t depth;  /* identifiers in scope */
} Reader;

static TermId read(Reader *reader, const Node *node);

static TermId none(Reader *reader, Status status) {
  (void)normal_fail(reader->normal, status);
  return TERM_NONE_ID;
}

/* A part under the names bound there. */
static TermId read_under(Reader *reader, const Node *node, const uint32_t *names, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) reader->level[names[i]] = reader->depth + i;
  reader->depth += count;
  TermId t = read(reader, node);
  reader->depth -= count;
  return t;
}

/* Cases around a core, of that type. */
static TermId read_cases(Reader *reader, const Case *cases, const Node *core, TypeId type) {
  if (cases == NULL) return read(reader, core);
  if (!normal_enter(reader->normal)) return TERM_NONE_ID;
  TermId scrutinee = read(reader, cases->scrutinee);
  reader->level[cases->y] = reader->depth++;
  TermId rest = read_cases(reader, cases->next, core, type);
  reader->depth--;
  normal_leave(reader->normal);
  if (scrutinee.id == 0 || rest.id == 0) return TERM_NONE_ID;
  return term_case(reader->normal->store, NAME_NONE, type, scrutinee, rest);
}

/* ------------------------------------------------------------------ sums -- */

/* Of one kind and payload they have as many parts. */
static int compare_at(const Store *store, TermId a, TermId b, uint32_t depth) {
  if (a.id == b.id || depth == 0) return 0;
  const Term *s = term(store, a), *t = term(store, b);
  if (s->kind != t->kind) return s->kind < t->kind ? -1 : 1;
  bool hint = s->kind == TERM_ZIPWITH; /* its payload is the name of an identifier */
  if (!hint && s->payload != t->payload) return s->payload < t->payload ? -1 : 1;
  int order = 0;
  for (int i = 0; i < TERM_KIDS && order == 0; i++) order = compare_at(store, s->kid[i], t->kid[i], depth - 1);
  return order;
}

int normal_compare(const Store *store, TermId a, TermId b) { return compare_at(store, a, b, UINT32_MAX); }

/* Sorts by merging; `room` has as many places. */
static void sort(const Store *store, TermId *terms, TermId *room, uint32_t count) {
  for (uint32_t width = 1; width < count; width *= 2) {
    for (uint32_t start = 0; start < count; start += 2 * width) {
      uint32_t middle = count - start < width ? count : start + width;
      uint32_t end = count - start < 2 * width ? count : start + 2 * width;
      uint32_t i = start, j = middle;
      for (uint32_t k = start; k < end; k++) {
        bool left = i < middle && (j >= end || normal_compare(store, terms[i], terms[j]) <= 0);
        room[k] = left ? terms[i++] : terms[j++];
      }
    }
    for (uint32_t k = 0; k < count; k++) terms[k] = room[k];
  }
}

static TermId read_sum(Reader *reader, const Node *node) {
  Store *store = reader->normal->store;
  TypeId type = {node->payload};
  uint32_t count = 0;
  for (const Element *e = node->summands; e != NULL; e = e->next) count++;
  if (count == 0) return term_zero(store, type);
  TermId *terms = arena_array(reader->normal->arena, 2 * (size_t)count, sizeof *terms);
  if (terms == NULL) return none(reader, STATUS_LIMIT);
  count = 0;
  for (const Element *e = node->summands; e != NULL; e = e->next) {
    terms[count] = read_cases(reader, e->cases, e->core, type);
    if (terms[count++].id == 0) return TERM_NONE_ID;
  }
  sort(store, terms, terms + count, count);
  TermId sum = terms[count - 1];
  for (uint32_t i = count - 1; i > 0; i--) sum = term_plus(store, terms[i - 1], sum);
  return sum;
}

/* ----------------------------------------------------------------- terms -- */

static TermId read_parts(Reader *reader, const Node *node) {
  const TermInfo *info = term_info(node->kind);
  TermId kid[TERM_KIDS];
  for (int i = 0; i < TERM_KIDS; i++) {
    kid[i] = TERM_NONE_ID;
    if (node->kid[i] == NULL) continue;
    kid[i] = read_under(reader, node->kid[i], node->binder, (uint32_t)(info->binders[i] - '0'));
    if (kid[i].id == 0) return TERM_NONE_ID;
  }
  return term_make(reader->normal->store, node->kind, node->payload, NAME_NONE, kid[0], kid[1], kid[2], kid[3]);
}

static TermId read(Reader *reader, const Node *node) {
  if (node == NULL || !normal_enter(reader->normal)) return TERM_NONE_ID;
  TermId t;
  if (node->kind == TERM_VAR)
    t = term_var(reader->normal->store, reader->depth - 1 - reader->level[node->payload]);
  else if (node->kind == TERM_PLUS)
    t = read_sum(reader, node);
  else if (node->kind == TERM_CASE)
    t = read_cases(reader, node->cases, node->kid[0], (TypeId){node->payload});
  else
    t = read_parts(reader, node);
  normal_leave(reader->normal);
  return t;
}

TermId normal_node_term(Normal *normal, const Node *node, uint32_t length) {
  Reader reader = {normal, arena_array(normal->arena, (size_t)normal->fresh + 1, sizeof(uint32_t)), length};
  if (node == NULL || reader.level == NULL) return none(&reader, STATUS_LIMIT);
  for (uint32_t i = 0; i < length; i++) reader.level[i] = i;
  return read(&reader, node);
}
