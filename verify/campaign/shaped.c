#include "verify/campaign/shaped.h"

#include "semantics/rings/rings.h"
#include "verify/campaign/skeleton.h"

#include <stdio.h>

#define SKELETONS 6u /* of one definition */
#define POINTS 8u    /* at which a result is looked for */
#define VALUE_BYTES ((size_t)1 << 28)
#define TITLE_SIZE 200u

typedef struct Shaping {
  Store *store;
  Arena *arena;
  Ring *ring;
  Arena values;
} Shaping;

static bool is_flat(const Store *store, const Program *program) {
  bool flat = type_node(&store->types, program->type)->dim != TYPE_NOT_FLAT;
  for (uint32_t i = 0; i < program->length; i++)
    flat = flat && type_node(&store->types, program->context[i])->dim != TYPE_NOT_FLAT;
  return flat;
}

/* The types of all arguments as one, the last innermost. */
static TypeId arguments_type(Store *store, const Program *program) {
  TypeId type = type_unit(&store->types);
  for (uint32_t i = program->length; i-- > 0;) type = type_prod(&store->types, program->context[i], type);
  return type;
}

/* The skeleton of argument i, of all of them; NULL where it is first-order. */
static const Skeleton *argument_of(const Skeleton *all, uint32_t i) {
  for (; i > 0 && all->kind == SKELETON_PAIR; i--) all = all->part[1];
  return all->kind == SKELETON_PAIR && all->part[0]->kind != SKELETON_FLAT ? all->part[0] : NULL;
}

/* The program of these numbers: let a = ... in let b = ... in t. */
static bool take_numbers(Shaping *s, Definition *made, const Definition *of, const Skeleton *all) {
  Store *store = s->store;
  const Program *program = &of->program;
  TypeId *context = arena_array(s->arena, program->length + 1, sizeof *context);
  if (context == NULL) return false;
  TermId t = program->term;
  for (uint32_t i = program->length; i-- > 0;) {
    const Skeleton *of_it = argument_of(all, i);
    TermId numbers = term_var(store, program->length - 1); /* below the values before this one */
    context[i] = of_it == NULL ? program->context[i] : of_it->flat;
    t = term_let(store, of->arguments[i], of_it == NULL ? numbers : skeleton_value(store, of_it, numbers), t);
  }
  *made = *of;
  made->program = (Program){t, context, program->length, program->type};
  return true;
}

static void fill(Shaping *s, TypeId type, uint32_t point, Scalar *out, uint32_t *used) {
  TypeNode node = *type_node(&s->store->types, type);
  if (node.kind == TYPE_PROD) {
    fill(s, node.a, point, out, used);
    fill(s, node.b, point, out, used);
  } else if (node.kind == TYPE_ARRAY) {
    for (uint32_t k = 0; k < node.n; k++) fill(s, node.a, point, out, used);
  } else if (node.kind == TYPE_INT) {
    out[*used] = scalar_from_int((int64_t)((*used + point) % 4));
    (*used)++;
  } else {
    for (uint32_t k = 0; k < node.dim; k++, (*used)++)
      out[*used] = scalar_from_double(0.125 + (double)((7 * *used + 5 * point + 2) % 11) / 4 - (point % 2 ? 1.5 : 0));
  }
}

/* What the result is at the first point where it is something. */
static const Skeleton *result_of(Shaping *s, const Program *program) {
  uint32_t dim = 0;
  for (uint32_t i = 0; i < program->length; i++) dim += type_node(&s->store->types, program->context[i])->dim;
  const Skeleton *found = NULL;
  for (uint32_t point = 0; point < POINTS && found == NULL; point++) {
    ArenaMark mark = arena_mark(&s->values);
    Scalar *input = arena_array(&s->values, dim + 1, sizeof *input);
    uint32_t used = 0;
    for (uint32_t i = 0; i < program->length && input != NULL; i++) fill(s, program->context[i], point, input, &used);
    Machine machine = machine_make(s->store, s->ring, &s->values);
    if (input != NULL) found = skeleton_of_result(&machine, s->arena, program, input);
    arena_release(&s->values, mark);
  }
  return found;
}

/* Where the result has another skeleton the program has no value; as it is where none was found. */
static const Skeleton *give_numbers(Shaping *s, Definition *made) {
  if (type_node(&s->store->types, made->program.type)->dim != TYPE_NOT_FLAT) return NULL;
  const Skeleton *result = result_of(s, &made->program);
  if (result == NULL) return NULL;
  TermId numbers = skeleton_numbers(s->store, result, term_var(s->store, 0));
  made->program.term = term_let(s->store, name_make(s->store, "r", 1), made->program.term, numbers);
  made->program.type = result->flat;
  return result;
}

/* "f, l = [_, _], gives [_]" */
static const char *title_of(Shaping *s, const Definition *definition, const Definition *of, const Skeleton *all,
                            const Skeleton *result) {
  char *title = arena_alloc(s->arena, TITLE_SIZE), part[80];
  size_t used = title == NULL ? 0 : (size_t)snprintf(title, TITLE_SIZE, "%.60s", name_text(s->store, definition->name));
  for (uint32_t i = 0; title != NULL && i < of->program.length; i++) {
    const Skeleton *of_it = argument_of(all, i);
    if (of_it == NULL || used + 100 > TITLE_SIZE) continue;
    skeleton_print(s->store, of_it, part, sizeof part);
    used +=
        (size_t)snprintf(title + used, TITLE_SIZE - used, ", %.15s = %s", name_text(s->store, of->arguments[i]), part);
  }
  if (title == NULL || result == NULL) return title;
  skeleton_print(s->store, result, part, sizeof part);
  (void)snprintf(title + used, TITLE_SIZE - used, ", gives %s", part);
  return title;
}

static bool add_shaped(Shaping *s, Corpus *corpus, const CorpusEntry *entry, const Skeleton *all) {
  const Definition *of = entry->definition;
  Definition *made = arena_alloc(s->arena, sizeof *made);
  if (made == NULL || !take_numbers(s, made, of, all)) return false;
  const Skeleton *result = give_numbers(s, made);
  return store_take_status(s->store) == STATUS_OK &&
         corpus_put(corpus, (CorpusEntry){made, entry->file, title_of(s, made, of, all, result)});
}

static bool shape_one(Shaping *s, Corpus *corpus, const CorpusEntry *entry) {
  const Definition *definition = entry->definition;
  const Skeleton *all[SKELETONS];
  uint32_t count =
      is_flat(s->store, &definition->program)
          ? 0
          : skeletons_of(s->arena, s->store, arguments_type(s->store, &definition->program), all, SKELETONS);
  if (count == 0) return corpus_put(corpus, *entry);
  for (uint32_t k = 0; k < count; k++)
    if (!add_shaped(s, corpus, entry, all[k])) return false;
  return true;
}

bool corpus_shape(Corpus *corpus, Store *store, Arena *arena) {
  Shaping s = {.store = store, .arena = arena, .ring = ring_double_new()};
  Corpus shaped = {.store = corpus->store, .not_read = corpus->not_read};
  arena_init(&s.values, VALUE_BYTES);
  bool good = s.ring != NULL;
  for (uint32_t i = 0; good && i < corpus->count; i++) good = shape_one(&s, &shaped, &corpus->entries[i]);
  if (s.ring != NULL) ring_destroy(s.ring);
  arena_free(&s.values);
  Corpus unused = good ? *corpus : shaped;
  if (good) *corpus = shaped;
  corpus_free(&unused);
  return good;
}
