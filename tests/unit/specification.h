/* Specifications of primitives as texts of tests. */
#ifndef TESTS_UNIT_SPECIFICATION_H
#define TESTS_UNIT_SPECIFICATION_H

#include "verify/primitive/primitive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Reads a specification as printf writes it, of at most 2,000 characters; fails the test if it is none. */
__attribute__((format(printf, 3, 4))) static inline void specification_read(Store *in, Primitive *primitive,
                                                                            const char *format, ...) {
  char text[2048];
  TextError error;
  va_list words;
  va_start(words, format);
  int length = vsnprintf(text, sizeof text, format, words);
  va_end(words);
  assert_true(length >= 0 && (size_t)length < sizeof text);
  if (primitive_read(in, "test.prim", text, (size_t)length, NULL, 0, primitive, &error) != STATUS_OK)
    fail_msg("%s: %s", error.message, text);
}

#endif
