/* The readers without libFuzzer: each file given, and then so many changes of the files, a function of the seed. */
#include "tests/fuzz/generate.h"
#include "tests/fuzz/limit.h"
#include "tests/fuzz/readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES 400u
#define ROOM ((size_t)1 << 16)
#define SECONDS 20 /* of processor time for one input; not of what is measured, but of what hangs */

static unsigned char *file_bytes[FILES];
static size_t file_length[FILES];

/* Some changes: a byte, a bit, a piece of another file put in, a piece left out or doubled. */
static size_t change(Random *random, uint32_t files, unsigned char *bytes) {
  uint32_t first = random_below(random, files), other = random_below(random, files);
  size_t length = file_length[first];
  memcpy(bytes, file_bytes[first], length);
  for (uint32_t n = 1 + random_below(random, 4); n > 0 && length > 2; n--) {
    size_t at = 1 + random_next(random) % (length - 1), piece = 1 + random_below(random, 16);
    if (piece > length - at) piece = length - at;
    switch (random_below(random, 5)) {
    case 0: bytes[at] = (unsigned char)random_below(random, 256); break;
    case 1: bytes[at] ^= (unsigned char)(1u << random_below(random, 8)); break;
    case 2:
      memmove(bytes + at, bytes + at + piece, length - at - piece);
      length -= piece;
      break;
    case 3:
      if (length + piece > ROOM) break;
      memmove(bytes + at + piece, bytes + at, length - at);
      length += piece;
      break;
    default:
      if (piece > file_length[other]) piece = file_length[other];
      if (at + piece <= length)
        memcpy(bytes + at, file_bytes[other] + random_next(random) % (file_length[other] - piece + 1), piece);
    }
  }
  return length;
}

static uint32_t read_files(int count, char **paths) {
  uint32_t files = 0;
  for (; files < (uint32_t)count && files < FILES; files++) {
    FILE *file = fopen(paths[files], "rb");
    file_bytes[files] = malloc(ROOM);
    if (file == NULL || file_bytes[files] == NULL) return 0;
    file_length[files] = fread(file_bytes[files], 1, ROOM, file);
    (void)fclose(file);
    if (file_length[files] == 0) return 0;
  }
  return files;
}

int main(int count, char **words) {
  static unsigned char bytes[ROOM];
  uint32_t files = count < 4 ? 0 : read_files(count - 3, words + 3);
  unsigned long long executions = count < 4 ? 0 : strtoull(words[2], NULL, 10);
  if (files == 0) {
    (void)fprintf(stderr, "usage: replay SEED EXECUTIONS FILE...\n");
    return 2;
  }
  for (uint32_t i = 0; i < files; i++) {
    limit_input(SECONDS);
    (void)LLVMFuzzerTestOneInput(file_bytes[i], file_length[i]);
  }
  Random random = {strtoull(words[1], NULL, 10) * 0x2545F4914F6CDD1Du + 1};
  for (unsigned long long k = 0; k < executions; k++) {
    size_t length = change(&random, files, bytes);
    limit_input(SECONDS);
    (void)LLVMFuzzerTestOneInput(bytes, length);
  }
  printf("%llu passed, 0 failed\n", files + executions);
  return 0;
}
