/* Every reader, given any bytes: with clang's libFuzzer (make fuzz), or as a program of its own over files and seeded
 * changes of them (replay.c, run.sh).  The first byte says which reader has the rest; seeds/ has some of each:
 *
 *   p a file of programs     t a term of the target language     y a type
 *   q a specification        d the description of a space        r a report, for merge
 *   j answers of a program with rules (campaign --exec)          s requests to adjudge serve
 *   m an answer of the solver's process                          v values as JSON, over each ring
 *   w words: options of each command, numbers, and sizes and indices in them
 *   f programs of FPCore     k programs of ksc's language         a programs of caddie's
 *   h functions on Hilbert spaces      n programs of the working notes
 *
 * Nothing is claimed of what they answer but that the layout of a text that has one is canonical: no crash, no leak, no
 * undefined behaviour, no hang. */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz/readers.h"

#include "semantics/cad/cad.h"
#include "semantics/fpcore/fpcore.h"
#include "semantics/frechet/text.h"
#include "semantics/ks/ks.h"
#include "semantics/notes/notes.h"
#include "semantics/rings/rings.h"
#include "semantics/text/format.h"
#include "verify/campaign/merge.h"
#include "verify/cli/commands.h"
#include "verify/cli/values.h"
#include "verify/enumerate/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define TERMS ((uint32_t)1 << 16)
#define VALUES 64u
#define WORDS 24

static FILE *nowhere(void) {
  static FILE *file;
  if (file == NULL) file = fopen("/dev/null", "w");
  if (file == NULL) abort();
  return file;
}

/* ---------------------------------------------------------------- texts -- */

/* What is laid out stays as it is. */
static void read_layout(Store *store, const char *text, size_t length) {
  TextError error;
  char *once = text_format(store, "file", text, length, &error);
  char *again = once == NULL ? NULL : text_format(store, "file", once, strlen(once), &error);
  if (once != NULL && (again == NULL || strcmp(once, again) != 0)) abort();
  free(once);
  free(again);
}

static void read_program(Store *store, const char *text, size_t length) {
  read_layout(store, text, length);
  const SizeOverride size = {"n", 3};
  Module module;
  TextError error;
  if (text_read_module(store, "file", text, length, &size, 1, &module, &error) != STATUS_OK) return;
  for (uint32_t i = 0; i < module.count; i++)
    free(text_print_definition(store, &module.definitions[i], (PrintStyle){0}));
  text_free_module(&module);
}

/* What is read as definitions is read again as these: an importer that writes what is none is wrong.  A length that is
 * negative at the sizes that are taken where none is given, as that of real^(n - 5) is, is not its fault. */
static void read_foreign(Importing importing, Store *store, const char *text, size_t length) {
  Import import;
  TextError error, why;
  Module module;
  if (importing(store, "file", text, length, IMPORT_IN_PLACE, &import, &error) == STATUS_OK && import.read > 0) {
    Status status = text_read_module(store, "definitions", import.text, strlen(import.text), NULL, 0, &module, &why);
    if (status == STATUS_ILL_TYPED && strstr(why.message, "this size is negative") == NULL) {
      (void)fprintf(stderr, "%s\n", why.message);
      abort();
    }
    if (status == STATUS_OK) text_free_module(&module);
    read_program(store, import.text, strlen(import.text));
  }
  import_free(&import);
}

static void read_term(Store *store, const char *text, size_t length) {
  TypeId context[] = {type_real(&store->types, 1), type_real(&store->types, 3)}, type;
  TermText source = {.text = text, .length = length, .context = context, .context_length = 2, .target = true};
  TermId t;
  TextError error;
  (void)!text_read_term(store, &source, &t, &type, &error);
  (void)!store_take_status(store);
}

static void read_type(Store *store, const char *text, size_t length) {
  char name[200];
  TypeId type;
  TextError error;
  if (text_read_type(store, text, length, &type, &error) == STATUS_OK)
    (void)type_print(&store->types, type, name, sizeof name);
}

static void read_specification(Store *store, const char *text, size_t length) {
  Primitive primitive;
  TextError error;
  (void)!primitive_read(store, "file", text, length, NULL, 0, &primitive, &error);
  primitive_free(&primitive);
}

