/* Inputs of the fuzz test: programs, values and descriptions of spaces, right,
 * almost right and wrong, each a function of its seed. */
#ifndef ADJUDGE_TESTS_FUZZ_GENERATE_H
#define ADJUDGE_TESTS_FUZZ_GENERATE_H

#include <stddef.h>
#include <stdint.h>

/* Text under construction; what does not fit is dropped. */
#define TEXT_ROOM ((size_t)4 << 20)
typedef struct Text {
  char *bytes; /* TEXT_ROOM + 1, always terminated */
  size_t length;
} Text;

void text_clear(Text *text);
void text_add(Text *text, const void *bytes, size_t length);
void text_put(Text *text, const char *string);
void text_repeat(Text *text, const char *string, size_t times);

typedef struct Random {
  uint64_t state;
} Random;

uint64_t random_next(Random *random);
static inline uint32_t random_below(Random *random, uint32_t n) { return (uint32_t)(random_next(random) % n); }

/* Files to mutate. */
typedef struct Seeds {
  char **bytes;
  size_t *lengths;
  uint32_t count;
} Seeds;

void generate_bytes(Random *random, Text *out);
void generate_tokens(Random *random, Text *out);
void generate_mutant(Random *random, const Seeds *seeds, Text *out);
/* A program of arguments x : real, y : real^3, p : real * real; most are well typed. */
void generate_program(Random *random, Text *out);
/* A value, often of the type wanted by generate_program's arguments. */
void generate_value(Random *random, Text *out);
/* A JSON object with values for x, y and p. */
void generate_object(Random *random, Text *out);
void generate_space(Random *random, Text *out);
/* Programs at and beyond each limit; false past the last. */
int generate_extreme(uint32_t which, Text *out);

#endif
