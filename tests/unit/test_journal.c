/* The journal of a run: what is written is read back, and a line that was torn or changed, or the journal of
 * another run, is not. */
#include "verify/campaign/destination.h"
#include "verify/campaign/journal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct Fixture {
  char path[64];
  char error[JOURNAL_ERROR];
  uint32_t taken; /* blocks replayed */
  BlockResult written, last;
} Fixture;

static int setup(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  (void)snprintf(f->path, sizeof f->path, "/tmp/adjudge-journal-%ld", (long)getpid());
  BlockResult *result = &f->written;
  result->block = 3, result->done = 8, result->whole = 1;
  result->hits[RULE_COUNT - 1] = UINT64_MAX;
  result->tally.count[LAW_COUNT - 1][1][OUTCOME_HOLDS] = 17;
  result->tally.widest = 0x1.fedcba9876543p-30;
  result->witness[LAW_AD_FWD] =
      (Witness){.present = true, .outcome = OUTCOME_REFUTED, .index = (Rank)1 << 90, .law = LAW_AD_FWD};
  (void)snprintf(result->witness[LAW_AD_FWD].found, WITNESS_TEXT, "a\nb: \"c\"");
  result->program.reason = "it has Ints";
  *state = f;
  return 0;
}

static int teardown(void **state) {
  Fixture *f = *state;
  (void)unlink(f->path);
  free(f);
  return 0;
}

static void take(void *state, const BlockResult *result) {
  Fixture *f = state;
  f->taken++;
  f->last = *result;
}

/* Replays scope 1 of what the file holds, as `name`; how many lines were torn. */
static uint64_t replayed(Fixture *f, const char *name) {
  Journal *journal = journal_open(f->path, name, true, f->error);
  assert_non_null(journal);
  f->taken = 0;
  journal_replay(journal, 1, take, f);
  uint64_t torn = journal_torn(journal);
  if (f->taken > 0) { /* the reasons end with the journal */
    assert_string_equal(f->last.program.reason, "it has Ints");
    f->last.program.reason = f->written.program.reason;
  }
  journal_close(journal, false);
  return torn;
}

static void begin(Fixture *f) {
  Journal *journal = journal_open(f->path, "run 1", false, f->error);
  assert_non_null(journal);
  journal_write(journal, 1, &f->written);
  journal_write(journal, 2, &f->written);
  assert_string_equal(journal_error(journal), "");
  journal_close(journal, false);
}

static void test_read_back(void **state) {
  Fixture *f = *state;
  assert_true(hash_bytes(HASH_START, "foobar", 6) == 0x85944171f73967e8u); /* FNV-1a, as published */
  begin(f);
  for (int times = 0; times < 3; times++) { /* a run that goes on keeps what was kept */
    assert_int_equal(replayed(f, "run 1"), 0);
    assert_int_equal(f->taken, 1);
    assert_memory_equal(&f->last, &f->written, sizeof f->last);
  }
  assert_null(journal_open(f->path, "run 2", true, f->error));
  assert_non_null(strstr(f->error, "no journal of this run"));
  Journal *journal = journal_open(f->path, "run 2", false, f->error);
  assert_non_null(journal);
  journal_close(journal, true);
  assert_int_equal(access(f->path, F_OK), -1);
}

/* The last two that were replayed. */
typedef struct Two {
  uint32_t taken;
  BlockResult result[2];
} Two;

static void take_two(void *state, const BlockResult *result) {
  Two *two = state;
  two->result[two->taken++ % 2] = *result;
}

