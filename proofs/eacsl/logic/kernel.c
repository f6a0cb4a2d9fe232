/* Scalars agree, or are not decided, if the product says so of the subject at hand. */
static int logic_agree(int64_t a, int64_t b) {
  Scalar x = {(uint64_t)a}, y = {(uint64_t)b};
  return verdict_scalars(compared, x, y) == OUTCOME_HOLDS;
}
static int logic_unclear(int64_t a, int64_t b) {
  Scalar x = {(uint64_t)a}, y = {(uint64_t)b};
  return verdict_scalars(compared, x, y) == OUTCOME_UNDECIDED;
}
