#include "verify/system/reproduction.h"

#include "semantics/memory/text_stream.h"
#include "verify/system/language.h"

#include <stdlib.h>
#include <string.h>

static const char *said(const System *system, const char *word) {
  return json_string_value(json_object_get(json_object_get(system->description, "reproduction"), word));
}

const char *reproduction_suffix(const System *system) { return said(system, "suffix"); }

static void write_list(FILE *out, uint32_t count, const double *x) {
  char digits[40];
  for (uint32_t i = 0; i < count; i++) {
    language_number(x[i], digits);
    (void)fprintf(out, "%s%s", i > 0 ? ", " : "", digits);
  }
}

/* A text of the system's with what stands for its words. */
static void write_text(FILE *out, const char *text, uint32_t inputs, uint32_t outputs, const Failure *f) {
  for (; *text != '\0'; text++) {
    if (strncmp(text, "$X", 2) == 0) {
      write_list(out, f->inputs, f->x);
      text += 1;
    } else if (strncmp(text, "$SEED", 5) == 0) {
      write_list(out, f->seeds, f->seed);
      text += 4;
    } else if (strncmp(text, "$OUTPUT", 7) == 0) {
      (void)fprintf(out, "%u", f->output);
      text += 6;
    } else if (strncmp(text, "$N", 2) == 0) {
      (void)fprintf(out, "%u", inputs);
      text += 1;
    } else if (strncmp(text, "$M", 2) == 0) {
      (void)fprintf(out, "%u", outputs);
      text += 1;
    } else {
      (void)fputc(*text, out);
    }
  }
}

char *reproduction_write(const System *system, const Residual *residual, const char *program, Mode mode,
                         const Failure *failure) {
  const char *name = said(system, "language"), *driver = said(system, mode_name(mode)), *head = said(system, "head");
  const Language *language = name == NULL ? NULL : language_find(name);
  char *text = NULL;
  size_t size;
  bool which = mode != MODE_HESSIAN || residual->outputs == 1 || (driver != NULL && strstr(driver, "$OUTPUT") != NULL);
  if (!which || language == NULL || driver == NULL || language_lacks(language, residual) != NULL) return NULL;
  const char *mark = said(system, "comment"), *end = said(system, "uncomment");
  if (mark == NULL) mark = language->phrase[PHRASE_COMMENT] == NULL ? "" : language->phrase[PHRASE_COMMENT];
  if (end == NULL) end = "";
  FILE *out = text_stream_open(&text, &size);
  if (out == NULL) return NULL;
  (void)fprintf(out, "%s%s: %s of%s\n%s%s%s\n", mark, system_title(system), mode_name(mode), end, mark, program, end);
  if (failure->component >= 0)
    (void)fprintf(out, "%scomponent %d is %s, for certain; found: %s%s\n", mark, failure->component, failure->certain,
                  failure->found, end);
  else
    (void)fprintf(out, "%sfound: %s%s\n", mark, failure->error, end);
  if (head != NULL) write_text(out, head, residual->inputs, residual->outputs, failure);
  bool good = language_write(language, residual, "f", system_variant(system), out);
  write_text(out, driver, residual->inputs, residual->outputs, failure);
  if (fclose(out) == 0 && good) return text;
  free(text);
  return NULL;
}
