/* Programs of other languages, as definitions or refused: what tests of importers ask. */
#ifndef ADJUDGE_TESTS_IMPORTING_H
#define ADJUDGE_TESTS_IMPORTING_H

#include "semantics/sexpr/import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline void import(Importing importing, const char *source, Import *out) {
  TextError error;
  Store *store = store_new(1u << 10);
  if (importing(store, "test", source, strlen(source), IMPORT_IN_PLACE, out, &error) != STATUS_OK)
    fail_msg("%s: %s", error.message, source);
  store_free(store);
}

/* All of the source is read as that. */
static inline void import_check(Importing importing, const char *source, const char *expected) {
  Import out;
  import(importing, source, &out);
  if (out.refused.count > 0) fail_msg("%s", out.refusal[0]);
  assert_string_equal(out.text, expected);
  import_free(&out);
}

/* All but one program of the source are read, and of that it is said what has no meaning. */
static inline void import_refuse(Importing importing, const char *source, uint32_t read, const char *what) {
  Import out;
  import(importing, source, &out);
  assert_int_equal(out.refused.count, 1);
  assert_int_equal(out.read, read);
  if (strstr(out.refusal[0], what) == NULL) fail_msg("%s: %s", out.refusal[0], what);
  import_free(&out);
}

#endif
