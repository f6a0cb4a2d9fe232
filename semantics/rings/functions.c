#include "semantics/rings/functions.h"

#include <string.h>

/* The largest parameter that must be a whole number, in magnitude. */
#define MAX_ORDER 10000

const FunctionInfo *function_info(FunctionCode code) {
  static const FunctionInfo infos[FUNCTION_COUNT] = {
#define FUNCTION(code, name, parameters, operands, by_x, by_y, domain, edges)                                          \
  [FUNCTION_##code] = {name, parameters, operands, {by_x, by_y}, domain, edges},
#include "semantics/rings/functions.def"
#undef FUNCTION
  };
  return &infos[code];
}

const char *function_meaning(FunctionCode code) {
  static const char *const meanings[FUNCTION_COUNT] = {
#define FUNCTION(code, name, parameters, operands, by_x, by_y, domain, edges)
#define MEANING(code, value) [FUNCTION_##code] = value,
#include "semantics/rings/functions.def"
#undef FUNCTION
  };
  return meanings[code];
}

FunctionCode function_find(const char *name, size_t length) {
  FunctionCode code = 0;
  for (; code < FUNCTION_COUNT; code++) {
    const char *other = function_info(code)->name;
    if (strlen(other) == length && memcmp(other, name, length) == 0) break;
  }
  return code;
}

static bool is_whole(const mpq_t a) { return mpz_cmp_ui(mpq_denref(a), 1) == 0; }

const char *function_parameters_refused(FunctionCode code, const mpq_t *parameters) {
  if (code == FUNCTION_GAMMAINC || code == FUNCTION_BETAINC) {
    for (uint32_t k = 0; k < function_info(code)->parameters; k++) {
      if (mpq_sgn(parameters[k]) <= 0) return "a number above 0";
    }
    return NULL;
  }
  for (uint32_t k = 0; k < function_info(code)->parameters; k++) {
    bool fits = is_whole(parameters[k]) && mpz_cmpabs_ui(mpq_numref(parameters[k]), MAX_ORDER) <= 0;
    if (!fits) return "a whole number of at most 10000";
    if (code == FUNCTION_POLYGAMMA && mpq_sgn(parameters[k]) < 0) return "one of 0, 1, ..., 10000";
  }
  return NULL;
}
