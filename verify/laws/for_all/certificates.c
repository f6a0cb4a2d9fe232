/* Certificates of the derivatives of programs, on each path of those with tests: verify/kernel checks them. */
#include "semantics/memory/try.h"
#include "semantics/text/text.h"
#include "verify/battery/replay.h"
#include "verify/battery/straight.h"
#include "verify/certificates/emit.h"
#include "verify/certificates/file.h"
#include "verify/certificates/slopes.h"
#include "verify/kernel/gate_check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

/* The program, until the next recording; `slope` has room for all symbols. */
static Status source_recording(Subject *subject, uint32_t *slope, Recording *out) {
  Ring *straight = subject->battery->straight;
  Scalar *output = subject_scalars(subject, subject->outputs);
  if (output == NULL) return STATUS_LIMIT;
  TRY(straight_record(subject, STRAIGHT_SYMBOLS, output));
  TRY(record_slopes(straight, slope));
  *out = straight_recording(straight, subject->inputs, subject->outputs);
  out->primal = output;
  out->slope = slope;
  return STATUS_OK;
}

static Status record_source(Making *making) {
  Recordings *recordings = making->subject->battery->recordings;
  uint32_t slope[STRAIGHT_SYMBOLS];
  Recording recording;
  TRY(source_recording(making->subject, slope, &recording));
  making->number = recordings_keep(recordings, &recording);
  if (making->number == RECORDING_NONE) return STATUS_LIMIT;
  making->source = recordings_get(recordings, making->number);
  return STATUS_OK;
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

#define DIGEST_ROOM 32u

/* The program, who differentiated it, and the signs of its tests' differences along the path, if it has tests; with
 * room for a digest.  To be freed; NULL without memory. */
static char *describe(Subject *subject, const Derived *derived, int k, const Recording *source) {
  char signs[8 + STRAIGHT_SIGNS] = "";
  if (source->signs > 0) (void)strcpy(signs, "path: ");
  for (uint32_t i = 0; i < source->signs; i++) (void)strcat(signs, source->sign[i].negative ? "-" : "+");
  if (source->signs > 0) (void)strcat(signs, "\n");
  char *text = text_print_term(subject->battery->store, subject->program, NULL, (TypeId){0}, (PrintStyle){.width = 0});
  size_t room = text == NULL ? 0 : strlen(text) + 256 + DIGEST_ROOM;
  char *page = text == NULL ? NULL : malloc(room);
  if (page != NULL)
    (void)snprintf(page, room - DIGEST_ROOM, "%s\nderivative: %s %s\n%s", text, derived->engine->name,
                   derived_evaluator(derived, k), signs);
  free(text);
  return page;
}

/* Of the programs that have one certificate the shortest stands in its text, and of these the first, whoever comes
 * last. */
static bool write_text(const char *folder, const char *path, const char *text, const uint8_t *bytes, size_t size) {
  int alone = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (alone >= 0) (void)flock(alone, LOCK_EX);
  char *other = NULL;
  size_t room = 0, length = strlen(text);
  FILE *file = fopen(path, "rb");
  ssize_t got = file == NULL ? -1 : getdelim(&other, &room, '\0', file);
  size_t there = got < 0 ? 0 : (size_t)got;
  bool stands = there > 0 && certificate_text_goes(bytes, size, other, there) &&
                (there < length || (there == length && memcmp(other, text, length) <= 0));
  if (file != NULL) (void)fclose(file);
  free(other);
  bool good = stands || write_file(path, text, length);
  if (alone >= 0) (void)close(alone);
  return good;
}

/* The text ends in a digest of both, the name is that of the certificate. */
static bool write_both(Subject *subject, const Derived *derived, const char *way, const uint8_t *bytes, size_t size,
                       char *text) {
  char path[2048];
  size_t used = strlen(text);
  int length =
      snprintf(path, sizeof path, "%s/%s%s%s-%016llx.cert", subject->options->certificates, derived->engine->name,
               way[0] == '\0' ? "" : "-", way, (unsigned long long)certificate_digest(bytes, size - 8));
  if (length <= 0 || (size_t)length >= sizeof path || !write_file(path, bytes, size)) return false;
  (void)snprintf(path + length - 5, sizeof path - (size_t)length + 5, ".txt");
  (void)sprintf(text + used, "digest: %016llx\n", (unsigned long long)certificate_text_digest(bytes, size, text, used));
  return write_text(subject->options->certificates, path, text, bytes, size);
}

static bool write_certificate(Subject *subject, const Derived *derived, int k, const Recording *source,
                              const Certificate *certificate) {
  size_t size = 0;
  uint8_t *bytes = certificate_write(certificate, &size);
  char *text = describe(subject, derived, k, source);
  bool good =
      bytes != NULL && text != NULL && write_both(subject, derived, derived_evaluator(derived, k), bytes, size, text);
  free(bytes);
  free(text);
  return good;
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

static ProofToken written_token(Making *making, const Derived *derived, int k, const Recording *recording) {
  Certificate certificate;
  ProofToken token = make_token(making, recording, derived->engine->reverse, &certificate);
  if (token.by_certificate && !write_certificate(making->subject, derived, k, &making->source, &certificate))
    making->subject->battery->verdict.unfinished = true;
  return token;
}

/* A constant that is not kept is in no certificate either. */
static ProofToken certify(Making *making, Derived *derived, int k) {
  Subject *subject = making->subject;
  uint32_t number = derived_record(subject, derived, k);
  if (number == RECORDING_NONE) return (ProofToken){0};
  Recording recording = recordings_get(subject->battery->recordings, number);
  if (subject->options->certificates != NULL) return written_token(making, derived, k, &recording);
  return known_token(making, &recording, derived->engine->reverse, number);
}

/* Whether the k-th way of running the derivative is asked of this program. */
static bool is_asked(const Subject *subject, const Derived *derived, int k) {
  bool chosen = (int)((uint64_t)subject->index % (uint64_t)derived->runs) == k;
  return derived_usable(derived) && (subject->options->thorough || chosen);
}

/* ---------------------------------------------------------------- leaves -- */

#define MOST_LEAVES (1u << STRAIGHT_SIGNS)

/* The recorder goes on with the next one. */
static bool recording_copy(Subject *subject, Recording *recording) {
  StraightProgram *program = &recording->program;
  StraightNode *code = subject_room(subject, program->nodes, sizeof *code);
  StraightConstant *constant = subject_room(subject, (size_t)program->constants + 1, sizeof *constant);
  StraightSymbol *symbol = subject_room(subject, STRAIGHT_SYMBOLS, sizeof *symbol);
  uint32_t *slope = subject_room(subject, STRAIGHT_SYMBOLS, sizeof *slope);
  if (code == NULL || constant == NULL || symbol == NULL || slope == NULL) return false;
  memcpy(code, program->code, program->nodes * sizeof *code);
  memcpy(constant, program->constant, program->constants * sizeof *constant);
  memcpy(symbol, recording->symbol, recording->symbols * sizeof *symbol);
  memcpy(slope, recording->slope, recording->symbols * sizeof *slope);
  program->code = code, program->constant = constant;
  recording->symbol = symbol, recording->slope = slope;
  return true;
}

typedef struct Leaves {
  Making making;
  Leaf leaf[SUBJECT_DERIVED][TARGET_EVALUATORS][MOST_LEAVES];
  uint32_t count;
} Leaves;

/* The words of the path as it was gone. */
static Leaf leaf_of(const StraightPath *path, ProofToken token) {
  uint32_t outcomes = 0, words = LEAF_WORDS >> path->signs;
  for (uint32_t i = 0; i < path->signs; i++) outcomes = 2 * outcomes + !path->sign[i].negative;
  return (Leaf){outcomes * words, words, token};
}

/* The derivative along the program's path. */
static ProofToken certify_leaf(Making *making, const Derived *derived, int k, const StraightPath *path) {
  Subject *subject = making->subject;
  StraightPath same = {.like = path};
  Recording recording;
  Certificate certificate;
  straight_follow(subject->battery->straight, &same);
  Status status = derivative_recording(subject, derived, k, &recording);
  recording.sign = same.sign, recording.signs = same.signs;
  if (status != STATUS_OK) return (ProofToken){0};
  if (subject->options->certificates != NULL) return written_token(making, derived, k, &recording);
  return make_token(making, &recording, derived->engine->reverse, &certificate);
}

/* Records the program along the path, and asks all derivatives along it. */
static Status go_along(Leaves *leaves, StraightPath *path) {
  Making *making = &leaves->making;
  Subject *subject = making->subject;
  uint32_t slope[STRAIGHT_SYMBOLS];
  Recording recording;
  straight_follow(subject->battery->straight, path);
  TRY(source_recording(subject, slope, &recording));
  recording.sign = path->sign, recording.signs = path->signs;
  if (!recording_copy(subject, &recording)) return STATUS_LIMIT;
  making->source = recording;
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs; k++) {
      if (!is_asked(subject, derived, k)) continue;
      leaves->leaf[e][k][leaves->count] = leaf_of(path, certify_leaf(making, derived, k, path));
    }
  }
  leaves->count++;
  return STATUS_OK;
}

