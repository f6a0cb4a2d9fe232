/* Operations and links at entry, field by field, as the logic has it. */
static int logic_ops_as_at_entry(const void *a, const void *b, integer n) {
  const OpNode *then = copy_of(a), *now = b;
  for (integer i = 1; i < n; i++) {
    if (then[i].code != now[i].code || then[i].n != now[i].n || then[i].m != now[i].m ||
        then[i].constant.id != now[i].constant.id || then[i].integer != now[i].integer ||
        then[i].arity != now[i].arity || then[i].operand[0].id != now[i].operand[0].id ||
        then[i].operand[1].id != now[i].operand[1].id || then[i].result.id != now[i].result.id)
      return 0;
  }
  return 1;
}
static int logic_lops_as_at_entry(const void *a, const void *b, integer n) {
  const LopNode *then = copy_of(a), *now = b;
  for (integer i = 1; i < n; i++) {
    if (then[i].code != now[i].code || then[i].n != now[i].n || then[i].m != now[i].m ||
        then[i].op.id != now[i].op.id || then[i].arity != now[i].arity ||
        then[i].operand[0].id != now[i].operand[0].id || then[i].operand[1].id != now[i].operand[1].id ||
        then[i].ldom.id != now[i].ldom.id || then[i].cdom.id != now[i].cdom.id)
      return 0;
  }
  return 1;
}
static int logic_hashes_as_at_entry(const void *links, integer n) {
  const OpLink *then = copy_of(links), *now = links;
  for (integer i = 1; i < n; i++) {
    if (then[i].hash != now[i].hash) return 0;
  }
  return 1;
}
