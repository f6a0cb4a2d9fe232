/* Writes placed nests as C99. */
#include "ad/code/nest_plan.h"

#include "semantics/memory/try.h"

#include <inttypes.h>
#include <string.h>

#define LOCAL_MOST 1024u /* entries of arrays on the stack */

typedef struct Writer {
  Plan *plan;
  Nest *nest;
  const NestStyle *style;
  FILE *out;
  uint64_t work; /* entries of the work space */
  bool reversed, forward, cyclic;
  uint32_t unit;     /* the block whose needs are looked for */
  uint32_t in_lanes; /* the sum whose lanes are added to, or NEST_NONE */
} Writer;

static void write_indent(const Writer *w, uint32_t block) {
  uint32_t deeper = w->in_lanes == NEST_NONE ? 0 : 1;
  fprintf(w->out, "%*s", (int)(2 * (w->plan->block[block].depth + deeper) + 2), "");
}

/* ----------------------------------------------------------------- indices -- */

static void write_int(const Writer *w, uint32_t k) {
  static const char *const sign[] = {[NEST_PLUS] = "+", [NEST_MINUS] = "-", [NEST_TIMES] = "*", [NEST_DIV] = "/"};
  const NestInt *node = &w->nest->integer[k];
  switch (node->op) {
  case NEST_NUMBER: fprintf(w->out, node->low < 0 ? "(%" PRId64 ")" : "%" PRId64, node->low); return;
  case NEST_INDEX: fprintf(w->out, "i%u", node->a); return;
  case NEST_MIN:
  case NEST_MAX: fputs(node->op == NEST_MIN ? "least(" : "most(", w->out); break;
  case NEST_DIV:
    if (w->nest->integer[node->a].low < 0) {
      fputs("floor_div(", w->out);
      break;
    } /* fall through */
  case NEST_PLUS:
  case NEST_MINUS:
  case NEST_TIMES:
    fputs("(", w->out);
    write_int(w, node->a);
    fprintf(w->out, " %s ", sign[node->op]);
    write_int(w, node->b);
    fputs(")", w->out);
    return;
  }
  write_int(w, node->a);
  fputs(", ", w->out);
  write_int(w, node->b);
  fputs(")", w->out);
}

/* An index of rows in order: ((a) * m + b) * n + c. */
typedef struct Flat {
  const Writer *w;
  bool any;
} Flat;

static void write_digit(Flat *flat, uint32_t size, uint32_t loop, uint32_t integer) {
  if (flat->any) fprintf(flat->w->out, " * %u + ", size);
  if (loop != NEST_NONE)
    fprintf(flat->w->out, "i%u", loop);
  else
    write_int(flat->w, integer);
  flat->any = true;
}

static void open_brackets(const Writer *w, uint32_t n) {
  for (uint32_t k = 1; k < n; k++) fputs("(", w->out);
}

/* Where the node's value at the indices at hand is, but those of an array's own loops from a subscript. */
static void write_stored(const Writer *w, uint32_t node, const NestArray *array, uint32_t subscript) {
  NestPath inside = plan_inside(w->plan, w->nest->path[node], w->plan->of_node[node].block);
  uint32_t loop[NEST_LOOPS], n = nest_loops(w->nest, inside, loop);
  Flat flat = {w, false};
  fprintf(w->out, "t%u[", node);
  open_brackets(w, n);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t j = 0;
    while (array != NULL && j < array->dimensions && array->loop[j] != loop[k]) j++;
    bool own = array != NULL && j < array->dimensions;
    write_digit(&flat, w->nest->loop[loop[k]].size, own ? NEST_NONE : loop[k],
                own ? w->nest->subscript[subscript].at[j] : 0);
    if (k > 0) fputs(")", w->out);
  }
  fputs(flat.any ? "]" : "0]", w->out);
}

