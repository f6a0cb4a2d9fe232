#include "semantics/fpcore/importer.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_LENGTH 400u
#define EXPONENT_MOST 2000L         /* of two */
#define DECIMAL_EXPONENT_MOST 4000L /* with NUMBER_LENGTH digits no more than a number of the language may have */

static const char *skip_digits(const char *text, bool hexadecimal) {
  return text + strspn(text, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
}

/* The number without its sign, ended by NUL. */
static bool copy_number(const Sexpr *s, char *out, bool *negative) {
  const char *text = s->text;
  uint32_t length = s->length;
  *negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') text++, length--;
  if (length > NUMBER_LENGTH) return false;
  memcpy(out, text, length);
  out[length] = '\0';
  return true;
}

/* digits [. digits] [e [sign] digits], one of the digits there. */
static bool write_decimal(Importer *importer, const char *text) {
  const char *point = skip_digits(text, false), *end = point;
  const char *fraction = *point == '.' ? point + 1 : point;
  end = skip_digits(fraction, false);
  if (point == text && end == fraction) return false;
  const char *digits = end;
  if (*end == 'e' || *end == 'E') {
    digits = end + 1 + (end[1] == '-' || end[1] == '+');
    if (*digits == '\0' || *skip_digits(digits, false) != '\0') return false;
    long exponent = strtol(end + 1, NULL, 10);
    if (exponent < -DECIMAL_EXPONENT_MOST || exponent > DECIMAL_EXPONENT_MOST) return false;
  } else if (*end != '\0')
    return false;
  put(importer, "%.*s", point == text ? 1 : (int)(point - text), point == text ? "0" : text);
  if (end > fraction) put(importer, ".%.*s", (int)(end - fraction), fraction);
  if (digits > end) put(importer, "e%s", end[1] == '+' ? digits : end + 1);
  return true;
}

static bool write_rational(Importer *importer, const char *text) {
  const char *slash = skip_digits(text, false), *end = *slash == '/' ? skip_digits(slash + 1, false) : slash;
  if (slash == text || *slash != '/' || end == slash + 1 || *end != '\0') return false;
  if (strspn(slash + 1, "0") == strlen(slash + 1)) return false;
  put(importer, "(%.*s / %s)", (int)(slash - text), text, slash + 1);
  return true;
}

/* 0x digits [. digits] [p [sign] digits] */
static bool write_hexadecimal(Importer *importer, const char *text) {
  if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return false;
  const char *whole = text + 2, *point = skip_digits(whole, true);
  const char *fraction = *point == '.' ? point + 1 : point, *end = skip_digits(fraction, true);
  char digits[NUMBER_LENGTH + 1], *rest = NULL;
  long exponent = *end == 'p' || *end == 'P' ? strtol(end + 1, &rest, 10) : 0;
  if (*end != '\0' && (rest == NULL || rest == end + 1 || *rest != '\0')) return false;
  (void)snprintf(digits, sizeof digits, "%.*s%.*s", (int)(point - whole), whole, (int)(end - fraction), fraction);
  if (digits[0] == '\0' || exponent < -EXPONENT_MOST || exponent > EXPONENT_MOST) return false;
  exponent -= 4 * (long)(end - fraction);
  mpz_t mantissa, power;
  mpz_init_set_str(mantissa, digits, 16);
  mpz_init_set_ui(power, 1);
  mpz_mul_2exp(exponent > 0 ? mantissa : power, exponent > 0 ? mantissa : power, (mp_bitcnt_t)labs(exponent));
  char *upper = mpz_get_str(NULL, 10, mantissa), *lower = mpz_get_str(NULL, 10, power);
  put(importer, exponent < 0 ? "(%s / %s)" : "%s", upper, lower);
  free(upper);
  free(lower);
  mpz_clears(mantissa, power, NULL);
  return true;
}

bool number_is_whole(const Sexpr *s) {
  uint32_t sign = s->length > 1 && (s->text[0] == '-' || s->text[0] == '+');
  for (uint32_t i = sign; i < s->length; i++) {
    if (s->text[i] < '0' || s->text[i] > '9') return false;
  }
  return s->length - sign <= 9;
}

void write_number(Importer *importer, const Sexpr *s) {
  char text[NUMBER_LENGTH + 1];
  bool negative = false;
  bool good = copy_number(s, text, &negative);
  if (good && negative) put(importer, "(-");
  good = good && (write_hexadecimal(importer, text) || write_rational(importer, text) || write_decimal(importer, text));
  if (good && negative) put(importer, ")");
  if (!good)
    (void)REFUSE(importer, s, "'%.*s' is no number that can be read", (int)(s->length < 60 ? s->length : 60), s->text);
}
