/* The right side of a rule: a term of the target over the names of the rule, taken
 * apart into the parts that its instances are built of. */
#include "ad/chad/scheme_internal.h"

#include <string.h>

/* The name of the rule that the identifier `index` is, under `depth` binders of the
 * right side; NULL for one of those binders. */
static const char *free_name(const Reading *reading, uint32_t index, uint32_t depth) {
  if (index < depth || index - depth >= reading->length) return NULL;
  return name_text(reading->store, reading->name[reading->length - 1 - (index - depth)]);
}

static uint16_t add_part(Reading *reading, const Part *part) {
  Scheme *scheme = reading->scheme;
  if (scheme->parts + 1 == SCHEME_PARTS) return (void)reading_fails(reading, "the right side is too long"), (uint16_t)0;
  scheme->part[++scheme->parts] = *part;
  return (uint16_t)scheme->parts;
}

/* ------------------------------------------------------------------ names -- */

/* The source binder of that name, from 1, and whether this is its prime. */
static int8_t binder_named(const Reading *reading, const char *text) {
  size_t length = strlen(text);
  bool prime = length > 1 && text[length - 1] == '\'';
  int8_t at = 0;
  for (uint32_t p = 0; p < reading->premises; p++) {
    for (uint32_t b = 0; b < reading->premise[p].binders; b++) {
      const char *name = reading->premise[p].binder_name[b];
      at++;
      if (strlen(name) == length - prime && memcmp(name, text, length - prime) == 0) return prime ? (int8_t)-at : at;
    }
  }
  return 0;
}

static uint8_t add_hint(Reading *reading, const char *text) {
  Schemes *schemes = reading->schemes;
  for (uint32_t i = 1; i <= schemes->hints; i++)
    if (strcmp(schemes->hint[i], text) == 0) return (uint8_t)i;
  if (schemes->hints + 1 == SCHEMES_HINTS || strlen(text) >= SCHEMES_HINT)
    return (void)reading_fails(reading, "too many names, or the long name '%s'", text), (uint8_t)0;
  strcpy(schemes->hint[++schemes->hints], text);
  return (uint8_t)schemes->hints;
}

/* A pair that is taken apart, let ⟨x,x'⟩ = t in s, has no name and is d. */
static PartName part_name(Reading *reading, NameId name, TermKind kind) {
  const char *text = name_text(reading->store, name);
  if (text[0] == '\0' && kind != TERM_LET) return (PartName){0, 0};
  if (text[0] == '\0') text = "d";
  return (PartName){add_hint(reading, text), binder_named(reading, text)};
}

/* --------------------------------------------------------------- payloads -- */

static bool read_op_payload(Reading *reading, Part *part) {
  const OpNode *op = op_node(&reading->store->ops, (OpId){part->payload});
  if (op->code == OP_INT) {
    part->payload_kind = PAYLOAD_INT;
    part->payload = (uint32_t)(int32_t)op->integer;
  } else if (op->n == 0 && op->m == 0 && op->constant.id == 0) {
    part->payload_kind = PAYLOAD_INT_OP;
    part->payload = op->code;
  } else {
    return reading_fails(reading, "only operations on Ints may stand in a rule");
  }
  return true;
}

static bool read_payload(Reading *reading, const Term *node, Part *part) {
  part->payload = node->payload;
  switch ((int)node->kind) {
  case TERM_OP: return read_op_payload(reading, part);
  case TERM_BUILD:
  case TERM_ONEHOT: part->payload_kind = PAYLOAD_LENGTH; return true;
  case TERM_LAM:
  case TERM_LLAM:
  case TERM_ZERO:
  case TERM_CASE:
  case TERM_INL:
  case TERM_INR:
  case TERM_TOTAL:
  case TERM_BIGSUM:
  case TERM_SCATTER:
  case TERM_VSCATTER:
    part->payload_kind = PAYLOAD_SHAPE;
    part->payload = reading_shape(reading, term_type_payload(node));
    return part->payload != 0;
  case TERM_MATCH:
  case TERM_ZIPWITH:
  case TERM_FOLD:
  case TERM_SCAN:
    part->payload_kind = PAYLOAD_NAME;
    part->second = part_name(reading, (NameId){node->payload}, node->kind);
    return true;
  case TERM_VAR: return true;
  default:
    if (node->payload != 0) return reading_fails(reading, "'%s' may not stand in a rule", term_info(node->kind)->name);
    return true;
  }
}

/* ------------------------------------------------------------------ parts -- */

static uint16_t read_part(Reading *reading, TermId t, uint32_t depth);

/* The function applied, and up to two arguments in order. */
typedef struct Call {
  const char *name; /* of the rule; NULL: the function is none of its names */
  TermId argument[2];
  uint32_t count;
} Call;

static Call read_call(const Reading *reading, TermId t, uint32_t depth) {
  Call call = {.count = 0};
  Term node = *term(reading->store, t);
  for (; node.kind == TERM_APP && call.count < 2; node = *term(reading->store, node.kid[0])) {
    call.argument[1] = call.argument[0];
    call.argument[0] = node.kid[1];
    call.count++;
  }
  if (node.kind == TERM_VAR) call.name = free_name(reading, node.payload, depth);
  return call;
}