/* An entry of an array that is written in place. */
static void write_kept(const Writer *w, uint32_t k, uint32_t subscript) {
  const NestArray *array = &w->nest->array[k];
  NestPath inside = plan_inside(w->plan, array->path, w->plan->of_array[k].block);
  uint32_t loop[NEST_LOOPS], n = nest_loops(w->nest, inside, loop);
  Flat flat = {w, false};
  fprintf(w->out, "a%u[", k);
  open_brackets(w, n + array->dimensions);
  for (uint32_t j = 0; j < n; j++) {
    write_digit(&flat, w->nest->loop[loop[j]].size, loop[j], 0);
    if (j > 0) fputs(")", w->out);
  }
  for (uint32_t j = 0; j < array->dimensions; j++) {
    bool first = !flat.any;
    write_digit(&flat, array->size[j], NEST_NONE, w->nest->subscript[subscript].at[j]);
    if (!first) fputs(")", w->out);
  }
  fputs(flat.any ? "]" : "0]", w->out);
}

/* An entry of memory outside. */
static void write_outside(const Writer *w, const NestArray *array, uint32_t subscript) {
  const char *name = w->style->argument[array->argument];
  if (array->memory == NEST_ARGUMENT) fprintf(w->out, "%s[", name);
  if (array->memory == NEST_GRADIENT || array->memory == NEST_DIRECTION) fprintf(w->out, "d_%s[", name);
  if (array->memory == NEST_DERIVATIVE) fputs("d_result_[", w->out);
  if (array->memory == NEST_RESULT) fputs("result_[", w->out);
  if (array->memory == NEST_SEED) fputs("weight_[", w->out);
  if (array->memory == NEST_TABLE) fprintf(w->out, "table%u_[", array->constant.id);
  bool any = array->offset > 0 || array->dimensions == 0;
  if (any) fprintf(w->out, "%u", array->offset);
  for (uint32_t k = 0; k < array->dimensions; k++) {
    if (any) fputs(" + ", w->out);
    write_int(w, w->nest->subscript[subscript].at[k]);
    if (array->stride[k] != 1) fprintf(w->out, " * %u", array->stride[k]);
    any = true;
  }
  fputs("]", w->out);
}

static void write_entry(const Writer *w, uint32_t k, uint32_t subscript) {
  const NestArray *array = &w->nest->array[k];
  if (array->memory == NEST_STORED)
    write_stored(w, array->body, array, subscript);
  else if (array->memory == NEST_STATE || array->memory == NEST_ADJOINT)
    write_kept(w, k, subscript);
  else
    write_outside(w, array, subscript);
}

/* ------------------------------------------------------------- expressions -- */

static void write_number(const Writer *w, const TapeNode *node) {
  fputs(node->numerator < 0 ? "(" : "", w->out);
  if (node->denominator == 1)
    fprintf(w->out, "%" PRId64 ".0%s", node->numerator, w->style->suffix);
  else
    fprintf(w->out, "%.17g%s", (double)node->numerator / (double)node->denominator, w->style->suffix);
  fputs(node->numerator < 0 ? ")" : "", w->out);
}

/* A sum is called by what made it 0. */
static void write_value(const Writer *w, uint32_t k, uint32_t block) {
  const TapeNode *node = nest_node(w->nest, k);
  uint32_t item = plan_value(w->plan, k, block);
  if (node->op == TAPE_NUMBER)
    write_number(w, node);
  else if (node->op == TAPE_SUM && w->plan->item[item].kind == PLAN_NODE)
    fprintf(w->out, "s%u", k);
  else
    fprintf(w->out, "v%u", item);
}

static void write_binary(const Writer *w, const TapeNode *node, uint32_t block) {
  write_value(w, node->a, block);
  fputs(node->op == TAPE_PLUS ? " + " : node->op == TAPE_MINUS ? " - " : " * ", w->out);
  write_value(w, node->b, block);
}

