#include "verify/campaign/figures.h"

#include <string.h>

const char *figure(Rank number, char out[FIGURE_SIZE]) {
  char digits[FIGURE_SIZE];
  (void)rank_print(number, digits, sizeof digits);
  size_t length = strlen(digits), used = 0;
  for (size_t i = 0; i < length && used + 2 < FIGURE_SIZE; i++) {
    if (i > 0 && (length - i) % 3 == 0) out[used++] = ',';
    out[used++] = digits[i];
  }
  out[used] = '\0';
  return out;
}
