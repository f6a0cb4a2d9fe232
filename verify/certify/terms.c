#include "verify/certify/loops.h"

#include <inttypes.h>

const ProvedFunction *proved_function(RingFunction f) {
  static const ProvedFunction functions[] = {
#define PROVED_FUNCTION(code, c, logic, slope, c_slope, inside, bound)                                                 \
  [RING_##code] = {c, logic, slope, c_slope, inside, bound},
#include "verify/certify/functions.def"
  };
  return &functions[f];
}

bool contract_names(const Tape *tape, uint32_t k) {
  const TapeNode *node = &tape->nodes[k];
  return node->used && node->op != TAPE_INPUT && node->op != TAPE_NUMBER && node->op != TAPE_SIZE &&
         node->op != TAPE_ENTRY && node->op != TAPE_ACCUMULATOR;
}

const char *contract_size(const TapeNode *node) { return node->a == 0 ? "n" : "m"; }

void contract_list(const Contract *to, const char *before, const char *letter) {
  for (uint32_t i = 0; i < to->tape->inputs; i++)
    fprintf(to->out, "%s%s%s%u", i > 0 ? ", " : "",
            before[0] != '\0' && contract_loops(to) && to->tape->extent[i] != EXTENT_ONE ? "vector " : before, letter,
            i);
}

void contract_sizes(const Contract *to, uint32_t depth, const char *before) {
  if (!contract_loops(to)) return;
  fprintf(to->out, ", %sn", before);
  if (to->tape->nested) fprintf(to->out, ", %sm", before);
  if (depth > 0) fprintf(to->out, ", %s%s", before, to->index);
  if (depth > 1) fprintf(to->out, ", %sj", before);
}

void contract_sizes_alone(const Contract *to, const char *before) {
  fprintf(to->out, "(%sn", before);
  if (to->tape->nested) fprintf(to->out, ", %sm", before);
  fputc(')', to->out);
}

static bool is_entry(const Contract *to, uint32_t k, const char *letter) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op != TAPE_ENTRY) return false;
  fprintf(to->out, "at(%s%u, ", letter, node->a);
  loops_cell(to, node->a);
  fputc(')', to->out);
  return true;
}

void contract_number(const Contract *to, const TapeNode *node) {
  fprintf(to->out, node->numerator < 0 || node->denominator != 1 ? "(%" PRId64 ".0" : "%" PRId64 ".0", node->numerator);
  if (node->denominator != 1) fprintf(to->out, " / %" PRId64 ".0", node->denominator);
  if (node->numerator < 0 || node->denominator != 1) fputc(')', to->out);
}

void contract_value(const Contract *to, uint32_t k, Side side) {
  const TapeNode *node = &to->tape->nodes[k];
  const char *letter = side == AT_X ? "x" : "X";
  if (is_entry(to, k, letter)) return;
  if (node->op == TAPE_ACCUMULATOR) {
    loops_partial(to, SUM_VALUE, k, side, to->index);
  } else if (node->op == TAPE_NUMBER) {
    contract_number(to, node);
  } else if (node->op == TAPE_SIZE) {
    fputs(contract_size(node), to->out);
  } else if (node->op == TAPE_INPUT) {
    fprintf(to->out, "%s%u", letter, node->a);
  } else {
    fprintf(to->out, "%s_v%u", to->name, k);
    if (!node->active && node->sized) contract_sizes_alone(to, "");
    if (!node->active) return;
    fputc('(', to->out);
    contract_list(to, "", letter);
    contract_sizes(to, node->depth, "");
    fputc(')', to->out);
  }
}

void contract_tangent(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (is_entry(to, k, "d")) return;
  if (node->op == TAPE_ACCUMULATOR) {
    loops_partial(to, SUM_DERIVATIVE, k, AT_X, to->index);
  } else if (!node->active) {
    fputs("0.0", to->out);
  } else if (node->op == TAPE_INPUT) {
    fprintf(to->out, "d%u", node->a);
  } else {
    fprintf(to->out, "%s_d%u(", to->name, k);
    contract_list(to, "", "x");
    fputs(", ", to->out);
    contract_list(to, "", "d");
    contract_sizes(to, node->depth, "");
    fputc(')', to->out);
  }
}

void contract_rest(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (!node->active || node->op == TAPE_INPUT || node->op == TAPE_ENTRY) {
    fputs("0.0", to->out);
    return;
  }
  if (node->op == TAPE_ACCUMULATOR) {
    loops_partial(to, SUM_REST, k, AT_X, to->index);
    return;
  }
  fprintf(to->out, "%s_r%u(", to->name, k);
  contract_list(to, "", "x");
  fputs(", ", to->out);
  contract_list(to, "", "X");
  fputs(", ", to->out);
  contract_list(to, "", "d");
  fputs(", h", to->out);
  contract_sizes(to, node->depth, "");
  fputc(')', to->out);
}

void contract_slope(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_INVERSE) {
    fputs("inverse_slope(", to->out);
    contract_value(to, k, AT_X);
  } else {
    fprintf(to->out, "%s_1(", proved_function(node->f)->logic);
    contract_value(to, node->a, AT_X);
  }
  fputc(')', to->out);
}

void contract_second(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  bool inverse = node->op == TAPE_INVERSE;
  fprintf(to->out, "%s%s(", inverse ? "inverse" : proved_function(node->f)->logic, inverse ? "_second" : "_2");
  contract_value(to, inverse ? k : node->a, AT_X);
  fputs(", ", to->out);
  contract_value(to, inverse ? k : node->a, AT_SHIFTED);
  fputc(')', to->out);
}
