/* Digests of what is told or asked: FNV-1a. */
#ifndef ADJUDGE_TESTS_DIGEST_H
#define ADJUDGE_TESTS_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIGEST_EMPTY 0xCBF29CE484222325u

static inline uint64_t digest_bytes(uint64_t hash, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
  return hash;
}

#endif
