/* Symbols of one kind have one value modulo p, at a point drawn at random, if what they are of has: then they are
 * taken for one, which the certificate has to prove. */
#include "semantics/rings/field.h"
#include "semantics/straight/straight_residues.h"
#include "verify/certificates/emit.h"

static uint64_t word(const StraightSymbol *symbol) { return symbol->residue & ~RESIDUE_LOOSE; }

/* One symbol of the same kind and value; or two inverses. */
static bool match(const Recording *source, const StraightSymbol *found, uint32_t *first, uint32_t *second) {
  const StraightSymbol *known = source->symbol;
  *second = ASKED_NONE;
  for (*first = 0; *first < source->symbols; ++*first) {
    if (known[*first].what == found->what && known[*first].residue == found->residue) return true;
  }
  for (*first = 0; *first < source->symbols && found->what == STRAIGHT_INVERSE; ++*first) {
    if (known[*first].what != STRAIGHT_INVERSE) continue;
    for (*second = *first; *second < source->symbols; ++*second) {
      bool inverse = known[*second].what == STRAIGHT_INVERSE;
      if (inverse && field_mul(word(&known[*first]), word(&known[*second])) == word(found)) return true;
    }
  }
  return false;
}

bool matching_guess(const Recording *source, const Recording *derivative, Matching *out) {
  for (uint32_t j = 0; j < derivative->symbols; j++) {
    if (!match(source, &derivative->symbol[j], &out->first[j], &out->second[j])) return false;
  }
  return true;
}
