#include "verify/enumerate/classes.h"

#include "verify/enumerate/answers.h"
#include "verify/enumerate/grammar.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAMS_MOST ((Rank)1 << 30)
#define COMPOSITES_MOST ((uint32_t)1 << 25)
#define FRAME_MOST 40u   /* identifiers in scope */
#define VARIABLE 0xffffu /* in the place of a head */
#define NO_CLASS 0u
#define FIRST_SLOTS ((uint32_t)1 << 16)

/* The identifiers in scope, in order. */
typedef struct Frame {
  uint32_t length, context; /* of the table of counts */
  uint8_t scope[FRAME_MOST];
  TypeId types[FRAME_MOST];
  uint32_t next[SPACE_MAX_TYPES]; /* with one more; 0 not known yet */
  uint32_t **rows;                /* by type * (size limit + 1) + size: the class of each program, by its index there */
} Frame;

typedef struct Composite {
  uint32_t frame;
  uint32_t head; /* of the grammar, or VARIABLE with its index as a part */
  uint32_t part[SHAPE_KIDS];
  uint32_t class_of; /* NO_CLASS: not asked yet */
  bool due;          /* to be asked */
  bool seen;         /* as a program of the space */
} Composite;

typedef struct Class {
  TermId term; /* its smallest program */
  uint32_t frame, type;
  uint32_t fact;      /* 0: it is of one composite alone */
  bool seen;          /* a program of the space was of it */
  size_t key, length; /* in `keys` */
} Class;

/* Open addressing: numbers of what a table holds, 0 for none. */
typedef struct Slots {
  uint32_t *slot;
  uint32_t count;
} Slots;

typedef struct Work {
  Space *space;
  const ClassOracle *oracle;
  Classes *out;
  Frame *frames;
  uint32_t frame_count, frame_capacity;
  Composite *composites;
  uint32_t composite_count, composite_capacity;
  Slots by_parts;
  Class *classes;
  uint32_t class_count, class_capacity;
  Slots by_key;
  unsigned char *keys;
  size_t key_count, key_capacity;
  uint32_t fact_capacity;
  bool failed;
} Work;

static bool grow(void **items, uint32_t *capacity, uint32_t count, size_t size) {
  if (count < *capacity) return true;
  uint32_t more = *capacity == 0 ? 1024 : 2 * *capacity;
  void *larger = count >= COMPOSITES_MOST ? NULL : realloc(*items, more * size);
  if (larger == NULL) return false;
  *items = larger;
  *capacity = more;
  return true;
}

