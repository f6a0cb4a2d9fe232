/* Linked into every unit test: at its end, appends the rules that it exercised to the
 * file that ADJUDGE_RULE_HITS names, if it names one.  See rules_table.pl. */
#include "semantics/tables/rules.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((destructor)) static void write_hits(void) {
  const char *path = getenv("ADJUDGE_RULE_HITS");
  FILE *file = path == NULL ? NULL : fopen(path, "a");
  if (file == NULL) return;
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    if (rule_hits[rule] > 0) (void)fprintf(file, "%s\n", rule_info((RuleId)rule)->id);
  }
  (void)fclose(file);
}
