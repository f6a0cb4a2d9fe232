/* Status codes: what a total kernel function answers.
 *
 * Every function that can fail returns a Status that must be looked at.  The
 * distinctions matter: DOMAIN is a fact of mathematics (log 0), UNABLE is a
 * fact about the ring (there is no sine in a finite field), LIMIT is a fact
 * about resources, and STUCK on a well-typed term is a defect of ours. */
#ifndef ADJUDGE_MEMORY_STATUS_H
#define ADJUDGE_MEMORY_STATUS_H

typedef enum Status {
  STATUS_OK = 0,
  STATUS_ILL_TYPED, /* the term has no type, or not the type claimed */
  STATUS_STUCK,     /* no rule applies: a defect if the term was well typed */
  STATUS_DOMAIN,    /* mathematically undefined at this point */
  STATUS_UNABLE,    /* the ring has no such operation */
  STATUS_LIMIT      /* fuel, depth or memory was exhausted */
} Status;

#define MUST_CHECK __attribute__((warn_unused_result))

/* A lower-case English name of the status, for reports. */
const char *status_name(Status status);

#endif
