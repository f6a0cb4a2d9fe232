/* Rationals are mixed as the campaign does it. */
static int64_t logic_rational_mixed(integer h, integer rational) { return campaign_mixed((uint64_t)h, (long)rational); }

/* The constants of an array at entry, with their rationals.  How many there are is not known here: those entries are
 * taken that have been written; what they point to may have been given back since, and is then not kept. */
extern int __e_acsl_initialized(void *p, unsigned long size);
static int logic_keep_Constant(const Constant *entries) {
  if (entries == 0 || __e_acsl_base_addr((void *)entries) == 0) return 1;
  const char *end = (const char *)__e_acsl_base_addr((void *)entries) + __e_acsl_block_length((void *)entries);
  for (const Constant *c = entries; (const char *)(c + 1) <= end; c++) {
    if (__e_acsl_initialized((void *)&c->exact, sizeof c->exact)) (void)logic_keep_block(c->exact);
  }
  return 1;
}
static int logic_keep_ConstantTable(const ConstantTable *table) { return logic_keep_Constant(table->entries); }

static int logic_fields_kept(const void *a, const void *b, integer n) {
  const Constant *then = copy_of(a), *now = b;
  for (integer i = 1; i < n; i++) {
    if (then[i].length != now[i].length || then[i].hash != now[i].hash || then[i].exact != now[i].exact ||
        then[i].nearest != now[i].nearest || then[i].residue != now[i].residue ||
        then[i].has_residue != now[i].has_residue)
      return 0;
  }
  return 1;
}
static int logic_numbers_kept(const void *a, const void *b, integer n) {
  const Constant *then = copy_of(a), *now = b;
  for (integer i = 1; i < n; i++) {
    const mpq_t *exact = copy_of(then[i].exact);
    if (exact == then[i].exact) return 0; /* they have not been kept: nothing is known of them */
    for (unsigned k = 0; k < then[i].length; k++) {
      if (exact[k][0].value != now[i].exact[k][0].value) return 0;
    }
  }
  return 1;
}
