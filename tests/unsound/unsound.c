/* Specifications on which PROVED, REFUTED or a certified number would be false.
 *
 *   unsound FILE...
 *
 * A FILE.prim is a primitive with rules, a FILE.adj a program that the engines
 * differentiate; what may be said of it stands at its head, a line each:
 *   -- expect: not PROVED             wrong on an open set: neither PROVED nor PROVED OUTSIDE a set
 *   -- expect: not PROVED everywhere  wrong on a thin set: PROVED OUTSIDE it is right
 *   -- expect: REFUTED, PROVED        no less
 *   -- expect: not REFUTED            right
 * and of the truth of a program, at a point, its inputs parted by commas:
 *   -- expect: derivative 1, 0 at 0, 1/2   Df(0, 1/2), or not certified
 *   -- expect: second 2 at 0               the same of D^2 f(0)[1, 1]
 *   -- expect: no derivative at 0          certified, or not certified; no second at 0
 *   -- expect: no value at -1              the same
 * with "certified" before any of them where "not certified" will not do.
 * Prints a line for each that fails, "NAME: what", and ends with "N passed, N failed". */
#include "tests/unsound/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Case {
  const char *path;
  char *text;
  size_t length;
  Asked asked; /* what the judge says */
} Case;

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  *length = file == NULL || text == NULL ? 0 : fread(text, 1, (1 << 16) - 1, file);
  if (file != NULL) (void)fclose(file);
  return text;
}

static bool starts(const char **text, const char *word) {
  size_t length = strlen(word);
  if (strncmp(*text, word, length) != 0) return false;
  *text += length;
  while (**text == ' ') ++*text;
  return true;
}

static const char *check_verdict(Case *c, const char *line) {
  bool not = starts(&line, "not ");
  bool right = strcmp(line, "REFUTED") == 0 && not, wrong = strcmp(line, "REFUTED") == 0 && !not ;
  if (right || wrong) ask_points(&c->asked);
  if (right && c->asked.refuted) return "a right rule is REFUTED";
  if (wrong && !c->asked.refuted) return "a wrong rule is not REFUTED";
  if (right || wrong) return NULL;
  if (strcmp(line, "PROVED") == 0 && !not )
    return c->asked.proved && !c->asked.refuted ? NULL : "a right rule is not PROVED";
  if (strcmp(line, "PROVED everywhere") == 0 && not ) return c->asked.proved ? "PROVED, and false at points" : NULL;
  if (strcmp(line, "PROVED") != 0 || !not ) return "an expectation that is not known";
  if (c->asked.proved) return "PROVED, and false";
  return c->asked.outside ? "PROVED OUTSIDE a thin set, and false on an open one" : NULL;
}

/* One line; NULL when it is met. */
static const char *check_line(Case *c, const char *line) {
  bool certified = starts(&line, "certified ");
  const char *numbers = line, *at = strstr(line, "at ");
  if (at == NULL) return check_verdict(c, line);
  AskedTruth expected = {.certified = certified, .at = at + 3, .order = 1};
  if (starts(&numbers, "no derivative "))
    expected.kind = ASK_NO_DERIVATIVE;
  else if (starts(&numbers, "no second "))
    expected.kind = ASK_NO_DERIVATIVE, expected.order = 2;
  else if (starts(&numbers, "no value "))
    expected.kind = ASK_NO_VALUE;
  else if (starts(&numbers, "second "))
    expected.order = 2;
  else if (!starts(&numbers, "derivative "))
    return "an expectation that is not known";
  expected.numbers = numbers;
  return ask_truth(&c->asked, &expected);
}

static void run_case(const char *path, unsigned *passed, unsigned *failed) {
  Case c = {.path = path};
  c.text = read_file(path, &c.length);
  const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1, *wrong = NULL;
  unsigned lines = 0;
  if (c.text == NULL || !ask_open(&c.asked) || !ask_read(&c.asked, path, c.text, c.length)) wrong = c.asked.error;
  for (const char *at = c.text; wrong == NULL && at != NULL;
       at = strchr(at, '\n') == NULL ? NULL : strchr(at, '\n') + 1) {
    char line[256];
    if (sscanf(at, "-- expect: %255[^\n]", line) != 1) continue;
    lines++;
    wrong = check_line(&c, line);
    if (wrong != NULL) printf("%s: %s: %s%s%s\n", name, line, wrong, c.asked.refuted ? ": " : "", c.asked.why);
  }
  if (lines == 0) printf("%s: %s\n", name, wrong != NULL ? wrong : "nothing is expected of it");
  ++*(wrong == NULL && lines > 0 ? passed : failed);
  ask_close(&c.asked);
  free(c.text);
}

int main(int argc, char **argv) {
  unsigned passed = 0, failed = 0;
  for (int i = 1; i < argc; i++) run_case(argv[i], &passed, &failed);
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