/* D(t), D_x(t): the part, and where its identifiers are bound. */
static uint16_t read_hole(Reading *reading, const Call *call, uint32_t depth) {
  for (uint32_t i = 0; i < reading->premises; i++) {
    WrittenPremise *written = &reading->premise[i];
    Premise *premise = &reading->scheme->premise[i];
    if (strcmp(written->name, call->name + 1) != 0) continue;
    if (written->used) return (void)reading_fails(reading, "D(%s) stands there twice", written->name), (uint16_t)0;
    written->used = true;
    premise->offset = depth;
    for (uint32_t k = 0; k < call->count; k++) {
      const Term *argument = term(reading->store, call->argument[k]);
      if (call->count != written->binders || argument->kind != TERM_VAR || argument->payload >= depth)
        return (void)reading_fails(reading, "the identifiers of D(%s)", written->name), (uint16_t)0;
      premise->level[k] = depth - 1 - argument->payload;
    }
    return add_part(reading, &(Part){.part = PART_HOLE, .payload = i});
  }
  return (void)reading_fails(reading, "no premise is called '%s'", call->name + 1), (uint16_t)0;
}

static uint16_t read_arguments(Reading *reading, PartKind kind, const Call *call, TermId linear, uint32_t depth) {
  Part part = {.part = kind, .kids = call->count};
  for (uint32_t k = 0; k < call->count; k++) {
    part.kid[k] = read_part(reading, call->argument[k], depth);
    if (part.kid[k] == 0) return 0;
  }
  if (linear.id != 0) part.linear = read_part(reading, linear, depth);
  return linear.id != 0 && part.linear == 0 ? 0 : add_part(reading, &part);
}

/* What the rule's names mean; 0, with `known` false, for a term of the target. */
static uint16_t read_named(Reading *reading, TermId t, uint32_t depth, bool *known) {
  const Term node = *term(reading->store, t);
  bool applied = node.kind == TERM_LAPP;
  Call call = read_call(reading, applied ? node.kid[0] : t, depth);
  *known = call.name != NULL;
  if (call.name == NULL) return 0;
  if (applied && strcmp(call.name, "dop") == 0) return read_arguments(reading, PART_LOP, &call, node.kid[1], depth);
  if (applied && strcmp(call.name, "proj") == 0)
    return read_arguments(reading, PART_PROJECTION, &call, node.kid[1], depth);
  if (!applied && strcmp(call.name, "op") == 0) return read_arguments(reading, PART_OP, &call, TERM_NONE_ID, depth);
  if (!applied && call.name[0] == 'D') return read_hole(reading, &call, depth);
  if (!applied && call.count == 0 && strcmp(call.name, "x") == 0)
    return add_part(reading, &(Part){.part = PART_IDENTIFIER});
  *known = false; /* D(t) x where D(t) gives a function, and the like */
  return 0;
}

static uint16_t read_part(Reading *reading, TermId t, uint32_t depth) {
  bool known;
  uint16_t named = read_named(reading, t, depth, &known);
  if (known) return named;
  const Term node = *term(reading->store, t);
  Part part = {.part = PART_TERM, .kind = node.kind};
  if (!read_payload(reading, &node, &part)) return 0;
  part.name = part_name(reading, node.name, node.kind);
  const char *binders = term_info(node.kind)->binders;
  for (int k = 0; k < TERM_KIDS && node.kid[k].id != 0; k++, part.kids++) {
    part.kid[k] = read_part(reading, node.kid[k], depth + (uint32_t)(binders[k] - '0'));
    if (part.kid[k] == 0) return 0;
  }
  return add_part(reading, &part);
}

/* ------------------------------------------------------------------ sharing -- */

/* Whether the node alone says the same in every instance. */
static bool is_constant(const Part *part) {
  bool payload = part->payload_kind == PAYLOAD_NUMBER || part->payload_kind == PAYLOAD_INT_OP ||
                 (part->payload_kind == PAYLOAD_INT && !length_is_meta(part->payload));
  return part->part == PART_TERM && payload && part->name.binder == 0;
}

/* Gives the largest constant parts their places; answers whether this one is constant. */
static bool place_constants(Reading *reading, uint16_t at) {
  Part *part = &reading->scheme->part[at];
  bool kid[TERM_KIDS] = {false}, constant = is_constant(part);
  for (uint32_t k = 0; k < part->kids; k++) {
    kid[k] = place_constants(reading, part->kid[k]);
    constant = constant && kid[k];
  }
  bool linear = part->linear != 0 && place_constants(reading, part->linear);
  Schemes *schemes = reading->schemes;
  uint32_t first = schemes->mode == CHAD_FORWARD ? 1 : SCHEMES_CONSTANTS / 2;
  for (uint32_t k = 0; k <= part->kids && !constant; k++) {
    bool last = k == part->kids;
    if (schemes->constants + 1 == SCHEMES_CONSTANTS / 2 || !(last ? linear : kid[k])) continue;
    reading->scheme->part[last ? part->linear : part->kid[k]].constant = (uint16_t)(first + schemes->constants++);
  }
  return constant;
}

uint16_t reading_parts(Reading *reading, TermId t) {
  uint16_t root = read_part(reading, t, 0);
  for (uint32_t i = 0; i < reading->premises; i++)
    if (root != 0 && !reading->premise[i].used)
      return (void)reading_fails(reading, "D(%s) is missing", reading->premise[i].name), (uint16_t)0;
  if (root != 0) (void)place_constants(reading, root);
  return root;
}
