/* The sides of an equation of linear maps from its formula: read, given types, and made.
 *
 *   sum = term {(+ | (+)) term}        term = factor {(o | x | >< | . | .R | *) factor}
 *   factor = atom {^T}     atom = name | 0 | 1 | S(sum) | D(sum) | (sum) | (sum, sum)
 *
 * A part has the type of what is known in it, or what the whole asks of it. */
#include "verify/laws/linmap/operators.h"

#include <ctype.h>
#include <string.h>

#define NODES 32
#define NAMES 6
#define NAME 3

typedef enum NodeKind {
  NODE_NAME,
  NODE_NUMBER, /* 0 or 1: a map, a vector or a number */
  NODE_SCALE,
  NODE_DIAG,
  NODE_COMPOSE,
  NODE_VCAT,
  NODE_HCAT,
  NODE_MAP_PLUS,
  NODE_TRANSPOSE,
  NODE_APPLY,
  NODE_RAPPLY,
  NODE_PLUS,
  NODE_TIMES,
  NODE_PAIR
} NodeKind;

typedef struct Node {
  NodeKind kind;
  uint8_t a, b; /* Formula.node; of a name its place, of a number its value */
} Node;

/* A map from one space to another, or, `from` being NULL, a vector; NULL where it is not known. */
typedef struct Sort {
  const LmType *from, *to;
} Sort;

typedef struct Drawn {
  char text[NAME];
  Sort sort;
  bool number; /* k : R */
  T term;
} Drawn;

typedef struct Formula {
  Sides *s;
  const char *at;
  Node node[NODES]; /* from 1 on */
  uint8_t nodes, names, maps;
  Drawn name[NAMES];
  Sort whole;
} Formula;

/* ---------------------------------------------------------------- reading -- */

static bool take(Formula *f, const char *word) {
  while (*f->at == ' ') f->at++;
  size_t length = strlen(word);
  if (strncmp(f->at, word, length) != 0) return false;
  if (isalpha((unsigned char)word[length - 1]) && isalnum((unsigned char)f->at[length])) return false;
  f->at += length;
  return true;
}

static uint8_t fail(Formula *f) {
  f->s->b->status = STATUS_STUCK;
  f->at = "";
  return 0;
}

static uint8_t node(Formula *f, NodeKind kind, uint8_t a, uint8_t b) {
  if (f->nodes == NODES - 1) return fail(f);
  f->node[++f->nodes] = (Node){kind, a, b};
  return f->nodes;
}

static uint8_t sum(Formula *f);

static uint8_t closed(Formula *f, uint8_t t) { return take(f, ")") ? t : fail(f); }

static uint8_t name(Formula *f) {
  char text[NAME] = {*f->at, isdigit((unsigned char)f->at[1]) ? f->at[1] : '\0', '\0'};
  f->at += strlen(text);
  for (uint8_t k = 0; k < f->names; k++)
    if (strcmp(f->name[k].text, text) == 0) return node(f, NODE_NAME, k, 0);
  return fail(f);
}

static uint8_t atom(Formula *f) {
  if (take(f, "0")) return node(f, NODE_NUMBER, 0, 0);
  if (take(f, "1")) return node(f, NODE_NUMBER, 1, 0);
  if (take(f, "S(")) return node(f, NODE_SCALE, closed(f, sum(f)), 0);
  if (take(f, "D(")) return node(f, NODE_DIAG, closed(f, sum(f)), 0);
  if (!take(f, "(")) return islower((unsigned char)*f->at) ? name(f) : fail(f);
  uint8_t t = sum(f);
  if (take(f, ",")) t = node(f, NODE_PAIR, t, sum(f));
  return closed(f, t);
}

static uint8_t factor(Formula *f) {
  uint8_t t = atom(f);
  while (take(f, "^T")) t = node(f, NODE_TRANSPOSE, t, 0);
  return t;
}

/* The operator that comes next, of these; false where none does. */
static bool operator(Formula *f, bool sums, NodeKind *kind) {
  static const struct {
    const char *text;
    NodeKind kind;
    bool sum;
  } operators[] = {{"(+)", NODE_MAP_PLUS, true}, {"+", NODE_PLUS, true},  {"o", NODE_COMPOSE, false},
                   {"><", NODE_HCAT, false},     {"x", NODE_VCAT, false}, {".R", NODE_RAPPLY, false},
                   {".", NODE_APPLY, false},     {"*", NODE_TIMES, false}};
  for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
    if (operators[k].sum != sums || !take(f, operators[k].text)) continue;
    *kind = operators[k].kind;
    return true;
  }
  return false;
}

static uint8_t product(Formula *f) {
  NodeKind kind;
  uint8_t t = factor(f);
  while (operator(f, false, &kind)) t = node(f, kind, t, factor(f));
  return t;
}

