#include "verify/laws/frechet/sides.h"
#include "verify/truth/ring_ball.h"
#include "verify/truth/ring_symbolic.h"

#include "verify/enumerate/space.h"

#define ATOMS 8u    /* of the primitives in one instance */
#define LENGTH 400u /* of normal forms: an inner product has dim V · dim W terms */
#define BALL_BITS 128
#define FUEL ((uint64_t)1 << 20)
#define WORK ((uint64_t)400000) /* of one instance, in products of terms */
#define DRAWS 8u                /* of an instance, of which the first that is not too large is judged */

const char *frechet_equation_law(FrEquation equation) {
  static const char *const laws[FR_EQUATION_COUNT] = {
#define FR_EQUATION(id, law, source, formula, sides) [FR_EQUATION_##id] = law,
#include "verify/laws/frechet/equations.def"
#undef FR_EQUATION
  };
  return laws[equation];
}

Ring *frechet_ring_new(void) { return ring_symbolic_new(DRAW_VARIABLES, ATOMS, LENGTH); }

/* ------------------------------------------------------------------ parts -- */

/* Whether the two are different for certain at one point, as balls: normal forms with
 * atoms that differ say nothing. */
static bool apart(const Ring *ring, Scalar a, Scalar b) {
  Scalar point[DRAW_VARIABLES];
  Ring *balls = ring_ball_new(BALL_BITS);
  if (balls == NULL) return false;
  for (uint32_t i = 0; i < DRAW_VARIABLES; i++) point[i] = ball_make_double(balls, (double)(3 + 5 * i % 13) / 16);
  Scalar first = symbolic_evaluate(ring, a, balls, DRAW_VARIABLES, point);
  Scalar second = symbolic_evaluate(ring, b, balls, DRAW_VARIABLES, point);
  bool different = ring_take_status(balls) == STATUS_OK && !ball_overlaps(balls, first, second);
  ring_destroy(balls);
  return different;
}

Status sides_compare(FrSides *s, uint32_t n, const Scalar *expected, const Scalar *found) {
  Ring *ring = s->draw.machine.ring;
  TRY(ring_take_status(ring));
  Scalar zero = ring_integer(ring, 0);
  s->compared += n;
  for (uint32_t i = 0; i < n; i++) {
    if (!s->telling) s->telling = symbolic_equal(ring, expected[i], zero) != SYMBOLIC_EQUAL;
    SymbolicVerdict verdict = symbolic_equal(ring, expected[i], found[i]);
    if (verdict == SYMBOLIC_UNKNOWN && apart(ring, expected[i], found[i])) verdict = SYMBOLIC_DIFFERENT;
    if (verdict == SYMBOLIC_DIFFERENT) s->outcome = FR_DIFFERENT;
    if (verdict == SYMBOLIC_UNKNOWN && s->outcome == FR_EQUAL) s->outcome = FR_UNKNOWN;
  }
  return ring_take_status(ring);
}

Scalar *sides_scalars(FrSides *s, uint32_t n) { return arena_array(s->draw.machine.arena, n + 1, sizeof(Scalar)); }

Cell *sides_cells(FrSides *s, uint32_t n, const Scalar *scalars) {
  Cell *cells = arena_array(s->draw.machine.arena, n + 1, sizeof *cells);
  for (uint32_t i = 0; i < n && cells != NULL; i++) cells[i] = cell_of(scalars[i]);
  return cells;
}

Status sides_argument(FrSides *s, HilSpace space, FrArgument *out) {
  *out = (FrArgument){.space = space, .flat = draw_argument(&s->draw, space)};
  return out->flat == NULL ? STATUS_LIMIT : draw_formal(&s->draw, space, out->flat, &out->vector);
}

Status sides_apply(FrSides *s, HilMapId m, const HilVector *v, Scalar **out) {
  HilVector image;
  HilSpace cod = sides_cod(s, m);
  *out = sides_scalars(s, sides_dim(s, cod));
  if (*out == NULL) return STATUS_LIMIT;
  TRY(hil_apply(&s->draw.machine, sides_terms(s), m, v, &image));
  return hil_write(&s->draw.machine, &s->draw.terms.spaces, cod, &image, *out);
}

