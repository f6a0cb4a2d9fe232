#include "verify/campaign/account.h"

#include "semantics/text/characters.h"

#include <stdarg.h>

/* Keeps the first thing told, and counts.  It names files and quotes programs of any bytes, and goes into reports. */
static void tell(uint32_t *count, char *text, const char *format, va_list values) {
  if ((*count)++ > 0) return;
  (void)vsnprintf(text, ACCOUNT_TEXT, format, values);
  characters_show(text);
}

void account_missing(Account *account, const char *format, ...) {
  va_list values;
  va_start(values, format);
  tell(&account->missing, account->missing_text, format, values);
  va_end(values);
}

void account_undecided(Account *account, const char *format, ...) {
  va_list values;
  va_start(values, format);
  tell(&account->undecided, account->undecided_text, format, values);
  va_end(values);
}

static void add(uint32_t *count, char *text, uint32_t other_count, const char *other) {
  if (*count == 0 && other_count > 0) (void)snprintf(text, ACCOUNT_TEXT, "%s", other);
  *count += other_count;
}

void account_add(Account *account, const Account *other) {
  account->refuted = account->refuted || other->refuted;
  account->differs = account->differs || other->differs;
  add(&account->missing, account->missing_text, other->missing, other->missing_text);
  add(&account->undecided, account->undecided_text, other->undecided, other->undecided_text);
}

int account_exit(const Account *account, bool strict) {
  if (account->refuted || (strict && account->differs)) return ACCOUNT_REFUTED;
  if (account->missing > 0) return ACCOUNT_INCOMPLETE;
  return account->undecided > 0 ? ACCOUNT_UNDECIDED : ACCOUNT_HELD;
}

static void print(FILE *out, const char *word, uint32_t count, const char *text) {
  if (count == 0) return;
  (void)fprintf(out, "%s: %s", word, text);
  if (count > 1) (void)fprintf(out, "; and %u more", count - 1);
  (void)fputc('\n', out);
}

void account_print(const Account *account, FILE *out) {
  print(out, "incomplete", account->missing, account->missing_text);
  print(out, "undecided", account->undecided, account->undecided_text);
}
