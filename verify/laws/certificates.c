#include "verify/laws/certificates.h"

#include "semantics/text/text.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/kernel/gate_check.h"
#include "verify/laws/recordings.h"
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

/* What the recorder holds, the rest being filled in. */
static Recording recorded(const Subject *subject, uint32_t inputs) {
  Ring *straight = subject->battery->straight;
  Recording recording = {.program = straight_recorded(straight),
                         .inputs = inputs + STRAIGHT_INVERSES,
                         .outputs = subject->outputs,
                         .room = STRAIGHT_INVERSES};
  recording.inverses = straight_inverses(straight, &recording.inverse_of);
  return recording;
}

/* The derivative at a point and a direction, or cotangent, of variables. */
static Status record_derivative(Subject *subject, const Derived *derived, int k, Recording *out) {
  Battery *battery = subject->battery;
  uint32_t n = subject->inputs, m = derived->domain;
  Scalar *input = subject_scalars(subject, n), *seed = subject_scalars(subject, m);
  Scalar *primal = subject_scalars(subject, subject->outputs), *image = subject_scalars(subject, derived->codomain);
  if (input == NULL || seed == NULL || primal == NULL || image == NULL) return STATUS_LIMIT;
  straight_begin_quotients(battery->straight, n + m, STRAIGHT_INVERSES);
  for (uint32_t i = 0; i < n; i++) input[i] = (Scalar){i};
  for (uint32_t i = 0; i < m; i++) seed[i] = (Scalar){n + i};
  Machine machine = machine_make(battery->store, battery->straight, &battery->values);
  ArenaMark mark = arena_mark(&battery->values);
  Status status = derived_eval(derived, k, &machine, input, 1, seed, primal, image);
  arena_release(&battery->values, mark);
  Status left = ring_take_status(battery->straight);
  *out = recorded(subject, n + m);
  out->primal = primal, out->image = image, out->images = derived->codomain;
  return status != STATUS_OK ? status : left;
}

/* ---------------------------------------------------------------- tokens -- */

typedef struct Making {
  Subject *subject;
  Emitter *emitter;
  Recording source;
} Making;

/* The recorder goes on with the next one. */
static bool keep_recording(Subject *subject, Recording *recording) {
  StraightProgram *program = &recording->program;
  StraightNode *code = subject_room(subject, program->nodes, sizeof *code);
  StraightConstant *constant = subject_room(subject, (size_t)program->constants + 1, sizeof *constant);
  uint32_t *inverse_of = subject_room(subject, (size_t)recording->inverses + 1, sizeof *inverse_of);
  if (code == NULL || constant == NULL || inverse_of == NULL) return false;
  if (recording->inverses > 0) memcpy(inverse_of, recording->inverse_of, recording->inverses * sizeof *inverse_of);
  recording->inverse_of = inverse_of;
  memcpy(code, program->code, program->nodes * sizeof *code);
  memcpy(constant, program->constant, program->constants * sizeof *constant);
  program->code = code;
  program->constant = constant;
  return true;
}

static bool record_source(Making *making) {
  Subject *subject = making->subject;
  Scalar *output = subject_scalars(subject, subject->outputs);
  if (output == NULL || straight_record(subject, STRAIGHT_INVERSES, output) != STATUS_OK) return false;
  making->source = recorded(subject, subject->inputs);
  making->source.primal = output;
  if (!keep_recording(subject, &making->source)) return false;
  subject->recorded = recordings_keep(subject->battery->recordings, &making->source);
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
  const Subject *subject = making->subject;
  Certificate certificate;
  RecordedFacts *facts = subject->recorded == RECORDING_NONE || number == RECORDING_NONE
                             ? NULL
                             : recordings_facts(subject->battery->recordings, subject->recorded, number, reverse);
  if (facts == NULL) return make_token(making, derivative, reverse, &certificate);
  if (!facts->asked) facts->token = make_token(making, derivative, reverse, &certificate);
  facts->asked = true;
  return facts->token;
}

static ProofToken certify(Making *making, Derived *derived, int k) {
  Subject *subject = making->subject;
  bool written = subject->options->certificates != NULL, reverse = derived->engine->reverse;
  Recording recording;
  Certificate certificate;
  if (record_derivative(subject, derived, k, &recording) != STATUS_OK) return (ProofToken){0};
  derived->recorded[k] = recordings_keep(subject->battery->recordings, &recording);
  if (!written) return known_token(making, &recording, reverse, derived->recorded[k]);
  ProofToken token = make_token(making, &recording, reverse, &certificate);
  if (token.by_certificate && !write_certificate(subject, derived, k, &certificate))
    subject->battery->verdict.unfinished = true;
  return token;
}

void laws_certificates(Subject *subject) {
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  Making making = {.subject = subject, .emitter = emitter_of(subject->battery)};
  Workspace mark = subject_mark(subject);
  subject->recorded = RECORDING_NONE;
  bool recorded = making.emitter != NULL && record_source(&making);
  for (int e = 0; e < subject->derivations && recorded; e++) {
    Derived *derived = &subject->derived[e];
    memset(derived->recorded, 0, sizeof derived->recorded);
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
