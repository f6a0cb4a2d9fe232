/* A stream into memory: what is written is there, its place too, and what memory lacks is said. */
#include "semantics/memory/text_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static void what_is_written_is_there(void **state) {
  (void)state;
  char *text = NULL;
  size_t size = 9;
  FILE *out = text_stream_open(&text, &size);
  assert_non_null(out);
  assert_string_equal(text, "");
  assert_int_equal(fprintf(out, "%d, ", 12), 4);
  assert_int_equal(ftell(out), 4);
  assert_int_equal(fflush(out), 0);
  assert_string_equal(text, "12, ");
  for (int i = 0; i < 100000; i++) (void)fputc('a' + i % 26, out);
  assert_int_equal(ftell(out), 100004);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(size, 100004);
  assert_int_equal(strlen(text), size);
  for (size_t i = 0; i < 100000; i++) assert_int_equal(text[i + 4], 'a' + i % 26);
  free(text);
}

#ifndef __SANITIZE_ADDRESS__ /* which has no limit */
static void what_is_lost_is_said(void **state) {
  (void)state;
  const struct rlimit limit = {(rlim_t)256 << 20, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
  static char block[1 << 20];
  char *text = NULL;
  size_t size;
  FILE *out = text_stream_open(&text, &size);
  assert_non_null(out);
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
  memset(block, 'x', sizeof block);
  for (int i = 0; i < 1024 && ferror(out) == 0; i++) (void)fwrite(block, 1, sizeof block, out);
  assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
  assert_true(ferror(out) != 0);
  clearerr(out);
  assert_int_not_equal(fclose(out), 0); /* also after it was forgotten */
  assert_int_equal(strlen(text), size);
  free(text);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_there),
#ifndef __SANITIZE_ADDRESS__
      cmocka_unit_test(what_is_lost_is_said),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
