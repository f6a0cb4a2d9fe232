/* NAME.h with loops: sums over an index, by recursion on how many of their terms are taken, and the contract. */
#include "verify/certify/loops.h"

#include <string.h>

#define FACT(name, text) static const char FACT_##name[] = text;
#include "verify/certify/loop_facts.def"

void loops_cell(const Contract *to, uint32_t input) {
  const TapeExtent extent = to->tape->extent[input];
  if (extent == EXTENT_AREA) fprintf(to->out, "%s * m + ", to->index);
  fputs(extent == EXTENT_ROWS ? to->index : "j", to->out);
}

void loops_cells(const Contract *to, uint32_t input, const char *taken) {
  const TapeExtent extent = to->tape->extent[input];
  bool inside = taken[0] == 'j' || taken[0] == 'm';
  if (extent == EXTENT_COLUMNS)
    fputc('m', to->out);
  else if (inside)
    fprintf(to->out, extent == EXTENT_ROWS ? "i" : "i * m + %s", taken);
  else
    fprintf(to->out, extent == EXTENT_ROWS ? "%s" : strlen(taken) > 1 ? "(%s) * m" : "%s * m", taken);
}

void loops_rows(const Contract *to) { fputs("  /*@ ghost row(i, n, m); */\n", to->out); }

void loops_gradients(const Contract *to, const char *taken, bool as_before) {
  for (uint32_t k = 0; k < to->tape->inputs; k++) {
    if (!loops_array(to->tape, k)) continue;
    bool put = as_before && to->tape->extent[k] == EXTENT_COLUMNS;
    fprintf(to->out, put ? " + inner(put(G%u, j, u%u), d%u, " : " + inner(G%u, d%u, ", k, k, k);
    loops_cells(to, k, taken);
    fputc(')', to->out);
  }
}

/* The arguments of a value, a derivative, a rest. */
static void arguments(const Contract *to, SumOf of, const char *before) {
  contract_list(to, before, "x");
  if (of == SUM_REST) fputs(", ", to->out), contract_list(to, before, "X");
  if (of != SUM_VALUE) fputs(", ", to->out), contract_list(to, before, "d");
  if (of == SUM_REST) fprintf(to->out, ", %sh", before);
}

static void term_of(const Contract *to, SumOf of, uint32_t k) {
  if (of == SUM_VALUE) contract_value(to, k, AT_X);
  if (of == SUM_DERIVATIVE) contract_tangent(to, k);
  if (of == SUM_REST) contract_rest(to, k);
}

/* Its number in the names of what is taken so far: a fold's is the accumulator's. */
static uint32_t taken_of(const Tape *tape, uint32_t k) {
  if (tape->nodes[k].op != TAPE_FOLD) return k;
  uint32_t j = 0;
  while (tape->nodes[j].op != TAPE_ACCUMULATOR) j++;
  return j;
}

void loops_partial(const Contract *to, SumOf of, uint32_t k, Side side, const char *taken) {
  fprintf(to->out, "%s_%c%u(", to->name, "stu"[of], taken_of(to->tape, k));
  if (side == AT_SHIFTED)
    contract_list(to, "", "X");
  else
    arguments(to, of, "");
  contract_sizes(to, to->tape->nodes[k].op == TAPE_SUM ? to->tape->nodes[k].depth : 0, "");
  fprintf(to->out, ", %s)", taken);
}

/* name(x, n, m), of which the fold says what it is. */
static void so_far(const Contract *to, SumOf of, uint32_t k) {
  fprintf(to->out, FACT_SO_FAR, to->name, "vdr"[of], k, to -> name, "stu"[of], k);
  arguments(to, of, "real ");
  fputs(FACT_SO_FAR_END, to->out);
}

/* name(x, n, i + 1): of a sum its term more than name(x, n, i), of a fold its body, which that is in. */
static void one_more(const Contract *to, SumOf of, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_FOLD) {
    term_of(to, of, node->a);
    return;
  }
  fputs("plus(", to->out);
  loops_partial(to, of, k, AT_X, node->depth > 0 ? "j" : "i");
  fputs(", ", to->out);
  term_of(to, of, node->a);
  fputc(')', to->out);
}

/* What comes after an index: a size's name where there is no such size. */
static const char *after(const Tape *tape) { return tape->nested ? "k" : "m"; }

/* "; 0 <= i && m == i + 1 ==>", of all sizes and both. */
static void next_of(const Contract *to, uint32_t depth) {
  const char *index = depth > 0 ? "j" : "i", *next = after(to->tape);
  contract_sizes(to, depth, "integer ");
  fprintf(to->out, ", integer %s, integer %s; 0 <= %s && %s == %s + 1 ==>\n        ", index, next, index, next, index);
}

