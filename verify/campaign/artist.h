/* Pictures of programs: the function along one real input, with its derivative, certified. */
#ifndef ADJUDGE_VERIFY_ARTIST_H
#define ADJUDGE_VERIFY_ARTIST_H

#include "verify/campaign/region_lines.h"
#include "verify/truth/truth_certified.h"

typedef struct Artist {
  Store *store;
  Truth *truth;
  Certified *certified;
  Arena arena;
} Artist;

/* False without memory; to be closed in either case. */
bool artist_open(Artist *artist, Store *store);
void artist_close(Artist *artist);

/* Writes an SVG picture of a program with one real result along its first real input: around `point`, the flat inputs
 * as exact rationals "1/2, 3", which is marked; for NULL from -3 to 3, the others being 1.  False, having written
 * nothing, where there is none: other results, too many inputs, no number at most places. */
bool artist_draw(Artist *artist, const Program *program, const InputNames *names, const char *point, FILE *out);

#endif