/* --------------------------------------------------------------- values -- */

static void read_value(Store *store, RingChoice choice, TypeId type, const json_t *json) {
  Scalar out[VALUES];
  Ring *ring = ring_choice_new(choice);
  if (ring == NULL) abort();
  ValueReader reader = {.store = store, .ring = ring, .choice = choice};
  ValueWriter writer = {nowhere(), &store->types, ring, choice, OUTPUT_JSON};
  if (value_read(&reader, "x", type, json, out)) (void)value_write(&writer, type, out);
  ring_destroy(ring);
}

static void read_values(Store *store, const char *text, size_t length) {
  char error[256];
  TypeTable *types = &store->types;
  TypeId real = type_real(types, 1), pair = type_prod(types, type_real(types, 3), type_int(types));
  json_t *json = value_parse(text, length, error, sizeof error);
  for (int choice = RING_CHOICE_DOUBLE; json != NULL && choice <= RING_CHOICE_ENCLOSURE; choice++) {
    read_value(store, (RingChoice)choice, real, json);
    read_value(store, (RingChoice)choice, pair, json);
  }
  json_decref(json);
}

/* The words, a line each: as options of every command, and as numbers. */
static void read_words(const char *text, size_t length) {
  static const Command *const all[] = {&command_check,  &command_eval,   &command_derive, &command_verify,
                                       &command_sample, &command_replay, &command_truth,  &command_campaign};
  char *words[WORDS], *copy = strndup(text, length), *rest = NULL;
  int count = 0;
  for (char *word = copy == NULL ? NULL : strtok_r(copy, "\n", &rest); word != NULL && count < WORDS;
       word = strtok_r(NULL, "\n", &rest))
    words[count++] = word;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    Arguments arguments = {.out = nowhere(), .err = nowhere()};
    (void)options_parse(all[i]->options, count, words, &arguments);
    options_free(&arguments);
  }
  for (int i = 0; i < count; i++) {
    Rank rank;
    int64_t number;
    (void)rank_parse(words[i], &rank);
    (void)number_read_int(words[i], &number);
  }
  free(copy);
}

/* --------------------------------------------------------------- reports -- */

static void read_report(const char *text, size_t length) {
  char path[40], error[MERGE_ERROR];
  Merge merge = {0};
  int file = memfd_create("report", MFD_CLOEXEC);
  if (file < 0 || write(file, text, length) != (ssize_t)length) abort();
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (merge_add(&merge, path, error)) {
    (void)report_print(&merge.report, nowhere(), true);
    (void)report_write_json(&merge.report, nowhere());
    (void)report_write_junit(&merge.report, nowhere());
  }
  merge_free(&merge);
  (void)close(file);
}

/* ---------------------------------------------------------------- entry -- */

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size) {
  if (size == 0) return 0;
  char *text = malloc(size); /* not terminated: one byte more is an error that the sanitizers see */
  Store *store = store_new(TERMS);
  if (text == NULL || store == NULL) abort();
  size_t length = size - 1;
  memcpy(text, bytes + 1, length);
  switch (bytes[0]) {
  case 'p': read_program(store, text, length); break;
  case 't': read_term(store, text, length); break;
  case 'f': read_foreign(fpcore_import, store, text, length); break;
  case 'n': read_foreign(notes_import, store, text, length); break;
  case 'a': read_foreign(cad_import, store, text, length); break;
  case 'k': read_foreign(ks_import, store, text, length); break;
  case 'h': read_foreign(hil_import, store, text, length); break;
  case 'y': read_type(store, text, length); break;
  case 'q': read_specification(store, text, length); break;
  case 'd': read_description(store, text, length); break;
  case 'v': read_values(store, text, length); break;
  case 'w': read_words(text, length); break;
  case 'r': read_report(text, length); break;
  case 'j': read_answers(store, text, length); break;
  case 's': read_requests(text, length); break;
  case 'm': read_solver(text, length); break;
  default: break;
  }
  store_free(store);
  free(text);
  return 0;
}
