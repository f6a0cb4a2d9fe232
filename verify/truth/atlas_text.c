/* Guards, regions and points in words. */
#include "verify/truth/atlas.h"
#include "verify/truth/symbolic_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *boundary_kind_name(BoundaryKind kind) {
  switch (kind) {
  case BOUNDARY_SMOOTH: return "smooth to first order";
  case BOUNDARY_KINK: return "kink";
  case BOUNDARY_JUMP: return "jump";
  case BOUNDARY_EDGE: return "edge of one side or of its derivative";
  case BOUNDARY_UNDECIDED: return "undecided";
  }
  return "";
}

/* a g + b = 0 as g = -b/a: the generator, or -1.  a > 0 as the leading coefficient. */
static slong affine_generator(const SymbolicRing *self, const fmpz_mpoly_struct *p) {
  slong found = -1;
  for (uint32_t g = 0; g < self->generators; g++) {
    slong degree = fmpz_mpoly_degree_si(p, (slong)g, self->context);
    if (degree > 1 || (degree == 1 && found >= 0)) return -1;
    if (degree == 1) found = (slong)g;
  }
  return p->length <= 2 ? found : -1;
}

void guard_text(Ring *ring, Scalar guard, const char *relation, char *out, size_t size) {
  const SymbolicRing *self = symbolic_self(ring);
  const fmpz_mpoly_struct *p = &symbolic_at(ring, guard)->num;
  slong g = affine_generator(self, p);
  char text[ATLAS_TEXT];
  if (g < 0) {
    size_t room = size - strlen(relation) - sizeof "...  0";
    int length = ring_print(ring, guard, text, sizeof text);
    bool whole = length >= 0 && (size_t)length < sizeof text && (size_t)length <= room;
    (void)snprintf(out, size, "%.*s%s %s 0", (int)room, text, whole ? "" : "...", relation);
    return;
  }
  fmpz_t b;
  fmpq_t bound;
  fmpz_init(b);
  fmpq_init(bound);
  if (p->length == 2) {
    fmpz_mpoly_get_term_coeff_fmpz(b, p, 1, self->context);
    fmpz_neg(b, b);
    fmpq_set_fmpz_frac(bound, b, fmpz_mpoly_leadcoeff(p));
  }
  char *number = fmpq_get_str(NULL, 10, bound);
  (void)snprintf(out, size, "%s %s %s", self->names[g], relation, number);
  flint_free(number);
  fmpz_clear(b);
  fmpq_clear(bound);
}

/* Adds to what is written, and says so when there is no room. */
static void append(char *out, size_t size, const char *separator, const char *text) {
  size_t used = strlen(out);
  if (used + strlen(separator) + strlen(text) + 5 < size)
    (void)snprintf(out + used, size - used, "%s%s", used == 0 ? "" : separator, text);
  else if (used + 4 < size && (used < 3 || strcmp(out + used - 3, "...") != 0))
    (void)snprintf(out + used, size - used, "...");
}

void path_text(Ring *ring, const Path *path, char *out, size_t size) {
  out[0] = '\0';
  for (uint32_t i = 0; i < path->length; i++) {
    char text[ATLAS_TEXT];
    static const char *const relations[] = {"", "<", "=", "<=", ">", "/=", ">=", ""};
    if (path->step[i].signs == SIGNS_ALL) continue;
    guard_text(ring, path->step[i].guard, relations[path->step[i].signs], text, sizeof text);
    append(out, size, ", ", text);
  }
  if (out[0] == '\0') (void)snprintf(out, size, "everywhere");
}

/* Digits of an end of an interval, rounded outward: down, or up. */
#define END_DIGITS 15

static void end_text(const mpq_t end, bool up, char out[48]) {
  mpz_t n, power, most;
  mpz_inits(n, power, most, NULL);
  mpz_ui_pow_ui(most, 10, END_DIGITS);
  long places = END_DIGITS + 2 + (long)mpz_sizeinbase(mpq_denref(end), 10) - (long)mpz_sizeinbase(mpq_numref(end), 10);
  for (;; places--) { /* n 10^-places */
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(places));
    mpz_mul(n, places > 0 ? power : mpq_denref(end), places > 0 ? mpq_numref(end) : power);
    if (places > 0)
      (up ? mpz_cdiv_q : mpz_fdiv_q)(n, n, mpq_denref(end));
    else
      (up ? mpz_cdiv_q : mpz_fdiv_q)(n, mpq_numref(end), n);
    if (mpz_cmpabs(n, most) <= 0) break;
  }
  (void)snprintf(out, 48, "%lde%ld", mpz_get_si(n), -places);
  double d = strtod(out, NULL); /* of which so many digits are these */
  if (d == 0 || (fabs(d) > 1e-290 && fabs(d) < 1e290)) (void)snprintf(out, 48, "%.*g", END_DIGITS, d);
  mpz_clears(n, power, most, NULL);
}

void point_text(const Ring *ring, uint32_t inputs, const SmtValue *point, char *out, size_t size) {
  const SymbolicRing *self = symbolic_self(ring);
  out[0] = '\0';
  for (uint32_t i = 0; i < inputs; i++) {
    char text[ATLAS_TEXT], number[ATLAS_TEXT / 2 - 8];
    const char *name = self->names[symbolic_variable_generator(self, i)];
    (void)rational_text(point[i].low, number, sizeof number);
    if (mpq_equal(point[i].low, point[i].high))
      (void)snprintf(text, sizeof text, "%.100s = %s", name, number);
    else {
      char low[48], high[48];
      end_text(point[i].low, false, low);
      end_text(point[i].high, true, high);
      (void)snprintf(text, sizeof text, "%.80s in [%s, %s]", name, low, high);
    }
    append(out, size, ", ", text);
  }
}
