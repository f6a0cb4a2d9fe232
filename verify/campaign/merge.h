/* Reports of the parts of spaces, put together: what `--shard k/n` runs on several
 * machines add up to.  Counts are added; of several refutations of a law the one
 * with the lowest index is kept, as by the workers of one run, so that the parts of
 * a space give the report of the whole. */
#ifndef ADJUDGE_VERIFY_MERGE_H
#define ADJUDGE_VERIFY_MERGE_H

#include "verify/campaign/report.h"

#include <jansson.h>

#define MERGE_ERROR 512

/* A part of a space that some report covers. */
typedef struct MergePart {
  uint32_t scope; /* of the merged report */
  Rank first, count;
  uint32_t shard, shards; /* 1 of 1 for a whole space */
} MergePart;

/* What names a scope of the merged report. */
typedef struct MergeName {
  char name[SPACE_ID_SIZE], space[SPACE_ID_SIZE];
} MergeName;

typedef struct Merge {
  Report report;
  json_t *header;    /* of the first */
  MergeName **names; /* of its scopes */
  MergePart *parts;
  uint32_t part_count;
} Merge;

/* Adds a report.json; false with a message of one line when it cannot be read, has not
 * the form of report.schema.json, was written by another build, has another header than
 * those before, is incomplete or does not add up, looks at files (which have no parts), or
 * covers programs that another report covers. */
bool merge_add(Merge *merge, const char *path, char *error);
/* After the last: which parts are missing, where all are of as many. */
void merge_name_missing(Merge *merge);
void merge_free(Merge *merge);

#endif
