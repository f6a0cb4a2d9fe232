/* What the campaigns share: proofs/eacsl/logic/memory.c has it. */
#ifndef ADJUDGE_PROOFS_EACSL_CAMPAIGN_H
#define ADJUDGE_PROOFS_EACSL_CAMPAIGN_H

/* Prints how often each function was called. */
extern void campaign_report(void);
/* Whether words stand for doubles from here on, or for residues. */
extern void campaign_over_doubles(int doubles);

#endif
