/* The contract of the function that computes the gradient: ours, or somebody else's. */
#include "verify/certify/contract.h"

static void add_parameter(Signature *signature, const char *name, Role role, uint32_t count) {
  Parameter *p = &signature->parameter[signature->count++];
  *p = (Parameter){.role = role, .count = count, .pointer = true};
  (void)snprintf(p->name, sizeof p->name, "%s", name);
}

void signature_ours(const Contract *to, Signature *signature) {
  *signature = (Signature){0};
  (void)snprintf(signature->function, sizeof signature->function, "%.200s_gradient", to->name);
  (void)snprintf(signature->declaration, sizeof signature->declaration,
                 "void %s_gradient(const double *x, const double *w, double *y, double *g)", to->name);
  add_parameter(signature, "x", ROLE_INPUTS, to->tape->inputs);
  add_parameter(signature, "w", ROLE_SEEDS, to->tape->outputs);
  add_parameter(signature, "y", ROLE_VALUES, to->tape->outputs);
  add_parameter(signature, "g", ROLE_GRADIENT, to->tape->inputs);
}

/* How the function calls a scalar of a role: "x[3]", "x1"; false, with nothing written, if it has none. */
static bool signature_entry(const Contract *to, Role role, uint32_t i) {
  const Signature *signature = to->signature;
  if (role == ROLE_VALUES && signature->returns_value) {
    fputs("\\result", to->out);
    return true;
  }
  for (uint32_t k = 0; k < signature->count; k++) {
    const Parameter *p = &signature->parameter[k];
    if (p->role != role || i < p->first || i - p->first >= p->count) continue;
    fputs(p->name, to->out);
    if (p->pointer) fprintf(to->out, "[%u]", i - p->first);
    return true;
  }
  return false;
}

static bool is_written(const Parameter *p) { return p->role == ROLE_VALUES || p->role == ROLE_GRADIENT; }

static void cells(const Contract *to, const Parameter *p) { fprintf(to->out, "%s + (0 .. %u)", p->name, p->count - 1); }

static void memory(const Contract *to) {
  fputs("    requires memory: \\true", to->out);
  for (uint32_t k = 0; k < to->signature->count; k++) {
    const Parameter *p = &to->signature->parameter[k];
    if (!p->pointer) continue;
    fprintf(to->out, " &&\n      %s(", is_written(p) ? "\\valid" : "\\valid_read");
    cells(to, p);
    fputc(')', to->out);
  }
  fputs(";\n", to->out);
}

/* What is written lies over nothing else. */
static void apart(const Contract *to) {
  const Signature *signature = to->signature;
  fputs("    requires apart: \\true", to->out);
  for (uint32_t k = 0; k < signature->count; k++) {
    for (uint32_t i = 0; i < k; i++) {
      const Parameter *p = &signature->parameter[i], *q = &signature->parameter[k];
      if (!p->pointer || !q->pointer || (!is_written(p) && !is_written(q))) continue;
      fputs(" &&\n      \\separated(", to->out);
      cells(to, p);
      fputs(", ", to->out);
      cells(to, q);
      fputc(')', to->out);
    }
  }
  fputs(";\n", to->out);
}

static void assigned(const Contract *to) {
  const char *before = "";
  fputs("    " CONTRACT_RETURNS "\n    assigns ", to->out);
  for (uint32_t k = 0; k < to->signature->count; k++) {
    const Parameter *p = &to->signature->parameter[k];
    if (!is_written(p)) continue;
    fprintf(to->out, "%s%s[0 .. %u]", before, p->name, p->count - 1);
    before = ", ";
  }
  fputs(";\n", to->out);
}

/* "x[0], x[1]" */
static void entries(const Contract *to) {
  for (uint32_t i = 0; i < to->tape->inputs; i++) {
    if (i > 0) fputs(", ", to->out);
    (void)signature_entry(to, ROLE_INPUTS, i);
  }
}

static void seed(const Contract *to, uint32_t j) {
  if (!signature_entry(to, ROLE_SEEDS, j)) fputs("1.0", to->out);
}

/* The directions of a derivative: the i-th unit vector, or any, which is called d. */
#define ANY_DIRECTION UINT32_MAX
static void direction(const Contract *to, uint32_t unit) {
  if (unit == ANY_DIRECTION) contract_list(to, "", "d");
  for (uint32_t i = 0; unit != ANY_DIRECTION && i < to->tape->inputs; i++)
    fprintf(to->out, "%s%s", i > 0 ? ", " : "", i == unit ? "1.0" : "0.0");
}