/* Witnesses are of their laws, the first one and the last too, and of their results. */
static void test_witnesses(void **state) {
  Fixture *f = *state;
  Two *two = calloc(1, sizeof *two);
  BlockResult *none = calloc(1, sizeof *none);
  assert_true(two != NULL && none != NULL);
  none->block = none->whole = none->done = 1;
  for (int law = 0; law < LAW_COUNT; law += LAW_COUNT - 1) {
    Witness *witness = &f->written.witness[law];
    *witness = (Witness){.present = true, .outcome = OUTCOME_REFUTED, .law = (LawId)law, .engine = 3, .seed = 9};
    (void)snprintf(witness->exact_cotangent, WITNESS_TEXT, "%d/2", law + 1);
  }
  f->written.program.reason = NULL;
  Journal *journal = journal_open(f->path, "run 1", false, f->error);
  assert_non_null(journal);
  journal_write(journal, 1, &f->written);
  journal_write(journal, 1, none);
  journal_close(journal, false);
  journal = journal_open(f->path, "run 1", true, f->error);
  assert_non_null(journal);
  journal_replay(journal, 1, take_two, two);
  journal_close(journal, true);
  assert_int_equal(two->taken, 2);
  assert_memory_equal(&two->result[0], &f->written, sizeof *none);
  assert_memory_equal(&two->result[1], none, sizeof *none);
  free(two);
  free(none);
}

/* A line with its own hash, of words that are those of a result and one more: the last there is room for, or beyond. */
static void test_beyond(void **state) {
  Fixture *f = *state;
  static char text[1 << 16], line[1 << 16];
  begin(f);
  FILE *file = fopen(f->path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  (void)fclose(file);
  char *words = strchr(text, '\n') + 1;
  for (int field = 0; field < 3; field++) words = strchr(words + 1, ' ');
  words[strcspn(words, "\n")] = '\0';
  for (unsigned beyond = 0; beyond < 2; beyond++) {
    /* the reason, of two words, is last, in room for VERDICT_TEXT signs */
    (void)snprintf(line, sizeof line, "%s %x:1", words, (unsigned)(VERDICT_TEXT / sizeof(uint64_t) - 2 + beyond));
    file = fopen(f->path, "w");
    assert_non_null(file);
    (void)fprintf(file, "adjudge journal run 1\n1 %zu %llx%s\n", strlen(line),
                  (unsigned long long)hash_bytes(HASH_START + 1, line, strlen(line)), line);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(replayed(f, "run 1"), beyond);
    assert_int_equal(f->taken, 1 - beyond);
  }
}

/* A line that is whole, and whose result has what no run writes, is as one that is torn. */
static void test_unsound(void **state) {
  Fixture *f = *state;
  const BlockResult right = f->written;
  Witness *witness = &f->written.witness[LAW_AD_FWD];
  for (int k = 0; k < 7; k++) {
    f->written = right;
    if (k == 0) witness->law = LAW_COUNT;
    if (k == 1) witness->engine = LAW_ENGINES;
    if (k == 2) witness->engine = -1;
    if (k == 3) witness->outcome = OUTCOME_COUNT;
    if (k == 4) memset(witness->exact_cotangent, 'x', sizeof witness->exact_cotangent);
    if (k == 5) f->written.tally.count[0][LAW_ENGINES - 1][OUTCOME_HOLDS] = 1;
    if (k == 6) f->written.program.found = FOR_ALL_COUNT;
    begin(f);
    assert_int_equal(replayed(f, "run 1"), 2);
    assert_int_equal(f->taken, 0);
  }
  f->written = right;
}

/* Each byte of a line that is changed, and each length at which it is cut, costs that line alone. */
static void test_changed(void **state) {
  Fixture *f = *state;
  static char text[1 << 16];
  begin(f);
  FILE *file = fopen(f->path, "r");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text, file), first = strcspn(text, "\n") + 1;
  (void)fclose(file);
  size_t end = first + strcspn(text + first, "\n");
  for (size_t at = first; at < end; at += 1 + (at - first) / 16) {
    char kept = text[at];
    text[at] = kept == '1' ? '2' : '1';
    file = fopen(f->path, "w");
    assert_int_equal(fwrite(text, 1, length, file), length);
    (void)fclose(file);
    text[at] = kept;
    assert_int_equal(replayed(f, "run 1"), 1);
    assert_int_equal(f->taken, 0);
  }
  for (size_t at = first + 1; at < end; at += 1 + (at - first) / 16) {
    file = fopen(f->path, "w");
    assert_int_equal(fwrite(text, 1, at, file), at);
    (void)fclose(file);
    assert_int_equal(replayed(f, "run 1"), 1);
    assert_int_equal(f->taken, 0);
  }
}

