#include "verify/laws/for_all/joins.h"

/* ---------------------------------------------------------------- pieces -- */

Status joins_run(Subject *subject, Scalar *value, Scalar *columns) {
  Ring *ring = subject->ring;
  uint32_t inputs = subject->inputs, outputs = subject->outputs;
  Scalar *unit = subject_scalars(subject, inputs);
  if (unit == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < inputs; i++) unit[i] = ring_integer(ring, i == 0);
  Status status = truth_symbolic(subject->battery->truth, ring, subject->program, subject->point, unit, value, columns);
  for (uint32_t i = 1; i < inputs && status == STATUS_OK; i++) {
    unit[i - 1] = ring_integer(ring, 0);
    unit[i] = ring_integer(ring, 1);
    symbolic_derivatives(ring, outputs, value, inputs, unit, columns + (size_t)i * outputs);
    status = ring_take_status(ring);
  }
  return status;
}

/* What the piece is on the leaf; false unless it is defined wherever the source is there. */
static bool restrict_piece(Subject *subject, const Path *leaf, uint32_t obligations, Piece *piece) {
  Ring *ring = subject->ring;
  uint32_t size = subject->inputs * subject->outputs;
  symbolic_forget_obligations(ring, obligations); /* those of the piece's own run hold beside the leaf */
  for (uint32_t o = 0; o < subject->outputs; o++) piece->value[o] = path_restrict(ring, leaf, piece->value[o]);
  for (uint32_t i = 0; i < size; i++) piece->columns[i] = path_restrict(ring, leaf, piece->columns[i]);
  for (uint32_t o = 0; o < subject->outputs; o++) symbolic_require_normal(ring, piece->value[o]);
  for (uint32_t i = 0; i < size; i++) symbolic_require_normal(ring, piece->columns[i]);
  bool good = ring_take_status(ring) == STATUS_OK && symbolic_obligations_follow(ring, obligations);
  symbolic_forget_obligations(ring, obligations);
  return good;
}

static bool open_piece(Subject *subject, Piece *piece) {
  piece->value = subject_scalars(subject, subject->outputs);
  piece->columns = subject_scalars(subject, subject->inputs * subject->outputs);
  return piece->value != NULL && piece->columns != NULL;
}

/* --------------------------------------------------------------- nowhere -- */

/* Whether a is 0 at no point of the leaf. */
static bool never_zero(Ring *ring, const Path *leaf, Scalar a) {
  return ring_take_status(ring) == STATUS_OK && (path_signs(ring, leaf, a) & SIGNS_ZERO) == 0;
}

static bool any_apart(Ring *ring, const Path *leaf, uint32_t length, const Scalar *a, const Scalar *b) {
  for (uint32_t i = 0; i < length; i++) {
    if (never_zero(ring, leaf, ring_sub(ring, a[i], b[i]))) return true;
  }
  return false;
}

/* Whether the leaf is open in the set of its equalities, whose coordinates are the inputs that are left. */
static bool is_relatively_open(const Path *leaf) {
  uint32_t equalities = 0;
  for (uint32_t i = 0; i < leaf->length; i++) {
    Signs signs = leaf->step[i].signs;
    equalities += signs == SIGNS_ZERO;
    if (signs != SIGNS_ZERO && (signs & SIGNS_ZERO) != 0) return false;
  }
  return equalities == leaf->replacements;
}

static bool is_replaced(const Path *leaf, uint32_t variable) {
  for (uint32_t k = 0; k < leaf->replacements; k++) {
    if (leaf->replaced[k].variable == variable) return true;
  }
  return false;
}

/* Along the leaf f is its value there, and beside it the piece: their difference must be 0, and its derivatives along
 * the leaf too. */
