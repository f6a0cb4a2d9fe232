#include "verify/battery/code_size.h"

#include "ad/engine.h"

#include <ctype.h>
#include <string.h>

#define SIZE_DEPTH 20000u

static bool is_projection(const Term *t) { return t->kind == TERM_FST || t->kind == TERM_SND; }

/* The side of a pair that is not 0_, or id 0 if the pair is no coproj. */
static TermId coproj_side(const Store *store, const Term *t) {
  if (t->kind != TERM_PAIR) return TERM_NONE_ID;
  if (term(store, t->kid[0])->kind == TERM_ZERO) return t->kid[1];
  if (term(store, t->kid[1])->kind == TERM_ZERO) return t->kid[0];
  return TERM_NONE_ID;
}

/* Adds the nodes to *size, until it is CODE_SIZE_MAX: shared subterms are counted at each
 * place, and may be exponentially many. */
static void add_size(const Store *store, TermId id, uint32_t depth, uint64_t *size) {
  if (id.id == 0 || *size >= CODE_SIZE_MAX) return;
  if (depth == 0) {
    *size = CODE_SIZE_MAX;
    return;
  }
  ++*size;
  const Term *t = term(store, id);
  if (is_projection(t)) {
    while (is_projection(t)) id = t->kid[0], t = term(store, id);
    add_size(store, id, depth - 1, size);
    return;
  }
  TermId side = coproj_side(store, t);
  if (side.id != 0) {
    for (; side.id != 0; side = coproj_side(store, term(store, id))) id = side;
    add_size(store, id, depth - 1, size);
    return;
  }
  for (int i = 0; i < TERM_KIDS; i++) add_size(store, t->kid[i], depth - 1, size);
}

uint64_t code_nodes(const Store *store, TermId t) {
  uint64_t size = 0;
  add_size(store, t, SIZE_DEPTH, &size);
  return size;
}

/* ----------------------------------------------------------------- texts -- */

static bool is_of_word(unsigned char c) { return isalnum(c) || c == '_' || c == '.' || c == '\''; }

/* A byte that goes on with a character of UTF-8. */
static bool goes_on(unsigned char c) { return (c & 0xC0) == 0x80; }

uint64_t code_words(const char *text) {
  uint64_t words = 0;
  bool inside = false;
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
    bool word = is_of_word(*c), counts = !isspace(*c) && !goes_on(*c) && strchr("()[]{},;", *c) == NULL;
    words += counts && !(word && inside);
    inside = word;
  }
  return words;
}
