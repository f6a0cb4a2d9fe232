/* COST-SIZE: how large a derivative is, against its program. */
#include "verify/battery/cost_size.h"

#include "verify/battery/code_size.h"

#include <stdio.h>

#define WRITTEN_OUT_DEPTH 4096u /* nested; deeper is as large as can be */

/* Nodes, those of the body of a build once an entry: how the systems with a language of their own write it. */
static double written_out(const Store *store, TermId t, uint32_t depth) {
  if (t.id == 0) return 0;
  if (depth == 0) return (double)TERM_SIZE_MAX;
  const Term *node = term(store, t);
  double size = 0;
  for (int i = 0; i < TERM_KIDS; i++) size += written_out(store, node->kid[i], depth - 1);
  return 1 + (node->kind == TERM_BUILD && node->payload > 1 ? node->payload * size : size);
}

void cost_size_nodes(Subject *subject, const Derived *derived, uint64_t code) {
  uint64_t source = term_size(subject->battery->store, subject->program->term);
  double slope = (double)code / (double)source;
  if (code >= CODE_SIZE_MAX || source >= TERM_SIZE_MAX) {
    judge_count(subject, LAW_COST_SIZE, derived->slot, OUTCOME_LIMIT);
    return;
  }
  subject->tally->size_sum[derived->slot] += code;
  if (derived == &subject->derived[0]) subject->tally->source_size_sum += source;
  if (slope > subject->tally->worst_slope[derived->slot]) subject->tally->worst_slope[derived->slot] = slope;
  double most = derived->own == NULL ? COST_SIZE_SLOPE : COST_SIZE_SLOPE_OWN;
  if (slope > most && derived->own != NULL)
    slope = (double)code / written_out(subject->battery->store, subject->program->term, WRITTEN_OUT_DEPTH);
  if (slope <= most) {
    judge_count(subject, LAW_COST_SIZE, derived->slot, OUTCOME_HOLDS);
    return;
  }
  char expected[64], found[64];
  (void)snprintf(expected, sizeof expected, "at most %.0f nodes a source node", most);
  (void)snprintf(found, sizeof found, "%.1f nodes a source node", slope);
  judge_refute(subject, LAW_COST_SIZE, derived->slot, "", what("size of the derivative"), expected, found);
}

/* The program's types: what is printed takes arguments apart and puts results together, scalar by scalar. */
static double written_types(const Subject *subject) {
  const TypeTable *types = &subject->battery->store->types;
  const Program *program = subject->program;
  double size = 0;
  for (uint32_t k = 0; k <= program->length; k++) {
    uint32_t dim = type_node(types, k == program->length ? program->type : program->context[k])->dim;
    size += dim == TYPE_NOT_FLAT ? 1 : 1 + (double)dim;
  }
  return size;
}

void cost_size_words(Subject *subject, const Derived *derived, const char *text) {
  if (!law_on(subject, LAW_COST_SIZE)) return;
  double source = written_out(subject->battery->store, subject->program->term, WRITTEN_OUT_DEPTH);
  if (text == NULL || source >= (double)TERM_SIZE_MAX) {
    judge_count(subject, LAW_COST_SIZE, derived->slot, OUTCOME_LIMIT);
    return;
  }
  double words = (double)code_words(text), slope = words / (source + written_types(subject));
  if (slope <= COST_SIZE_WORDS) {
    judge_count(subject, LAW_COST_SIZE, derived->slot, OUTCOME_HOLDS);
    return;
  }
  char expected[64], found[64];
  (void)snprintf(expected, sizeof expected, "at most %.0f words a node of term and types", COST_SIZE_WORDS);
  (void)snprintf(found, sizeof found, "%.1f words a node of term and types", slope);
  judge_refute(subject, LAW_COST_SIZE, derived->slot, "", what("words of the derivative, printed"), expected, found);
}