static uint64_t mixed(uint64_t h, uint64_t word) {
  h = (h ^ word) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

/* ----------------------------------------------------------------- frames -- */

/* The frame of that number, 0 for the empty one, with one more identifier; 0 without memory. */
static uint32_t frame_new(Work *work, uint32_t before, uint32_t type) {
  Space *space = work->space;
  void *frames = work->frames;
  if (!grow(&frames, &work->frame_capacity, work->frame_count, sizeof(Frame))) return 0;
  work->frames = frames;
  Frame frame = {0};
  if (before != 0) frame = work->frames[before];
  memset(frame.next, 0, sizeof frame.next);
  if (type != SPACE_MAX_TYPES) {
    if (frame.length == FRAME_MOST) return 0;
    frame.types[frame.length] = space->grammar.types[type];
    frame.scope[frame.length++] = (uint8_t)type;
  }
  uint32_t types[FRAME_MOST];
  for (uint32_t i = 0; i < frame.length; i++) types[i] = frame.scope[i];
  frame.context = count_start(&space->counts, types, frame.length);
  frame.rows = calloc((size_t)space->grammar.type_count * (space->spec.size + 1), sizeof *frame.rows);
  if (frame.rows == NULL || frame.context == 0) {
    free(frame.rows);
    return 0;
  }
  work->frames[work->frame_count] = frame;
  return work->frame_count++;
}

/* 0 without memory. */
static uint32_t frame_extend(Work *work, uint32_t frame, uint32_t type) {
  if (frame == 0) return 0;
  uint32_t known = work->frames[frame].next[type];
  if (known != 0) return known;
  known = frame_new(work, frame, type);
  if (known == 0)
    work->failed = true;
  else
    work->frames[frame].next[type] = known;
  return known;
}

static uint32_t frame_of_start(Work *work, uint32_t start) {
  uint32_t frame = 1;
  for (uint32_t i = 0; i < work->space->spec.starts[start].length; i++)
    frame = frame_extend(work, frame, grammar_type(&work->space->grammar, work->space->spec.starts[start].types[i]));
  return frame;
}

static uint32_t frame_of_kid(Work *work, uint32_t frame, const Kid *kid) {
  for (uint32_t i = 0; i < kid->binders; i++) frame = frame_extend(work, frame, kid->bound[i]);
  return frame;
}

/* ---------------------------------------------------------------- classes -- */

static bool slots_grow(Slots *slots, uint32_t held) {
  if (2 * (uint64_t)held < slots->count) return false;
  slots->count = slots->count == 0 ? FIRST_SLOTS : 2 * slots->count;
  free(slots->slot);
  slots->slot = calloc(slots->count, sizeof *slots->slot);
  return true;
}

static uint64_t class_hash(const Work *work, const Class *class) {
  uint64_t h = mixed(class->frame, class->type);
  for (size_t i = 0; i < class->length; i++) h = mixed(h, work->keys[class->key + i]);
  return h;
}

static bool class_same(const Work *work, const Class *a, const Class *b) {
  return a->frame == b->frame && a->type == b->type && a->length == b->length &&
         memcmp(work->keys + a->key, work->keys + b->key, a->length) == 0;
}

static uint32_t *class_slot(Work *work, const Class *class) {
  uint32_t s = (uint32_t)class_hash(work, class) & (work->by_key.count - 1);
  while (work->by_key.slot[s] != 0 && !class_same(work, &work->classes[work->by_key.slot[s]], class))
    s = (s + 1) & (work->by_key.count - 1);
  return &work->by_key.slot[s];
}

static uint32_t class_new(Work *work, const Class *class) {
  void *classes = work->classes;
  if (!grow(&classes, &work->class_capacity, work->class_count, sizeof(Class))) {
    work->failed = true;
    return NO_CLASS;
  }
  work->classes = classes;
  work->classes[work->class_count] = *class;
  return work->class_count++;
}

uint64_t class_digest(const void *key, size_t length) {
  const unsigned char *byte = key;
  uint64_t h = length;
  for (size_t i = 0; i < length; i++) h = mixed(h, byte[i]);
  return h;
}

static uint32_t fact_new(Work *work, ClassFact fact) {
  Classes *out = work->out;
  void *facts = out->fact;
  if (!grow(&facts, &work->fact_capacity, out->facts + 1, sizeof fact)) {
    work->failed = true;
    return 0;
  }
  out->fact = facts;
  out->fact[++out->facts] = fact;
  return out->facts;
}

static bool keep_key(Work *work, Class *class, const void *key) {
  if (work->key_count + class->length > work->key_capacity) {
    size_t capacity = 2 * (work->key_count + class->length);
    unsigned char *keys = realloc(work->keys, capacity);
    if (keys == NULL) return false;
    work->keys = keys;
    work->key_capacity = capacity;
  }
  class->key = work->key_count;
  if (class->length != 0) memcpy(work->keys + class->key, key, class->length);
  return true;
}

/* The class of that meaning; a new one, of `class`'s term, where it is the first. */
static uint32_t class_of_meaning(Work *work, Class *class, const void *key, uint32_t mark) {
  if (slots_grow(&work->by_key, work->class_count)) {
    for (uint32_t i = 1; i < work->class_count && work->by_key.slot != NULL; i++)
      if (work->classes[i].fact != 0) *class_slot(work, &work->classes[i]) = i;
  }
  if (work->by_key.slot == NULL || !keep_key(work, class, key)) {
    work->failed = true;
    return NO_CLASS;
  }
  uint32_t *slot = class_slot(work, class);
  if (*slot != 0) return *slot;
  work->key_count += class->length;
  class->fact = fact_new(work, (ClassFact){mark, class_digest(key, class->length)});
  return *slot = class_new(work, class);
}

/* ------------------------------------------------------------- composites -- */

static TermId composite_term(Work *work, const Composite *composite) {
  Space *space = work->space;
  if (composite->head == VARIABLE) return term_var(space->store, composite->part[0]);
  TermId kids[SHAPE_KIDS] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < SHAPE_KIDS; i++) {
    if (composite->part[i] != NO_CLASS) kids[i] = work->classes[composite->part[i]].term;
  }
  return production_term(space->store, space->grammar.heads[composite->head], kids);
}