static void write_expression(const Writer *w, const TapeNode *node, uint32_t block) {
  static const char *const name[] = {[RING_SIN] = "sin", [RING_COS] = "cos",   [RING_EXP] = "exp",
                                     [RING_LOG] = "log", [RING_SQRT] = "sqrt", [RING_TANH] = "tanh"};
  switch (node->op) {
  case TAPE_INPUT:
  case TAPE_NUMBER:
  case TAPE_SIZE:
  case TAPE_FOLD:
  case TAPE_SUM: break; /* no statements of their own */
  case TAPE_PLUS:
  case TAPE_MINUS:
  case TAPE_TIMES: write_binary(w, node, block); break;
  case TAPE_NEGATIVE:
    fputs("-", w->out);
    write_value(w, node->a, block);
    break;
  case TAPE_INVERSE:
    fprintf(w->out, "1.0%s / ", w->style->suffix);
    write_value(w, node->a, block);
    break;
  case TAPE_FUNCTION:
    fprintf(w->out, "%s%s(", name[node->f], w->style->suffix);
    write_value(w, node->a, block);
    fputs(")", w->out);
    break;
  case TAPE_ENTRY: write_entry(w, node->a, node->b); break;
  case TAPE_ACCUMULATOR:
    fprintf(w->out, "(%s)", w->style->real);
    write_int(w, node->a);
    break;
  }
}

/* -------------------------------------------------------------- statements -- */

/* Zero at all indices of the sum that are inside the block. */
static void write_zero(const Writer *w, uint32_t sum, uint32_t block) {
  write_indent(w, block);
  if (plan_is_scalar_sum(w->plan, sum)) {
    fprintf(w->out, "%s s%u = 0.0%s;\n", w->style->real, sum, w->style->suffix);
    return;
  }
  uint32_t loop[NEST_LOOPS], n = nest_loops(w->nest, plan_inside(w->plan, w->nest->path[sum], block), loop);
  for (uint32_t k = 0; k < n; k++)
    fprintf(w->out, "for (int i%u = 0; i%u < %u; i%u++) ", loop[k], loop[k], w->nest->loop[loop[k]].size, loop[k]);
  write_stored(w, sum, NULL, 0);
  fprintf(w->out, " = 0.0%s;\n", w->style->suffix);
}

static void write_accumulate(const Writer *w, uint32_t sum, uint32_t block) {
  write_indent(w, block);
  if (sum == w->in_lanes)
    fprintf(w->out, "p%u[k]", sum);
  else if (plan_is_scalar_sum(w->plan, sum))
    fprintf(w->out, "s%u", sum);
  else
    write_stored(w, sum, NULL, 0);
  fputs(" += ", w->out);
  write_value(w, nest_node(w->nest, sum)->a, block);
  fputs(";\n", w->out);
}

static void write_effect(const Writer *w, uint32_t k, uint32_t block) {
  const NestEffect *effect = &w->nest->effect[k];
  write_indent(w, block);
  write_entry(w, effect->array, effect->subscript);
  fputs(effect->adds && !w->plan->once[effect->array] ? " += " : " = ", w->out);
  write_value(w, effect->value, block);
  fputs(";\n", w->out);
}

static void write_clear(const Writer *w, uint32_t array, uint32_t block) {
  write_indent(w, block);
  fprintf(w->out, "for (int j = 0; j < %" PRIu64 "; j++) a%u[j] = 0.0%s;\n", w->plan->of_array[array].entries, array,
          w->style->suffix);
}

static void write_item(const Writer *w, uint32_t k) {
  const PlanItem *item = &w->plan->item[k];
  const TapeNode *node = nest_node(w->nest, item->subject);
  switch (item->kind) {
  case PLAN_ZERO: write_zero(w, item->subject, item->block); return;
  case PLAN_ACCUMULATE: write_accumulate(w, item->subject, item->block); return;
  case PLAN_CLEAR: write_clear(w, item->subject, item->block); return;
  case PLAN_EFFECT: write_effect(w, item->subject, item->block); return;
  case PLAN_STORE:
    write_indent(w, item->block);
    write_stored(w, item->subject, NULL, 0);
    fputs(" = ", w->out);
    write_value(w, item->subject, item->block);
    break;
  case PLAN_FETCH:
  case PLAN_NODE:
    if (item->kind == PLAN_NODE && node->op == TAPE_SUM) return;
    write_indent(w, item->block);
    fprintf(w->out, "const %s v%u = ", w->style->real, k);
    if (item->kind == PLAN_FETCH)
      write_stored(w, item->subject, NULL, 0);
    else
      write_expression(w, node, item->block);
    break;
  }
  fputs(";\n", w->out);
}

