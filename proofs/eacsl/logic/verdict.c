/* What the campaign's verdict_scalars takes for agreement. */
static int logic_agree(int64_t a, int64_t b) { return a == b || a + 1 == b; }
