/* What the campaign's verdict_scalars takes for agreement. */
static int logic_agree(int64_t a, int64_t b) { return a == b || a + 1 == b; }
/* Of which pairs it is undecided. */
static int logic_unclear(int64_t a, int64_t b) { return ((uint64_t)a + 2 * (uint64_t)b) % 5 == 4; }