/* name(x, n, 0), and name(x, n, i + 1) by name(x, n, i); the node is all of it. */
static void recursion(const Contract *to, SumOf of, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  const char letter = "vdr"[of], *next = after(to->tape);
  const uint32_t depth = node->depth;
  if (node->op == TAPE_FOLD) {
    fprintf(to->out, FACT_FOLD, to->name, letter, k, to->name, letter, k);
  } else {
    fprintf(to->out, FACT_SUM, to->name, letter, k, to->name, "stu"[of], k);
    arguments(to, of, "real ");
    contract_sizes(to, depth, "integer ");
    fprintf(to->out, FACT_NONE, next, to->name, letter, k);
  }
  arguments(to, of, "real ");
  contract_sizes(to, depth, "integer ");
  fputs("; ", to->out);
  loops_partial(to, of, k, AT_X, "0");
  fputs(" == ", to->out);
  if (node->op == TAPE_FOLD)
    term_of(to, of, node->b);
  else
    fputs("0.0", to->out);
  fprintf(to->out, FACT_NEXT, to->name, letter, k);
  arguments(to, of, "real ");
  next_of(to, depth);
  loops_partial(to, of, k, AT_X, next);
  fputs(" == ", to->out);
  one_more(to, of, k);
  fprintf(to->out, ";\n    }\n    logic real %s_%c%u(", to->name, letter, k);
  arguments(to, of, "real ");
  contract_sizes(to, depth, "integer ");
  fputs(") = ", to->out);
  loops_partial(to, of, k, AT_X, depth > 0 ? "m" : "n");
  fputs(";\n", to->out);
}

static void define(const Contract *to, SumOf of, uint32_t k) {
  (to->tape->nodes[k].op == TAPE_ACCUMULATOR ? so_far : recursion)(to, of, k);
}

void loops_meaning(const Contract *to, uint32_t k) { define(to, SUM_VALUE, k); }
void loops_derivative(const Contract *to, uint32_t k) { define(to, SUM_DERIVATIVE, k); }
void loops_rest(const Contract *to, uint32_t k) { define(to, SUM_REST, k); }

/* ---------------------------------------------------------------- contract -- */

static void variables(const Contract *to, bool arrays, const char *letters, const char **before) {
  for (; *letters != '\0'; letters++) {
    for (uint32_t k = 0; k < to->tape->inputs; k++) {
      if (loops_array(to->tape, k) != arrays) continue;
      fprintf(to->out, "%s%c%u", *before, *letters, k);
      *before = ", ";
    }
  }
}

void loops_any(const Contract *to, bool directions, const char *gradients) {
  const char *before = "\\forall vector ", *read = to->labels ? "P" : "Pre";
  variables(to, true, "x", &before);
  if (directions) variables(to, true, "d", &before);
  if (gradients != NULL) variables(to, true, "G", &before);
  if (to->tape->each && directions) fputs(", W", to->out);
  before = ", real ";
  if (directions) variables(to, false, "d", &before);
  before = "; ";
  for (uint32_t k = 0; k < to->tape->inputs; k++) {
    if (!loops_array(to->tape, k)) continue;
    fprintf(to->out, "%sholds{%s}(x%u, p%u, ", before, read, k, k);
    loops_cells(to, k, "n");
    before = ") && ";
    if (gradients == NULL) continue;
    fprintf(to->out, ") && %s%s(G%u, g%u, ", strchr(gradients, ',') == NULL ? "holds" : "holds_from",
            to->labels ? "{L}" : "", k, k);
    loops_cells(to, k, gradients);
  }
  if (to->tape->each && directions) fprintf(to->out, ") && holds{%s}(W, w, n", read);
  fputs(") ==>\n      ", to->out);
}

/* The sum of weights times derivatives of an array that is the result. */
static void weighted(const Contract *to) {
  fprintf(to->out, FACT_WEIGHTED, to->name, to->name);
  arguments(to, SUM_DERIVATIVE, "real ");
  contract_sizes(to, 0, "integer ");
  fprintf(to->out, FACT_WEIGHTED_NONE, after(to->tape), to->name);
  arguments(to, SUM_DERIVATIVE, "real ");
  contract_sizes(to, 0, "integer ");
  fputs("; ", to->out);
  loops_weighted(to, "0");
  fprintf(to->out, FACT_WEIGHTED_NEXT, to->name);
  arguments(to, SUM_DERIVATIVE, "real ");
  next_of(to, 0);
  loops_weighted(to, after(to->tape));
  fputs(" == ", to->out);
  loops_weighted(to, "i");
  fputs(" + at(W, i) * ", to->out);
  contract_tangent(to, to->tape->output[0]);
  fputs(";\n    }\n*/\n", to->out);
}

void loops_weighted(const Contract *to, const char *taken) {
  fprintf(to->out, "%s_weighted(W, ", to->name);
  arguments(to, SUM_DERIVATIVE, "");
  contract_sizes(to, 0, "");
  fprintf(to->out, ", %s)", taken);
}

void loops_whole_derivative(const Contract *to) {
  if (to->tape->each)
    loops_weighted(to, "n");
  else
    fputs("w * ", to->out), contract_tangent(to, to->tape->output[0]);
}

