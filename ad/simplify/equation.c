#include "ad/simplify/equation.h"

#include "ad/simplify/rewriter.h"

#include <ctype.h>
#include <string.h>

#define NODES 20
#define BINDERS 3
#define EQUATIONS 3 /* of a rule */
#define LETTERS 26

/* A term with letters for terms: one side, or a part. */
typedef enum NodeKind { NODE_TERM, NODE_LETTER, NODE_IDENTIFIER, NODE_SUBSTITUTE } NodeKind;

/* The identifiers that a place is under, the innermost last. */
typedef struct Under {
  char name[BINDERS];
  uint8_t count;
} Under;

typedef struct Node {
  NodeKind node;
  TermKind kind; /* of NODE_TERM */
  char name;     /* its binder; the letter; the identifier */
  uint8_t kid[2];
  Under under;
} Node;

typedef struct Equation {
  Node node[NODES]; /* from 1 on */
  uint8_t count, left, right;
} Equation;

struct Equations {
  Equation equation[EQUATIONS];
  uint8_t count;
  uint64_t roots;
};

_Static_assert(TERM_KIND_COUNT <= 64, "a bit for each constructor");

/* ---------------------------------------------------------------- reading -- */

typedef struct Reader {
  const char *at;
  Equation *equation;
  Under under;
  bool wrong;
} Reader;

static uint8_t expression(Reader *reader);

static uint8_t fail(Reader *reader) {
  reader->wrong = true;
  return 0;
}

static void skip(Reader *reader) {
  while (*reader->at == ' ') reader->at++;
}

static bool take(Reader *reader, const char *word) {
  size_t length = strlen(word);
  skip(reader);
  if (strncmp(reader->at, word, length) != 0) return false;
  if (isalpha((unsigned char)word[length - 1]) && isalnum((unsigned char)reader->at[length])) return false;
  reader->at += length;
  return true;
}

static void expect(Reader *reader, const char *word) {
  if (!take(reader, word)) (void)fail(reader);
}

static char letter(Reader *reader) {
  skip(reader);
  if (!isalpha((unsigned char)*reader->at)) return (char)fail(reader);
  return *reader->at++;
}

static uint8_t node(Reader *reader, Node made) {
  if (reader->wrong || reader->equation->count == NODES - 1) return fail(reader);
  made.under = reader->under;
  reader->equation->node[++reader->equation->count] = made;
  return reader->equation->count;
}

static uint8_t of(Reader *reader, TermKind kind, char name, uint8_t a, uint8_t b) {
  return node(reader, (Node){NODE_TERM, kind, name, {a, b}, {{0}, 0}});
}

/* A part under one identifier more; v is none. */
static uint8_t part_under(Reader *reader, char name) {
  Under outer = reader->under;
  if (name != 'v' && outer.count == BINDERS) return fail(reader);
  if (name != 'v') reader->under.name[reader->under.count++] = name;
  uint8_t part = expression(reader);
  reader->under = outer;
  return part;
}

static bool is_bound(const Reader *reader, char name) {
  return memchr(reader->under.name, name, reader->under.count) != NULL;
}

static uint8_t named(Reader *reader) {
  char name = letter(reader);
  if (name == 'v') return of(reader, TERM_LVAR, 0, 0, 0);
  return node(reader,
              (Node){is_bound(reader, name) ? NODE_IDENTIFIER : NODE_LETTER, TERM_NONE, name, {0, 0}, {{0}, 0}});
}

static uint8_t brackets(Reader *reader) {
  uint8_t first = expression(reader);
  if (take(reader, ",")) first = of(reader, TERM_PAIR, 0, first, expression(reader));
  expect(reader, ")");
  return first;
}

/* atom[s/v] */
static uint8_t atom(Reader *reader) {
  uint8_t t = take(reader, "0_")  ? of(reader, TERM_ZERO, 0, 0, 0)
              : take(reader, "(") ? brackets(reader)
                                  : named(reader);
  if (!take(reader, "[")) return t;
  uint8_t by = expression(reader);
  expect(reader, "/v]");
  return node(reader, (Node){NODE_SUBSTITUTE, TERM_NONE, 0, {t, by}, {{0}, 0}});
}

static uint8_t build(Reader *reader) {
  expect(reader, "n");
  expect(reader, "(");
  char i = letter(reader);
  expect(reader, ".");
  uint8_t body = part_under(reader, i);
  expect(reader, ")");
  return of(reader, TERM_BUILD, i, body, 0);
}

