#include "verify/cli/numbers.h"

#include "semantics/chad/monoid/semiring.h"
#include "verify/cli/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The most bits of a rational that an evaluation may make. */
#define RATIONAL_LIMIT_BITS ((size_t)1 << 24)

RingChoice ring_choice(const char *word) {
  if (strcmp(word, "rational") == 0) return RING_CHOICE_RATIONAL;
  if (strcmp(word, "field") == 0) return RING_CHOICE_FIELD;
  if (strcmp(word, "enclosure") == 0) return RING_CHOICE_ENCLOSURE;
  return RING_CHOICE_DOUBLE;
}

Ring *ring_choice_new(RingChoice choice) {
  switch (choice) {
  case RING_CHOICE_DOUBLE: return ring_double_new();
  case RING_CHOICE_RATIONAL: return ring_rational_new(RATIONAL_LIMIT_BITS);
  case RING_CHOICE_FIELD: return ring_field_new();
  case RING_CHOICE_ENCLOSURE: return ring_enclosure_new();
  case RING_CHOICE_SEMIRING: break;
  }
  return NULL;
}

/* A number taken apart: digits of the mantissa without the point, the power of
 * ten, or digits of the denominator. */
typedef struct NumberText {
  bool negative, ratio;
  char *digits; /* mantissa or numerator */
  const char *denominator;
  long exponent;
} NumberText;

static size_t digit_count(const char *text) { return strspn(text, "0123456789"); }

static NumberFault read_exponent(const char *text, long *exponent) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  size_t count = digit_count(text);
  if (count == 0 || text[count] != '\0') return NUMBER_MALFORMED;
  while (*text == '0') text++, count--;
  long value = count > 6 ? NUMBER_MAX_DIGITS + 1 : strtol(count == 0 ? "0" : text, NULL, 10);
  if (value > NUMBER_MAX_DIGITS) return NUMBER_TOO_LONG;
  *exponent += negative ? -value : value;
  return NUMBER_FINE;
}

/* Takes `text` apart; `number->digits` has room for it. */
static NumberFault take_apart(const char *text, NumberText *number) {
  number->negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  size_t whole = digit_count(text);
  memcpy(number->digits, text, whole);
  text += whole;
  size_t fraction = 0;
  if (*text == '/') {
    number->ratio = true;
    number->denominator = text + 1;
    number->digits[whole] = '\0';
    size_t below = digit_count(text + 1);
    return whole != 0 && below != 0 && text[1 + below] == '\0' ? NUMBER_FINE : NUMBER_MALFORMED;
  }
  if (*text == '.') {
    fraction = digit_count(text + 1);
    memcpy(number->digits + whole, text + 1, fraction);
    text += 1 + fraction;
  }
  number->digits[whole + fraction] = '\0';
  if (whole + fraction == 0) return NUMBER_MALFORMED;
  number->exponent = -(long)fraction;
  if (*text == 'e' || *text == 'E') return read_exponent(text + 1, &number->exponent);
  return *text == '\0' ? NUMBER_FINE : NUMBER_MALFORMED;
}

/* The exact value, canonical. */
static NumberFault assemble(const NumberText *number, mpq_t value) {
  mpz_set_str(mpq_numref(value), number->digits, 10);
  if (number->ratio) {
    mpz_set_str(mpq_denref(value), number->denominator, 10);
    if (mpz_sgn(mpq_denref(value)) == 0) return NUMBER_NOT_IN_RING;
  } else {
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(number->exponent));
    if (number->exponent < 0)
      mpz_set(mpq_denref(value), power);
    else
      mpz_mul(mpq_numref(value), mpq_numref(value), power);
    mpz_clear(power);
  }
  mpq_canonicalize(value);
  if (number->negative) mpq_neg(value, value);
  return NUMBER_FINE;
}

/* The scalar of an exact value, by way of an interned constant: each ring knows
 * how to take a rational. */
static NumberFault embed(ConstantTable *constants, Ring *ring, const mpq_t value, Scalar *out) {
  mpq_t values[1];
  mpq_init(values[0]);
  mpq_set(values[0], value);
  ConstantId id = constant_intern(constants, (const mpq_t *)values, 1);
  mpq_clear(values[0]);
  if (id.id == 0) return NUMBER_TOO_LONG;
  *out = ring_constant(ring, constant_get(constants, id), 0);
  return ring_take_status(ring) == STATUS_OK ? NUMBER_FINE : NUMBER_NOT_IN_RING;
}

/* inf and nan, which only doubles have. */
static bool read_special(const char *text, double *out) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (strcmp(text, "inf") == 0)
    *out = (double)INFINITY;
  else if (strcmp(text, "nan") == 0)
    *out = (double)NAN;
  else
    return false;
  if (negative) *out = -*out;
  return true;
}

