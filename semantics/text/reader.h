/* What reading concrete syntax shares: the text, its memory, its first error.
 *
 * Everything read lives in one arena until reader_close.  The first failure is
 * kept; functions that fail answer NULL or false, and the status says why. */
#ifndef ADJUDGE_SOURCE_READER_H
#define ADJUDGE_SOURCE_READER_H

#include "semantics/text/text.h"

/* The longest text, and the most memory that reading it may take. */
#define READER_MAX_LENGTH ((size_t)1 << 26)
#define READER_MEMORY ((size_t)1 << 30)
/* How deep syntax may nest: brackets when parsing, nodes when elaborating. */
#define READER_NESTING 2000u
#define READER_DEPTH 8000u

typedef struct Token Token;

typedef struct Reader {
  Store *store;
  Arena arena;
  const char *origin; /* for messages */
  const char *text;
  uint32_t length;
  bool target; /* the words of the linear target language are reserved */
  TextError *error;
  Status status; /* of the first failure */
  Status before; /* of the store, when reading began; put back when it ends */
  Token *tokens; /* ending with TOKEN_END */
  uint32_t at;   /* the next token */
  bool has_parameter;
  Constant parameter; /* what the constant c stands for; a copy, since tables move */
  uint32_t depth;
  uint32_t hidden; /* names made up so far */
  uint32_t drafts; /* nodes elaborated so far, in all definitions */
} Reader;

/* A piece of the text: bytes start..end-1. */
typedef struct Span {
  uint32_t start, end;
} Span;

/* False, with the error filled in, when the text is too long. */
bool reader_open(Reader *reader, Store *store, const char *origin, const char *text, size_t length, bool target,
                 TextError *error);
void reader_close(Reader *reader);

/* Zeroed memory that lives as long as the reader; NULL, with LIMIT, without. */
void *reader_alloc(Reader *reader, size_t size);

/* The line of the byte, from 1. */
uint32_t reader_line(const Reader *reader, uint32_t at);
/* Its place in that line, in characters, from 1. */
uint32_t reader_column(const Reader *reader, uint32_t at);

/* Records the first failure, with its place. */
void reader_fail(Reader *reader, Status status, Span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A failure for want of memory, which has no place. */
void reader_exhausted(Reader *reader);
static inline bool reader_ok(const Reader *reader) { return reader->status == STATUS_OK; }

#endif