static void value_of(const Contract *to, uint32_t k) {
  const TapeNode *node = &to->tape->nodes[k];
  if (node->op == TAPE_INPUT) {
    (void)signature_entry(to, ROLE_INPUTS, node->a);
  } else if (!node->active) {
    contract_value(to, k, AT_X);
  } else {
    fprintf(to->out, "%s_v%u(", to->name, k);
    entries(to);
    fputc(')', to->out);
  }
}

static void derivative_of(const Contract *to, uint32_t k, uint32_t unit) {
  const TapeNode *node = &to->tape->nodes[k];
  if (!node->active) {
    fputs("0.0", to->out);
  } else if (node->op == TAPE_INPUT) {
    if (unit == ANY_DIRECTION)
      fprintf(to->out, "d%u", node->a);
    else
      fputs(node->a == unit ? "1.0" : "0.0", to->out);
  } else {
    fprintf(to->out, "%s_d%u(", to->name, k);
    entries(to);
    fputs(", ", to->out);
    direction(to, unit);
    fputc(')', to->out);
  }
}

static void weighted(const Contract *to, uint32_t unit) {
  fputs("0.0", to->out);
  for (uint32_t j = 0; j < to->tape->outputs; j++) {
    fputs(" + ", to->out);
    seed(to, j);
    fputs(" * ", to->out);
    derivative_of(to, to->tape->output[j], unit);
  }
  fputs(";\n", to->out);
}

/* "xb[0] ==", or what it was before and */
static void component(const Contract *to, const char *name, uint32_t i) {
  fprintf(to->out, "%s[%u] ==", name, i);
  if (to->signature->adds) fprintf(to->out, " \\old(%s[%u]) +", name, i);
  fputs("\n      ", to->out);
}

/* Of theirs one goal a component, so that the one that is wrong is named. */
static void gradient(const Contract *to) {
  if (to->signature->theirs == NULL) {
    fputs("    ensures gradient: \\forall real ", to->out);
    contract_list(to, "", "d");
    fputs(";\n      0.0", to->out);
    for (uint32_t i = 0; i < to->tape->inputs; i++) fprintf(to->out, " + g[%u] * d%u", i, i);
    fputs(" ==\n      ", to->out);
    weighted(to, ANY_DIRECTION);
    return;
  }
  for (uint32_t k = 0; k < to->signature->count; k++) {
    const Parameter *p = &to->signature->parameter[k];
    for (uint32_t i = 0; p->role == ROLE_GRADIENT && i < p->count; i++) {
      fprintf(to->out, "    ensures gradient_%s: ", to->component[p->first + i]);
      component(to, p->name, i);
      weighted(to, p->first + i);
    }
  }
}

static bool gives_value(const Signature *signature) {
  bool gives = signature->returns_value;
  for (uint32_t k = 0; k < signature->count; k++) gives = gives || signature->parameter[k].role == ROLE_VALUES;
  return gives;
}

static void says(const Contract *to) {
  const char *text =
      "/* Each component of the gradient is the derivative along its unit vector, times what is handed in. */\n";
  if (to->signature->adds)
    text = "/* To each component of the gradient is added the derivative along its unit vector, times what is handed "
           "in. */\n";
  if (to->signature->theirs == NULL)
    text = "/* y: the values; g: the gradient of w y, so that g d = w times the derivative along d, whatever d. */\n";
  fputs(text, to->out);
}

void signature_contract(const Contract *to) {
  says(to);
  fprintf(to->out, "/*@ requires inside: %s_inside(", to->name);
  entries(to);
  fputs(");\n", to->out);
  memory(to);
  apart(to);
  assigned(to);
  for (uint32_t j = 0; gives_value(to->signature) && j < to->tape->outputs; j++) {
    fprintf(to->out, "    ensures value_%u: ", j);
    (void)signature_entry(to, ROLE_VALUES, j);
    fputs(" == ", to->out);
    value_of(to, to->tape->output[j]);
    fputs(";\n", to->out);
  }
  gradient(to);
  fprintf(to->out, "*/\n%s;\n", to->signature->declaration);
}

/* What math.h declares has no contract but that of NAME.h, where it has one: Frama-C's own speaks of doubles. */
static const char only_ours[] =
    "#ifdef __FRAMAC__\n#define __FC_MATH\n"
    "extern double sin(double u), cos(double u), tan(double u), exp(double u), log(double u);\n"
    "extern double sqrt(double u), tanh(double u), fabs(double u), pow(double u, double v);\n"
    "#endif\n";

void contract_theirs(const Contract *to) {
  fprintf(to->out, "/* %s as it was given, behind the contract that it is to meet. */\n#include \"%s.h\"\n%s\n%s",
          to->signature->function, to->name, only_ours, to->signature->theirs);
}