/* Composites of one type, each to be given its class. */
typedef struct Questions {
  Work *work;
  uint32_t type;
  uint32_t *number; /* of each composite */
  uint32_t count;
} Questions;

static Answer ask(void *state, uint32_t i) {
  const Questions *questions = state;
  Work *work = questions->work;
  const Composite *composite = &work->composites[questions->number[i]];
  const Frame *frame = &work->frames[composite->frame];
  uint32_t mark = store_mark(work->space->store);
  Program program = {composite_term(work, composite), frame->types, frame->length,
                     work->space->grammar.types[questions->type]};
  Answer answer = {.key = NULL};
  answer.decided = work->oracle->meaning(work->oracle->state, &program, &answer.key, &answer.length, &answer.mark);
  if (!answer.decided) answer.length = 0;
  store_release(work->space->store, mark);
  return answer;
}

static uint32_t classify(Work *work, const Composite *composite, uint32_t type, Answer answer) {
  Class class = {.term = composite_term(work, composite), .frame = composite->frame, .type = type};
  class.length = answer.length;
  work->out->asked++;
  return answer.decided ? class_of_meaning(work, &class, answer.key, answer.mark) : class_new(work, &class);
}

static bool composite_same(const Composite *a, const Composite *b) {
  return a->frame == b->frame && a->head == b->head && memcmp(a->part, b->part, sizeof a->part) == 0;
}

static uint32_t *composite_slot(Work *work, const Composite *composite) {
  uint64_t h = mixed(mixed(composite->frame, composite->head), composite->part[0]);
  h = mixed(mixed(h, composite->part[1]), composite->part[2]);
  uint32_t s = (uint32_t)(h >> 16) & (work->by_parts.count - 1);
  while (work->by_parts.slot[s] != 0 && !composite_same(&work->composites[work->by_parts.slot[s]], composite))
    s = (s + 1) & (work->by_parts.count - 1);
  return &work->by_parts.slot[s];
}

/* Its number; 0 without memory. */
static uint32_t composite_number(Work *work, const Composite *composite) {
  if (slots_grow(&work->by_parts, work->composite_count)) {
    for (uint32_t i = 1; i < work->composite_count && work->by_parts.slot != NULL; i++)
      *composite_slot(work, &work->composites[i]) = i;
  }
  void *composites = work->composites;
  if (work->by_parts.slot == NULL ||
      !grow(&composites, &work->composite_capacity, work->composite_count, sizeof(Composite))) {
    work->failed = true;
    return 0;
  }
  work->composites = composites;
  uint32_t *slot = composite_slot(work, composite);
  if (*slot == 0) {
    work->composites[ *slot = work->composite_count++] = *composite;
    work->out->composites++;
  }
  return *slot;
}

static void answer_all(Questions *questions) {
  Work *work = questions->work;
  Answers *answers = answers_open(work->oracle->jobs, questions->count, ask, questions);
  if (answers == NULL) work->failed = true;
  for (uint32_t i = 0; i < questions->count && !work->failed; i++) {
    Answer answer = answers_get(answers, i);
    Composite *composite = &work->composites[questions->number[i]];
    composite->class_of = classify(work, composite, questions->type, answer);
  }
  answers_close(answers);
}

/* Gives their classes to those of the composites that have none yet, in order. */
static void find_classes(Work *work, const uint32_t *numbers, Rank length, uint32_t type) {
  Questions questions = {.work = work, .type = type, .number = malloc((size_t)length * sizeof *numbers)};
  if (questions.number == NULL) work->failed = true;
  for (Rank i = 0; i < length && !work->failed; i++) {
    Composite *composite = &work->composites[numbers[i]];
    if (composite->due) continue;
    composite->due = true;
    questions.number[questions.count++] = numbers[i];
  }
  if (!work->failed) answer_all(&questions);
  free(questions.number);
}

/* ------------------------------------------------------------------ walks -- */

