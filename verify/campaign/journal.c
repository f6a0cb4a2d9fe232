#include "verify/campaign/journal.h"
#include "semantics/memory/growing.h"
#include "verify/campaign/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_LINE "adjudge journal "

typedef struct Kept {
  uint32_t scope;
  char *words;  /* the payload, malloc'ed */
  char *reason; /* of its program, malloc'ed when it is replayed */
} Kept;

struct Journal {
  int descriptor;
  char *path, *text;         /* `text`: room for a line */
  struct Portable *portable; /* what a line is made of */
  char error[JOURNAL_ERROR];
  Kept *kept;
  size_t count;
  uint32_t capacity;
  uint64_t torn;
};

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < length; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}

/* ----------------------------------------------------------------- words -- */

/* A block's result with the reason of its program, which is a pointer, left out. */
typedef struct Portable {
  BlockResult result;
  char reason[VERDICT_TEXT];
} Portable;

#define PORTABLE_WORDS (sizeof(Portable) / sizeof(uint64_t))
_Static_assert(sizeof(Portable) % sizeof(uint64_t) == 0, "a result is a number of words");

/* Into memory that is 0 at first, or holds another. */
static void make_portable(const BlockResult *result, Portable *all) {
  block_copy(&all->result, result);
  memset(all->reason, 0, sizeof all->reason);
  const char *reason = result->program.reason;
  if (reason != NULL) (void)snprintf(all->reason, sizeof all->reason, "%s", reason);
  all->result.program.reason = NULL;
}

static char *put_hex(char *out, uint64_t word) {
  int digits = 1;
  while (digits < 16 && word >> 4 * digits != 0) digits++;
  for (int k = digits; k-- > 0;) *out++ = "0123456789abcdef"[word >> 4 * k & 15];
  return out;
}

/* " distance:word" in hexadecimal for each word of the bytes that is not 0; *before is the last of these. */
static char *write_range(const Portable *all, size_t first, size_t end, size_t *before, char *out) {
  for (size_t i = first / sizeof(uint64_t); i < end / sizeof(uint64_t); i++) {
    uint64_t word;
    memcpy(&word, (const unsigned char *)all + i * sizeof word, sizeof word);
    if (word == 0) continue;
    *out++ = ' ';
    out = put_hex(out, i - *before);
    *out++ = ':';
    out = put_hex(out, word);
    *before = i;
  }
  return out;
}

/* The length written. */
static size_t write_words(const Portable *all, char *out) {
  const size_t witness = offsetof(Portable, result.witness), size = sizeof(Witness);
  size_t before = 0;
  char *end = write_range(all, 0, witness, &before, out);
  for (size_t law = 0; law < LAW_COUNT; law++) {
    if (!all->result.witness[law].present) continue;
    end = write_range(all, witness + law * size, witness + (law + 1) * size, &before, end);
  }
  end = write_range(all, witness + LAW_COUNT * size, sizeof *all, &before, end);
  *end = '\0';
  return (size_t)(end - out);
}

_Static_assert(sizeof(Witness) % sizeof(uint64_t) == 0 && offsetof(Portable, result.witness) % sizeof(uint64_t) == 0,
               "a witness is a number of words");

static bool read_words(const char *text, Portable *all) {
  size_t at = 0;
  memset(all, 0, sizeof *all);
  while (*text == ' ') {
    char *end;
    at += strtoull(text + 1, &end, 16);
    if (*end != ':' || at >= PORTABLE_WORDS) return false;
    uint64_t word = strtoull(end + 1, &end, 16);
    memcpy((unsigned char *)all + at * sizeof word, &word, sizeof word);
    text = end;
  }
  return *text == '\0';
}

/* The longest text of words: 24 signs for each 8 bytes, distance and word in hexadecimal. */
#define TEXT_ROOM (sizeof(Portable) * 3 + 256)

/* --------------------------------------------------------------- reading -- */

static bool keep(Journal *journal, uint32_t scope, const char *words) {
  Kept *grown = heap_room(journal->kept, journal->count, &journal->capacity, 256, sizeof *grown);
  if (grown == NULL) return false;
  journal->kept = grown;
  char *copy = strdup(words);
  if (copy == NULL) return false;
  journal->kept[journal->count++] = (Kept){.scope = scope, .words = copy};
  return true;
}

/* "scope length hash words" */
static bool read_line(Journal *journal, const char *line) {
  uint32_t scope;
  size_t length;
  uint64_t hash;
  int used = 0;
  if (sscanf(line, "%" SCNu32 " %zu %" SCNx64 "%n", &scope, &length, &hash, &used) != 3) return false;
  const char *words = line + used;
  return strlen(words) == length && hash_bytes(HASH_START + scope, words, length) == hash &&
         read_words(words, journal->portable) && block_is_sound(&journal->portable->result) &&
         keep(journal, scope, words);
}

/* Keeps the good lines; false when the journal is that of another run.  A first line
 * that is not whole is that of a run killed before it did anything. */
static bool read_lines(Journal *journal, FILE *file, const char *name) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline(&line, &room, file);
  bool same = true, whole = length > 0 && line[length - 1] == '\n';
  if (whole) {
    line[length - 1] = '\0';
    same = strncmp(line, NAME_LINE, strlen(NAME_LINE)) == 0 && strcmp(line + strlen(NAME_LINE), name) == 0;
  }
  while (same && whole && (length = getline(&line, &room, file)) > 0) {
    bool ended = line[length - 1] == '\n';
    if (ended) line[length - 1] = '\0';
    if (!ended || strlen(line) != (size_t)length - 1 || !read_line(journal, line)) journal->torn++;
  }
  free(line);
  return same;
}

