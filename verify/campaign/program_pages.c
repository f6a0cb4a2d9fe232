#include "verify/campaign/program_pages.h"

#include "ad/engine.h"
#include "ad/simplify/simplify.h"
#include "semantics/memory/text_stream.h"
#include "semantics/text/characters.h"
#include "verify/campaign/apart.h"
#include "verify/campaign/artist.h"
#include "verify/campaign/markup.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_WIDTH 88
#define DERIVATIVE_MOST 1400 /* characters; longer ones are left to `adjudge derive` */
#define SIMPLIFY_STEPS ((uint64_t)200000)

typedef struct Author {
  Store *store;
  Artist artist;
  Battery *battery;
  FILE *out;
} Author;

static void write_pre(FILE *out, char *text) {
  (void)fputs("<pre class=\"wrap\">", out);
  if (text != NULL) markup_text(out, text);
  (void)fputs("</pre>", out);
  free(text);
}

/* With `suffix` after the definition's name. */
static char *print(const Author *author, const Definition *definition, const Program *program, const char *suffix) {
  char name[256];
  Definition shown = *definition;
  int length = snprintf(name, sizeof name, "%.200s%s", name_text(author->store, definition->name), suffix);
  shown.name = name_make(author->store, name, (size_t)length);
  shown.program = *program;
  return text_print_definition(author->store, &shown, (PrintStyle){.unicode = false, .width = LINE_WIDTH});
}

/* By CHAD in reverse, simplified; NULL if CHAD has none, or it is too long. */
static char *derivative_text(const Author *author, const Definition *definition) {
  const Program *source = &definition->program;
  TypeId *context = calloc((size_t)source->length + 1, sizeof *context);
  Program derivative;
  char *text = NULL;
  if (context != NULL && chad_reverse.transform(author->store, source, context, &derivative) == STATUS_OK) {
    TermId simple;
    Status status = simplify(author->store, &derivative, SIMPLIFY_ALL, SIMPLIFY_STEPS, &simple, NULL);
    if (status == STATUS_OK && simple.id != 0) derivative.term = simple;
    text = print(author, definition, &derivative, "_reverse");
  }
  bool whole = store_take_status(author->store) == STATUS_OK;
  free(context);
  if (text == NULL || (whole && strlen(text) <= DERIVATIVE_MOST)) return text;
  free(text);
  return NULL;
}

static void write_derivative(const Author *author, const Definition *definition, const char *file) {
  char *text = derivative_text(author, definition);
  (void)fputs("<details><summary>derivative</summary>", author->out);
  if (text != NULL) {
    (void)fputs("<small>by CHAD in reverse, simplified</small>", author->out);
    write_pre(author->out, text);
  } else {
    char quoted[REPLAY_TEXT];
    (void)characters_quote(file, quoted, sizeof quoted);
    (void)fputs("<p>too long for a page, or CHAD has no rule: <code>adjudge derive ", author->out);
    markup_text(author->out, quoted);
    (void)fputs(" --def ", author->out);
    markup_text(author->out, name_text(author->store, definition->name));
    (void)fputs("</code></p>", author->out);
  }
  (void)fputs("</details>", author->out);
}

/* Regions, boundaries and kinks, where there are any. */
static void write_regions(const Author *author, const Definition *definition, const InputNames *names,
                          const ProgramVerdict *verdict) {
  if (verdict->regions == 0) return;
  char *text = NULL;
  size_t size;
  Kinks kinks;
  FILE *lines = text_stream_open(&text, &size);
  if (lines == NULL) return;
  bool good = battery_kinks(author->battery, &definition->program, names->names, &kinks) == STATUS_OK;
  if (good) region_lines(lines, names, &kinks);
  kinks_free(&kinks);
  if (fclose(lines) != 0 || !good) {
    free(text);
    return;
  }
  (void)fputs("<small class=\"above\">regions of inputs, and where they meet</small>", author->out);
  write_pre(author->out, text);
}

static void write_page(Author *author, const Scope *scope, Rank k, const ProgramVerdict *verdict) {
  const Definition *definition = scope->definition(scope->state, k);
  InputNames names;
  uint32_t mark = store_mark(author->store);
  bool flat = input_names(author->store, definition, &names);
  (void)fputs("<div class=\"two\">", author->out);
  write_pre(author->out, print(author, definition, &definition->program, ""));
  if (flat) (void)artist_draw(&author->artist, &definition->program, &names, NULL, author->out);
  (void)fputs("</div>", author->out);
  if (flat) write_regions(author, definition, &names, verdict);
  write_derivative(author, definition, scope->label(scope->state, k));
  input_names_free(&names);
  store_release(author->store, mark);
}

/* -------------------------------------------------- in a process of its own -- */

#define SECONDS 1200u /* of processor time */

typedef struct Job {
  Store *store;
  const ReportScope *scope;
  FILE *file; /* pages as they are made: "K SIZE", a line end, so many bytes */
} Job;

static void keep_page(const Job *job, Author *author, Rank k) {
  char *text = NULL;
  size_t size;
  author->out = text_stream_open(&text, &size);
  if (author->out == NULL) _exit(1);
  write_page(author, &job->scope->scope, k, &job->scope->result.programs[k]);
  if (fclose(author->out) != 0) _exit(1);
  (void)fprintf(job->file, "%llu %zu\n", (unsigned long long)k, size);
  if (fwrite(text, 1, size, job->file) != size || fflush(job->file) != 0) _exit(1);
  free(text);
}

static void make_all(void *state) {
  const Job *job = state;
  Author author = {.store = job->store, .battery = battery_new(job->store)};
  if (!artist_open(&author.artist, job->store) || author.battery == NULL) _exit(1);
  Rank count = job->scope->scope.count, k = 0;
  for (; k < count && !campaign_interrupted(); k++) keep_page(job, &author, k);
  if (k < count || battery_lost(author.battery)) _exit(1);
}

/* ------------------------------------------------------------- in the report's -- */

/* Those that are whole, whatever became of the process. */
static void read_pages(FILE *file, ReportScope *scope) {
  unsigned long long k;
  size_t size;
  rewind(file);
  while (fscanf(file, "%llu %zu", &k, &size) == 2 && fgetc(file) == '\n' && k < scope->scope.count) {
    char *text = calloc(size + 1, 1);
    if (text == NULL || fread(text, 1, size, file) != size) {
      free(text);
      return;
    }
    free(scope->page[k]);
    scope->page[k] = text;
  }
}

bool program_pages_make(Store *store, ReportScope *scope) {
  if (scope->scope.definition == NULL || scope->result.programs == NULL) return true;
  Job job = {store, scope, tmpfile()};
  scope->page = calloc((size_t)scope->scope.count + 1, sizeof *scope->page);
  bool good = job.file != NULL && scope->page != NULL;
  if (good) {
    good = apart_run(make_all, &job, SECONDS) == APART_DONE;
    read_pages(job.file, scope);
  }
  if (job.file != NULL) (void)fclose(job.file);
  return good;
}

void program_pages_free(ReportScope *scope) {
  for (Rank k = 0; k < scope->scope.count && scope->page != NULL; k++) free(scope->page[k]);
  free(scope->page);
  scope->page = NULL;
}
