/* FR-OPT and FR-OPT-*: what the optimiser makes of a term has its matrix, costs no more
 * scalar operations, and is typed.  With one rule on: the left side is drawn
 * so that the rule applies.  With all on: terms of every construct, and what is made is
 * left alone when optimised again.
 *
 * Matrices are those of verify/laws: the optimiser is judged, and nothing of it used. */
#include "verify/laws/frechet/optimiser.h"
#include "verify/laws/frechet/sides.h"

#define DEPTH 3u

/* Both by their matrices, entry by entry. */
static Status compare_matrices(FrSides *s, HilMapId before, HilMapId after) {
  Dense dense = sides_dense(s);
  Matrix a, b;
  TRY(dense_matrix(&dense, before, &a));
  TRY(dense_matrix(&dense, after, &b));
  uint32_t n = a.rows * a.columns;
  Scalar *expected = sides_scalars(s, n), *found = sides_scalars(s, n);
  if (expected == NULL || found == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < n; i++) {
    expected[i] = cell_scalar(s->draw.machine.ring, a.cells[i]);
    found[i] = cell_scalar(s->draw.machine.ring, b.cells[i]);
  }
  return sides_compare(s, n, expected, found);
}

static Status compare(FrSides *s, HilMapId before, HilMapId after) {
  uint64_t least, most;
  TRY(hil_map_check(sides_terms(s), after));
  if (!hil_same(sides_dom(s, after), sides_dom(s, before)) || !hil_same(sides_cod(s, after), sides_cod(s, before)))
    return STATUS_ILL_TYPED;
  TRY(compare_matrices(s, before, after));
  TRY(frechet_operations(&s->draw.machine, sides_terms(s), before, &most));
  TRY(frechet_operations(&s->draw.machine, sides_terms(s), after, &least));
  if (least > most) s->outcome = FR_DIFFERENT;
  return STATUS_OK;
}

/* The rules that bring the left side of a rule into the form that it is stated for. */
static FrechetRules with_companions(FrechetRule rule) {
#define BIT(id) ((FrechetRules)1 << FRECHET_RULE_##id)
  FrechetRules only = (FrechetRules)1 << rule;
  if (rule == FRECHET_RULE_RANK_ONE) return only | BIT(UNITS) | BIT(RIGHT_LEFT) | BIT(MULTIPLE_LEFT);
  if (rule == FRECHET_RULE_TENSOR_PLUS) return only | BIT(SECTION_PLUS);
  bool shares = rule == FRECHET_RULE_PLUS_COMP || rule == FRECHET_RULE_TUPLE_COMP;
  return shares ? only | BIT(COMP_ASSOC) | BIT(PROJ_TUPLE) | BIT(PROJ_PAR) | BIT(PROJ_INJ) : only;
#undef BIT
}

/* One rule alone.  Where it does not apply to what is drawn for it, nothing is decided; to
 * what misses a condition it need not. */
static Status one_rule(FrSides *s, FrechetRule rule) {
  uint64_t applied[FRECHET_RULE_COUNT];
  HilMapId after;
  bool near;
  s->map = frechet_left_side(&s->draw, rule, &near);
  TRY(hil_terms_status(sides_terms(s)));
  if (s->map.id == 0) return STATUS_LIMIT;
  TRY(hil_map_check(sides_terms(s), s->map));
  TRY(frechet_optimise(&s->draw.machine, sides_terms(s), with_companions(rule), s->map, &after, applied));
  if (applied[rule] == 0) return near ? STATUS_OK : STATUS_LIMIT;
  return compare(s, s->map, after);
}

/* All rules on any term; a second time none applies. */
static Status all_rules(FrSides *s) {
  uint64_t applied[FRECHET_RULE_COUNT], again = 0;
  HilMapId after, twice;
  s->map = draw_map(&s->draw, (HilMapKind)(s->k % HILMAP_KIND_COUNT), DEPTH);
  if (s->map.id == 0) return STATUS_LIMIT;
  TRY(frechet_optimise(&s->draw.machine, sides_terms(s), FRECHET_RULES_ALL, s->map, &after, NULL));
  TRY(compare(s, s->map, after));
  TRY(frechet_optimise(&s->draw.machine, sides_terms(s), FRECHET_RULES_ALL, after, &twice, applied));
  for (int rule = 0; rule < FRECHET_RULE_COUNT; rule++) again += applied[rule];
  if (again != 0) s->outcome = FR_DIFFERENT;
  return STATUS_OK;
}

Status frechet_optimiser_sides(FrSides *s, FrEquation equation) {
  if (equation == FR_EQUATION_OPT) return all_rules(s);
  if (equation < FR_EQUATION_OPT || equation > FR_EQUATION_OPT + FRECHET_RULE_COUNT) return STATUS_UNABLE;
  return one_rule(s, (FrechetRule)((int)equation - (int)FR_EQUATION_OPT - 1));
}