static uint8_t sum(Formula *f) {
  NodeKind kind;
  uint8_t t = product(f);
  while (operator(f, true, &kind)) t = node(f, kind, t, product(f));
  return t;
}

/* ------------------------------------------------------------------ types -- */

static const LmType *space(Formula *f) {
  return take(f, "a")   ? f->s->a
         : take(f, "c") ? f->s->c
         : take(f, "d") ? f->s->d
         : take(f, "R") ? lm_real(f->s->b)
                        : (fail(f), NULL);
}

static Sort sort(Formula *f) {
  const LmType *first = space(f);
  return take(f, "-o") ? (Sort){first, space(f)} : (Sort){NULL, first};
}

/* "m : a -o c, k : R, x : a | c": draws each. */
static void declare(Formula *f, const char *types) {
  f->at = types;
  while (f->s->b->status == STATUS_OK && !take(f, "|") && *f->at != '\0') {
    if (f->names == NAMES) {
      (void)fail(f);
      return;
    }
    Drawn *made = &f->name[f->names];
    (void)take(f, ",");
    (void)take(f, " ");
    made->text[0] = *f->at++;
    if (isdigit((unsigned char)*f->at)) made->text[1] = *f->at++;
    if (!take(f, ":")) {
      (void)fail(f);
      return;
    }
    f->names++;
    while (*f->at == ' ') f->at++;
    made->number = *f->at == 'R';
    made->sort = sort(f);
    if (made->sort.from != NULL) made->number = false;
    made->term =
        made->sort.from != NULL ? map(f->s, f->maps++ % 3u, made->sort.from, made->sort.to) : vec(f->s, made->sort.to);
  }
  if (*f->at != '\0') f->whole = sort(f);
}

static const LmType *either(const LmType *a, const LmType *b) { return a != NULL ? a : b; }
static const LmType *both(Formula *f, const LmType *a, const LmType *b) {
  return a == NULL || b == NULL ? NULL : lm_pair_type(f->s->b, a, b);
}

/* What is known of a part by itself. */
static Sort known(Formula *f, uint8_t t) {
  const Node n = f->node[t];
  if (n.kind == NODE_NAME) return f->name[n.a].sort;
  if (n.kind == NODE_NUMBER || n.kind == NODE_SCALE) return (Sort){NULL, NULL};
  Sort a = known(f, n.a);
  if (n.kind == NODE_DIAG) return (Sort){a.to, a.to};
  if (n.kind == NODE_TRANSPOSE) return (Sort){a.to, a.from};
  Sort b = known(f, n.b);
  switch (n.kind) {
  case NODE_COMPOSE: return (Sort){b.from, a.to};
  case NODE_VCAT: return (Sort){either(a.from, b.from), both(f, a.to, b.to)};
  case NODE_HCAT: return (Sort){both(f, a.from, b.from), either(a.to, b.to)};
  case NODE_APPLY: return (Sort){NULL, a.to};
  case NODE_RAPPLY: return (Sort){NULL, b.from};
  case NODE_TIMES: return b;
  case NODE_PAIR: return (Sort){NULL, both(f, a.to, b.to)};
  case NODE_MAP_PLUS:
  case NODE_PLUS: return (Sort){either(a.from, b.from), either(a.to, b.to)};
  case NODE_NAME:
  case NODE_NUMBER:
  case NODE_SCALE:
  case NODE_DIAG:
  case NODE_TRANSPOSE: break;
  }
  return a;
}

static Sort merged(Sort a, Sort b) { return (Sort){either(a.from, b.from), either(a.to, b.to)}; }

/* ------------------------------------------------------------------ terms -- */

static bool is_number(const Formula *f, uint8_t t) {
  const Node n = f->node[t];
  if (n.kind == NODE_NAME) return f->name[n.a].number;
  if (n.kind == NODE_PLUS || n.kind == NODE_TIMES) return is_number(f, n.a) && is_number(f, n.b);
  return n.kind == NODE_NUMBER;
}

static T made(Formula *f, uint8_t t, Sort want, bool is_map);

/* Between r o l: what both know of the space between them, or what an endomorphism hands on. */
static const LmType *between(Formula *f, const Node *n, Sort want) {
  const LmType *middle = either(known(f, n->a).from, known(f, n->b).to);
  return either(middle, f->node[n->a].kind == NODE_NUMBER || f->node[n->a].kind == NODE_SCALE ? want.to : want.from);
}

static T made_number(Formula *f, const Node *n, Sort want, bool is_map) {
  if (is_map) return n->a == 1 ? one(f->s, want.from) : zero(f->s, want.from, want.to);
  return want.to == NULL ? lm_number(f->s->b, n->a) : null(f->s, want.to);
}

static T number(Formula *f, uint8_t t) { return made(f, t, (Sort){NULL, NULL}, false); }

