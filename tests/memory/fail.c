/* Preloaded into any program: one allocation fails.
 *
 *   FAIL_AT=n     the n-th of the process (a child counts on from its parent) answers NULL
 *   FAIL_FROM=n   that one and every later one
 *   FAIL_COUNT=f  adds a line to the file f when a process ends: how many there were
 *
 * Libraries' allocations and the C library's own are counted like the program's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Atomic uint64_t made;
static uint64_t first = UINT64_MAX;
static bool later, ready;
static char counts[200];

static uint64_t number_of(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? UINT64_MAX : strtoull(text, NULL, 10);
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAIL_COUNT");
  if (file != NULL) (void)snprintf(counts, sizeof counts, "%s", file);
  later = getenv("FAIL_FROM") != NULL;
  first = number_of(later ? "FAIL_FROM" : "FAIL_AT");
  (void)unsetenv("LD_PRELOAD"); /* not for other programs that it starts */
  ready = true;
}

/* Whether this allocation is one that fails. */
static bool fails(void) {
  if (!ready) return false;
  uint64_t number = atomic_fetch_add(&made, 1) + 1;
  if (number != first && !(later && number > first)) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return fails() ? NULL : __libc_realloc(memory, size); }
void *reallocarray(void *memory, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || fails()) return NULL;
  return __libc_realloc(memory, bytes);
}
void *memalign(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

static void end(void) {
  char line[32];
  int length = snprintf(line, sizeof line, "%llu\n", (unsigned long long)atomic_load(&made));
  int file = counts[0] == '\0' ? -1 : open(counts, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file >= 0 && write(file, line, (size_t)length) == length) (void)close(file);
}

__attribute__((destructor)) static void finish(void) { end(); }

/* Workers end by it, without destructors. */
void _exit(int code) {
  void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
  end();
  real(code);
  __builtin_unreachable();
}