/* ------------------------------------------------------------------- order -- */

/* A unit of a block is an item of it, or a block in it. */
static void write_block(Writer *w, uint32_t block);
static void visit(Writer *w, uint32_t item, uint32_t block);

/* What is in the block, or in one in it, comes first; what is elsewhere is no concern of this block. */
static void visit_before(Writer *w, uint32_t item, uint32_t block) {
  if (item == NEST_NONE) return;
  uint32_t at = w->plan->item[item].block;
  while (at != block && at != NEST_NONE) at = w->plan->block[at].parent;
  if (at == block) visit(w, item, block);
}

static void visit_effects(Writer *w, uint32_t array, uint32_t reader, uint32_t block) {
  uint32_t steps = w->nest->array[array].steps;
  visit_before(w, plan_find(w->plan, PLAN_CLEAR, array, NEST_NONE), block);
  for (uint32_t e = 0; e < w->nest->effects; e++) {
    if (w->nest->effect[e].array != array) continue;
    uint32_t item = plan_find(w->plan, PLAN_EFFECT, e, NEST_NONE), at = reader;
    if (item == NEST_NONE) continue;
    while (at != 0 && w->plan->block[at].loop != steps) at = w->plan->block[at].parent;
    uint32_t from = w->plan->item[item].block;
    while (from != 0 && w->plan->block[from].loop != steps) from = w->plan->block[from].parent;
    if (steps == NEST_NONE || at == 0 || at != from) visit_before(w, item, block); /* else of another step */
  }
}

static void visit_stored(Writer *w, uint32_t node, uint32_t block) {
  visit_before(w, plan_find(w->plan, PLAN_STORE, node, NEST_NONE), block);
  visit_before(w, plan_find(w->plan, PLAN_ACCUMULATE, node, NEST_NONE), block);
}

static void visit_operands(Writer *w, const TapeNode *node, uint32_t k, uint32_t reader, uint32_t block) {
  uint32_t operand[2], n = nest_operands(node, operand);
  for (uint32_t i = 0; i < n; i++) visit_before(w, plan_value(w->plan, operand[i], reader), block);
  if (node->op == TAPE_SUM) visit_before(w, plan_find(w->plan, PLAN_ACCUMULATE, k, NEST_NONE), block);
  if (node->op != TAPE_ENTRY) return;
  if (w->nest->array[node->a].memory == NEST_STORED)
    visit_stored(w, w->nest->array[node->a].body, block);
  else
    visit_effects(w, node->a, reader, block);
}

/* What the item needs of the block. */
static void visit_needs(Writer *w, uint32_t k, uint32_t block) {
  const PlanItem item = w->plan->item[k];
  switch (item.kind) {
  case PLAN_NODE: visit_operands(w, nest_node(w->nest, item.subject), item.subject, item.block, block); return;
  case PLAN_FETCH: visit_stored(w, item.subject, block); return;
  case PLAN_STORE: visit_before(w, plan_value(w->plan, item.subject, item.block), block); return;
  case PLAN_ACCUMULATE:
    visit_before(w, plan_find(w->plan, PLAN_ZERO, item.subject, NEST_NONE), block);
    visit_before(w, plan_value(w->plan, nest_node(w->nest, item.subject)->a, item.block), block);
    return;
  case PLAN_EFFECT:
    visit_before(w, plan_find(w->plan, PLAN_CLEAR, w->nest->effect[item.subject].array, NEST_NONE), block);
    visit_before(w, plan_value(w->plan, w->nest->effect[item.subject].value, item.block), block);
    return;
  case PLAN_ZERO:
  case PLAN_CLEAR: return;
  }
}

/* The block directly in this one that the item is in; this one itself. */
static uint32_t unit_of(const Writer *w, uint32_t item, uint32_t block) {
  uint32_t at = w->plan->item[item].block;
  while (at != block && w->plan->block[at].parent != block) at = w->plan->block[at].parent;
  return at;
}

static bool is_in(const Writer *w, uint32_t item, uint32_t block) {
  uint32_t at = w->plan->item[item].block;
  while (at != block && at != NEST_NONE) at = w->plan->block[at].parent;
  return at == block;
}