static bool leaves_piece(Subject *subject, const Path *leaf, const Scalar *value, const Piece *piece) {
  Ring *ring = subject->ring;
  Scalar *unit = subject_scalars(subject, subject->inputs), slope;
  for (uint32_t o = 0; o < subject->outputs && unit != NULL; o++) {
    Scalar difference = path_restrict(ring, leaf, ring_sub(ring, value[o], piece->value[o]));
    if (never_zero(ring, leaf, difference)) return true;
    for (uint32_t i = 0; i < subject->inputs && is_relatively_open(leaf); i++) {
      if (is_replaced(leaf, i)) continue;
      for (uint32_t k = 0; k < subject->inputs; k++) unit[k] = ring_integer(ring, k == i);
      symbolic_derivatives(ring, 1, &difference, subject->inputs, unit, &slope);
      if (never_zero(ring, leaf, slope)) return true;
    }
  }
  return false;
}

/* Whether the leaf's value is that of no piece, and these are all. */
static bool jumps(Subject *subject, const Path *leaf, const Scalar *value, const Joins *joins) {
  for (uint32_t a = 0; a < joins->count; a++) {
    if (!any_apart(subject->ring, leaf, subject->outputs, value, joins->piece[a].value)) return false;
  }
  return joins->complete && joins->count > 0;
}

static bool is_nowhere(Subject *subject, const Path *leaf, const Scalar *value, const Joins *joins) {
  uint32_t size = subject->inputs * subject->outputs;
  if (jumps(subject, leaf, value, joins)) return true;
  for (uint32_t a = 0; a < joins->count; a++) {
    if (!joins->piece[a].touches) continue;
    if (leaves_piece(subject, leaf, value, &joins->piece[a])) return true;
    for (uint32_t b = 0; b < a; b++) {
      if (!joins->piece[b].touches) continue;
      if (any_apart(subject->ring, leaf, subject->outputs, joins->piece[a].value, joins->piece[b].value)) return true;
      if (any_apart(subject->ring, leaf, size, joins->piece[a].columns, joins->piece[b].columns)) return true;
    }
  }
  return false;
}

/* Whether the path beside the leaf has met guards that are 0 on a part of it alone, or on more than a thin set. */
static bool is_partial(Ring *ring, const Path *leaf, const Path *side) {
  for (uint32_t i = 0; i < side->length; i++) {
    const PathStep *step = &side->step[i];
    if (!step->active) continue;
    if (path_signs(ring, leaf, step->guard) != SIGNS_ZERO) return true;
    if (step->signs == SIGNS_APART && thin_zeros(ring, step->guard) != THIN_YES) return true;
  }
  return side->lost;
}

/* Whether all pieces have the leaf's value. */
static bool is_continuous(Subject *subject, const Path *leaf, const Scalar *value, const Joins *joins) {
  Ring *ring = subject->ring;
  for (uint32_t a = 0; a < joins->count; a++) {
    for (uint32_t o = 0; o < subject->outputs; o++) {
      bool one = path_vanishes(ring, leaf, ring_sub(ring, value[o], joins->piece[a].value[o]));
      if (ring_take_status(ring) != STATUS_OK || !one) return false;
    }
  }
  return true;
}

static bool is_thin(Ring *ring, const Path *leaf) {
  for (uint32_t i = 0; i < leaf->length; i++) {
    if (leaf->step[i].signs == SIGNS_ZERO && thin_zeros(ring, leaf->step[i].guard) == THIN_YES) return true;
  }
  return false;
}

