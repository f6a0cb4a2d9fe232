/* libFuzzer's changes of an input, but of its first byte: that says which reader has the rest, so that a run from the
 * seeds of one reader is of that reader, and its executions are counted as its own. */
#include "tests/fuzz/readers.h"

size_t LLVMFuzzerMutate(unsigned char *bytes, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(unsigned char *bytes, size_t size, size_t room, unsigned seed);

size_t LLVMFuzzerCustomMutator(unsigned char *bytes, size_t size, size_t room, unsigned seed) {
  (void)seed;
  return size == 0 || room < 2 ? size : 1 + LLVMFuzzerMutate(bytes + 1, size - 1, room - 1);
}
