/* Programs of tests, as text. */
#ifndef ADJUDGE_TESTS_PROGRAMS_H
#define ADJUDGE_TESTS_PROGRAMS_H

#include "semantics/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The definitions of a text that can be read, to be freed by text_free_module. */
static inline Module module_read(Store *in, const char *text) {
  Module module;
  TextError error;
  if (text_read_module(in, "test", text, strlen(text), NULL, 0, &module, &error) != STATUS_OK)
    fail_msg("%s\n%s", error.message, text);
  return module;
}

#endif