static void declaration(const Contract *to) {
  fprintf(to->out, "void %s_gradient(int n%s", to->name, to->tape->nested ? ", int m" : "");
  for (uint32_t k = 0; k < to->tape->inputs; k++)
    fprintf(to->out, loops_array(to->tape, k) ? ", const double *p%u" : ", double x%u", k);
  fputs(to->tape->each ? ", const double *w, double *y" : ", double w, double *y", to->out);
  for (uint32_t k = 0; k < to->tape->inputs; k++) fprintf(to->out, ", double *g%u", k);
  fputc(')', to->out);
}
void loops_declaration(const Contract *to) { declaration(to); }

/* Cells of what is written and of what is read: "g0 + (0 .. n - 1)"; of `to->tape->inputs`, of y and w. */
static void cells(const Contract *to, const char *letter, uint32_t k) {
  const Tape *tape = to->tape;
  bool whole = k == tape->inputs, array = whole ? tape->each : loops_array(tape, k);
  fputs(letter, to->out);
  if (!whole) fprintf(to->out, "%u", k);
  fputs(" + (0 .. ", to->out);
  if (array && whole) fputc('n', to->out);
  if (array && !whole) loops_cells(to, k, "n");
  fputs(array ? " - 1)" : "0)", to->out);
}

static void memory(const Contract *to) {
  const Tape *tape = to->tape;
  const uint32_t all = tape->inputs;
  fprintf(to->out, "/*@ requires size: 0 <= n%s;\n    requires memory: \\valid(",
          tape->nested ? " && 0 <= m && n * m <= 2147483647" : "");
  cells(to, "y", all);
  fputc(')', to->out);
  if (tape->each) fputs(" && \\valid_read(", to->out), cells(to, "w", all), fputc(')', to->out);
  for (uint32_t k = 0; k < all; k++) {
    if (loops_array(tape, k)) fputs(" && \\valid_read(", to->out), cells(to, "p", k), fputc(')', to->out);
    fputs(" && \\valid(", to->out);
    cells(to, "g", k);
    fputc(')', to->out);
  }
  fputs(";\n    requires apart: \\separated(", to->out);
  cells(to, "y", all);
  for (uint32_t k = 0; k < all; k++) fputs(", ", to->out), cells(to, "g", k);
  fputc(')', to->out);
  for (uint32_t i = 0; i <= all; i++) {
    const char *read = i == all ? "w" : "p";
    if (i == all ? !tape->each : !loops_array(tape, i)) continue;
    fputs(" &&\n      \\separated(", to->out);
    cells(to, read, i);
    fputs(", ", to->out), cells(to, "y", all);
    fputc(')', to->out);
    for (uint32_t k = 0; k < all; k++) {
      fputs(" && \\separated(", to->out);
      cells(to, read, i);
      fputs(", ", to->out), cells(to, "g", k);
      fputc(')', to->out);
    }
  }
  fputs(";\n", to->out);
}

static void inside(const Contract *to) {
  fputs("    requires inside: ", to->out);
  loops_any(to, false, NULL);
  fprintf(to->out, "%s_inside(", to->name);
  contract_list(to, "", "x");
  contract_sizes(to, 0, "");
  fputs(");\n", to->out);
}

void loops_contract(const Contract *to) {
  const Tape *tape = to->tape;
  fprintf(to->out,
          "/* That these are the derivatives: %s_increment.c proves it for every n%s.\n\n   The vector x0 is the array "
          "p0, G0 "
          "the array g0, and so on; g is the gradient of w y, whatever the direction d. */\n",
          to->name, tape->nested ? " and m" : "");
  if (tape->each) weighted(to);
  memory(to);
  inside(to);
  fprintf(to->out, "    " CONTRACT_RETURNS "\n    assigns y[0 .. %s]", tape->each ? "n - 1" : "0");
  for (uint32_t k = 0; k < tape->inputs; k++) {
    fprintf(to->out, ", g%u[0 .. ", k);
    if (loops_array(tape, k)) loops_cells(to, k, "n");
    fputs(loops_array(tape, k) ? " - 1]" : "0]", to->out);
  }
  fputs(";\n    ensures value: ", to->out);
  loops_any(to, false, NULL);
  fputs(tape->each ? "(\\forall integer i; 0 <= i < n ==> y[i] == " : "y[0] == ", to->out);
  contract_value(to, tape->output[0], AT_X);
  fputs(tape->each ? ");\n    ensures gradient: " : ";\n    ensures gradient: ", to->out);
  loops_any(to, true, "n");
  fputs("0.0", to->out);
  loops_gradients(to, "n", false);
  for (uint32_t k = 0; k < tape->inputs; k++)
    if (!loops_array(tape, k)) fprintf(to->out, " + g%u[0] * d%u", k, k);
  fputs(" == ", to->out);
  loops_whole_derivative(to);
  fputs(";\n*/\n", to->out);
  declaration(to);
  fputs(";\n", to->out);
}

void loops_constants(const Contract *to) {
  fputs(FACT_ANY, to->out);
  for (const char *letter = "xXd"; *letter != '\0'; letter++)
    for (uint32_t k = 0; k < to->tape->inputs; k++)
      fprintf(to->out, "      logic %s %c%u;\n", loops_array(to->tape, k) ? "vector" : "real", *letter, k);
  fputs("    }\n*/\n", to->out);
}
