#include "verify/cli/memory.h"

#include "verify/cli/commands.h"

#include <flint/flint.h>
#include <gmp.h>
#include <jansson.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int *process_limit_note = NULL;

_Noreturn void process_limit(const char *what) {
  if (process_limit_note != NULL) *process_limit_note = 1;
  const char *part[] = {"adjudge: limit: ", what, "\n"};
  ssize_t written = 0;
  for (int i = 0; i < 3 && written >= 0; i++) written = write(STDERR_FILENO, part[i], strlen(part[i]));
  _exit(EXIT_USAGE);
}

static void *have(void *memory, size_t size) {
  if (memory == NULL && size != 0) process_limit("out of memory");
  return memory;
}

/* From so many bytes on memory is of large pages, if the system has any: the tape of a gradient, gone through in
 * no order of memory, takes two thirds of the time. What calloc gives may be used sparsely, and stays as it is. */
#define LARGE ((size_t)1 << 24)

static void *in_large_pages(void *memory, size_t size) {
  if (size < LARGE) return memory;
  size_t within = (uintptr_t)memory % (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)madvise((char *)memory - within, size + within, MADV_HUGEPAGE);
  return memory;
}

/* The linker gives our calls of malloc to __wrap_malloc, and its own to __real_malloc. */
// NOLINTBEGIN(bugprone-reserved-identifier)
__attribute__((weak)) void *__real_malloc(size_t size);
__attribute__((weak)) void *__real_calloc(size_t count, size_t size);
__attribute__((weak)) void *__real_realloc(void *memory, size_t size);
__attribute__((weak)) char *__real_strdup(const char *text);
__attribute__((weak)) char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size) { return in_large_pages(have(__real_malloc(size), size), size); }
void *__wrap_calloc(size_t count, size_t size) { return have(__real_calloc(count, size), count == 0 ? 0 : size); }
void *__wrap_realloc(void *memory, size_t size) {
  return in_large_pages(have(__real_realloc(memory, size), size), size);
}
char *__wrap_strdup(const char *text) { return have(__real_strdup(text), 1); }
char *__wrap_strndup(const char *text, size_t size) { return have(__real_strndup(text, size), 1); }
// NOLINTEND(bugprone-reserved-identifier)

static void *new_memory(size_t size) { return have(malloc(size), size); }
static void *new_array(size_t count, size_t size) { return have(calloc(count, size), count == 0 ? 0 : size); }
static void *resized(void *memory, size_t size) { return have(realloc(memory, size), size); }
static void *number_resized(void *memory, size_t before, size_t size) {
  (void)before;
  return resized(memory, size);
}
static void number_free(void *memory, size_t size) {
  (void)size;
  free(memory);
}

/* FLINT says on standard error what it could not do. */
static FLINT_NORETURN void flint_gave_up(void) { process_limit("FLINT gave up"); }

void memory_guard(void) {
  mp_set_memory_functions(new_memory, number_resized, number_free);
  __flint_set_memory_functions(new_memory, new_array, resized, free);
  flint_set_abort(flint_gave_up);
  json_set_alloc_funcs(new_memory, free);
}