/* Writes the item, or the whole block in this one that it is in, after all that is needed. */
static void visit(Writer *w, uint32_t item, uint32_t block) {
  uint32_t unit = unit_of(w, item, block), outer = w->unit;
  PlanState *state = unit == block ? &w->plan->item[item].state : &w->plan->block[unit].state;
  if (*state == PLAN_WRITTEN || (*state == PLAN_BEGUN && unit != block && unit == outer)) return;
  w->cyclic = w->cyclic || *state == PLAN_BEGUN;
  if (w->cyclic) return;
  *state = PLAN_BEGUN;
  w->unit = unit;
  if (unit == block) {
    visit_needs(w, item, block);
    write_item(w, item);
  } else {
    for (uint32_t k = 0; k < w->plan->items; k++)
      if (is_in(w, k, unit)) visit_needs(w, k, block);
    write_block(w, unit);
  }
  *state = PLAN_WRITTEN;
  w->unit = outer;
}

static void write_declarations(Writer *w, uint32_t block) {
  for (uint32_t k = 0; k < w->nest->record.count + w->nest->arrays; k++) {
    bool of_node = k < w->nest->record.count;
    uint32_t subject = of_node ? k : k - w->nest->record.count;
    const PlanStorage *storage = of_node ? &w->plan->of_node[subject] : &w->plan->of_array[subject];
    if (!storage->used || storage->block != block) continue;
    write_indent(w, block);
    if (storage->offset == PLAN_LOCAL)
      fprintf(w->out, "%s %c%u[%" PRIu64 "];\n", w->style->real, of_node ? 't' : 'a', subject, storage->entries);
    else
      fprintf(w->out, "%s *restrict const %c%u = work_ + %" PRIu64 ";\n", w->style->real, of_node ? 't' : 'a', subject,
              storage->offset);
  }
}

/* Sequential loops run back after the round that they run forward in; others begin at that step. */
static void write_head(const Writer *w, const PlanBlock *block, uint32_t first) {
  const NestLoop *loop = &w->nest->loop[block->loop];
  write_indent(w, block->parent);
  if (loop->sequential && block->round > w->plan->forward[block->loop])
    fprintf(w->out, "for (int i%u = %u; i%u >= 0; i%u--) {\n", block->loop, loop->size - 1, block->loop, block->loop);
  else
    fprintf(w->out, "for (int i%u = %u; i%u < %u; i%u++) {\n", block->loop, first, block->loop, loop->size,
            block->loop);
}

static void write_items(Writer *w, uint32_t block) {
  write_declarations(w, block);
  for (uint32_t k = 0; k < w->plan->items; k++)
    if (is_in(w, k, block)) visit(w, k, block);
}

/* What is in the block is written once more. */
static void write_again(Writer *w, uint32_t block) {
  for (uint32_t k = 0; k < w->plan->items; k++)
    if (w->plan->item[k].block == block) w->plan->item[k].state = PLAN_WAITING;
}

/* Of a loop in lanes all steps but the last, which are fewer than lanes: these are written after them, as of any loop.
 */
static void write_lanes(Writer *w, uint32_t block, uint32_t sum, uint32_t last) {
  uint32_t outer = w->plan->block[block].parent, loop = w->plan->block[block].loop;
  write_indent(w, outer);
  fprintf(w->out, "%s p%u[%u] = {0.0%s};\n", w->style->real, sum, PLAN_LANES, w->style->suffix);
  write_indent(w, outer);
  fprintf(w->out, "for (int j = 0; j < %u; j += %u) {\n", last, PLAN_LANES);
  write_indent(w, block);
  fprintf(w->out, "for (int k = 0; k < %u; k++) {\n", PLAN_LANES);
  w->in_lanes = sum;
  write_indent(w, block);
  fprintf(w->out, "const int i%u = j + k;\n", loop);
  write_items(w, block);
  w->in_lanes = NEST_NONE;
  write_indent(w, block);
  fputs("}\n", w->out);
  write_indent(w, outer);
  fputs("}\n", w->out);
  write_indent(w, outer);
  fprintf(w->out, "s%u += (p%u[0] + p%u[2]) + (p%u[1] + p%u[3]);\n", sum, sum, sum, sum, sum);
  write_again(w, block);
}

