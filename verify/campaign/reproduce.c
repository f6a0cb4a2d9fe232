#include "verify/campaign/reproduce.h"

#include "ad/engine.h"
#include "semantics/memory/text_stream.h"
#include "verify/campaign/artist.h"
#include "verify/campaign/host_code.h"
#include "verify/campaign/programs.h"

#include <stdlib.h>
#include <string.h>

/* Numbers modulo 2^61 - 1, and no enclosures. */
static bool is_residues(const char *text) { return text[0] != '\0' && text[strspn(text, "0123456789, ")] == '\0'; }

static bool about_truth(LawId law) {
  return law == LAW_AD_FWD || law == LAW_AD_REV || law == LAW_AD_DOT || law == LAW_AD_PRIMAL;
}

static void write_code(Artist *artist, const Program *program, const Witness *w, const char *text,
                       Reproduction *again) {
  char comment[8 * WITNESS_TEXT];
  bool exact = w->exact_input[0] != '\0';
  if (!exact && !is_residues(w->input)) return;
  (void)snprintf(
      comment, sizeof comment,
      "%.2000s\nThe value and derivatives of this function, without Adjudge.\n%s of %s compared with the truth: "
      "%.200s\nexpected %.500s\nfound    %.500s",
      text, law_info(w->law)->name, w->engine > 0 ? engines[w->engine - 1]->name : "no engine", w->what, w->expected,
      w->found);
  HostPoint point = {exact ? w->exact_input : w->input, exact ? w->exact_tangent : w->tangent,
                     exact ? w->exact_cotangent : w->cotangent, comment, !exact};
  again->text[REPRODUCED_PYTHON] = host_code(artist->store, &artist->arena, program, &point, HOST_PYTHON);
  again->text[REPRODUCED_C] = host_code(artist->store, &artist->arena, program, &point, HOST_C);
}

/* The inputs by the names that the program is printed with. */
static void draw(Artist *artist, const Program *program, const Witness *w, Reproduction *again) {
  size_t size;
  InputNames names;
  NameId *arguments = calloc((size_t)program->length + 1, sizeof *arguments);
  Definition definition = {.program = *program, .arguments = arguments};
  for (uint32_t i = 0; arguments != NULL && i < program->length; i++) arguments[i] = program_argument(artist->store, i);
  FILE *out = arguments == NULL ? NULL : text_stream_open(&again->text[REPRODUCED_PICTURE], &size);
  if (out != NULL && input_names(artist->store, &definition, &names)) {
    (void)artist_draw(artist, program, &names, w->exact_input[0] == '\0' ? NULL : w->exact_input, out);
    input_names_free(&names);
  }
  if (out != NULL) (void)fclose(out);
  free(arguments);
}

void reproduce(Store *store, const Program *program, const Witness *witness, const char *text, Reproduction *again) {
  Artist artist;
  if (!about_truth(witness->law) && witness->outcome != OUTCOME_DIFFERS) return;
  if (artist_open(&artist, store)) {
    draw(&artist, program, witness, again);
    if (about_truth(witness->law)) write_code(&artist, program, witness, text, again);
  }
  artist_close(&artist);
}

void reproduction_free(Reproduction *again) {
  for (int i = 0; i < REPRODUCTIONS; i++) {
    free(again->text[i]);
    again->text[i] = NULL;
  }
}
