/* By the simplex method on the dual, in exact rationals: weights w_k >= 0 (of any sign for equations)
 * with sum_k w_k sign_k a_k = 0 whose strict ones add up to 1.  There are none exactly when
 * there is a direction, which the optimum's multipliers are.  Bland's rule: it ends. */
#include "verify/truth/cone.h"

/* Columns: one for each inequality, two for each equation, n + 1 artificial ones, the right side.  The last row
 * is that of reduced costs. */
typedef struct Tableau {
  fmpq_mat_t cell;
  slong rows, artificial, right;
} Tableau;

static slong count_columns(slong forms, const int *sign) {
  slong columns = 0;
  for (slong k = 0; k < forms; k++) columns += sign[k] == 0 ? 2 : 1;
  return columns;
}

/* The column of a form times s, strict or not. */
static void fill_column(Tableau *t, slong column, const fmpq_mat_t forms, slong k, int s, bool strict) {
  for (slong i = 0; i + 1 < t->rows; i++) {
    fmpq_set(fmpq_mat_entry(t->cell, i, column), fmpq_mat_entry(forms, k, i));
    if (s < 0) fmpq_neg(fmpq_mat_entry(t->cell, i, column), fmpq_mat_entry(t->cell, i, column));
  }
  fmpq_set_si(fmpq_mat_entry(t->cell, t->rows - 1, column), strict, 1);
}

static void open_tableau(Tableau *t, const fmpq_mat_t forms, const int *sign) {
  slong count = fmpq_mat_nrows(forms), column = 0;
  t->rows = fmpq_mat_ncols(forms) + 1;
  t->artificial = count_columns(count, sign);
  t->right = t->artificial + t->rows;
  fmpq_mat_init(t->cell, t->rows + 1, t->right + 1);
  for (slong k = 0; k < count; k++) {
    fill_column(t, column++, forms, k, sign[k] < 0 ? -1 : 1, sign[k] != 0);
    if (sign[k] == 0) fill_column(t, column++, forms, k, -1, false);
  }
  for (slong i = 0; i < t->rows; i++) fmpq_one(fmpq_mat_entry(t->cell, i, t->artificial + i));
  fmpq_one(fmpq_mat_entry(t->cell, t->rows - 1, t->right));
  for (slong j = 0; j <= t->right; j++) { /* the sum of the artificial ones is what it costs */
    fmpq *cost = fmpq_mat_entry(t->cell, t->rows, j);
    for (slong i = 0; i < t->rows && (j < t->artificial || j == t->right); i++)
      fmpq_sub(cost, cost, fmpq_mat_entry(t->cell, i, j));
  }
}

/* The row that limits the column first, by the least ratio and then the least basic variable. */
static slong leaving_row(const Tableau *t, slong column, const slong *basis) {
  slong best = -1;
  fmpq_t ratio, least;
  fmpq_init(ratio);
  fmpq_init(least);
  for (slong i = 0; i < t->rows; i++) {
    if (fmpq_sgn(fmpq_mat_entry(t->cell, i, column)) <= 0) continue;
    fmpq_div(ratio, fmpq_mat_entry(t->cell, i, t->right), fmpq_mat_entry(t->cell, i, column));
    int order = best < 0 ? -1 : fmpq_cmp(ratio, least);
    if (order > 0 || (order == 0 && basis[i] > basis[best])) continue;
    best = i;
    fmpq_set(least, ratio);
  }
  fmpq_clear(ratio);
  fmpq_clear(least);
  return best;
}

static void pivot(Tableau *t, slong row, slong column) {
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_inv(factor, fmpq_mat_entry(t->cell, row, column));
  for (slong j = 0; j <= t->right; j++) {
    fmpq_mul(fmpq_mat_entry(t->cell, row, j), fmpq_mat_entry(t->cell, row, j), factor);
  }
  for (slong i = 0; i <= t->rows; i++) {
    if (i == row || fmpq_is_zero(fmpq_mat_entry(t->cell, i, column))) continue;
    fmpq_set(factor, fmpq_mat_entry(t->cell, i, column));
    for (slong j = 0; j <= t->right; j++)
      fmpq_submul(fmpq_mat_entry(t->cell, i, j), factor, fmpq_mat_entry(t->cell, row, j));
  }
  fmpq_clear(factor);
}

static void minimise(Tableau *t) {
  slong *basis = flint_malloc((size_t)t->rows * sizeof *basis);
  for (slong i = 0; i < t->rows; i++) basis[i] = t->artificial + i;
  for (slong column = 0; column < t->artificial;) {
    if (fmpq_sgn(fmpq_mat_entry(t->cell, t->rows, column)) >= 0) {
      column++;
      continue;
    }
    slong row = leaving_row(t, column, basis);
    if (row < 0) break; /* it cannot be: the sum is at least 0 */
    pivot(t, row, column);
    basis[row] = column;
    column = 0;
  }
  flint_free(basis);
}

bool cone_direction(const fmpq_mat_t forms, const int *sign, fmpq *z) {
  Tableau t;
  open_tableau(&t, forms, sign);
  minimise(&t);
  bool exists = !fmpq_is_zero(fmpq_mat_entry(t.cell, t.rows, t.right));
  for (slong i = 0; i + 1 < t.rows && exists && z != NULL; i++) { /* minus the multiplier, 1 - cost */
    fmpq_sub_si(z + i, fmpq_mat_entry(t.cell, t.rows, t.artificial + i), 1);
  }
  fmpq_mat_clear(t.cell);
  return exists;
}