/* Over the programs of a judgement of one size, in the order of their indices. */
typedef struct Walk {
  Work *work;
  Composite composite;
  uint32_t type, size;
  uint32_t *row;   /* what is filled with composites, then with their classes, */
  Rank at, length; /* and how far */
} Walk;

static uint32_t *classes_row(Work *work, uint32_t frame, uint32_t type, uint32_t size, Rank *length);

static bool meet(Walk *walk) {
  Work *work = walk->work;
  uint32_t number = walk->at < walk->length ? composite_number(work, &walk->composite) : 0;
  if (number == 0) work->failed = true;
  if (!work->failed) walk->row[walk->at++] = number;
  return !work->failed;
}

static bool walk_kids(Walk *walk, const Shape *shape, uint32_t i, uint32_t size) {
  if (i == shape->arity) return size != 0 || meet(walk);
  uint32_t below = frame_of_kid(walk->work, walk->composite.frame, &shape->kid[i]);
  bool last = i + 1 == shape->arity;
  for (uint32_t n = last ? size : 1; n <= size && n > 0 && below != 0; n++) {
    Rank length = 0;
    const uint32_t *row = classes_row(walk->work, below, shape->kid[i].type, n, &length);
    for (Rank k = 0; k < length; k++) {
      walk->composite.part[i] = row[k];
      if (!walk_kids(walk, shape, i + 1, size - n)) return false;
    }
  }
  walk->composite.part[i] = NO_CLASS;
  return !walk->work->failed;
}

static bool walk_variables(Walk *walk) {
  const Frame frame = walk->work->frames[walk->composite.frame];
  for (uint32_t i = frame.length; i-- > 0;) {
    if (frame.scope[i] != walk->type) continue;
    walk->composite.head = VARIABLE;
    walk->composite.part[0] = frame.length - 1 - i;
    if (!meet(walk)) return false;
  }
  walk->composite.part[0] = NO_CLASS;
  return true;
}

static bool walk(Walk *walk) {
  const Grammar *grammar = &walk->work->space->grammar;
  if (walk->size == 1 && !walk_variables(walk)) return false;
  for (uint32_t g = grammar->first[walk->type]; g < grammar->first[walk->type + 1]; g++) {
    const Shape *shape = &grammar->shapes[g];
    for (uint32_t h = 0; h < shape->head_count; h++) {
      walk->composite.head = shape->head + h;
      if (!walk_kids(walk, shape, 0, walk->size - 1)) return false;
    }
  }
  return walk->at == walk->length;
}

/* Numbers of the composites, in memory of its own; NULL on failure. */
static uint32_t *walk_row(Walk *fills) {
  Work *work = fills->work;
  fills->row = fills->length > PROGRAMS_MOST ? NULL : malloc((size_t)fills->length * sizeof *fills->row);
  if (fills->row != NULL && walk(fills))
    find_classes(work, fills->row, fills->length, fills->type);
  else
    work->failed = true;
  if (!work->failed) return fills->row;
  free(fills->row);
  return NULL;
}

static uint32_t *classes_row(Work *work, uint32_t frame, uint32_t type, uint32_t size, Rank *length) {
  Space *space = work->space;
  size_t cell = (size_t)type * (space->spec.size + 1) + size;
  *length = count_row(&space->counts, work->frames[frame].context, type, size)[0];
  if (*length == 0 || work->frames[frame].rows[cell] != NULL) return work->frames[frame].rows[cell];
  Walk fills = {.work = work, .composite = {.frame = frame}, .type = type, .size = size, .length = *length};
  uint32_t *row = walk_row(&fills);
  if (row == NULL) *length = 0;
  for (Rank i = 0; i < *length; i++) row[i] = work->composites[row[i]].class_of;
  return work->frames[frame].rows[cell] = row;
}

/* ------------------------------------------------------------------- space -- */

/* The first program of a class stands for itself, below the largest size that of each composite; those after it follow
 * where the meaning is decided. */
static void meet_program(Work *work, Composite *composite, bool small, Rank index) {
  bool first = small && !composite->seen;
  Class *class = &work->classes[composite->class_of];
  composite->seen = true;
  if (class->seen && !first) work->out->follows[index] = class->fact;
  class->seen = true;
}

