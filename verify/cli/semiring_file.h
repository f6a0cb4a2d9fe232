/* A commutative semiring in a text file: read, checked, and what operations weigh in it. */
#ifndef ADJUDGE_CLI_SEMIRING_FILE_H
#define ADJUDGE_CLI_SEMIRING_FILE_H

#include "semantics/chad/monoid/semiring.h"
#include "verify/cli/options.h"
#include "verify/truth/ring_counted.h"

typedef struct SemiringFile {
  char name[SEMIRING_NAME];
  Ring *ring;
  uint32_t elements; /* of a finite one; else 0 */
  Scalar other;      /* what operations weigh that are not linear, if they have no weight of their own: */
  Scalar weight[OP_CODE_COUNT];
} SemiringFile;

/* Reads the file and makes its ring, of which every equation of commutative semirings holds: of a finite one all
 * triples of elements are tried.  False, having written the error with its line; to be freed in either case. */
bool semiring_file_read(const Arguments *arguments, const char *path, SemiringFile *file);
void semiring_file_free(SemiringFile *file);

/* The analysis by the file's weights; it points into the file. */
Analysis semiring_analysis(const SemiringFile *file);
/* The program's own run counted by them, over numbers of `base`; NULL without memory. */
Ring *semiring_counted(const SemiringFile *file, Ring *base);

#endif