static void write_part(Writer *w, uint32_t block, uint32_t part) {
  write_head(w, &w->plan->block[block], 0);
  for (uint32_t k = 0; k < w->plan->items; k++)
    if (w->plan->item[k].block == block && plan_writes(&w->plan->item[k]) && w->plan->item[k].part == part)
      visit(w, k, block);
  write_indent(w, w->plan->block[block].parent);
  fputs("}\n", w->out);
  write_again(w, block);
}

static void write_block(Writer *w, uint32_t block) {
  const PlanBlock *b = &w->plan->block[block];
  if (block == 0) {
    write_items(w, block);
    return;
  }
  uint32_t size = w->nest->loop[b->loop].size, first = 0, sum = plan_lanes(w->plan, block);
  if (sum != NEST_NONE) {
    first = size - size % PLAN_LANES;
    write_lanes(w, block, sum, first);
    if (first == size) return;
  }
  uint32_t parts = sum == NEST_NONE ? plan_parts(w->plan, block) : 1;
  if (parts > 1) {
    for (uint32_t part = 0; part < parts; part++) write_part(w, block, part);
    return;
  }
  write_head(w, b, first);
  write_items(w, block);
  write_indent(w, b->parent);
  fputs("}\n", w->out);
}

/* ------------------------------------------------------------------ memory -- */

static uint64_t steps_of(const Nest *nest, NestPath path) {
  uint64_t n = 1;
  for (uint32_t k = 0; k < nest->loops; k++)
    if ((path & nest_bit(k)) != 0) n *= nest->loop[k].size;
  return n;
}

static void allot(Writer *w, PlanStorage *storage, uint64_t entries) {
  if (!storage->used) return;
  storage->entries = entries;
  storage->offset = entries <= LOCAL_MOST ? PLAN_LOCAL : w->work;
  if (entries > LOCAL_MOST) w->work += entries;
}

static void allot_all(Writer *w) {
  Nest *nest = w->nest;
  for (uint32_t k = 0; k < nest->record.count; k++) {
    PlanStorage *storage = &w->plan->of_node[k];
    allot(w, storage, steps_of(nest, plan_inside(w->plan, nest->path[k], storage->block)));
  }
  for (uint32_t k = 0; k < nest->arrays; k++) {
    PlanStorage *storage = &w->plan->of_array[k];
    uint64_t entries = steps_of(nest, plan_inside(w->plan, nest->array[k].path, storage->block));
    for (uint32_t j = 0; j < nest->array[k].dimensions; j++) entries *= nest->array[k].size[j];
    allot(w, storage, entries);
  }
}

/* -------------------------------------------------------------- signatures -- */

static void write_arguments(const Writer *w) {
  const Nest *nest = w->nest;
  for (uint32_t k = 0; k < nest->program->length; k++)
    fprintf(w->out, "const %s *restrict %s, ", w->style->real, w->style->argument[k]);
  if (w->reversed) fprintf(w->out, "const %s *restrict weight_, ", w->style->real);
  for (uint32_t k = 0; w->forward && k < nest->program->length; k++)
    if (nest->by[k]) fprintf(w->out, "const %s *restrict d_%s, ", w->style->real, w->style->argument[k]);
  fprintf(w->out, "%s *restrict result_, ", w->style->real);
  if (w->forward) fprintf(w->out, "%s *restrict d_result_, ", w->style->real);
  for (uint32_t k = 0; w->reversed && k < nest->program->length; k++)
    if (nest->by[k]) fprintf(w->out, "%s *restrict d_%s, ", w->style->real, w->style->argument[k]);
  fprintf(w->out, "%s *restrict work_", w->style->real);
}