NumberFault number_read(ConstantTable *constants, Ring *ring, RingChoice choice, const char *text, Scalar *out) {
  double special;
  if (choice == RING_CHOICE_SEMIRING) return semiring_element(ring, text, out) ? NUMBER_FINE : NUMBER_NOT_IN_RING;
  if (read_special(text, &special)) {
    if (choice != RING_CHOICE_DOUBLE) return NUMBER_NOT_IN_RING;
    *out = scalar_from_double(special);
    return NUMBER_FINE;
  }
  size_t length = strlen(text);
  if (length > NUMBER_MAX_DIGITS) return NUMBER_TOO_LONG;
  NumberText number = {.digits = malloc(length + 1)};
  if (number.digits == NULL) return NUMBER_TOO_LONG;
  mpq_t value;
  mpq_init(value);
  NumberFault fault = take_apart(text, &number);
  if (fault == NUMBER_FINE) fault = assemble(&number, value);
  if (fault == NUMBER_FINE && choice == RING_CHOICE_DOUBLE) {
    /* Not interned: the sign of -0 would be lost. */
    double nearest = mpq_sgn(value) == 0 ? 0.0 : rational_to_double(value);
    if (mpq_sgn(value) == 0 && number.negative) nearest = -nearest;
    *out = scalar_from_double(nearest);
    if (isinf(nearest)) fault = NUMBER_NOT_IN_RING;
  } else if (fault == NUMBER_FINE) {
    fault = embed(constants, ring, value, out);
  }
  mpq_clear(value);
  free(number.digits);
  return fault;
}

NumberFault number_read_int(const char *text, int64_t *out) {
  size_t sign = *text == '-' || *text == '+' ? 1 : 0, count = digit_count(text + sign);
  if (count == 0 || text[sign + count] != '\0') return NUMBER_MALFORMED;
  errno = 0;
  long long value = strtoll(text, NULL, 10);
  *out = value;
  return errno == 0 ? NUMBER_FINE : NUMBER_NOT_IN_RING;
}

typedef char DoubleText[40];

/* A finite double as the shortest decimal that is read back as it, of 17 digits in JSON. */
static void double_text(double value, OutputFormat format, DoubleText text) {
  int digits = format == OUTPUT_JSON ? 17 : 15;
  do snprintf(text, sizeof(DoubleText), "%.*g", digits, value);
  while (digits++ < 17 && strtod(text, NULL) != value);
}

static void write_double(FILE *out, double value, OutputFormat format) {
  DoubleText text;
  if (!isfinite(value)) {
    const char *name = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    fprintf(out, format == OUTPUT_JSON ? "\"%s\"" : "%s", name);
    return;
  }
  double_text(value, format, text);
  fputs(text, out);
}

/* The interval is right about the decimals that are written, which are not the doubles to the last digit. */
static void write_enclosure(FILE *out, double value, double bound, OutputFormat format) {
  DoubleText text;
  if (isfinite(bound)) {
    double_text(value, format, text);
    double excess = fabs(decimal_excess(text, value));
    if (excess != 0) bound = nextafter(bound + excess, (double)INFINITY);
    double_text(bound, format, text);
    if (decimal_excess(text, bound) < 0) bound = nextafter(bound, (double)INFINITY);
  }
  fputs(format == OUTPUT_JSON ? "{\"value\": " : "", out);
  write_double(out, value, format);
  fputs(format == OUTPUT_JSON ? ", \"bound\": " : " +- ", out);
  write_double(out, bound, format);
  fputs(format == OUTPUT_JSON ? "}" : "", out);
}

static void write_exact(FILE *out, Ring *ring, Scalar value, OutputFormat format) {
  char small[128];
  int length = ring_print(ring, value, small, sizeof small);
  char *text = small;
  if (length >= (int)sizeof small) {
    text = malloc((size_t)length + 1);
    if (text != NULL) ring_print(ring, value, text, (size_t)length + 1);
  }
  if (format == OUTPUT_JSON)
    json_write_string(out, text != NULL ? text : "...");
  else
    fputs(text != NULL ? text : "...", out);
  if (text != small) free(text);
}

void number_write(FILE *out, Ring *ring, RingChoice choice, Scalar value, OutputFormat format) {
  switch (choice) {
  case RING_CHOICE_DOUBLE: write_double(out, scalar_to_double(value), format); return;
  case RING_CHOICE_RATIONAL:
  case RING_CHOICE_SEMIRING:
  case RING_CHOICE_FIELD: write_exact(out, ring, value, format); return;
  case RING_CHOICE_ENCLOSURE:
    write_enclosure(out, enclosure_value(ring, value), enclosure_bound(ring, value), format);
    return;
  }
}
