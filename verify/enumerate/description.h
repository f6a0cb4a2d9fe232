/* What reading a description shares between its files. */
#ifndef ADJUDGE_VERIFY_DESCRIPTION_H
#define ADJUDGE_VERIFY_DESCRIPTION_H

#include "verify/enumerate/grammar.h"

/* A piece of the description's text; NULL text: nothing there. */
typedef struct Slice {
  const char *text;
  size_t length;
} Slice;

typedef struct Reader {
  Store *store;
  char *error; /* the first fault, one line */
  size_t error_size;
} Reader;

bool slice_is(Slice s, const char *text);
/* A decimal number of at most nine digits. */
bool slice_number(Slice s, uint32_t *number);

/* Writes the fault, of which there is one; answers false. */
__attribute__((format(printf, 2, 3))) bool spec_fail(Reader *reader, const char *format, ...);

/* Reads one word of the field `ops` and adds its instances:
 *   +  sin  dot ...  a name of ops.def      2  -1  1/2   a constant
 *   ^3  ^-1  ^1/2    a power                #0  #-1      an Int
 *   #+  #div  #<     operations and tests on Int
 * at every size that occurs in a type real^n of the space, or at the sizes after
 * @ alone: +@2, matvec@2x3 (m rows, n columns).  Without @, operations between
 * real and real^n (sum, dot, .*, replicate, matvec) leave out n = 1, at which
 * they repeat others. */
bool spec_read_op(Reader *reader, Slice word, SpaceSpec *spec);

#endif
