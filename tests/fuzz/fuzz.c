/* Any bytes are an input: whatever is given to `adjudge`, it ends in time with
 * exit code 0, 2 or 3 (1 would be a law refuted, or a well-typed program without
 * a value), and with code 2 it says what is wrong.
 *
 *   fuzz SEED FOLDER COUNT FIRST FILE...
 *
 * COUNT random cases, then those of the limits, from case FIRST on; FILEs are
 * mutated; FOLDER is for scratch.  Cases run in a child, many to one child, so
 * that one that dies is known by its number and the others go on.  Prints each
 * failure, with the words and the program kept in FOLDER, and ends with
 * "N passed, N failed". */
#include "tests/fuzz/generate.h"
#include "tests/fuzz/limit.h"
#include "verify/cli/commands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 16
#define CASE_SECONDS 20 /* of processor time */
#define ADDRESS_SPACE ((rlim_t)2 << 30)
#define STACK_SPACE ((rlim_t)256 << 20)
#define KIND_COUNT 8u

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

typedef struct Case {
  char *words[MAX_WORDS + 1];
  int count;
  char program[256], input[256]; /* paths */
  Text text, value, option;
} Case;

/* What the child tells: how far it came. */
typedef struct Progress {
  volatile uint64_t done, passed;
} Progress;

static void word(Case *c, const char *text) {
  if (c->count < MAX_WORDS) c->words[c->count++] = strdup(text);
}

static void case_close(Case *c) {
  for (int i = 0; i < c->count; i++) free(c->words[i]);
  c->count = 0;
}

static void store_file(const char *path, const Text *text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(text->bytes, 1, text->length, file) != text->length) abort();
  (void)fclose(file);
}

/* ---------------------------------------------------------------- cases -- */

static void ask(Case *c, Random *random) {
  static const char *const commands[] = {"check", "eval", "derive", "grad", "jvp", "vjp", "jacobian"};
  static const char *const engines[] = {"chad-reverse", "chad-forward"};
  static const char *const evaluators[] = {"operational", "applied", "monoid"};
  static const char *const rings[] = {"double", "rational", "field", "double"};
  const char *command = commands[random_below(random, 7)];
  bool evaluates = strcmp(command, "check") != 0 && strcmp(command, "derive") != 0;
  word(c, command);
  word(c, c->program);
  if (strcmp(command, "check") == 0) return;
  if (strcmp(command, "eval") != 0) word(c, "--engine"), word(c, engines[random_below(random, 2)]);
  if (strcmp(command, "eval") != 0 && random_below(random, 2) == 0) word(c, "--simplify");
  if (!evaluates) return;
  word(c, "--evaluator"), word(c, evaluators[random_below(random, 3)]);
  word(c, "--ring"), word(c, rings[random_below(random, 4)]);
  word(c, "--input"), word(c, c->input);
  if (strcmp(command, "vjp") == 0) word(c, "--cotangent"), word(c, "1");
  if (strcmp(command, "jvp") == 0) word(c, "--tangent"), word(c, "x=1");
}

/* Values that go with nearly every program asked for. */
static void plain_input(Case *c) { text_put(&c->value, "{\"x\": 0.5, \"y\": [1, 2, 3], \"p\": [0.25, -1]}"); }

static void ask_space(Case *c, Random *random) {
  static const char *const laws[] = {"AD-REV", "AD-FWD", "SEM-*", "BE-*", "no"};
  uint32_t which = random_below(random, 3);
  generate_space(random, &c->option);
  if (which == 0) word(c, "bmc"), word(c, "--describe"), word(c, "--space");
  if (which == 1) word(c, "sample"), word(c, "--count"), word(c, "3"), word(c, "--space");
  if (which == 2) {
    word(c, "replay");
    text_put(&c->option, random_below(random, 9) == 0 ? ":99999999999999999999999999999999999999999" : ":1");
  }
  word(c, c->option.bytes);
  if (which != 0) word(c, "--quiet"), word(c, "--jobs"), word(c, "1");
  if (random_below(random, 2) == 0) word(c, "--law"), word(c, laws[random_below(random, 5)]);
}

/* Words of the command line themselves. */
static void ask_nonsense(Case *c, Random *random) {
  static const char *const words[] = {
      "check",  "eval", "grad", "verify",  "bmc", "sample",  "replay", "laws",    "rules", "--help",  "--size",
      "n=3",    "--at", "x=1",  "--",      "-",   "--jobs",  "0",      "--count", "1",     "--law",   "AD-REV",
      "--seed", "",     "-1",   "--shard", "1/2", "--width", "--def",  "f",       "/",     "--size=2"};
  for (uint32_t n = random_below(random, 7); n > 0; n--) word(c, words[random_below(random, 32)]);
  if (random_below(random, 3) == 0) word(c, c->program);
  /* a whole space is no short case */
  if (c->count > 1 && strcmp(c->words[1], "bmc") == 0) word(c, "--space"), word(c, "poly,size=2");
  word(c, "--quiet");
}

