/* adjudge-check: re-checks certificates.  Made of the proved checker (verify/kernel) and the reader of
 * files alone: no engine, no evaluator, no solver, no library of numbers. */
#include "verify/campaign/version.h"
#include "verify/certificates/assumed.h"
#include "verify/certificates/file.h"
#include "verify/kernel/certificate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)64 << 20)

enum { ALL_CHECKED, SOME_REFUSED, USAGE };

static const char usage[] =
    "usage: adjudge-check [--show] [--] FOLDER|FILE...\n       adjudge-check --help | --version\n"
    "Checks certificates that 'adjudge verify --certificates FOLDER' wrote: files, and the *.cert of folders.\n"
    "  --show   prints the program of each, and what the certificate claims of it\n"
    "Exit code 0: all checked, and there is one; 1: one was refused; 2: bad usage, a file cannot be read, or\n"
    "a folder has none.\n";

typedef struct Counts {
  unsigned long long checked, refused, unread, claims, steps, givens;
} Counts;

/* ------------------------------------------------------------------ text -- */

static void show_node(const Certificate *c, const StraightNode *code, uint32_t k, char name) {
  static const char *const sign[] = {[STRAIGHT_ADD] = "+", [STRAIGHT_SUB] = "-", [STRAIGHT_MUL] = "*"};
  StraightNode node = code[k];
  if (node.code == STRAIGHT_CONSTANT)
    (void)printf("  %c%u = %lld\n", name, k, (long long)c->number[node.a]);
  else if (node.code == STRAIGHT_NEG)
    (void)printf("  %c%u = - %c%u\n", name, k, name, node.a);
  else if (node.code != STRAIGHT_INPUT)
    (void)printf("  %c%u = %c%u %s %c%u\n", name, k, name, node.a, sign[node.code], name, node.b);
}

static void need_given(const Certificate *c, uint32_t i, bool *needed) {
  if (c->given[i].left < c->total) needed[c->given[i].left] = true;
  if (c->given[i].right < c->total) needed[c->given[i].right] = true;
}

/* The nodes that the claims rest on, and the claims; of a certificate that holds. */
static bool show(const Certificate *c) {
  bool *needed = calloc((size_t)c->total + 1, sizeof *needed);
  if (needed == NULL) return false;
  if (c->inputs == 0)
    (void)puts("  of no input:");
  else
    (void)printf("  of s0 .. s%u:\n", c->inputs - 1);
  for (uint32_t k = 0; k < c->nodes; k++) show_node(c, c->source, k, 's');
  for (uint32_t i = 0; i < c->claims; i++) needed[c->claim[i].node] = true;
  for (uint32_t i = 0; i < c->givens; i++) need_given(c, i, needed);
  for (uint32_t k = c->total; k-- > 0;) {
    StraightNode node = c->code[k];
    if (!needed[k] || node.code == STRAIGHT_INPUT || node.code == STRAIGHT_CONSTANT) continue;
    needed[node.a] = true;
    if (node.code != STRAIGHT_NEG) needed[node.b] = true;
  }
  if (c->inputs > 0)
    (void)printf("  of n0 .. n%u (the point) and n%u .. n%u (the direction):\n", c->inputs - 1, c->inputs,
                 2 * c->inputs - 1);
  for (uint32_t k = 0; k < c->total; k++) {
    if (needed[k]) show_node(c, c->code, k, 'n');
  }
  for (uint32_t i = 0; i < c->givens; i++)
    (void)printf("  provided that n%u = n%u:\n", c->given[i].left, c->given[i].right);
  for (uint32_t i = 0; i < c->claims; i++) {
    const char *what = c->claim[i].kind == CLAIM_VALUE ? "the value" : "the derivative along the direction";
    (void)printf("  n%u is %s of s%u\n", c->claim[i].node, what, c->claim[i].source);
  }
  free(needed);
  return true;
}

/* ----------------------------------------------------------------- files -- */

/* The bytes of a file; NULL when it cannot be read, or is too large. */
static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  size_t room = 1 << 16;
  uint8_t *bytes = malloc(room);
  *size = 0;
  while (bytes != NULL) {
    *size += fread(bytes + *size, 1, room - *size, file);
    if (*size < room) break;
    uint8_t *more = room < MOST_BYTES ? realloc(bytes, 2 * room) : NULL;
    if (more == NULL) free(bytes);
    bytes = more;
    room *= 2;
  }
  if (ferror(file) != 0) {
    free(bytes);
    bytes = NULL;
  }
  (void)fclose(file);
  return bytes;
}

/* The digits of "...-0123456789abcdef.cert"; NULL for another name. */
static const char *digits_of(const char *path) {
  size_t length = strlen(path);
  const char *digits = length < 22 ? NULL : path + length - 21;
  return digits != NULL && digits[-1] == '-' && strspn(digits, "0123456789abcdef") == 16 ? digits : NULL;
}

