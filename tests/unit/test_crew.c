/* Systems before workers: one report for any number of them, what is left out left out by all, a worker that cannot
 * start its system told; and a program that ends the system found by the marker that stood before it. */
#include "verify/campaign/scopes.h"
#include "verify/system/hunt.h"
#include "verify/system/hunt_report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define STAND_IN "python3 tests/systems/dual.py"
#define SCALARS "contexts=real;types=real;results=real;terms="

typedef struct Field {
  Store *store;
  Space *space;
  System system;
  HuntReport report;
} Field;

/* A hunt over the whole space, in parts of four programs. */
static void field_open(Field *field, const char *command, const char *space, uint32_t jobs, uint32_t shrinks,
                       Construct without) {
  char error[256];
  *field = (Field){.system = {.command = command, .timeout = 60, .stopped = campaign_interrupted}};
  field->store = store_new((uint32_t)1 << 20);
  field->space = space_open(field->store, space, error, sizeof error);
  assert_non_null(field->space);
  if (without != CONSTRUCT_COUNT) field->system.without[without] = true;
  assert_true(system_start(&field->system));
  const Scope scope = scope_space(field->space, space, 1, 1, (BatteryOptions){0});
  const HuntOptions options = {
      .seed = 1, .batch = 4, .shrinks = shrinks, .jobs = jobs, .wanted = {true, true, true, true}};
  assert_true(hunt(&field->system, field->store, &scope, &options, &field->report));
}

static char *field_report(const Field *field) {
  json_t *json = hunt_json(&field->system, &field->report, "", 1);
  char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  json_decref(json);
  return text;
}

static void field_close(Field *field) {
  hunt_free(&field->report);
  system_stop(&field->system);
  space_close(field->space);
  store_free(field->store);
}

static void same_reports(const char *command, const char *space, Construct without, uint64_t fewest) {
  char *said[2];
  for (int k = 0; k < 2; k++) {
    Field field;
    field_open(&field, command, space, k == 0 ? 1 : 3, 2, without);
    assert_true(!field.report.lost && !field.report.interrupted && field.report.counts.judged >= fewest);
    said[k] = field_report(&field);
    field_close(&field);
  }
  assert_string_equal(said[0], said[1]);
  free(said[0]);
  free(said[1]);
}

static void any_number(void **state) {
  (void)state;
  same_reports("PLANT=aliasing " STAND_IN, "size=5;" SCALARS ";ops=+,*,2", CONSTRUCT_COUNT, 40);
}

static void left_out(void **state) {
  (void)state;
  same_reports(STAND_IN, "size=4;" SCALARS ";ops=+,*,2", CONSTRUCT_MUL, 5);
}

/* It starts once, for the one that asks what it is, and for no worker. */
static void worker_without(void **state) {
  (void)state;
  char folder[] = "/tmp/adjudge-crew-XXXXXX", command[256];
  assert_non_null(mkdtemp(folder));
  (void)snprintf(command, sizeof command, "rmdir %s && " STAND_IN, folder);
  Field field;
  field_open(&field, command, "size=4;" SCALARS ";ops=+,*,2", 2, 0, CONSTRUCT_COUNT);
  assert_true(field.report.lost && field.report.counts.programs == 0);
  field_close(&field);
}

/* A program that ends the system does so once among others, and once alone: none has to be looked for. */
static void marked(void **state) {
  (void)state;
  Field field;
  field_open(&field, "HOW=crash python3 tests/systems/bad.py", "size=4;" SCALARS ";ops=+,neg,/", 1, 0, CONSTRUCT_COUNT);
  assert_true(field.report.counts.failing[MODE_VALUE] > 2 && !field.report.lost);
  assert_int_equal(field.report.counts.restarts, 2 * field.report.counts.failing[MODE_VALUE]);
  field_close(&field);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(any_number), cmocka_unit_test(left_out),
                                     cmocka_unit_test(worker_without), cmocka_unit_test(marked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