static bool begins_atom(Reader *reader) {
  skip(reader);
  char c = *reader->at;
  bool word = strncmp(reader->at, "in ", 3) == 0 || strncmp(reader->at, "of ", 3) == 0;
  return c == '(' || (isalpha((unsigned char)c) && !word);
}

static uint8_t application(Reader *reader) {
  if (take(reader, "fst")) return of(reader, TERM_FST, 0, atom(reader), 0);
  if (take(reader, "snd")) return of(reader, TERM_SND, 0, atom(reader), 0);
  if (take(reader, "sum")) return of(reader, TERM_LSUM, 0, atom(reader), 0);
  if (take(reader, "build")) return build(reader);
  if (take(reader, "!")) {
    uint8_t key = atom(reader);
    expect(reader, "><");
    return of(reader, TERM_COPOWER, 0, key, atom(reader));
  }
  uint8_t t = atom(reader);
  while (begins_atom(reader)) t = of(reader, TERM_APP, 0, t, atom(reader));
  return t;
}

static uint8_t sum(Reader *reader) {
  uint8_t t = application(reader);
  for (;;) {
    if (take(reader, "@"))
      t = of(reader, TERM_LAPP, 0, t, application(reader));
    else if (take(reader, "+"))
      t = of(reader, TERM_PLUS, 0, t, application(reader));
    else
      return t;
  }
}

static uint8_t let(Reader *reader) {
  char name = letter(reader);
  expect(reader, "=");
  uint8_t bound = expression(reader);
  expect(reader, "in");
  uint8_t body = part_under(reader, name);
  return name == 'v' ? of(reader, TERM_LETV, 0, bound, body) : of(reader, TERM_LET, name, bound, body);
}

static uint8_t expression(Reader *reader) {
  if (reader->wrong) return 0;
  if (take(reader, "let")) return let(reader);
  if (take(reader, "\\")) {
    char name = letter(reader);
    expect(reader, ".");
    return of(reader, name == 'v' ? TERM_LLAM : TERM_LAM, name, part_under(reader, name), 0);
  }
  if (!take(reader, "case")) return sum(reader);
  uint8_t t = expression(reader);
  expect(reader, "of !");
  char key = letter(reader);
  expect(reader, ">< v ->");
  return of(reader, TERM_CASE, key, t, part_under(reader, key));
}

/* The letter's first node on the left. */
static const Node *letter_node(const Equation *equation, char name) {
  for (uint8_t k = 1; k <= equation->left; k++)
    if (equation->node[k].node == NODE_LETTER && equation->node[k].name == name) return &equation->node[k];
  return NULL;
}

/* Whether what the letter is under on the left is a part of what it is under here, in order. */
static bool stays_under(const Under *left, const Under *right) {
  uint8_t found = 0;
  for (uint8_t k = 0; k < right->count && found < left->count; k++)
    if (right->name[k] == left->name[found]) found++;
  return found == left->count;
}

static bool binds(const Equation *equation, char name) {
  for (uint8_t k = 1; k <= equation->left; k++)
    if (equation->node[k].node == NODE_TERM && equation->node[k].name == name) return true;
  return false;
}

/* What stands on the right is what the left has. */
static bool is_closed(const Equation *equation) {
  for (uint8_t k = equation->left + 1; k <= equation->count; k++) {
    const Node *part = &equation->node[k];
    const Node *left = part->node == NODE_LETTER ? letter_node(equation, part->name) : NULL;
    if (part->node == NODE_LETTER && (left == NULL || !stays_under(&left->under, &part->under))) return false;
    if (part->node == NODE_TERM && part->name != 0 && !binds(equation, part->name)) return false;
    if (part->node == NODE_TERM && part->kind == TERM_ZERO) return false; /* of which type? */
  }
  return true;
}

/* Adds what the formula says; false where it cannot be read. */
static bool read_equations(Equations *equations, const char *text) {
  Reader reader = {.at = text};
  while (equations->count < EQUATIONS) {
    Equation *equation = reader.equation = &equations->equation[equations->count++];
    equation->left = expression(&reader);
    expect(&reader, "~>");
    equation->right = expression(&reader);
    if (reader.wrong || !is_closed(equation)) return false;
    equations->roots |= (uint64_t)1 << equation->node[equation->left].kind;
    skip(&reader);
    if (*reader.at == '\0' || *reader.at == ',') return true;
    expect(&reader, ";");
  }
  return false;
}

