#include "verify/campaign/program_pages.h"

#include "ad/engine.h"
#include "ad/simplify/simplify.h"
#include "semantics/core/rules.h"
#include "verify/campaign/artist.h"
#include "verify/campaign/markup.h"

#include <stdlib.h>
#include <string.h>

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
    (void)fputs("<p>too long for a page, or CHAD has no rule: <code>adjudge derive ", author->out);
    markup_text(author->out, file);
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
  FILE *lines = open_memstream(&text, &size);
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

static bool make_all(Author *author, ReportScope *scope) {
  for (Rank k = 0; k < scope->scope.count && scope->result.programs != NULL && !campaign_interrupted(); k++) {
    size_t size;
    author->out = open_memstream(&scope->page[k], &size);
    if (author->out == NULL) return false;
    write_page(author, &scope->scope, k, &scope->result.programs[k]);
    if (fclose(author->out) != 0) return false;
  }
  return true;
}

bool program_pages_make(Store *store, ReportScope *scope) {
  Author author = {.store = store};
  if (scope->scope.definition == NULL) return true;
  uint64_t *hits = malloc(sizeof rule_hits); /* what is derived for a page is no run of a law */
  scope->page = calloc((size_t)scope->scope.count + 1, sizeof *scope->page);
  author.battery = battery_new(store);
  bool good = artist_open(&author.artist, store) && hits != NULL && scope->page != NULL && author.battery != NULL;
  if (good) {
    memcpy(hits, rule_hits, sizeof rule_hits);
    good = make_all(&author, scope);
    memcpy(rule_hits, hits, sizeof rule_hits);
  }
  battery_free(author.battery);
  artist_close(&author.artist);
  free(hits);
  return good;
}

void program_pages_free(ReportScope *scope) {
  for (Rank k = 0; k < scope->scope.count && scope->page != NULL; k++) free(scope->page[k]);
  free(scope->page);
  scope->page = NULL;
}
