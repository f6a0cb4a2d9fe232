/* Numbers, so that they read back exactly. */
#include "semantics/text/printer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer fractions are printed as p/q. */
#define MAX_PLACES 30u
/* More digits than this cannot be read. */
#define MAX_DIGITS 5000u

static const Constant *constant_of(const Printer *printer, ConstantId id) {
  return constant_get(&printer->store->constants, id);
}

static void print_integer_digits(Printer *printer, const mpz_t value) {
  size_t digits = mpz_sizeinbase(value, 10);
  char *text = digits > MAX_DIGITS ? NULL : malloc(digits + 2);
  if (text == NULL) {
    printer->failed = true;
    return;
  }
  (void)mpz_get_str(text, 10, value);
  print_text(printer, text);
  free(text);
}

/* The places of a finite decimal fraction; MAX_PLACES + 1 if it has more. */
static uint32_t decimal_places(const mpq_t value) {
  mpz_t power, rest;
  uint32_t places = 0;
  mpz_init_set_ui(power, 1);
  mpz_init(rest);
  for (; places <= MAX_PLACES; places++) {
    mpz_mod(rest, power, mpq_denref(value));
    if (mpz_sgn(rest) == 0) break;
    mpz_mul_ui(power, power, 10);
  }
  mpz_clears(power, rest, NULL);
  return places;
}

/* The decimal form of value * 10^places, with its point. */
static void print_decimal(Printer *printer, const mpq_t value, uint32_t places) {
  mpz_t scaled, power;
  mpz_inits(scaled, power, NULL);
  mpz_ui_pow_ui(power, 10, places);
  mpz_mul(scaled, mpq_numref(value), power);
  mpz_divexact(scaled, scaled, mpq_denref(value));
  mpz_abs(scaled, scaled);
  mpz_tdiv_qr(scaled, power, scaled, power);
  if (mpq_sgn(value) < 0) print_text(printer, "-");
  print_integer_digits(printer, scaled);
  char fraction[MAX_PLACES + 2], padded[MAX_PLACES + 2];
  (void)mpz_get_str(fraction, 10, power);
  size_t length = strlen(fraction), zeros = places > length ? places - length : 0;
  memset(padded, '0', zeros);
  memcpy(padded + zeros, fraction, length + 1);
  print_text(printer, ".");
  print_text(printer, padded);
  mpz_clears(scaled, power, NULL);
}

/* p or p/q. */
static void print_ratio(Printer *printer, const mpq_t value) {
  print_integer_digits(printer, mpq_numref(value));
  if (mpz_cmp_ui(mpq_denref(value), 1) == 0) return;
  print_text(printer, "/");
  print_integer_digits(printer, mpq_denref(value));
}

static bool is_whole(const mpq_t value) { return mpz_cmp_ui(mpq_denref(value), 1) == 0; }

/* One number; in brackets when it is neither whole nor a short decimal. */
static void print_single(Printer *printer, const mpq_t value) {
  uint32_t places = is_whole(value) ? 0 : decimal_places(value);
  if (places == 0) {
    print_integer_digits(printer, mpq_numref(value));
  } else if (places <= MAX_PLACES) {
    print_decimal(printer, value, places);
  } else {
    print_text(printer, "[");
    print_ratio(printer, value);
    print_text(printer, "]");
  }
}

static void print_vector(Printer *printer, const Constant *constant) {
  print_text(printer, "[");
  for (uint32_t i = 0; i < constant->length; i++) {
    if (i > 0) print_text(printer, ", ");
    print_ratio(printer, constant->exact[i]);
  }
  print_text(printer, "]");
}

/* Whether the constant is printed with a minus in front. */
static bool print_is_negative(const Printer *printer, ConstantId id) {
  const Constant *constant = constant_of(printer, id);
  bool bracketed =
      constant->length != 1 || (!is_whole(constant->exact[0]) && decimal_places(constant->exact[0]) > MAX_PLACES);
  return !bracketed && mpq_sgn(constant->exact[0]) < 0;
}

void print_constant(Printer *printer, ConstantId id, uint32_t n, bool known, uint32_t level) {
  const Constant *constant = constant_of(printer, id);
  bool annotate = !known && (n != 1 || printer->exact) && constant->length == 1;
  bool bracket = annotate || (print_is_negative(printer, id) && level > LEVEL_NEGATION);
  if (constant->length != 1 && constant->length != n) printer->failed = true; /* no text has this constant */
  print_text(printer, bracket ? "(" : "");
  if (constant->length == 1)
    print_single(printer, constant->exact[0]);
  else
    print_vector(printer, constant);
  if (annotate) {
    print_text(printer, n == 1 ? " : real" : " : real^");
    if (n != 1) print_number(printer, n);
  }
  print_text(printer, bracket ? ")" : "");
}

void print_integer(Printer *printer, int64_t value, bool known, uint32_t level) {
  char text[40];
  bool bracket = !known || (value < 0 && level > LEVEL_NEGATION);
  (void)snprintf(text, sizeof text, "%" PRId64, value);
  print_text(printer, bracket ? "(" : "");
  print_text(printer, text);
  print_text(printer, known ? "" : " : Int");
  print_text(printer, bracket ? ")" : "");
}

void print_part(Printer *printer, ConstantId id, uint32_t k) {
  const Constant *constant = constant_of(printer, id);
  bool natural = is_whole(constant->exact[k]) && mpq_sgn(constant->exact[k]) >= 0;
  print_text(printer, natural ? "" : "(");
  print_ratio(printer, constant->exact[k]);
  print_text(printer, natural ? "" : ")");
}

void print_exponent(Printer *printer, ConstantId id) { print_part(printer, id, 0); }
