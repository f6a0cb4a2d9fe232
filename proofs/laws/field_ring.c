/* T-FIELD: F_p is one of the rings that the theorems about rings speak of.  The element that a word stands for is its
 * residue, and the words are the residues: what is proved here are the contracts that the theorems ask of a ring. */
// clang-format off
#include "proofs/logic/over_field.h"
#include "semantics/rings/ring.h"
// clang-format on
