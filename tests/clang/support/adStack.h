/* The stack of Tapenade's reverse mode with bodies, for gcc; adjudge-c has the names and types alone. */
#include <string.h>

static char stack_[1 << 16], *top_ = stack_;
static void push_(const void *from, size_t bytes) { memcpy(top_, from, bytes), top_ += bytes; }
static void pop_(void *to, size_t bytes) { top_ -= bytes, memcpy(to, top_, bytes); }
#define STACK(what, type)                                               \
  static void push##what(type x) { push_(&x, sizeof x); }               \
  static void pop##what(type *x) { pop_(x, sizeof *x); }                \
  static void push##what##Array(type *x, int n) { push_(x, n * sizeof *x); } \
  static void pop##what##Array(type *x, int n) { pop_(x, n * sizeof *x); }
STACK(Real8, double)
STACK(Integer4, int)
STACK(Control1b, int)
STACK(Control2b, int)
