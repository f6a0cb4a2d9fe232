/* The account of a run: what it ends with, and the one line that says why. */
#include "verify/campaign/account.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What is printed of it. */
static void check_printed(const Account *account, const char *expected) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  account_print(account, out);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, expected);
  free(text);
}

/* By what README says of exit codes: refuted is 1 before all else, then what is missing is 4, then undecided 3; what
 * differs is a failure where that is asked. */
static void ends_with_the_worst(void **state) {
  (void)state;
  for (int bits = 0; bits < 32; bits++) {
    const Account account = {.refuted = (bits & 1) != 0,
                             .differs = (bits & 2) != 0,
                             .missing = (bits & 4) != 0 ? 1 : 0,
                             .undecided = (bits & 8) != 0 ? 1 : 0};
    bool strict = (bits & 16) != 0;
    int expected = 0;
    if (account.undecided > 0) expected = 3;
    if (account.missing > 0) expected = 4;
    if (account.refuted || (account.differs && strict)) expected = 1;
    assert_int_equal(account_exit(&account, strict), expected);
  }
}

static void keeps_what_is_told_first(void **state) {
  (void)state;
  Account account = {.refuted = false};
  check_printed(&account, "");
  account_missing(&account, "%s was not read", "a\x1b.adj");
  check_printed(&account, "incomplete: a?.adj was not read\n");
  account_missing(&account, "another");
  account_undecided(&account, "law %d", 7);
  check_printed(&account, "incomplete: a?.adj was not read; and 1 more\nundecided: law 7\n");
  account_undecided(&account, "law %d", 8);
  account_undecided(&account, "law %d", 9);
  check_printed(&account, "incomplete: a?.adj was not read; and 1 more\nundecided: law 7; and 2 more\n");
  assert_int_equal(account.missing, 2);
  assert_int_equal(account.undecided, 3);
}

/* Two accounts together: of each kind the first text that there is, and all of the counts. */
static void adds_another(void **state) {
  (void)state;
  Account sum = {.refuted = false}, nothing = {.refuted = false}, other = {.differs = true}, third = {.refuted = true};
  account_add(&sum, &nothing);
  check_printed(&sum, "");
  assert_false(sum.refuted || sum.differs);
  account_missing(&other, "first"), account_missing(&other, "second");
  account_add(&sum, &other);
  check_printed(&sum, "incomplete: first; and 1 more\n");
  assert_true(sum.differs && !sum.refuted);
  account_missing(&third, "third"), account_undecided(&third, "open");
  account_add(&sum, &third);
  check_printed(&sum, "incomplete: first; and 2 more\nundecided: open\n");
  assert_true(sum.differs && sum.refuted);
  account_add(&sum, &nothing);
  check_printed(&sum, "incomplete: first; and 2 more\nundecided: open\n");
  assert_true(sum.differs && sum.refuted);
}

/* What is longer than the room is cut, and ends. */
static void long_texts_are_cut(void **state) {
  (void)state;
  char text[2 * ACCOUNT_TEXT];
  Account account = {.refuted = false};
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  account_missing(&account, "%s", text);
  assert_int_equal(strlen(account.missing_text), ACCOUNT_TEXT - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_with_the_worst),
      cmocka_unit_test(keeps_what_is_told_first),
      cmocka_unit_test(adds_another),
      cmocka_unit_test(long_texts_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
