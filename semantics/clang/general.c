/* A function for any size: its loops are terms, and its arrays are as long as sums of products of the sizes.
 *
 * It is run at known sizes first, at a few, which tells how long its arrays are (a polynomial of degree two, that
 * further runs confirm), which of them it reads, and that at the sizes that are asked for C leaves nothing undefined
 * and reads nothing that it has not written. Then it is run once more with the sizes as names. */
#include "semantics/clang/runner.h"

#include <stdlib.h>
#include <string.h>

#define SIZES_MOST 3u
#define FIRST_SIZE 3 /* of those at which it is run */
#define POINTS_MOST 12u
#define ARRAYS_MOST 64u

/* A run at known sizes: how long each pointer's array is, -1 for one real, and whether it is read. */
typedef struct Sample {
  long long size[SIZES_MOST];
  uint32_t count;
  long long length[ARRAYS_MOST];
  bool read[ARRAYS_MOST];
} Sample;

typedef struct Sizes {
  const char *name[SIZES_MOST], *target[SIZES_MOST];
  long long asked[SIZES_MOST];
  uint32_t count;
} Sizes;

static bool find_sizes(Runner *m, CXCursor function, Sizes *sizes) {
  int count = clang_Cursor_getNumArguments(function);
  for (int k = 0; k < count; k++) {
    CXCursor parameter = clang_Cursor_getArgument(function, (unsigned)k);
    if (!type_is_whole(clang_getCursorType(parameter))) continue;
    const char *name = runner_keep(m, clang_getCursorSpelling(parameter));
    if (sizes->count == SIZES_MOST || name[0] == '\0') return false;
    long long asked = SIZE_DEFAULT;
    for (uint32_t i = 0; i < m->size_count; i++)
      if (strcmp(m->sizes[i].name, name) == 0) asked = m->sizes[i].value;
    if (asked < 1) return false;
    sizes->asked[sizes->count] = asked;
    sizes->name[sizes->count++] = name;
  }
  return sizes->count > 0;
}

static void take_sample(const Function *read, Sample *sample) {
  for (uint32_t i = 0; i < read->input_count && sample->count < ARRAYS_MOST; i++) {
    const Input *input = &read->inputs[i];
    if (!input->pointer) continue;
    sample->read[sample->count] = input->read;
    sample->length[sample->count++] = input_is_array(input) ? (long long)input->count : -1;
  }
}

/* A run at these sizes; false if it is refused there. */
static bool run_at(Runner *m, CXCursor function, const Sizes *sizes, Sample *sample) {
  Size size[SIZES_MOST];
  const Size *asked = m->sizes;
  uint32_t count = m->size_count;
  Function read;
  ArenaMark mark = arena_mark(&m->arena);
  for (uint32_t k = 0; k < sizes->count; k++) size[k] = (Size){sizes->name[k], sample->size[k]};
  m->sizes = size;
  m->size_count = sizes->count;
  bool good = function_read(m, function, &read);
  m->sizes = asked;
  m->size_count = count;
  if (good) take_sample(&read, sample);
  free(m->refusal);
  m->refusal = NULL;
  arena_release(&m->arena, mark);
  return good;
}

/* ------------------------------------------------------------------ lengths -- */

/* The points: all sizes FIRST_SIZE; each one and two more; each two of them one more. */
static Sample *points(Runner *m, const Sizes *sizes, uint32_t *count) {
  Sample *all = runner_alloc(m, POINTS_MOST, sizeof *all);
  *count = 0;
  for (uint32_t i = 0; i <= sizes->count; i++) {
    for (uint32_t k = i; k <= sizes->count; k++) {
      Sample *sample = &all[(*count)++];
      for (uint32_t s = 0; s < sizes->count; s++) sample->size[s] = FIRST_SIZE;
      if (i < sizes->count) sample->size[i]++;
      if (k < sizes->count) sample->size[k]++;
    }
  }
  return all;
}