/* A certificate under the name of another, or beside another program's text; NULL if neither. */
static const char *wrong_name(const char *path, const uint8_t *bytes, size_t size) {
  const char *digits = digits_of(path);
  if (digits == NULL) return NULL;
  if (strtoull(digits, NULL, 16) != certificate_digest(bytes, size - 8)) return "its name is another certificate's";
  char *beside = malloc(strlen(path) + 1);
  if (beside == NULL) return "no memory";
  (void)strcpy(beside, path);
  (void)strcpy(beside + strlen(path) - 5, ".txt");
  size_t length = 0;
  uint8_t *text = read_file(beside, &length);
  bool good = text != NULL && certificate_text_goes(bytes, size, (const char *)text, length);
  bool read = text != NULL;
  free(beside);
  free(text);
  return !read ? "its text, of the same name with .txt, cannot be read" : good ? NULL : "its text is another one's";
}

/* What is wrong with a certificate that holds: that it says nothing, or takes too much for granted. */
static const char *wrong_claims(const Certificate *c) {
  return c->claims == 0 ? "it claims nothing" : assumed_wrong(c);
}

static void check_file(const char *path, bool shown, Counts *counts) {
  size_t size = 0;
  uint8_t *bytes = read_file(path, &size);
  Certificate c;
  if (bytes == NULL) {
    (void)fprintf(stderr, "adjudge-check: cannot read %s\n", path);
    counts->unread++;
    return;
  }
  const char *wrong = certificate_read(bytes, size, &c);
  bool read = wrong == NULL;
  if (read && !certificate_holds(c)) wrong = "its steps do not prove what it claims";
  if (wrong == NULL) wrong = wrong_claims(&c);
  if (wrong == NULL) wrong = wrong_name(path, bytes, size);
  free(bytes);
  if (wrong == NULL) {
    counts->checked++;
    counts->claims += c.claims;
    counts->steps += c.steps;
    counts->givens += c.givens;
    if (shown) (void)printf("%s\n", path);
    if (shown && !show(&c)) counts->unread++;
  } else {
    (void)printf("refused: %s: %s\n", path, wrong);
    counts->refused++;
  }
  if (read) certificate_free(&c);
}

static bool is_certificate(const char *name) {
  size_t length = strlen(name);
  return length > 5 && strcmp(name + length - 5, ".cert") == 0;
}

static int select_certificate(const struct dirent *entry) { return is_certificate(entry->d_name); }

/* False for what is no folder. */
static bool check_folder(const char *path, bool shown, Counts *counts) {
  struct dirent **entry;
  int count = scandir(path, &entry, select_certificate, alphasort);
  if (count < 0) return false;
  if (count == 0) {
    (void)fprintf(stderr, "adjudge-check: no *.cert in %s\n", path);
    counts->unread++;
  }
  for (int i = 0; i < count; i++) {
    size_t room = strlen(path) + strlen(entry[i]->d_name) + 2;
    char *file = malloc(room);
    if (file == NULL) {
      counts->unread++;
    } else {
      (void)snprintf(file, room, "%s/%s", path, entry[i]->d_name);
      check_file(file, shown, counts);
    }
    free(file);
    free(entry[i]);
  }
  free(entry);
  return true;
}

static bool is_one_of(const char *word, const char *a, const char *b) {
  return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* An answer that could not be written was not given. */
static int finish(int code) {
  if (fflush(stdout) == 0 && ferror(stdout) == 0) return code;
  (void)fputs("adjudge-check: the output could not be written\n", stderr);
  return USAGE;
}

/* Without a file to check: what was asked instead, or how it is used. */
static int answer(const char *word) {
  if (word != NULL && is_one_of(word, "--version", "-V")) {
    (void)puts("adjudge-check " ADJUDGE_VERSION);
    return finish(ALL_CHECKED);
  }
  bool asked = word != NULL && is_one_of(word, "--help", "-h");
  if (word != NULL && !asked) (void)fprintf(stderr, "adjudge-check: there is no option %s\n", word);
  (void)fputs(usage, asked ? stdout : stderr);
  return finish(asked ? ALL_CHECKED : USAGE);
}

int main(int argc, char **argv) {
  Counts counts = {0};
  bool shown = argc > 1 && strcmp(argv[1], "--show") == 0;
  int first = shown ? 2 : 1;
  bool only_files = first < argc && strcmp(argv[first], "--") == 0;
  first += only_files;
  if (first >= argc || (!only_files && argv[first][0] == '-')) return answer(first < argc ? argv[first] : NULL);
  for (int i = first; i < argc; i++) {
    if (!check_folder(argv[i], shown, &counts)) check_file(argv[i], shown, &counts);
  }
  (void)printf("%llu certificates checked (%llu claims, %llu steps, %llu hypotheses), %llu refused\n", counts.checked,
               counts.claims, counts.steps, counts.givens, counts.refused);
  if (counts.unread > 0) return finish(USAGE);
  if (counts.refused > 0) return finish(SOME_REFUSED);
  return finish(counts.checked > 0 ? ALL_CHECKED : USAGE);
}
