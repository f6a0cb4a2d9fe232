/* Arb, of which the certified tiers are made. */
#ifndef ADJUDGE_VERIFY_ARB_COMPAT_H
#define ADJUDGE_VERIFY_ARB_COMPAT_H

#include "semantics/rings/arb_compat.h"

#endif
