#include "verify/campaign/block.h"

#include <stddef.h>
#include <string.h>

void block_clear(BlockResult *result) {
  memset(result, 0, offsetof(BlockResult, witness));
  memset(&result->program, 0, sizeof result->program);
  for (int law = 0; law < LAW_COUNT; law++) {
    if (result->witness[law].present) memset(&result->witness[law], 0, sizeof result->witness[law]);
  }
}

void block_copy(BlockResult *to, const BlockResult *from) {
  memcpy(to, from, offsetof(BlockResult, witness));
  to->program = from->program;
  for (int law = 0; law < LAW_COUNT; law++) {
    if (from->witness[law].present || to->witness[law].present) to->witness[law] = from->witness[law];
  }
}