static const struct {
  SimplifyRule rule;
  const char *text;
} formulas[] = {
#define SIMPLIFY(rule, name, formula)
#define SIMPLIFY_TEXT(rule, name, formula) {SIMPLIFY_##rule, formula},
#define SIMPLIFY_ALSO(rule, formula) {SIMPLIFY_##rule, formula},
#include "ad/simplify/simplify.def"
#undef SIMPLIFY_ALSO
#undef SIMPLIFY_TEXT
#undef SIMPLIFY
};

typedef struct Table {
  Equations rule[SIMPLIFY_COUNT];
  const char *fault;
  bool read;
} Table;

/* Read at the first use. */
static const Table *table(void) {
  static Table all;
  for (size_t i = 0; !all.read && i < sizeof formulas / sizeof *formulas; i++)
    if (!read_equations(&all.rule[formulas[i].rule], formulas[i].text) && all.fault == NULL)
      all.fault = formulas[i].text;
  all.read = true;
  return &all;
}

const char *equations_fault(void) { return table()->fault; }

/* ---------------------------------------------------------------- running -- */

/* What the left side met. */
typedef struct Match {
  Simplifier *s;
  const Equation *equation;
  TermId term[LETTERS]; /* of letters */
  NameId name[LETTERS]; /* of binders */
  uint32_t length;      /* n */
} Match;

static int place(char letter) { return letter - 'a'; }

static bool matches(Match *match, uint8_t pattern, TermId t);

/* The constructor, and its parts. */
static bool matches_node(Match *match, uint8_t pattern, const Term *t) {
  const Node *node = &match->equation->node[pattern];
  if (t->kind != node->kind) return false;
  if (node->name != 0) match->name[place(node->name)] = t->name;
  if (node->kind == TERM_BUILD) match->length = t->payload;
  for (int k = 0; k < 2; k++)
    if (node->kid[k] != 0 && !matches(match, node->kid[k], t->kid[k])) return false;
  return true;
}

static bool matches(Match *match, uint8_t pattern, TermId t) {
  const Node *node = &match->equation->node[pattern];
  const Term *part = term(match->s->store, t);
  TermId *known = &match->term[node->node == NODE_LETTER ? place(node->name) : 0];
  switch (node->node) {
  case NODE_LETTER:
    if (known->id != 0) return term_equal(match->s->store, *known, t);
    *known = t;
    return true;
  case NODE_IDENTIFIER: {
    uint32_t index = 0;
    while (node->under.name[node->under.count - 1 - index] != node->name) index++;
    return part->kind == TERM_VAR && part->payload == index;
  }
  case NODE_TERM: return matches_node(match, pattern, part);
  case NODE_SUBSTITUTE: break;
  }
  return false;
}

/* The letter's term under what its place on the right is under. */
static TermId lifted(const Match *match, const Node *node) {
  const Under *left = &letter_node(match->equation, node->name)->under, *right = &node->under;
  TermId t = match->term[place(node->name)];
  uint8_t met = 0;
  for (uint8_t k = 0; k < right->count; k++) {
    bool same = met < left->count && left->name[left->count - 1 - met] == right->name[right->count - 1 - k];
    if (same)
      met++;
    else
      t = term_shift(match->s->store, t, k, 1);
  }
  return t;
}

static TermId made(const Match *match, uint8_t pattern) {
  const Node *node = &match->equation->node[pattern];
  TermId kid[2] = {TERM_NONE_ID, TERM_NONE_ID};
  if (node->node == NODE_LETTER) return lifted(match, node);
  for (int k = 0; k < 2; k++)
    if (node->kid[k] != 0) kid[k] = made(match, node->kid[k]);
  if (node->node == NODE_SUBSTITUTE) return term_subst_linear(match->s->store, kid[0], kid[1]);
  NameId name = node->name == 0 ? NAME_NONE : match->name[place(node->name)];
  uint32_t length = node->kind == TERM_BUILD ? match->length : 0;
  return term_make(match->s->store, node->kind, length, name, kid[0], kid[1], TERM_NONE_ID, TERM_NONE_ID);
}

const Equations *equations_of(SimplifyRule rule) { return &table()->rule[rule]; }

uint64_t equations_roots(const Equations *equations) { return equations->roots; }

TermId equations_apply(const Equations *equations, Simplifier *s, const Term *t) {
  for (uint8_t k = 0; k < equations->count; k++) {
    const Equation *equation = &equations->equation[k];
    Match match = {.s = s, .equation = equation, .term = {{0}}};
    if (matches_node(&match, equation->left, t)) return made(&match, equation->right);
  }
  return TERM_NONE_ID;
}