/* --------------------------------------------------------------- writing -- */

static bool write_all(int descriptor, const char *text, size_t length) {
  while (length > 0) {
    ssize_t wrote = write(descriptor, text, length);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    text += wrote;
    length -= (size_t)wrote;
  }
  return true;
}

static void stop_writing(Journal *journal) {
  (void)snprintf(journal->error, sizeof journal->error, "%.400s: %s", journal->path, strerror(errno));
  (void)close(journal->descriptor);
  journal->descriptor = -1;
}

static void write_kept(Journal *journal, uint32_t scope, const char *words, size_t length) {
  char before[80];
  int used = snprintf(before, sizeof before, "%" PRIu32 " %zu %" PRIx64, scope, length,
                      hash_bytes(HASH_START + scope, words, length));
  if (journal->descriptor < 0) return;
  if (!write_all(journal->descriptor, before, (size_t)used) || !write_all(journal->descriptor, words, length) ||
      !write_all(journal->descriptor, "\n", 1))
    stop_writing(journal);
}

void journal_write(Journal *journal, uint32_t scope, const BlockResult *result) {
  if (journal->descriptor < 0) return;
  make_portable(result, journal->portable);
  write_kept(journal, scope, journal->text, write_words(journal->portable, journal->text));
}

/* Written anew beside it and renamed: a journal is never without what it kept. */
static bool begin(Journal *journal, const char *name) {
  char *fresh = destination_temporary(journal->path);
  if (fresh == NULL) return false;
  journal->descriptor = open_alone(fresh, O_APPEND);
  bool good = journal->descriptor >= 0 && write_all(journal->descriptor, NAME_LINE, strlen(NAME_LINE)) &&
              write_all(journal->descriptor, name, strlen(name)) && write_all(journal->descriptor, "\n", 1);
  for (size_t i = 0; good && i < journal->count; i++) {
    write_kept(journal, journal->kept[i].scope, journal->kept[i].words, strlen(journal->kept[i].words));
    good = journal->descriptor >= 0;
  }
  good = good && rename(fresh, journal->path) == 0;
  int why = errno;
  if (!good && why != EBUSY) (void)unlink(fresh);
  errno = why;
  free(fresh);
  return good;
}

/* Whether what is there, if anything, is a journal, or the beginning of one: nothing else is written over. */
static bool may_begin(const char *path) {
  char line[sizeof NAME_LINE];
  struct stat info;
  if (stat(path, &info) != 0) return true;
  FILE *file = S_ISREG(info.st_mode) ? fopen(path, "r") : NULL;
  size_t length = file == NULL ? 0 : fread(line, 1, sizeof line - 1, file);
  if (file != NULL) (void)fclose(file);
  return file != NULL && memcmp(line, NAME_LINE, length) == 0;
}

Journal *journal_open(const char *path, const char *name, bool resume, char *error) {
  Journal *journal = calloc(1, sizeof *journal);
  (void)snprintf(error, JOURNAL_ERROR, "limit: out of memory");
  if (journal == NULL) return NULL;
  journal->descriptor = -1;
  journal->path = regular_path(path);
  journal->text = malloc(TEXT_ROOM);
  journal->portable = calloc(1, sizeof *journal->portable);
  bool good = journal->text != NULL && journal->portable != NULL;
  if (good && (journal->path == NULL || !may_begin(path))) {
    good = false;
    (void)snprintf(error, JOURNAL_ERROR, "%.400s: it is no journal, and is not written over", path);
  }
  if (good && is_taken(path)) {
    good = false;
    (void)snprintf(error, JOURNAL_ERROR, "%.400s: another run keeps its progress there", path);
  }
  FILE *file = good && resume ? fopen(path, "r") : NULL;
  if (file != NULL && !read_lines(journal, file, name)) {
    good = false;
    (void)snprintf(error, JOURNAL_ERROR, "%.400s: it is no journal of this run: other options, programs or version",
                   path);
  }
  if (file != NULL) (void)fclose(file);
  if (good && !begin(journal, name)) {
    good = false;
    (void)snprintf(error, JOURNAL_ERROR, "%.400s: %s", path, destination_error());
  }
  if (good) return journal;
  journal_close(journal, false);
  return NULL;
}

void journal_replay(Journal *journal, uint32_t scope, void (*take)(void *state, const BlockResult *result),
                    void *state) {
  Portable *all = malloc(sizeof *all);
  for (size_t i = 0; all != NULL && i < journal->count; i++) {
    Kept *kept = &journal->kept[i];
    if (kept->scope != scope || !read_words(kept->words, all)) continue;
    if (all->reason[0] != '\0') all->result.program.reason = kept->reason = strndup(all->reason, VERDICT_TEXT - 1);
    take(state, &all->result);
  }
  free(all);
}

const char *journal_error(const Journal *journal) { return journal->error; }

uint64_t journal_torn(const Journal *journal) { return journal->torn; }

void journal_close(Journal *journal, bool finished) {
  if (journal == NULL) return;
  if (journal->descriptor >= 0) (void)close(journal->descriptor);
  if (finished) (void)unlink(journal->path);
  for (size_t i = 0; i < journal->count; i++) {
    free(journal->kept[i].words);
    free(journal->kept[i].reason);
  }
  free(journal->kept);
  free(journal->path);
  free(journal->text);
  free(journal->portable);
  free(journal);
}
