/* Keys, members of the monoid and their sum are those of the campaign. */
static int64_t logic_rank(const struct MonoidElement *key) { return campaign_rank(key); }
static uint64_t logic_meaning(const struct MonoidElement *item) { return campaign_meaning(item); }
static uint64_t logic_madd(uint64_t a, uint64_t b) { return campaign_sum(a, b); }
static int logic_decided(int64_t type) { return 1; }
