/* What a system is asked and what is read of its answers: lines of JSON as they are sent, and an adapter of the shell
 * that answers what a test says, right or wrong. */
#include "semantics/memory/text_stream.h"
#include "tests/unit/programs.h"
#include "verify/system/hunt_report.h"
#include "verify/system/query_line.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- questions -- */

static void lines_as_they_are_sent(void **state) {
  (void)state;
  static const double x[] = {1.5, -2, 0.1}, v[] = {1, 0};
  static const struct {
    Mode mode;
    uint32_t count;
    const char *line;
  } table[] = {
      {MODE_VALUE, 0, "{\"id\":0,\"call\":\"value\",\"batch\":[]}\n"},
      {MODE_VALUE, 2,
       "{\"id\":0,\"call\":\"value\",\"batch\":[{\"program\":12,\"at\":[1.5,-2.0,0.10000000000000001]},{\"program\":0,"
       "\"at\":[]}]}\n"},
      {MODE_JVP, 1,
       "{\"id\":0,\"call\":\"jvp\",\"batch\":[{\"program\":12,\"at\":[1.5,-2.0,0.10000000000000001],\"seed\":[1.0,0.0]}"
       "]}\n"},
      {MODE_VJP, 1,
       "{\"id\":0,\"call\":\"vjp\",\"batch\":[{\"program\":12,\"at\":[1.5,-2.0,0.10000000000000001],\"seed\":[1.0,0.0]}"
       "]}\n"},
      {MODE_HESSIAN, 1,
       "{\"id\":0,\"call\":\"hessian\",\"batch\":[{\"program\":12,\"at\":[1.5,-2.0,0.10000000000000001],\"output\":3}]}"
       "\n"},
  };
  const Query queries[] = {{.program = 12, .inputs = 3, .x = x, .seeds = 2, .seed = v, .output = 3}, {.program = 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char *line = query_line(0, table[i].mode, table[i].count, queries);
    assert_string_equal(line, table[i].line);
    free(line);
  }
}

/* Numbers come back to the last bit, however many there are, and the same ones again and again. */
static void numbers_to_the_last_bit(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  static const double special[] = {0, -0.0, INFINITY, -INFINITY, NAN, 5, 1e22, 1e300, 0x1p-1074, 1 / 3.0, 123456789, 0};
  double *x = calloc(COUNT, sizeof *x);
  uint64_t word = 1;
  assert_non_null(x);
  for (uint32_t i = 0; i < COUNT; i++) {
    word = word * 6364136223846793005u + 1442695040888963407u;
    memcpy(&x[i], &word, sizeof word);
    if (i % 3 == 1) x[i] = special[i / 3 % (sizeof special / sizeof *special)];
    if (i % 3 == 2) x[i] = x[i / 2];
  }
  const Query query = {.program = 7, .inputs = COUNT, .x = x};
  char *line = query_line(1234567890123, MODE_VALUE, 1, &query);
  json_t *json = json_loads(line, 0, NULL);
  assert_true(json_number_value(json_object_get(json, "id")) == 1234567890123);
  const json_t *one = json_array_get(json_object_get(json, "batch"), 0), *at = json_object_get(one, "at");
  assert_int_equal(json_array_size(at), COUNT);
  for (uint32_t i = 0; i < COUNT; i++) {
    const json_t *number = json_array_get(at, i);
    double found = 0;
    assert_true(isfinite(x[i]) == json_is_real(number));
    assert_true(wire_read_number(number, &found));
    if (isnan(x[i]) ? !isnan(found) : memcmp(&found, &x[i], sizeof found) != 0) fail_msg("%a became %a", x[i], found);
  }
  json_decref(json);
  free(line);
  free(x);
}

/* ------------------------------------------------------------------ answers -- */

#define DESCRIPTION "{\"id\":1,\"system\":\"s\",\"modes\":[\"value\"],\"constructs\":[\"+\"]}"

/* A system that says these lines, one to each question, and waits for another one. */
typedef struct Stand {
  System system;
  char command[1024];
  bool started;
} Stand;

static Stand *stand(const char *first, const char *second) {
  Stand *s = calloc(1, sizeof *s);
  assert_non_null(s);
  (void)snprintf(s->command, sizeof s->command,
                 "read -r line; printf '%%s\\n' '%s'; read -r line; printf '%%s\\n' '%s'; read -r line", first, second);
  s->system = (System){.command = s->command, .timeout = 60};
  s->started = system_start(&s->system);
  return s;
}

static void stand_down(Stand *s) {
  system_stop(&s->system);
  free(s);
}

static void descriptions(void **state) {
  (void)state;
  static const struct {
    const char *line, *refused;
  } table[] = {
      {DESCRIPTION, NULL},
      {"{\"id\":1,\"system\":\"s\",\"modes\":[3,\"jvp\",\"value\"]}", NULL},
      {"{\"id\":1,\"system\":\"s\",\"modes\":[\"jvp\"]}", "describe: `modes` has no value"},
      {"{\"id\":1,\"system\":\"s\",\"modes\":[\"values\"]}", "describe: `modes` has no value"},
      {"{\"id\":1,\"system\":\"s\"}", "describe: `modes` has no value"},
      {"{\"id\":1,\"modes\":[\"value\"]}", "describe: `system` is no name"},
      {"{\"id\":1,\"system\":3,\"modes\":[\"value\"]}", "describe: `system` is no name"},
      {"{\"id\":1,\"system\":\"a\\u001b[31m\",\"modes\":[\"value\"]}", "describe: `system` is no name"},
      {"{\"id\":2,\"system\":\"s\",\"modes\":[\"value\"]}", "not an answer to the request: {\"id\":2,"},
      {"{\"id\":\"1\",\"system\":\"s\",\"modes\":[\"value\"]}", "not an answer to the request: {\"id\":"},
      {"{\"id\":1,\"id\":1,\"system\":\"s\",\"modes\":[\"value\"]}", "not a line of JSON: {\"id\":1,"},
      {"Hello", "not a line of JSON: Hello"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Stand *s = stand(table[i].line, "");
    if (s->started != (table[i].refused == NULL)) fail_msg("%s: %s", table[i].line, s->system.child.message);
    if (table[i].refused != NULL && strstr(s->system.child.message, table[i].refused) != s->system.child.message)
      fail_msg("%s: %s", table[i].line, s->system.child.message);
    stand_down(s);
  }
}

/* What it offers and lacks, what is left out besides, and how it takes programs. */
static void what_is_described(void **state) {
  (void)state;
  Stand *s = stand("{\"id\":1,\"system\":\"a name\",\"modes\":[\"hessian\",\"value\"],\"constructs\":[2,\"+\",\"*\"],"
                   "\"precision\":\"single\",\"variant\":{\"literals\":true,\"nested\":1,\"conditional\":true}}",
                   "");
  const System *system = &s->system;
  assert_true(s->started);
  assert_string_equal(system_title(system), "a name");
  assert_true(system->offers[MODE_VALUE] && !system->offers[MODE_JVP] && !system->offers[MODE_VJP]);
  assert_true(system->offers[MODE_HESSIAN]);
  assert_true(!system->lacks[CONSTRUCT_ADD] && !system->lacks[CONSTRUCT_MUL] && system->lacks[CONSTRUCT_SUB]);
  assert_true(!system->lacks[CONSTRUCT_NUMBER] && !system->lacks[CONSTRUCT_RETURN]);
  assert_ptr_equal(system_format(system), &format_single);
  Variant variant = system_variant(system);
  assert_true(variant.literals && !variant.nested && !variant.assigned && variant.conditional);
  stand_down(s);
  s = stand("{\"id\":1,\"system\":\"s\",\"modes\":[\"value\"],\"precision\":\"half\",\"variant\":{\"literals\":true},"
            "\"source\":{\"nested\":true,\"assigned\":true}}",
            "");
  variant = system_variant(&s->system);
  assert_ptr_equal(system_format(&s->system), &format_double);
  assert_true(!variant.literals && variant.nested && variant.assigned && !variant.conditional);
  stand_down(s);
  s = stand("{\"id\":1,\"system\":\"s\",\"modes\":[\"value\",\"jvp\"],\"constructs\":[]}", "");
  assert_true(s->system.offers[MODE_JVP]);
  for (int c = 0; c < CONSTRUCT_ALL; c++)
    assert_int_equal(s->system.lacks[c], c != CONSTRUCT_NUMBER && c != CONSTRUCT_RETURN && c != CONSTRUCT_COUNT);
  s->system.command = "read -r line; printf '%s\\n' '{\"id\":2,\"system\":\"s\",\"modes\":[\"value\"]}'";
  System other = system_like(&s->system, NULL);
  other.timeout = 60;
  assert_false(system_start(&s->system)); /* anew, and it offers less: answers would be missing */
  assert_non_null(strstr(s->system.child.message, "other `modes` or `constructs` than when it was started before"));
  assert_false(system_start(&other)); /* a worker's, too */
  system_stop(&other);
  stand_down(s);
  s = stand("no description", "");
  assert_string_equal(system_title(&s->system), "?");
  stand_down(s);
}

static void another_one_like_it(void **state) {
  (void)state;
  System first = {.command = "true", .timeout = 3, .memory = 64, .cpu = 5, .id = 9, .start = 2};
  first.without[CONSTRUCT_MUL] = true;
  const System other = system_like(&first, NULL);
  assert_string_equal(other.command, "true");
  assert_true(other.timeout == 3 && other.memory == 64 && other.cpu == 5 && other.id == 0 && other.start == 0);
  assert_true(other.without[CONSTRUCT_MUL] && !other.without[CONSTRUCT_ADD]);
}

/* How it ended is told. */
static void systems_that_end(void **state) {
  (void)state;
  static const struct {
    const char *command, *message;
    double timeout;
  } table[] = {
      {"exit 3", "the program ended before it answered: exit code 3", 60},
      {"kill -9 $$", "the program ended before it answered: killed by signal 9", 60},
      {"read line; read line", "no answer in time: the program hangs", 0.05},
      {"printf 'half a line'", "the program ended before it answered: exit code 0", 60},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    System system = {.command = table[i].command, .timeout = table[i].timeout};
    assert_false(system_start(&system));
    assert_string_equal(system.child.message, table[i].message);
    bool ended = strstr(table[i].message, "ended") != NULL;
    assert_int_equal(system.child.pid <= 0, ended); /* nothing of that number is ended once more */
    Query query = {.size = 0};
    if (ended) assert_false(system_ask(&system, MODE_VALUE, 1, &query));
    if (ended) assert_string_equal(system.child.message, "the program is not running");
    system_stop(&system);
  }
}

/* The limits on memory, in MiB, and on processor time are those that the adapter has. */
static void limits_of_systems(void **state) {
  (void)state;
  System system = {
      .command =
          "test \"$(ulimit -v) $(ulimit -t)\" = '204800 7' || exit 5; read -r line; printf '%s\\n' '" DESCRIPTION "'",
      .timeout = 60,
      .memory = 200,
      .cpu = 7};
  if (!system_start(&system)) fail_msg("%s", system.child.message);
  assert_true(system.start > 0 && system.start < 60);
  system_stop(&system);
}

/* Each answer to a question of two numbers. */
static void answers_to_two_numbers(void **state) {
  (void)state;
  static const struct {
    const char *answer;
    Answer read;
    double x, y;
    const char *error;
  } table[] = {
      {"[1, 2.5]", ANSWER_GIVEN, 1, 2.5, ""},
      {"[[1], [2]]", ANSWER_GIVEN, 1, 2, ""},
      {"[[1, 2], []]", ANSWER_GIVEN, 1, 2, ""},
      {"[\"inf\", \"0x1p1\"]", ANSWER_GIVEN, INFINITY, 2, ""},
      {"[9007199254740993, 1]", ANSWER_GIVEN, 9007199254740992, 1, ""},
      {"[1]", ANSWER_SHAPE, 0, 0, "[1.0]"},
      {"[1, 2, 3]", ANSWER_SHAPE, 0, 0, "[1.0,2.0,3.0]"},
      {"[]", ANSWER_SHAPE, 0, 0, "[]"},
      {"2", ANSWER_SHAPE, 0, 0, "2.0"},
      {"[true, 1]", ANSWER_SHAPE, 0, 0, "[true,1.0]"},
      {"[\"\", 1]", ANSWER_SHAPE, 0, 0, "[\"\",1.0]"},
      {"[\"1x\", 1]", ANSWER_SHAPE, 0, 0, "[\"1x\",1.0]"},
      {"null", ANSWER_NULL, 0, 0, ""},
      {"{\"error\":\"no\"}", ANSWER_ERROR, 0, 0, "no"},
      {"{\"error\":\"\"}", ANSWER_ERROR, 0, 0, "?"},
      {"{}", ANSWER_ERROR, 0, 0, "?"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char line[256];
    double out[2] = {7, 7};
    Query query = {.size = 2, .out = out, .error = "before"};
    (void)snprintf(line, sizeof line, "{\"id\":2,\"answers\":[%s]}", table[i].answer);
    Stand *s = stand(DESCRIPTION, line);
    if (!system_ask(&s->system, MODE_VALUE, 1, &query)) fail_msg("%s: %s", line, s->system.child.message);
    if (query.answer != table[i].read) fail_msg("%s is read as %d", line, (int)query.answer);
    assert_string_equal(query.error, table[i].error);
    if (query.answer == ANSWER_GIVEN) assert_true(out[0] == table[i].x && out[1] == table[i].y);
    if (query.answer == ANSWER_NULL || query.answer == ANSWER_ERROR) assert_true(isnan(out[0]) && isnan(out[1]));
    assert_int_equal(s->system.child.at, -1);
    stand_down(s);
  }
}

/* A list has one for each that was asked; what stands before it says where the system is. */
static void lists_and_marks(void **state) {
  (void)state;
  static const struct {
    const char *line, *message;
    int at;
  } table[] = {
      {"{\"id\":2,\"answers\":[null,null]}", "", -1},
      {"{\"id\":2,\"at\":1}\n{\"id\":2,\"answers\":[null,null]}", "", 1},
      {"{\"id\":2,\"at\":0}\n{\"id\":2,\"at\":1}\n{\"id\":2,\"at\":0}\n{\"id\":2,\"answers\":[null,null]}", "", 0},
      {"{\"id\":2,\"at\":-1}\n{\"id\":2,\"answers\":[null,null]}", "", -1},
      {"{\"id\":2,\"at\":1e300}\n{\"id\":2,\"answers\":[null,null]}", "", -1},
      {"{\"id\":2,\"answers\":[null]}", "the answer has no list with one for each that was asked: answers", -1},
      {"{\"id\":2,\"answers\":[null,null,null]}", "the answer has no list with one for each that was asked: answers",
       -1},
      {"{\"id\":2,\"answers\":{}}", "the answer has no list with one for each that was asked: answers", -1},
      {"{\"id\":2}", "the answer has no list with one for each that was asked: answers", -1},
      {"{\"id\":2,\"at\":1}\n{\"id\":3,\"answers\":[null,null]}",
       "not an answer to the request: {\"id\":3,\"answers\":[null,null]}", 1},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Query queries[2] = {{.size = 0}, {.size = 0}};
    Stand *s = stand(DESCRIPTION, table[i].line);
    bool good = system_ask(&s->system, MODE_VALUE, 2, queries);
    assert_int_equal(good, table[i].message[0] == '\0');
    if (!good) assert_string_equal(s->system.child.message, table[i].message);
    assert_int_equal(s->system.child.at, table[i].at);
    stand_down(s);
  }
  Stand *s = stand(DESCRIPTION, "nothing is asked");
  assert_true(system_ask(&s->system, MODE_VALUE, 0, NULL));
  stand_down(s);
}

/* Programs that were loaded, and why others were not. */
static void programs_that_are_loaded(void **state) {
  (void)state;
  Statement end = {.construct = CONSTRUCT_RETURN};
  const Residual none = {.count = 1, .statement = &end, .returns = 1}, *const programs[] = {&none, &none, &none};
  char loaded[3][SYSTEM_TEXT] = {"before", "before", "before"};
  Stand *s = stand(DESCRIPTION, "{\"id\":2,\"loaded\":[true,{\"error\":\"no sin\"},false]}");
  assert_true(system_load(&s->system, 3, programs, loaded));
  assert_string_equal(loaded[0], "");
  assert_string_equal(loaded[1], "no sin");
  assert_string_equal(loaded[2], "?");
  stand_down(s);
  s = stand(DESCRIPTION, "{\"id\":2,\"loaded\":[true,true]}");
  assert_false(system_load(&s->system, 3, programs, loaded));
  assert_string_equal(s->system.child.message, "the answer has no list with one for each that was asked: loaded");
  stand_down(s);
}

/* ------------------------------------------------------------------- report -- */

/* Found of x * x: a wrong derivative, and that the system ended; of |x| an answer that may differ; some refused. */
static HuntReport *some_report(void) {
  static Find finds[] = {{.mode = MODE_VJP,
                          .fate = FATE_WRONG,
                          .program = "def p (x : real) = x * x",
                          .size = 3,
                          .first = "poly,size=4:17",
                          .programs = 1234,
                          .code = "a program",
                          .failure = {.present = true,
                                      .fate = FATE_WRONG,
                                      .inputs = 1,
                                      .seeds = 1,
                                      .x = {1.5},
                                      .seed = {-2},
                                      .component = 0,
                                      .certain = "-6",
                                      .found = "6"}},
                         {.mode = MODE_VALUE,
                          .fate = FATE_FAILS,
                          .ended = true,
                          .program = "def p (x : real) = x",
                          .size = 1,
                          .programs = 1,
                          .failure = {.present = true, .fate = FATE_FAILS, .component = -1, .error = "exit code 3"}}};
  static char differs_in[] = "abs:0";
  static HuntReport report = {.find = finds, .finds = 2, .unshrunk = 7, .interrupted = true};
  Counts *counts = &report.counts;
  *counts = (Counts){.programs = 5000, .judged = 4000, .not_real = 600, .too_long = 300, .restarts = 2};
  for (int m = 0; m < MODE_COUNT; m++)
    for (int f = 0; f < FATES; f++) counts->answers[m][f] = 10u * (unsigned)m + (unsigned)f;
  for (int m = 0; m < MODE_COUNT; m++) counts->failing[m] = 100u + (unsigned)m;
  finds[0].has[CONSTRUCT_MUL] = finds[0].has[CONSTRUCT_RETURN] = finds[0].has[CONSTRUCT_COUNT] = true;
  counts->refused[CONSTRUCT_CALL(FUNCTION_ERF)] = 60, counts->refused[CONSTRUCT_DIV] = 40;
  counts->held[CONSTRUCT_ADD][MODE_VALUE] = 1, counts->held[CONSTRUCT_ADD][MODE_VJP] = 2;
  counts->undecided[CONSTRUCT_ADD][MODE_VJP] = 3, counts->undecided[CONSTRUCT_SIN][MODE_VALUE] = 4;
  report.differs[MODE_VJP] =
      (Failure){.present = true, .inputs = 1, .seeds = 1, .seed = {1}, .component = 0, .certain = "0", .found = "0.5"};
  report.differs_in[MODE_VJP] = differs_in;
  return &report;
}

static System some_system(void) {
  System system = {.description = json_pack("{s:s}", "system", "some AD"), .offers = {[MODE_VALUE] = true}};
  system.offers[MODE_VJP] = system.lacks[CONSTRUCT_DIV] = true;
  return system;
}

static void page_of_a_report(void **state) {
  (void)state;
  System system = some_system();
  char *page = NULL;
  size_t size;
  FILE *out = text_stream_open(&page, &size);
  hunt_print(&system, some_report(), "poly,size=4", out);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(
      page, "some AD on poly,size=4\n"
            "  programs: 5,000, 4,000 of them judged at 6 points each\n"
            "  not of reals: 600 programs, inputs or results\n"
            "  too long: 300 programs\n"
            "  refused: 100 programs, by a construct that the system lacks: / 40 erf 60\n"
            "\n"
            "answers        holds    differs      wrong      fails   unstable  undecided    outside\n"
            "value              0          1          2          3          4          5          6\n"
            "vjp               20         21         22         23         24         25         26\n"
            "\n"
            "constructs      value      jvp      vjp  hessian\n"
            "+                   h        -        h        -\n"
            "*                            -        X        -\n"
            "sin                 ?        -                 -\n"
            "h holds where it was decided, ? nothing was decided, X in the smallest program of a finding, - not asked\n"
            "\n"
            "1. REFUTED vjp, 3 nodes; 1,234 programs\n"
            "    def p (x : real) = x * x\n"
            "    at        1.5\n"
            "    seed      -2\n"
            "    certified -6\n"
            "    found     6 (component 0)\n"
            "    first in  poly,size=4:17\n"
            "\n"
            "2. ENDED value, 1 nodes; 1 program\n"
            "    def p (x : real) = x\n"
            "    found     exit code 3\n"
            "    first in  ?\n"
            "\n"
            "vjp differs from the derivative, as AD may:\n"
            "    abs:0\n"
            "    at        0\n"
            "    seed      1\n"
            "    certified 0\n"
            "    found     0.5 (component 0)\n"
            "\n"
            "7 failing programs more were not made small, and are in no finding: --findings\n");
  free(page);
  json_decref(system.description);
}

static void json_of_a_report(void **state) {
  (void)state;
  System system = some_system();
  json_t *json = hunt_json(&system, some_report(), "poly,size=4", 12);
  char *text = json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT);
  assert_string_equal(
      text,
      "{\"answers\":{\"hessian\":{\"differs\":31,\"failing "
      "programs\":103,\"fails\":33,\"holds\":30,\"outside\":36,\"undecided\":35,\"unstable\":34,\"wrong\":32},"
      "\"jvp\":{\"differs\":11,\"failing "
      "programs\":101,\"fails\":13,\"holds\":10,\"outside\":16,\"undecided\":15,\"unstable\":14,\"wrong\":12},"
      "\"value\":{\"differs\":1,\"failing "
      "programs\":100,\"fails\":3,\"holds\":0,\"outside\":6,\"undecided\":5,\"unstable\":4,\"wrong\":2},"
      "\"vjp\":{\"differs\":21,\"failing "
      "programs\":102,\"fails\":23,\"holds\":20,\"outside\":26,\"undecided\":25,\"unstable\":24,\"wrong\":22}},"
      "\"complete\":false,"
      "\"differs\":{\"vjp\":{\"at\":[0.0],\"certified\":\"0\",\"found\":\"0.5\",\"program\":\"abs:0\",\"seed\":[1.0]}},"
      "\"findings\":[{\"at\":[1.5],\"certified\":\"-6\",\"component\":0,\"constructs\":[\"*\"],\"first\":\"poly,size=4:"
      "17\",\"found\":\"6\",\"mode\":\"vjp\",\"program\":\"def p (x : real) = x * "
      "x\",\"programs\":1234,\"reproduction\":\"a program\",\"seed\":[-2.0],\"size\":3,\"verdict\":\"REFUTED\"},"
      "{\"at\":[],\"certified\":\"\",\"component\":-1,\"constructs\":[],\"first\":\"\",\"found\":\"exit code "
      "3\",\"mode\":\"value\",\"program\":\"def p (x : real) = "
      "x\",\"programs\":1,\"seed\":[],\"size\":1,\"verdict\":\"ENDED\"}],"
      "\"holds\":{\"+\":{\"value\":1,\"vjp\":2}},\"judged\":4000,\"not made small\":7,\"not of reals\":600,"
      "\"programs\":5000,\"refused\":{\"/\":40,\"erf\":60},\"restarts\":2,\"scope\":\"poly,size=4\","
      "\"seed\":12,\"system\":\"some AD\",\"too long\":300}");
  free(text);
  json_decref(json);
  json_decref(system.description);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_as_they_are_sent), cmocka_unit_test(numbers_to_the_last_bit),
      cmocka_unit_test(descriptions),           cmocka_unit_test(what_is_described),
      cmocka_unit_test(another_one_like_it),    cmocka_unit_test(systems_that_end),
      cmocka_unit_test(limits_of_systems),      cmocka_unit_test(answers_to_two_numbers),
      cmocka_unit_test(lists_and_marks),        cmocka_unit_test(programs_that_are_loaded),
      cmocka_unit_test(page_of_a_report),       cmocka_unit_test(json_of_a_report),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
