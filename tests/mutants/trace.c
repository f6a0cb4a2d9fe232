/* Which functions of the library a program runs: part of a build of it with -finstrument-functions (Makefile, traced).
 * With ADJUDGE_TRACE=FILE the byte at a function's place / TRACE_ALIGN is set there, by forked processes too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define TRACE_ALIGN 16u /* -falign-functions */
#define TRACE_SIZE ((size_t)1 << 20)
#define QUIET __attribute__((no_instrument_function))

static unsigned char *seen;
static const char *base;

QUIET void __cyg_profile_func_enter(void *function, void *call);
QUIET void __cyg_profile_func_exit(void *function, void *call);

QUIET __attribute__((constructor)) static void open_trace(void) {
  Dl_info own;
  const char *path = getenv("ADJUDGE_TRACE");
  if (path == NULL || dladdr(&seen, &own) == 0) return;
  int file = open(path, O_RDWR | O_CREAT, 0644);
  if (file < 0 || ftruncate(file, (off_t)TRACE_SIZE) != 0) _exit(125);
  void *map = mmap(NULL, TRACE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map == MAP_FAILED) _exit(125);
  (void)close(file);
  base = own.dli_fbase;
  seen = map;
}

void __cyg_profile_func_enter(void *function, void *call) {
  (void)call;
  size_t place = seen == NULL ? TRACE_SIZE : (size_t)((const char *)function - base) / TRACE_ALIGN;
  if (place < TRACE_SIZE) seen[place] = 1;
}

void __cyg_profile_func_exit(void *function, void *call) { (void)function, (void)call; }