/* Of one result after another nothing stays, though witnesses are left as they are where there is none. */
static void test_used_again(void **state) {
  Fixture *f = *state;
  BlockResult *used = calloc(1, sizeof *used), *copy = calloc(1, sizeof *copy), *fresh = calloc(1, sizeof *fresh);
  assert_true(used != NULL && copy != NULL && fresh != NULL);
  block_copy(used, &f->written);
  assert_memory_equal(used, &f->written, sizeof *used);
  block_copy(copy, used);
  block_clear(used);
  assert_memory_equal(used, fresh, sizeof *used);
  fresh->witness[LAW_AD_REV] = used->witness[LAW_AD_REV] = (Witness){.present = true, .index = 5};
  block_copy(copy, used);
  assert_memory_equal(copy, fresh, sizeof *copy);
  free(used);
  free(copy);
  free(fresh);
}

/* What another process finds that wants the same: 1 the journal is kept, 2 the report is written, 4 it had either. */
static int wanted(const Fixture *f) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    char error[JOURNAL_ERROR];
    Destination to = {NULL, NULL, NULL};
    bool journal = journal_open(f->path, "run 2", false, error) != NULL;
    bool kept = !journal && strstr(error, "another run keeps its progress there") != NULL;
    bool report = destination_open(&to, f->error);
    bool written = !report && strcmp(destination_error(), "another run writes it") == 0;
    _exit((kept ? 1 : 0) + (written ? 2 : 0) + (journal || report ? 4 : 0));
  }
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Two runs at once keep no progress in one journal, and write no report to one file. */
static void test_alone(void **state) {
  Fixture *f = *state;
  Destination to[2];
  Journal *journal = journal_open(f->path, "run 1", false, f->error);
  assert_non_null(journal);
  (void)snprintf(f->error, sizeof f->error, "%s.report", f->path);
  assert_true(destination_open(&to[0], f->error));
  assert_int_equal(wanted(f), 1 + 2);
  assert_true(destination_open(&to[1], f->error)); /* the process itself */
  assert_false(destinations_part(to, 2));
  destination_abandon(&to[1]);
  destination_abandon(&to[0]);
  assert_true(destination_open(&to[0], f->error));
  (void)snprintf(f->error, sizeof f->error, "%s.report.tmp", f->path);
  assert_true(destination_open(&to[1], f->error)); /* where the first one is begun */
  assert_false(destinations_part(to, 2));
  assert_false(destinations_leave(to, 1, f->error));
  destination_abandon(&to[1]);
  assert_true(destinations_part(to, 1) && destinations_leave(to, 1, f->path));
  assert_false(destination_open(&to[1], ""));
  destination_abandon(&to[0]);
  journal_close(journal, false);
  assert_int_equal(wanted(f), 4);
}

/* What is no journal is not written over, for a run that goes on or one that begins. */
static void test_no_journal(void **state) {
  Fixture *f = *state;
  static const char *const texts[] = {"def f x = x\n", "adjudge journals of mine\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    char text[40] = "";
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    assert_true(fputs(texts[k], file) >= 0 && fclose(file) == 0);
    for (int resume = 0; resume < 2; resume++) {
      assert_null(journal_open(f->path, "run 1", resume == 1, f->error));
      assert_non_null(strstr(f->error, "it is no journal, and is not written over"));
    }
    file = fopen(f->path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, texts[k]);
    (void)fclose(file);
  }
  assert_null(journal_open("/", "run 1", false, f->error));
  assert_non_null(strstr(f->error, "it is no journal"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_read_back, setup, teardown),
      cmocka_unit_test_setup_teardown(test_witnesses, setup, teardown),
      cmocka_unit_test_setup_teardown(test_beyond, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unsound, setup, teardown),
      cmocka_unit_test_setup_teardown(test_changed, setup, teardown),
      cmocka_unit_test_setup_teardown(test_used_again, setup, teardown),
      cmocka_unit_test_setup_teardown(test_alone, setup, teardown),
      cmocka_unit_test_setup_teardown(test_no_journal, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