/* The point that is so far from the first one. */
static const Sample *point(const Sample *all, uint32_t count, uint32_t sizes, uint32_t i, uint32_t k) {
  for (uint32_t p = 0; p < count; p++) {
    bool here = true;
    for (uint32_t s = 0; s < sizes; s++) here = here && all[p].size[s] == FIRST_SIZE + (s == i) + (s == k);
    if (here) return &all[p];
  }
  return NULL;
}

/* By differences: the polynomial of degree two through the points, in sizes under their names; NULL if it is none of
 * whole numbers. */
static const Index *fit(Runner *m, const Sizes *sizes, const Sample *all, uint32_t count, uint32_t array) {
  uint32_t n = sizes->count;
  const Index *far[SIZES_MOST], *sum;
  long long first = point(all, count, n, n, n)->length[array];
  sum = index_number(m, first);
  for (uint32_t i = 0; i < n; i++)
    far[i] = index_add(m, index_name(m, sizes->target[i]), index_number(m, FIRST_SIZE), -1);
  for (uint32_t i = 0; i < n; i++) {
    long long one = point(all, count, n, i, n)->length[array] - first;
    long long square = point(all, count, n, i, i)->length[array] - first - 2 * one;
    if (square % 2 != 0) return NULL;
    sum = index_add(m, sum, far[i], one - square / 2);
    sum = index_add(m, sum, index_times(m, far[i], far[i]), square / 2);
    for (uint32_t k = i + 1; k < n; k++) {
      long long both =
          point(all, count, n, i, k)->length[array] - first - one - (point(all, count, n, k, n)->length[array] - first);
      sum = index_add(m, sum, index_times(m, far[i], far[k]), both);
    }
  }
  return sum;
}

static long long value_at(const Sizes *sizes, const Sample *sample, const Index *index) {
  long long sum = 0;
  for (uint32_t p = 0; p < index->count; p++) {
    long long product = index->product[p].factor;
    for (uint32_t i = 0; i < index->product[p].count; i++)
      for (uint32_t s = 0; s < sizes->count; s++)
        if (strcmp(index->product[p].name[i], sizes->target[s]) == 0) product *= sample->size[s];
    sum += product;
  }
  return sum;
}

/* Whether the lengths are those, and the same arguments are read. */
static bool confirms(const Sizes *sizes, const Sample *sample, const Sample *first, const Index *const *lengths) {
  if (sample->count != first->count) return false;
  for (uint32_t k = 0; k < first->count; k++) {
    if (sample->read[k] != first->read[k] || (sample->length[k] < 0) != (first->length[k] < 0)) return false;
    if (first->length[k] >= 0 && value_at(sizes, sample, lengths[k]) != sample->length[k]) return false;
  }
  return true;
}

/* What the runs say; false if some are refused, or say different things. */
static bool find_lengths(Runner *m, CXCursor function, const Sizes *sizes, const Function *read, General *general) {
  uint32_t count = 0;
  Sample *all = points(m, sizes, &count), last = {.count = 0}, asked = {.count = 0};
  for (uint32_t s = 0; s < sizes->count; s++) asked.size[s] = sizes->asked[s];
  take_sample(read, &asked);
  for (uint32_t s = 0; s < sizes->count; s++) last.size[s] = FIRST_SIZE + 3 + s;
  bool good = asked.count < ARRAYS_MOST && run_at(m, function, sizes, &last);
  for (uint32_t k = 0; k < count && good; k++) good = run_at(m, function, sizes, &all[k]) && all[k].count == last.count;
  if (!good) return false;
  const Index **lengths = runner_alloc(m, last.count, sizeof *lengths);
  for (uint32_t k = 0; k < last.count; k++) {
    lengths[k] = last.length[k] < 0 ? NULL : fit(m, sizes, all, count, k);
    if (last.length[k] >= 0 && lengths[k] == NULL) return false;
  }
  for (uint32_t k = 0; k < count && good; k++) good = confirms(sizes, &all[k], &last, lengths);
  good = good && confirms(sizes, &last, &last, lengths) && confirms(sizes, &asked, &last, lengths);
  general->length_count = last.count;
  general->lengths = runner_alloc(m, last.count, sizeof *general->lengths);
  for (uint32_t i = 0, k = 0; good && i < read->input_count && k < last.count; i++) {
    if (!read->inputs[i].pointer) continue;
    general->lengths[k] = (Length){read->inputs[i].name, lengths[k], last.read[k], last.length[k] >= 0};
    k++;
  }
  return good;
}

