/* The one invariant of every command that works through a count: exit code 0 only if
 * all that was asked was done, and every law asked decided something.
 *
 * A command tells what is missing and what is undecided as it finds it, and takes its
 * exit code and its last lines from here, nowhere else. */
#ifndef ADJUDGE_VERIFY_ACCOUNT_H
#define ADJUDGE_VERIFY_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define ACCOUNT_TEXT 400

typedef struct Account {
  bool refuted, differs;
  uint32_t missing, undecided;                                   /* how many things were told */
  char missing_text[ACCOUNT_TEXT], undecided_text[ACCOUNT_TEXT]; /* the first of each; "" for none */
} Account;

/* Exit codes, 2 being bad usage or input. */
enum { ACCOUNT_HELD = 0, ACCOUNT_REFUTED = 1, ACCOUNT_UNDECIDED = 3, ACCOUNT_INCOMPLETE = 4 };

/* Something that was asked was not done; something that was done decided nothing. */
void account_missing(Account *account, const char *format, ...) __attribute__((format(printf, 2, 3)));
void account_undecided(Account *account, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds what another one says. */
void account_add(Account *account, const Account *other);
/* 1 refuted (or, when strict, something differs), 4 incomplete, 3 undecided, 0. */
int account_exit(const Account *account, bool strict);
/* "incomplete: ..." and "undecided: ...", one line each, those that are so. */
void account_print(const Account *account, FILE *out);

#endif
