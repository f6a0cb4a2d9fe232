#include "semantics/ks/translation.h"

#include <string.h>

#define DIGITS_MOST 9u /* of an Integer that is written out */

const char *const *ks_one_size(Importer *importer, const char *size) {
  const char **sizes = reader_alloc(&importer->reader, sizeof *sizes);
  if (sizes != NULL) sizes[0] = size;
  return sizes;
}

const Binding *ks_bind(Importer *importer, const Sexpr *word, Value value, const Binding *outer) {
  if (word->kind != SEXPR_WORD) {
    (void)REFUSE(importer, word, "a name is expected here");
    return NULL;
  }
  Binding *binding = reader_alloc(&importer->reader, sizeof *binding);
  value.text = binding == NULL ? NULL : name_invent(importer, word->text, word->length);
  if (value.text == NULL) return NULL;
  *binding = (Binding){word->text, word->length, value, outer};
  return binding;
}

/* ------------------------------------------------------------------ words -- */

static uint32_t digits(const char *text, uint32_t length) {
  uint32_t n = 0;
  while (n < length && text[n] >= '0' && text[n] <= '9') n++;
  return n;
}

/* digits . digits [e [sign] digits], or digits e [sign] digits; *exponent is where the e stands, or the length. */
static bool is_float(const char *text, uint32_t length, uint32_t *exponent) {
  uint32_t at = digits(text, length), fraction = 0;
  if (at == 0) return false;
  if (at < length && text[at] == '.') {
    fraction = digits(text + at + 1, length - at - 1);
    if (fraction == 0) return false;
    at += 1 + fraction;
  }
  *exponent = at;
  if (at == length) return fraction > 0;
  if (text[at] != 'e' && text[at] != 'E') return false;
  at += at + 1 < length && (text[at + 1] == '-' || text[at + 1] == '+') ? 2 : 1;
  return at < length && at + digits(text + at, length - at) == length;
}

static const char *float_text(Importer *importer, const char *text, uint32_t length, uint32_t exponent) {
  uint32_t power = exponent + 1;
  if (exponent == length) return compose(importer, "%.*s", (int)length, text);
  if (text[power] == '+') power++;
  return compose(importer, "%.*se%.*s", (int)exponent, text, (int)(length - power), text + power);
}

static bool read_number(Importer *importer, const Sexpr *s, Value *out) {
  bool negative = s->text[0] == '-';
  uint32_t sign = negative || s->text[0] == '+' ? 1 : 0, length = s->length - sign, exponent;
  const char *text = s->text + sign;
  bool whole = digits(text, length) == length;
  while (whole && length > 1 && text[0] == '0') text++, length--;
  if (whole && length > DIGITS_MOST)
    return REFUSE(importer, s, "limit: a whole number of more than %u digits", DIGITS_MOST);
  if (!whole && !is_float(text, length, &exponent))
    return REFUSE(importer, s, "'%.*s' is no number that can be read", (int)(s->length < 60 ? s->length : 60), s->text);
  const char *number =
      whole ? compose(importer, "%.*s", (int)length, text) : float_text(importer, text, length, exponent);
  *out = (Value){ks_type(importer, whole ? KS_INTEGER : KS_FLOAT), number, NULL};
  if (whole && !negative) out->sizes = ks_one_size(importer, number);
  if (negative) out->text = compose(importer, whole ? "(0 - %s)" : "(-%s)", number);
  return reader_ok(&importer->reader);
}

static bool read_word(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  while (scope != NULL && (scope->length != s->length || memcmp(scope->name, s->text, s->length) != 0))
    scope = scope->outer;
  if (scope != NULL)
    *out = scope->value;
  else if (sexpr_is(s, "true") || sexpr_is(s, "false"))
    *out = (Value){ks_type(importer, KS_BOOL), sexpr_is(s, "true") ? "true" : "false", NULL};
  else
    return REFUSE(importer, s, "nothing is called '%.*s' here", (int)s->length, s->text);
  return true;
}

bool ks_term(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  switch (s->kind) {
  case SEXPR_NUMBER: return read_number(importer, s, out);
  case SEXPR_WORD: return read_word(importer, s, scope, out);
  case SEXPR_STRING: return REFUSE(importer, s, "a text has no value");
  case SEXPR_LIST: break;
  }
  if (s->first == NULL) return REFUSE(importer, s, "an expression is expected in these brackets");
  KsForm form = ks_form(s->first);
  return (form == NULL ? ks_call : form)(importer, s, scope, out) && reader_ok(&importer->reader);
}