static T made_product(Formula *f, const Node *n, Sort want) {
  bool scalar = is_number(f, n->a), alike = scalar == is_number(f, n->b);
  T left = scalar ? number(f, n->a) : made(f, n->a, want, false), right = made(f, n->b, want, false);
  return alike ? mul(f->s, left, right) : times(f->s, left, right);
}

static T made_maps(Formula *f, const Node *n, Sort want) {
  const LmType *middle, *const *part = NULL;
  T left;
  switch (n->kind) {
  case NODE_COMPOSE:
    middle = between(f, n, want);
    left = made(f, n->a, (Sort){middle, want.to}, true);
    return comp(f->s, left, made(f, n->b, (Sort){want.from, middle}, true));
  case NODE_VCAT:
    part = want.to->part;
    left = made(f, n->a, (Sort){want.from, part[0]}, true);
    return vcat(f->s, left, made(f, n->b, (Sort){want.from, part[1]}, true));
  case NODE_HCAT:
    part = want.from->part;
    left = made(f, n->a, (Sort){part[0], want.to}, true);
    return hcat(f->s, left, made(f, n->b, (Sort){part[1], want.to}, true));
  case NODE_MAP_PLUS: left = made(f, n->a, want, true); return plus(f->s, left, made(f, n->b, want, true));
  case NODE_TRANSPOSE: return tr(f->s, made(f, n->a, (Sort){want.to, want.from}, true));
  case NODE_SCALE: return scale(f->s, want.from, number(f, n->a));
  case NODE_DIAG: return lm_diag(f->s->b, made(f, n->a, (Sort){NULL, want.from}, false));
  case NODE_NUMBER: return made_number(f, n, want, true);
  case NODE_NAME:
  case NODE_APPLY:
  case NODE_RAPPLY:
  case NODE_PLUS:
  case NODE_TIMES:
  case NODE_PAIR: break;
  }
  (void)fail(f);
  return NULL;
}

/* m . x and r .R m */
static T made_applied(Formula *f, const Node *n, Sort want) {
  bool forward = n->kind == NODE_APPLY;
  uint8_t m = forward ? n->a : n->b, x = forward ? n->b : n->a;
  const LmType *own = forward ? known(f, m).from : known(f, m).to;
  const LmType *domain = either(either(known(f, x).to, own), want.to);
  T map = made(f, m, forward ? (Sort){domain, want.to} : (Sort){want.to, domain}, true);
  T vector = made(f, x, (Sort){NULL, domain}, false);
  return forward ? at(f->s, map, vector) : back(f->s, vector, map);
}

static T made(Formula *f, uint8_t t, Sort want, bool is_map) {
  const Node n = f->node[t];
  if (f->s->b->status != STATUS_OK) return NULL;
  if (n.kind == NODE_NAME) return f->name[n.a].term;
  if (is_map) want = merged(known(f, t), want);
  if (is_map) return want.from != NULL && want.to != NULL ? made_maps(f, &n, want) : (fail(f), NULL);
  if (n.kind == NODE_NUMBER) return made_number(f, &n, want, false);
  if (n.kind == NODE_TIMES) return made_product(f, &n, want);
  if (n.kind == NODE_APPLY || n.kind == NODE_RAPPLY) return made_applied(f, &n, want);
  const LmType *const *part = n.kind == NODE_PAIR && want.to != NULL ? want.to->part : NULL;
  T left = made(f, n.a, part != NULL ? (Sort){NULL, part[0]} : want, false);
  T right = made(f, n.b, part != NULL ? (Sort){NULL, part[1]} : want, false);
  return n.kind == NODE_PAIR ? pair(f->s, left, right) : n.kind == NODE_PLUS ? add(f->s, left, right) : (fail(f), NULL);
}

bool linmap_formula_sides(Sides *s, LmEquation equation) {
  static const struct {
    const char *formula, *types;
  } formulas[LM_EQUATION_COUNT] = {
#define LM_EQUATION(id, law, source, formula)
#define LM_FORMULA(id, law, source, formula, types) [LM_EQUATION_##id] = {formula, types},
#include "verify/laws/linmap/equations.def"
#undef LM_FORMULA
#undef LM_EQUATION
  };
  Formula f = {.s = s};
  if (formulas[equation].formula == NULL) return false;
  declare(&f, formulas[equation].types);
  f.at = formulas[equation].formula;
  uint8_t left = sum(&f), right = take(&f, "=") ? sum(&f) : fail(&f);
  while (*f.at == ' ') f.at++;
  if (*f.at != '\0' && *f.at != ',' && *f.at != ':') (void)fail(&f);
  if (s->b->status != STATUS_OK) return true;
  f.whole = merged(merged(known(&f, left), known(&f, right)), f.whole);
  s->out->left = made(&f, left, f.whole, f.whole.from != NULL);
  s->out->right = made(&f, right, f.whole, f.whole.from != NULL);
  return true;
}