static void ask_values(Case *c, Random *random) {
  static const char *const names[] = {"x=", "p=", "y=", "", "q="};
  generate_program(random, &c->text);
  if (random_below(random, 2) == 0) generate_object(random, &c->value);
  if (c->value.length == 0) plain_input(c);
  word(c, random_below(random, 2) == 0 ? "eval" : "grad");
  word(c, c->program);
  word(c, "--input"), word(c, c->input);
  text_put(&c->option, names[random_below(random, 5)]);
  generate_value(random, &c->option);
  word(c, "--at"), word(c, c->option.bytes);
  if (random_below(random, 2) == 0) word(c, "--ring"), word(c, "rational");
}

/* Case `number`: its kind is the rest by KIND_COUNT, so that a run cut short
 * has seen all kinds. */
static void case_make(Case *c, uint64_t seed, uint64_t number, const Seeds *seeds) {
  Random random = {seed * 0x2545F4914F6CDD1Du + number};
  text_clear(&c->text), text_clear(&c->value), text_clear(&c->option);
  word(c, "adjudge");
  switch (number % KIND_COUNT) {
  case 0: generate_bytes(&random, &c->text), ask(c, &random); break;
  case 1: generate_tokens(&random, &c->text), ask(c, &random); break;
  case 2:
  case 3: generate_mutant(&random, seeds, &c->text), ask(c, &random); break;
  case 4: generate_program(&random, &c->text), ask(c, &random); break;
  case 5: ask_values(c, &random); break;
  case 6: ask_space(c, &random); break;
  default:
    if (number % (8 * KIND_COUNT) != KIND_COUNT - 1) {
      generate_tokens(&random, &c->text), ask_nonsense(c, &random);
      break;
    }
    generate_program(&random, &c->text);
    word(c, "verify"), word(c, c->program), word(c, "--quiet"), word(c, "--jobs"), word(c, "1");
  }
  if (c->value.length == 0) plain_input(c);
}

/* Every limit, with every command. */
#define EXTREME_COMMANDS 6u
static bool extreme_make(Case *c, uint64_t number) {
  static const char *const forms[EXTREME_COMMANDS][4] = {{"check"},
                                                         {"eval", "--at", "x=0.5"},
                                                         {"derive", "--engine", "chad-forward"},
                                                         {"derive", "--simplify", NULL},
                                                         {"grad", "--at", "x=0.5"},
                                                         {"jacobian", "--at", "x=0.5"}};
  text_clear(&c->text), text_clear(&c->value), text_clear(&c->option);
  if (!generate_extreme((uint32_t)(number / EXTREME_COMMANDS), &c->text)) return false;
  word(c, "adjudge");
  for (int i = 0; i < 4 && forms[number % EXTREME_COMMANDS][i] != NULL; i++)
    word(c, forms[number % EXTREME_COMMANDS][i]);
  word(c, c->program);
  return true;
}

/* -------------------------------------------------------------- running -- */

/* "adjudge: ..." or "file:line:column: error: ...", in lines of a message. */
static bool explains(const char *message) {
  return strncmp(message, "adjudge: ", 9) == 0 || strstr(message, ": error: ") != NULL;
}

static bool case_run(Case *c) {
  char *out_bytes = NULL, *err_bytes = NULL;
  size_t out_length = 0, err_length = 0;
  store_file(c->program, &c->text);
  store_file(c->input, &c->value);
  FILE *out = open_memstream(&out_bytes, &out_length), *err = open_memstream(&err_bytes, &err_length);
  if (out == NULL || err == NULL) abort();
  c->words[c->count] = NULL;
  int code = (int)cli_main(c->count, c->words, out, err);
  (void)fclose(out);
  (void)fclose(err);
  bool good = code == 0 || code == 3 || (code == 2 && explains(err_bytes));
  if (!good) printf("exit code %d: %.300s\n", code, err_bytes);
  free(out_bytes);
  free(err_bytes);
  return good;
}

static void show(const Case *c, const char *folder, uint64_t number) {
  char path[300];
  for (int i = 1; i < c->count; i++) printf(" '%.120s'", c->words[i]);
  printf("\n");
  (void)snprintf(path, sizeof path, "%s/failed-%llu", folder, (unsigned long long)number);
  store_file(path, &c->text);
}

typedef struct Fuzz {
  uint64_t seed;
  const char *folder;
  Seeds seeds;
  Progress *progress;
  Case current;
} Fuzz;

