/* What a language keeps with a store until the store is freed; see frechet/text.h.  It lies beside the store and not in
 * it: what is proved of stores is not about it. */
#ifndef ADJUDGE_TABLES_KEPT_H
#define ADJUDGE_TABLES_KEPT_H

#include "semantics/tables/store.h"

typedef struct StoreKept {
  void *kept;
  void (*release)(void *kept);
} StoreKept;

/* Of a store that store_new made. */
StoreKept *store_kept(Store *store);

#endif
