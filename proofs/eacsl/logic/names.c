/* The names of a table at entry, with their texts: the first `n` entries, as copied, name the texts that were. */
static int logic_keep_NameTable(const NameTable *table) {
  for (size_t i = 1; i < table->count; i++) (void)logic_keep_block(table->entries[i].text);
  return 1;
}

static int logic_fields_kept(const void *a, const void *b, integer n) {
  const Name *then = copy_of(a), *now = b;
  for (integer i = 1; i < n; i++) {
    if (then[i].text != now[i].text || then[i].length != now[i].length || then[i].hash != now[i].hash) return 0;
  }
  return 1;
}
static int logic_bytes_kept(const void *a, integer n) {
  const Name *then = copy_of(a);
  for (integer i = 1; i < n; i++) {
    const char *text = copy_of(then[i].text);
    if (text == then[i].text) return 0; /* the text has not been kept: nothing is known of it */
    for (size_t k = 0; k <= then[i].length; k++) {
      if (text[k] != then[i].text[k]) return 0;
    }
  }
  return 1;
}
static int logic_name_absent_then(const Name *entries, integer n, const char *text, integer length) {
  const Name *then = copy_of(entries);
  const char *asked = copy_of(text);
  for (integer i = 1; i < n; i++) {
    const char *old = copy_of(then[i].text);
    integer k = 0;
    if ((integer)then[i].length != length) continue;
    while (k < length && old[k] == asked[k]) k++;
    if (k == length) return 0;
  }
  return 1;
}