/* Random cases first, which are short, then the limits. */
static void make_number(Fuzz *fuzz, uint64_t number, uint64_t random) {
  Case *c = &fuzz->current;
  if (number < random)
    case_make(c, fuzz->seed, number, &fuzz->seeds);
  else
    (void)extreme_make(c, number - random);
}

static void child(Fuzz *fuzz, uint64_t first, uint64_t end, uint64_t random) {
  struct rlimit memory = {ADDRESS_SPACE, ADDRESS_SPACE};
  bool good = true;
  (void)setpgid(0, 0);
  if (!SANITIZED) (void)setrlimit(RLIMIT_AS, &memory);
  (void)freopen("/dev/null", "r", stdin);
  for (uint64_t i = first; i < end; i++) {
    limit_input(CASE_SECONDS * (SANITIZED ? 10 : 1));
    make_number(fuzz, i, random);
    if (case_run(&fuzz->current)) {
      fuzz->progress->passed++;
    } else {
      printf("case %llu:", (unsigned long long)i);
      show(&fuzz->current, fuzz->folder, i);
      good = false;
    }
    case_close(&fuzz->current);
    fuzz->progress->done = i + 1;
  }
  free(fuzz->current.text.bytes);
  free(fuzz->current.value.bytes);
  free(fuzz->current.option.bytes);
  (void)fflush(stdout);
  exit(good ? 0 : 1); /* with exit code 23 for leaks, under the sanitizers */
}

/* Runs cases first..end-1; each that kills its child is a failure. */
static uint64_t run_range(Fuzz *fuzz, uint64_t first, uint64_t end, uint64_t random) {
  uint64_t died = 0;
  fuzz->progress->done = first;
  while (fuzz->progress->done < end) {
    int status = 0;
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) child(fuzz, fuzz->progress->done, end, random);
    if (pid < 0 || waitpid(pid, &status, 0) != pid) abort();
    (void)kill(-pid, SIGKILL);
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) continue;
    died++;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 23) {
      printf("leaks, in cases before %llu\n", (unsigned long long)fuzz->progress->done);
      continue;
    }
    uint64_t number = fuzz->progress->done++;
    make_number(fuzz, number, random);
    printf("case %llu: %s", (unsigned long long)number, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "aborted");
    show(&fuzz->current, fuzz->folder, number);
    case_close(&fuzz->current);
  }
  return died;
}

static bool read_seeds(Seeds *seeds, int count, char **paths) {
  seeds->bytes = calloc((size_t)count, sizeof *seeds->bytes);
  seeds->lengths = calloc((size_t)count, sizeof *seeds->lengths);
  if (seeds->bytes == NULL || seeds->lengths == NULL) return false;
  for (; seeds->count < (uint32_t)count; seeds->count++) {
    FILE *file = fopen(paths[seeds->count], "rb");
    char *bytes = malloc(1 << 16);
    if (file == NULL || bytes == NULL) return false;
    seeds->lengths[seeds->count] = fread(bytes, 1, 1 << 16, file);
    seeds->bytes[seeds->count] = bytes;
    (void)fclose(file);
  }
  return seeds->count > 0;
}

static bool text_open(Text *text) {
  text->bytes = malloc(TEXT_ROOM + 1);
  if (text->bytes != NULL) text_clear(text);
  return text->bytes != NULL;
}

static Fuzz whole; /* static, so that what it holds at the end is no leak */

int main(int count, char **words) {
  struct rlimit stack = {STACK_SPACE << (2 * SANITIZED), RLIM_INFINITY};
  whole.progress = mmap(NULL, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count < 6 || whole.progress == MAP_FAILED || !read_seeds(&whole.seeds, count - 5, words + 5)) return 2;
  (void)getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = STACK_SPACE << (2 * SANITIZED);
  (void)setrlimit(RLIMIT_STACK, &stack);
  whole.seed = strtoull(words[1], NULL, 10);
  whole.folder = words[2];
  uint64_t most = strtoull(words[3], NULL, 10), first = strtoull(words[4], NULL, 10), extremes = 0, failed;
  Case *c = &whole.current;
  (void)snprintf(c->program, sizeof c->program, "%s/program.adj", whole.folder);
  (void)snprintf(c->input, sizeof c->input, "%s/input.json", whole.folder);
  if (!text_open(&c->text) || !text_open(&c->value) || !text_open(&c->option)) return 2;
  for (; extreme_make(c, extremes); extremes++) case_close(c);
  failed = run_range(&whole, first, extremes + most, most);
  uint64_t done = whole.progress->done - first, passed = whole.progress->passed;
  failed = done > passed + failed ? done - passed : failed;
  printf("%llu cases of %llu\n%llu passed, %llu failed\n", (unsigned long long)done,
         (unsigned long long)(most + extremes - first), (unsigned long long)passed, (unsigned long long)failed);
  return failed == 0 ? 0 : 1;
}