void joins_find(Subject *subject, const Path *leaf, const Piece *own, uint32_t obligations, Joins *joins) {
  Ring *ring = subject->ring;
  Path kept = *leaf, side; /* the ring's own path */
  bool more = true;
  *joins = (Joins){.complete = true, .claims = subject_has_claims(subject)};
  path_open_beside(&side, &kept);
  do {
    Piece *piece = &joins->piece[joins->count];
    if (!open_piece(subject, piece)) break;
    path_rewind(&side);
    symbolic_set_path(ring, &side);
    Status status = joins_run(subject, piece->value, piece->columns);
    symbolic_set_path(ring, (Path *)leaf);
    bool found = status == STATUS_OK && !side.lost;
    piece->touches = found && path_touches(ring, &kept, &side);
    joins->complete = joins->complete && !is_partial(ring, &kept, &side) && (found || status == STATUS_DOMAIN);
    if (found && restrict_piece(subject, &kept, obligations, piece))
      joins->count++;
    else
      joins->complete = joins->complete && !found;
    (void)ring_take_status(ring);
    symbolic_forget_obligations(ring, obligations);
    more = path_next(&side);
  } while (more && joins->count < JOINS_MOST);
  joins->complete = joins->complete && !more;
  if (!is_thin(ring, &kept)) joins->piece[joins->count++] = *own; /* its inner points are touched by nothing else */
  joins->nowhere = is_nowhere(subject, &kept, own->value, joins);
  joins->continuous = is_continuous(subject, &kept, own->value, joins);
  (void)ring_take_status(ring);
  symbolic_forget_obligations(ring, obligations);
}

/* ------------------------------------------------------------- agreement -- */

/* Whether e = c d on the leaf for a number c. */
static bool is_multiple(Ring *ring, const Path *leaf, Scalar e, Scalar d) {
  if (path_vanishes(ring, leaf, e)) return true;
  Scalar ratio = path_restrict(ring, leaf, e), below = path_restrict(ring, leaf, d);
  if (ring->status != STATUS_OK || path_vanishes(ring, leaf, below)) return false;
  uint32_t obligations = symbolic_obligation_count(ring);
  ratio = ring_div(ring, ratio, below);
  symbolic_forget_obligations(ring, obligations);
  return ring->status == STATUS_OK && symbolic_is_rational(ring, ratio);
}

/* Where the pieces a and b differ there is no derivative; where they do not, found is that of both. */
static bool agrees_with_pair(Subject *subject, const Path *leaf, uint32_t length, const Scalar *found, const Scalar *a,
                             const Scalar *b) {
  Ring *ring = subject->ring;
  for (uint32_t i = 0; i < length; i++) {
    bool multiple = is_multiple(ring, leaf, ring_sub(ring, found[i], a[i]), ring_sub(ring, a[i], b[i]));
    if (ring_take_status(ring) != STATUS_OK || !multiple) return false;
  }
  return true;
}

static bool agrees_with(Subject *subject, const Path *leaf, uint32_t length, const Scalar *found, const Scalar *a) {
  Ring *ring = subject->ring;
  for (uint32_t i = 0; i < length; i++) {
    bool zero = path_vanishes(ring, leaf, ring_sub(ring, found[i], a[i]));
    if (ring_take_status(ring) != STATUS_OK || !zero) return false;
  }
  return true;
}

bool joins_agree(Subject *subject, const Path *leaf, const Joins *joins, uint32_t length, const Scalar *found,
                 JoinsExpected expected, void *state) {
  Scalar *right[JOINS_MOST + 1];
  bool all = true;
  if (joins->nowhere) return !joins->claims;
  for (uint32_t a = 0; a < joins->count; a++) {
    right[a] = subject_scalars(subject, length);
    if (right[a] == NULL) return false;
    expected(state, joins->piece[a].columns, right[a]);
    bool agrees = agrees_with(subject, leaf, length, found, right[a]);
    if (agrees && joins->piece[a].touches && !joins->claims) return true;
    all = all && agrees;
  }
  if (all && joins->complete && joins->count > 0) return !joins->claims || joins->continuous;
  if (joins->claims) return false;
  for (uint32_t a = 0; a < joins->count; a++) {
    for (uint32_t b = 0; b < joins->count; b++) {
      if (a != b && joins->piece[a].touches && joins->piece[b].touches &&
          agrees_with_pair(subject, leaf, length, found, right[a], right[b]))
        return true;
    }
  }
  return false;
}