Status sides_matrix_times(FrSides *s, HilMapId m, const Scalar *v, Scalar **out) {
  Dense dense = sides_dense(s);
  Matrix matrix;
  Cell *cells = sides_cells(s, sides_dim(s, sides_dom(s, m)), v), *image;
  *out = sides_scalars(s, sides_dim(s, sides_cod(s, m)));
  if (cells == NULL || *out == NULL) return STATUS_LIMIT;
  TRY(dense_matrix(&dense, m, &matrix));
  TRY(dense_image(&dense, &matrix, cells, &image));
  for (uint32_t i = 0; i < matrix.rows; i++) (*out)[i] = cell_scalar(s->draw.machine.ring, image[i]);
  return STATUS_OK;
}

Status sides_adjoint(FrSides *s, HilMapId m, HilMapId *out) {
  TRY(frechet_adjoint(sides_terms(s), m, out));
  TRY(hil_map_check(sides_terms(s), *out));
  bool turned = hil_same(sides_dom(s, *out), sides_cod(s, m)) && hil_same(sides_cod(s, *out), sides_dom(s, m));
  return turned ? STATUS_OK : STATUS_ILL_TYPED;
}

Scalar sides_inner(FrSides *s, uint32_t n, const Scalar *a, const Scalar *b) {
  Ring *ring = s->draw.machine.ring;
  Scalar sum = ring_integer(ring, 0);
  for (uint32_t i = 0; i < n; i++) sum = ring_add(ring, sum, ring_mul(ring, a[i], b[i]));
  return sum;
}

/* --------------------------------------------------------------- deciding -- */

static Status decide(FrSides *s, FrEquation equation) {
  TRY(hil_terms_init(&s->draw.terms, s->draw.machine.arena));
  Status status = frechet_map_sides(s, equation);
  if (status == STATUS_UNABLE) status = frechet_operation_sides(s, equation);
  if (status == STATUS_UNABLE) status = frechet_function_sides(s, equation);
  if (status == STATUS_UNABLE) status = frechet_optimiser_sides(s, equation);
  /* what was found of terms that met a limit is found of others */
  Status terms = hil_terms_status(&s->draw.terms);
  return status == STATUS_OK || terms == STATUS_LIMIT ? terms : status;
}

static void show(const FrSides *s, FrInstance *out) {
  FILE *text = fmemopen(out->shown, sizeof out->shown, "w");
  Machine machine = s->draw.machine;
  const HilTerms *terms = &s->draw.terms;
  if (text == NULL) return;
  if (s->function.id != 0) hil_fun_print(terms, &machine, machine.store, s->function, text);
  if (s->function.id == 0 && s->map.id != 0) hil_map_print(terms, &machine, machine.store, s->map, text);
  (void)fclose(text);
  out->shown[FR_SHOWN - 1] = '\0';
}

/* One draw of the instance; what is too large for normal forms is a LIMIT. */
static Status decide_drawn(Machine machine, FrEquation equation, uint64_t k, uint32_t drawn, FrInstance *out) {
  Ring *ring = machine.ring;
  *out = (FrInstance){.outcome = FR_UNKNOWN};
  symbolic_set_work(ring, WORK);
  FrSides s = {.k = k, .outcome = FR_EQUAL};
  s.draw = (Draw){.machine = machine, .seed = random_word((uint64_t)equation, drawn, k)};
  s.draw.endless = equation < FR_EQUATION_EVAL && k % 2 == 1; /* linear functions and tensors: no value at 0 to keep */
  Status status = decide(&s, equation), left = ring_take_status(ring);
  if (status == STATUS_OK) status = left;
  if (status == STATUS_OK) out->outcome = s.outcome;
  out->compared = s.compared, out->telling = s.telling;
  if (status == STATUS_ILL_TYPED || status == STATUS_STUCK) out->outcome = FR_DIFFERENT;
  if (out->outcome == FR_DIFFERENT) show(&s, out);
  return out->outcome == FR_DIFFERENT ? STATUS_OK : status;
}

Status frechet_equation_decide(Store *store, Ring *ring, Arena *arena, FrEquation equation, uint64_t k,
                               FrInstance *out) {
  Status status = STATUS_LIMIT;
  for (uint32_t drawn = 0; drawn < DRAWS && status == STATUS_LIMIT; drawn++) {
    ArenaMark mark = arena_mark(arena);
    size_t scalars = ring_mark(ring);
    Machine machine = machine_make(store, ring, arena);
    machine.fuel = FUEL;
    status = decide_drawn(machine, equation, k, drawn, out);
    ring_release(ring, scalars);
    arena_release(arena, mark);
  }
  return status;
}
