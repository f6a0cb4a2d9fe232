/* As the headers have it; what is joined to the code is not preprocessed with them. */
#define TERM_DEFINITION_BIT ((integer)2147483648u)

/* Cells and frames are what the campaign's arena has made, and not given back. */
static int logic_made(const void *p, unsigned long size) {
  for (unsigned i = 0; i < campaign_made; i++) {
    if (campaign_place[i] == p && campaign_size[i] == size) return 1;
  }
  return 0;
}
static int logic_cells(const Value *parts) { return logic_made(parts, 2 * sizeof *parts); }
static int logic_frame(const Environment *env) { return logic_made(env, sizeof *env); }
static int value_kept(Value v) {
  if (v.kind == VALUE_REAL) return logic_member(v.scalar.word);
  return v.kind != VALUE_PAIR || logic_cells(v.parts);
}

static int logic_all_made(int n) {
  for (unsigned i = 0; i < campaign_made; i++) {
    const Value *parts = campaign_place[i];
    const Environment *env = campaign_place[i];
    if (campaign_size[i] == 2 * sizeof *parts
            ? !value_kept(parts[0]) || !value_kept(parts[1])
            : !value_kept(env->value) || (env->outer != 0 && !logic_frame(env->outer)))
      return 0;
  }
  return 1;
}

static int logic_all_formed(const void *p) {
  const Store *store = p;
  for (uint32_t t = 1; t < store->terms.working.count; t++) {
    if (!logic_formed(store, t)) return 0;
  }
  for (uint32_t t = 1; t < store->terms.definitions.count; t++) {
    if (!logic_formed(store, TERM_DEFINITION_BIT + t)) return 0;
  }
  return 1;
}

/* Values of other kinds are what they are; constants are what the campaign made them. */
static uint64_t logic_other(integer kind, integer n, integer word, const Value *parts) {
  return (uint64_t)(kind * 1000003 + n * 101 + word);
}
static uint64_t logic_literal(const Constant *constant, integer index) {
  return over_doubles ? (uint64_t)(int64_t)constant->nearest[index] : constant->residue[index];
}

/* What is no operation of a ring: abs and max of doubles. Over F_p, which has neither, an operation that fails answers
 * its first operand. No term of the campaign has the others. */
static uint64_t logic_elementary(integer function, uint64_t a) {
  if (function != RING_ABS && function != RING_SIGN) abort();
  if (!over_doubles) return a;
  int64_t sign = (int64_t)a < 0 ? -1 : (int64_t)a > 0;
  return function == RING_SIGN ? (uint64_t)sign : (uint64_t)(sign * (int64_t)a);
}
static uint64_t logic_larger(uint64_t a, uint64_t b) { return over_doubles && (int64_t)a < (int64_t)b ? b : a; }
static uint64_t logic_smaller(uint64_t a, uint64_t b) { return over_doubles && (int64_t)b < (int64_t)a ? b : a; }
static uint64_t logic_quotient(uint64_t a, uint64_t b) { return abort(), a; }
static uint64_t logic_raised(const Constant *exponent, uint64_t a) { return abort(), a; }
