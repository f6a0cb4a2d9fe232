#include "verify/laws/certificates.h"

#include "semantics/text/text.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/kernel/certificate.h"
#include "verify/laws/straight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Emitter *emitter_of(Battery *battery) {
  if (battery->emitter != NULL) return battery->emitter;
  Emitter *made = calloc(1, sizeof *made);
  if (made != NULL && !emitter_init(made)) {
    emitter_free(made);
    free(made);
    made = NULL;
  }
  battery->emitter = made;
  return made;
}

/* The derivative at a point and a direction, or cotangent, of variables. */
static Status record_derivative(Subject *subject, const Derived *derived, int k, Recording *out) {
  Battery *battery = subject->battery;
  uint32_t n = subject->inputs, m = derived->domain;
  Scalar *input = subject_scalars(subject, n), *seed = subject_scalars(subject, m);
  Scalar *primal = subject_scalars(subject, subject->outputs), *image = subject_scalars(subject, derived->codomain);
  if (input == NULL || seed == NULL || primal == NULL || image == NULL) return STATUS_LIMIT;
  straight_begin(battery->straight, n + m);
  for (uint32_t i = 0; i < n; i++) input[i] = (Scalar){i};
  for (uint32_t i = 0; i < m; i++) seed[i] = (Scalar){n + i};
  Machine machine = machine_make(battery->store, battery->straight, &battery->values);
  ArenaMark mark = arena_mark(&battery->values);
  Status status = derived_eval(derived, k, &machine, input, 1, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(battery->straight);
  *out = (Recording){straight_recorded(battery->straight), n + m, primal, image, subject->outputs, derived->codomain};
  return status != STATUS_OK ? status : left;
}

static bool emit(Subject *subject, const Derived *derived, int k, Certificate *out) {
  Battery *battery = subject->battery;
  Emitter *emitter = emitter_of(battery);
  Scalar *output = subject_scalars(subject, subject->outputs);
  Emission emission;
  Recording derivative;
  if (emitter == NULL || output == NULL || straight_record(subject, output) != STATUS_OK) return false;
  Recording source = {straight_recorded(battery->straight), subject->inputs, output, NULL, subject->outputs, 0};
  if (!emit_source(emitter, &source, derived->engine->reverse, &emission)) return false;
  if (record_derivative(subject, derived, k, &derivative) != STATUS_OK) return false;
  return emit_derivative(&emission, &derivative, out) && certificate_holds(*out);
}

/* Whole, or not at all. */
static bool write_file(const char *path, const void *bytes, size_t size) {
  char fresh[4096];
  int length = snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
  FILE *file = length > 0 && (size_t)length < sizeof fresh ? fopen(fresh, "wb") : NULL;
  if (file == NULL) return false;
  bool good = fwrite(bytes, 1, size, file) == size;
  good = fclose(file) == 0 && good;
  good = good && rename(fresh, path) == 0;
  if (!good) (void)remove(fresh);
  return good;
}

static bool write_program(Subject *subject, const Derived *derived, int k, const char *path) {
  char *text = text_print_term(subject->battery->store, subject->program, NULL, (TypeId){0}, (PrintStyle){.width = 0});
  size_t room = text == NULL ? 0 : strlen(text) + 256;
  char *page = text == NULL ? NULL : malloc(room);
  int length = page == NULL ? -1
                            : snprintf(page, room, "%s\nderivative: %s %s\n", text, derived->engine->name,
                                       derived_evaluator(derived, k));
  bool good = length > 0 && write_file(path, page, (size_t)length);
  free(text);
  free(page);
  return good;
}

static bool write_certificate(Subject *subject, const Derived *derived, int k, const Certificate *certificate) {
  char path[2048];
  size_t size = 0;
  uint8_t *bytes = certificate_write(certificate, &size);
  if (bytes == NULL) return false;
  const char *way = derived_evaluator(derived, k);
  int length =
      snprintf(path, sizeof path, "%s/%s%s%s-%016llx.cert", subject->options->certificates, derived->engine->name,
               way[0] == '\0' ? "" : "-", way, (unsigned long long)certificate_digest(bytes, size - 8));
  bool good = length > 0 && (size_t)length < sizeof path && write_file(path, bytes, size);
  free(bytes);
  if (!good) return false;
  (void)snprintf(path + length - 5, sizeof path - (size_t)length + 5, ".txt");
  return write_program(subject, derived, k, path);
}

static void certify(Subject *subject, const Derived *derived, int k) {
  Certificate certificate;
  Workspace mark = subject_mark(subject);
  bool made = emit(subject, derived, k, &certificate);
  subject->tally->certificates[made ? 0 : 1]++;
  if (made && !write_certificate(subject, derived, k, &certificate)) subject->battery->verdict.unfinished = true;
  subject_release(subject, mark);
}

void laws_certificates(Subject *subject) {
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs && derived_usable(derived); k++) {
      bool chosen = (int)((uint64_t)subject->index % (uint64_t)derived->runs) == k;
      if (subject->options->thorough || chosen) certify(subject, derived, k);
    }
  }
}
