#include "verify/cli/subjects.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TERM_LIMIT ((uint32_t)1 << 24)

static bool is_file(const char *word) {
  return strcmp(word, "-") == 0 || path_ends(word, PROGRAM_SUFFIXES) || access(word, F_OK) == 0;
}

/* Those from --first on, --count at most. */
static bool choose_range(Subjects *s, const Arguments *arguments) {
  uint64_t first = options_count(arguments, "first", 0), most = options_count(arguments, "count", UINT32_MAX);
  if (first >= s->scope.count) {
    cli_error(arguments, "--first %llu: there are fewer programs", (unsigned long long)first);
    return false;
  }
  s->scope.first = first;
  s->scope.count -= first;
  if (s->scope.count > most) s->scope.count = most;
  return true;
}

static bool open_space(Subjects *s, const Arguments *arguments, const char *description) {
  char error[1024];
  uint64_t sample = options_count(arguments, "sample", 0);
  s->space = space_open(s->store, description, error, sizeof error);
  if (s->space == NULL) {
    cli_error(arguments, "%s", error);
    return false;
  }
  s->sample = (Sample){s->space, options_count(arguments, "seed", 1)};
  s->scope = sample > 0 ? scope_sample(&s->sample, description, sample, 1, 1, (BatteryOptions){0})
                        : scope_space(s->space, description, 1, 1, (BatteryOptions){0});
  return choose_range(s, arguments);
}

static bool open_files(Subjects *s, const Arguments *arguments, uint32_t skip) {
  Arguments files = *arguments;
  files.operands += skip;
  files.operand_count -= skip;
  const char *name = options_text(arguments, "def", NULL);
  if (options_idle(arguments, "sample", "it is of a space") || !paths_collect(&files, PROGRAM_SUFFIXES, &s->paths))
    return false;
  s->modules = calloc((size_t)s->paths.count + 1, sizeof *s->modules);
  if (s->modules == NULL) return false;
  uint64_t sized = 0;
  for (uint32_t i = 0; i < s->paths.count; i++) {
    if (!session_read_programs(arguments, s->store, s->paths.path[i], &s->modules[i]) ||
        !corpus_add(&s->corpus, s->store, s->paths.path[i], &s->modules[i], name))
      return false;
    if (name == NULL) s->corpus.not_read += s->modules[i].refused;
    sized |= s->modules[i].sized;
  }
  if (!session_sizes_known(arguments, sized)) return false;
  s->scope = scope_corpus(s->store, &s->corpus, (BatteryOptions){0});
  if (s->scope.count > 0) return choose_range(s, arguments);
  cli_error(arguments, name == NULL ? "there are no definitions" : "no definition is called '%s'", name);
  return false;
}

bool subjects_open(Subjects *s, const Arguments *arguments, uint32_t skip, const char *space) {
  memset(s, 0, sizeof *s);
  s->store = store_new(TERM_LIMIT);
  uint32_t operands = arguments->operand_count - skip;
  if (s->store == NULL) {
    cli_error(arguments, "limit: out of memory");
    return false;
  }
  if (operands == 1 && space == NULL && !is_file(arguments->operands[skip]))
    space = arguments->operands[skip];
  else if (operands > 0 && space != NULL)
    return cli_error(arguments, "files, or a space: not both"), false;
  if (space != NULL) return open_space(s, arguments, space);
  if (operands > 0) return open_files(s, arguments, skip);
  cli_error(arguments, "no programs: name files, or a space");
  return false;
}

void subjects_close(Subjects *s) {
  corpus_free(&s->corpus);
  for (uint32_t i = 0; s->modules != NULL && i < s->paths.count; i++) text_free_module(&s->modules[i]);
  free(s->modules);
  paths_free(&s->paths);
  space_close(s->space);
  store_free(s->store);
}

static Rank index_of(const Subjects *s, Rank k) {
  Rank at = s->scope.first + k;
  return s->scope.index == NULL ? at : s->scope.index(s->scope.state, at);
}

Status subjects_take(Subjects *s, Rank k, SpaceCase *out) { return s->scope.make(s->scope.state, index_of(s, k), out); }

void subjects_name(const Subjects *s, Rank k, char *out, size_t size) {
  char index[48];
  (void)rank_print(index_of(s, k), index, sizeof index);
  if (s->space == NULL)
    (void)snprintf(out, size, "%s", s->scope.title(s->scope.state, index_of(s, k)));
  else
    (void)snprintf(out, size, "%s:%s", s->scope.name, index);
}
