#include "verify/laws/certificates.h"

#include "semantics/text/text.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/certificates/slopes.h"
#include "verify/kernel/gate_check.h"
#include "verify/laws/replay.h"
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

/* ---------------------------------------------------------------- tokens -- */

typedef struct Making {
  Subject *subject;
  Emitter *emitter;
  uint32_t number; /* of the program in the battery's recordings */
  Recording source;
} Making;

static bool record_source(Making *making) {
  Subject *subject = making->subject;
  Recordings *recordings = subject->battery->recordings;
  Scalar *output = subject_scalars(subject, subject->outputs);
  Ring *straight = subject->battery->straight;
  if (output == NULL || straight_record(subject, STRAIGHT_SYMBOLS, output) != STATUS_OK) return false;
  uint32_t slope[STRAIGHT_SYMBOLS];
  if (record_slopes(straight, slope) != STATUS_OK) return false;
  Recording recording = straight_recording(straight, subject->inputs, subject->outputs);
  recording.primal = output;
  recording.slope = slope;
  making->number = recordings_keep(recordings, &recording);
  if (making->number == RECORDING_NONE) return false;
  making->source = recordings_get(recordings, making->number);
  return true;
}

/* Finds a certificate and has it checked: that it is of these recordings, and that it holds. */
static ProofToken make_token(Making *making, const Recording *derivative, bool reverse, Certificate *out) {
  Matching matching;
  Question question;
  if (!matching_guess(&making->source, derivative, &matching) ||
      !emit_certificate(making->emitter, &making->source, derivative, reverse, &matching, out) ||
      !certificate_asked(out, &making->source, derivative, reverse, &matching, &question))
    return (ProofToken){0};
  return gate_check(*out, (Asked){question.claim, question.claims, question.given, question.givens});
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

/* What came of the pair when it was asked for a certificate last, or comes of it now. */
static ProofToken known_token(Making *making, const Recording *derivative, bool reverse, uint32_t number) {
  Certificate certificate;
  RecordedFacts *facts = recordings_facts(making->subject->battery->recordings, making->number, number, reverse);
  if (facts == NULL) return make_token(making, derivative, reverse, &certificate);
  if (!facts->asked) facts->token = make_token(making, derivative, reverse, &certificate);
  facts->asked = true;
  return facts->token;
}

/* A constant that is not kept is in no certificate either. */
static ProofToken certify(Making *making, Derived *derived, int k) {
  Subject *subject = making->subject;
  bool written = subject->options->certificates != NULL, reverse = derived->engine->reverse;
  uint32_t number = derived_record(subject, derived, k);
  Certificate certificate;
  if (number == RECORDING_NONE) return (ProofToken){0};
  Recording recording = recordings_get(subject->battery->recordings, number);
  if (!written) return known_token(making, &recording, reverse, number);
  ProofToken token = make_token(making, &recording, reverse, &certificate);
  if (token.by_certificate && !write_certificate(subject, derived, k, &certificate))
    subject->battery->verdict.unfinished = true;
  return token;
}

void laws_certificates(Subject *subject) {
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  Making making = {.subject = subject, .emitter = emitter_of(subject->battery)};
  Workspace mark = subject_mark(subject);
  bool recorded = making.emitter != NULL && record_source(&making);
  for (int e = 0; e < subject->derivations && recorded; e++) {
    Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs && derived_usable(derived); k++) {
      bool chosen = (int)((uint64_t)subject->index % (uint64_t)derived->runs) == k;
      if (subject->options->thorough || chosen) derived->proof[k] = certify(&making, derived, k);
    }
  }
  subject_release(subject, mark);
}

bool count_certificates(Subject *subject) {
  uint64_t *count = subject->tally->certificates, before[2] = {count[0], count[1]};
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs && derived_usable(derived); k++) {
      bool chosen = (int)((uint64_t)subject->index % (uint64_t)derived->runs) == k;
      if (subject->options->thorough || chosen) count[derived->proof[k].by_certificate ? 0 : 1]++;
    }
  }
  return count[0] > before[0] && count[1] == before[1];
}

/* What follows from a certificate of a value and a derivative: the derivative is linear in the direction, its
 * transpose in the cotangent. */
static bool law_follows(LawId law) {
  return law == LAW_AD_PRIMAL || law == LAW_AD_FWD || law == LAW_AD_REV || law == LAW_HOM_ZERO || law == LAW_HOM_ADD ||
         law == LAW_HOM_SCALE;
}

ProofToken derived_proof(const Subject *subject, LawId law, int slot, int k) {
  const ProofToken none = {0};
  if (k >= TARGET_EVALUATORS) return none;
  if (law == LAW_AD_DOT) return gate_both(subject->derived[0].proof[k], subject->derived[1].proof[k]);
  for (int e = 0; e < subject->derivations && law_follows(law); e++) {
    if (subject->derived[e].slot == slot) return subject->derived[e].proof[k];
  }
  return none;
}