static void write_voids(const Writer *w) {
  const Nest *nest = w->nest;
  for (uint32_t k = 0; k < nest->program->length; k++) fprintf(w->out, "  (void)%s;\n", w->style->argument[k]);
  for (uint32_t k = 0; w->forward && k < nest->program->length; k++)
    if (nest->by[k]) fprintf(w->out, "  (void)d_%s;\n", w->style->argument[k]);
  fprintf(w->out, "%s  (void)work_;\n", w->reversed ? "  (void)weight_;\n" : "");
}

static bool is_read(const Writer *w, uint32_t array) {
  for (uint32_t k = 0; k < w->plan->items; k++) {
    const PlanItem *item = &w->plan->item[k];
    const TapeNode *node = nest_node(w->nest, item->subject);
    if (item->kind == PLAN_NODE && node->op == TAPE_ENTRY && node->a == array) return true;
  }
  return false;
}

static void write_table(const Writer *w, uint32_t table) {
  const NestArray *array = &w->nest->array[table];
  if (array->memory != NEST_TABLE || !is_read(w, table)) return;
  const Constant *c = constant_get(&w->nest->store->constants, array->constant);
  fprintf(w->out, "  static const %s table%u_[%u] = {", w->style->real, array->constant.id, array->size[0]);
  for (uint32_t k = 0; k < array->size[0]; k++)
    fprintf(w->out, "%s(%s)%.17g", k == 0 ? "" : ", ", w->style->real, c->nearest[k]);
  fputs("};\n", w->out);
}

/* Gradients that are added to in place begin as 0. */
static void write_gradients(const Writer *w) {
  const Nest *nest = w->nest;
  for (uint32_t k = 0; k < nest->program->length; k++) {
    uint32_t dim = type_node(&nest->store->types, nest->program->context[k])->dim;
    bool once = true;
    for (uint32_t a = 0; a < nest->arrays; a++)
      if (nest->array[a].memory == NEST_GRADIENT && nest->array[a].argument == k) once = once && w->plan->once[a];
    if (nest->by[k] && !once)
      fprintf(w->out, "  for (int j = 0; j < %u; j++) d_%s[j] = 0.0%s;\n", dim, w->style->argument[k],
              w->style->suffix);
  }
}

static void write_function(Writer *w) {
  const char *kind = w->reversed ? "gradient" : w->forward ? "derivative" : "value";
  fprintf(w->out, "/* work_: %" PRIu64 " entries */\nvoid %s_%s(", w->work, w->style->name, kind);
  write_arguments(w);
  fputs(") {\n", w->out);
  write_voids(w);
  for (uint32_t k = 0; k < w->nest->arrays; k++) write_table(w, k);
  if (w->reversed) write_gradients(w);
  write_block(w, 0);
  fputs("}\n", w->out);
}

void nest_write_head(const char *code, FILE *out) {
  static const struct {
    const char *call, *definition;
  } helper[] = {
      {"least(", "static inline int least(int a, int b) { return a < b ? a : b; }"},
      {"most(", "static inline int most(int a, int b) { return a > b ? a : b; }"},
      {"floor_div(", "/* toward minus infinity, b > 0 */\n"
                     "static inline int floor_div(int a, int b) { return a / b - (a % b < 0); }"},
  };
  fputs("#include <math.h>\n\n", out);
  for (size_t k = 0; k < sizeof helper / sizeof *helper; k++)
    if (strstr(code, helper[k].call) != NULL) fprintf(out, "%s\n\n", helper[k].definition);
}

Status nest_write(Nest *nest, const NestStyle *style, FILE *out) {
  Plan *plan = arena_alloc(nest->arena, sizeof *plan);
  if (plan == NULL) return STATUS_LIMIT;
  memset(plan, 0, sizeof *plan);
  plan->nest = nest;
  Writer w = {.plan = plan, .nest = nest, .style = style, .out = out, .in_lanes = NEST_NONE};
  for (uint32_t k = 0; k < nest->arrays; k++) {
    w.reversed = w.reversed || nest->array[k].memory == NEST_SEED;
    w.forward = w.forward || nest->array[k].memory == NEST_DERIVATIVE;
  }
  plan_rounds(plan);
  plan_once(plan);
  TRY(plan_place(plan));
  allot_all(&w);
  write_function(&w);
  return w.cyclic ? STATUS_STUCK : STATUS_OK;
}