/* The next path: the last sign that was negative is positive; false after the last. */
static bool next_path(StraightPath *path) {
  uint32_t chosen = 0, choices = path->signs;
  while (choices > 0 && !path->sign[choices - 1].negative) choices--;
  for (uint32_t i = 0; i + 1 < choices; i++) chosen = 2 * chosen + !path->sign[i].negative;
  *path = (StraightPath){.chosen = 2 * chosen + 1, .choices = choices};
  return choices > 0;
}

/* Of a program with tests a certificate along each path: a derivative is proved where there is one on all. */
static void certify_leaves(const Making *making) {
  Subject *subject = making->subject;
  Leaves *leaves = calloc(1, sizeof *leaves);
  StraightPath path = {.choices = 0};
  Status status = leaves == NULL ? STATUS_LIMIT : STATUS_OK;
  if (leaves != NULL) leaves->making = *making;
  do {
    Workspace mark = subject_mark(subject);
    if (status == STATUS_OK) status = leaves->count == MOST_LEAVES ? STATUS_LIMIT : go_along(leaves, &path);
    subject_release(subject, mark);
  } while (status == STATUS_OK && next_path(&path));
  straight_follow(subject->battery->straight, NULL);
  for (int e = 0; e < subject->derivations && status == STATUS_OK; e++) {
    Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs; k++) {
      if (is_asked(subject, derived, k)) derived->proof[k] = gate_leaves(leaves->leaf[e][k], leaves->count);
    }
  }
  free(leaves);
}

void laws_certificates(Subject *subject) {
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return;
  Making making = {.subject = subject, .emitter = emitter_of(subject->battery)};
  Workspace mark = subject_mark(subject);
  Status status = making.emitter == NULL ? STATUS_LIMIT : record_source(&making);
  for (int e = 0; e < subject->derivations && status == STATUS_OK; e++) {
    Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs; k++) {
      if (is_asked(subject, derived, k)) derived->proof[k] = certify(&making, derived, k);
    }
  }
  subject_release(subject, mark);
  if (status == STATUS_UNABLE) certify_leaves(&making);
}

bool count_certificates(Subject *subject) {
  uint64_t *count = subject->tally->certificates, before[2] = {count[0], count[1]};
  for (int e = 0; e < subject->derivations; e++) {
    const Derived *derived = &subject->derived[e];
    for (int k = 0; k < derived->runs; k++) {
      if (is_asked(subject, derived, k)) count[derived->proof[k].by_certificate ? 0 : 1]++;
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