/* -------------------------------------------------------------------- vectors -- */

static bool is_same_place(Place a, Place b) {
  bool files = a.file == b.file || (a.file != NULL && b.file != NULL && clang_File_isEqual(a.file, b.file));
  return files && a.offset == b.offset;
}

bool is_vector(const Runner *m, Place declared) {
  for (uint32_t k = 0; m->general != NULL && k < m->general->vector_count; k++)
    if (is_same_place(m->general->vector[k], declared)) return true;
  return false;
}

void make_vector(Runner *m, CXCursor at, Place declared) {
  General *general = m->general;
  bool room = general != NULL && declared.line > 0 && general->vector_count < VECTORS_MOST;
  if (room) general->vector[general->vector_count++] = declared;
  if (general != NULL) general->again = room;
  (void)REFUSE(m, at, "this subscript depends on a size");
}

const Length *length_of_general(const General *general, const char *name) {
  for (uint32_t k = 0; general != NULL && k < general->length_count; k++)
    if (strcmp(general->lengths[k].name, name) == 0) return &general->lengths[k];
  return NULL;
}

const Length *length_of(const Runner *m, const char *name) { return length_of_general(m->general, name); }

/* --------------------------------------------------------------------- runs -- */

/* Keeps why not. */
static void give_up(Runner *m, General *general) {
  const char *end = m->refusal == NULL ? NULL : strchr(m->refusal, '\n');
  if (m->refusal != NULL)
    general->refusal =
        runner_text(m, "%.*s", (int)(end == NULL ? (long)strlen(m->refusal) : end - m->refusal), m->refusal);
  free(m->refusal);
  m->refusal = NULL;
}

/* What is written under a test of sizes may be written at none of those that were run: in the definition for any size
 * it would be one result more. */
static bool gives_the_same(const Function *a, const Function *b) {
  if (a->output_count != b->output_count) return false;
  for (uint32_t k = 0; k < a->output_count; k++)
    if (strcmp(a->outputs[k].name, b->outputs[k].name) != 0) return false;
  return true;
}

/* With the sizes as names, until it is known which arrays are terms. */
static void run_general(Runner *m, CXCursor function, Sizes *sizes, const Function *asked, General *general) {
  Function read;
  bool good;
  const Named *named = m->named;
  Named *known = runner_alloc(m, sizes->count, sizeof *known);
  for (uint32_t k = 0; k < sizes->count; k++) {
    known[k] = (Named){sizes->target[k], true, true, 1, NULL, m->named};
    m->named = &known[k];
  }
  m->general = general;
  do {
    general->again = false;
    good = function_read(m, function, &read);
    if (general->again) free(m->refusal), m->refusal = NULL;
  } while (general->again);
  m->general = NULL;
  m->named = named;
  if (!good) {
    give_up(m, general);
    return;
  }
  if (!gives_the_same(&read, asked)) {
    general->refusal = "which arrays it writes depends on its sizes";
    return;
  }
  general->body = read.body;
  general->inputs = read.inputs;
  general->input_count = read.input_count;
}

void function_generalise(Runner *m, CXCursor function, Function *out) {
  Sizes sizes = {.count = 0};
  if (!find_sizes(m, function, &sizes)) return;
  General *general = runner_alloc(m, 1, sizeof *general);
  general->sizes = "";
  for (uint32_t k = 0; k < sizes.count; k++) {
    sizes.target[k] = size_target(m, sizes.name[k]);
    general->sizes =
        runner_text(m, "%s%s%s = %lld", general->sizes, k > 0 ? ", " : "", sizes.target[k], sizes.asked[k]);
  }
  out->general = general;
  if (!find_lengths(m, function, &sizes, out, general)) {
    general->refusal = "no polynomial of its sizes says how long its arrays are";
    return;
  }
  run_general(m, function, &sizes, out, general);
}
