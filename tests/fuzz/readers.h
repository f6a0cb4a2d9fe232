/* Readers of what other processes say: each in a file that includes the one it is about, whose functions are its own.
 */
#ifndef ADJUDGE_TESTS_FUZZ_READERS_H
#define ADJUDGE_TESTS_FUZZ_READERS_H

#include "verify/primitive/primitive.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

void read_description(Store *store, const char *text, size_t length);
void read_answers(Store *store, const char *text, size_t length);
void read_requests(const char *text, size_t length);
void read_solver(const char *text, size_t length);

#endif