static bool walk_block(Work *work, const Block *block, Rank length) {
  Walk meets = {.work = work,
                .composite = {.frame = frame_of_start(work, block->start)},
                .type = block->type,
                .size = block->size,
                .length = length};
  uint32_t *row = meets.composite.frame == 0 ? NULL : walk_row(&meets);
  bool small = block->size < work->space->spec.size;
  for (Rank i = 0; i < length && row != NULL; i++)
    meet_program(work, &work->composites[row[i]], small, block->first + i);
  free(row);
  return row != NULL;
}

static bool walk_space(Work *work) {
  Space *space = work->space;
  for (uint32_t b = 0; b < space->block_count && !work->failed; b++) {
    Rank end = b + 1 < space->block_count ? space->blocks[b + 1].first : space->count;
    if (!walk_block(work, &space->blocks[b], end - space->blocks[b].first)) work->failed = true;
  }
  return !work->failed;
}

static void work_free(Work *work) {
  size_t cells = (size_t)work->space->grammar.type_count * (work->space->spec.size + 1);
  for (uint32_t f = 1; f < work->frame_count; f++) {
    for (size_t i = 0; i < cells; i++) free(work->frames[f].rows[i]);
    free(work->frames[f].rows);
  }
  free(work->frames);
  free(work->composites);
  free(work->by_parts.slot);
  free(work->classes);
  free(work->by_key.slot);
  free(work->keys);
}

bool classes_make(Space *space, const ClassOracle *oracle, Classes *out) {
  Work work = {.space = space, .oracle = oracle, .out = out, .frame_count = 1, .composite_count = 1, .class_count = 1};
  uint32_t terms = store_mark(space->store);
  *out = (Classes){.count = space->count};
  /* frames do not count the identifiers that may still be bound; terms of recursion have more nodes than their size */
  bool fits = space->count <= PROGRAMS_MOST && space->spec.binders == UINT32_MAX;
  fits = fits && (space->spec.terms & CHOICE_LETREC) == 0;
  out->follows = fits ? calloc((size_t)space->count + 1, sizeof *out->follows) : NULL;
  void *classes = NULL;
  bool made = out->follows != NULL && grow(&classes, &work.class_capacity, 0, sizeof(Class));
  work.classes = classes;
  made = made && frame_new(&work, 0, SPACE_MAX_TYPES) == 1 && walk_space(&work);
  made = store_take_status(space->store) == STATUS_OK && made;
  work_free(&work);
  store_release(space->store, terms);
  if (!made) classes_free(out);
  return made;
}

void classes_free(Classes *classes) {
  free(classes->follows);
  free(classes->fact);
  *classes = (Classes){0};
}

/* Ints are literals, indices of arrays, and what was bound to these, where no input is one and nothing computes them.
 */
uint32_t space_indices(const Space *space) {
  const SpaceSpec *spec = &space->spec;
  const Store *store = space->store;
  static const unsigned computing =
      CHOICE_ITERATE | CHOICE_TOTAL | CHOICE_SCATTER | CHOICE_VBUILD | CHOICE_LENGTH | CHOICE_VSCATTER | CHOICE_LETREC;
  uint32_t most = 0;
  if ((spec->terms & computing) != 0) return 0;
  for (uint32_t s = 0; s < spec->start_count; s++) {
    for (uint32_t i = 0; i < spec->starts[s].length; i++) {
      if (type_node(&store->types, spec->starts[s].types[i])->kind != TYPE_REAL) return 0;
    }
  }
  for (uint32_t t = 0; t < spec->type_count; t++) {
    const TypeNode *node = type_node(&store->types, spec->types[t]);
    if ((node->kind == TYPE_REAL || node->kind == TYPE_ARRAY) && node->n > most) most = node->n;
  }
  for (uint32_t i = 0; i < spec->op_count; i++) {
    const OpNode *op = op_node(&store->ops, spec->ops[i]);
    if (type_node(&store->types, op->result)->kind != TYPE_INT) continue;
    int64_t value = op->arity == 0 ? op->integer : -1;
    if (value < 0 || value > 1000) return 0;
    if (value + 1 > most) most = (uint32_t)value + 1;
  }
  return most;
}
