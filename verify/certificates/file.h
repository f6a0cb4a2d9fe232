/* Certificates as files.
 *
 *   "ADJCERT2"
 *   8 counts: inputs, source nodes, constants, the constant 0, nodes above the derivative of
 *   the source, steps, claims, hypotheses
 *   source nodes, nodes:  a byte that is the kind (StraightCode), two operands
 *   constants:            8 bytes
 *   steps:                a byte that is the rule (StepRule), two nodes, two steps
 *   claims:               a byte that is the kind (ClaimKind), node, source node, step
 *   hypotheses:           two nodes
 *   a digest of all bytes before it (FNV-1a, 64 bits)
 *
 * Numbers have 4 bytes where nothing is said, the lowest first. */
#ifndef ADJUDGE_CERTIFICATES_FILE_H
#define ADJUDGE_CERTIFICATES_FILE_H

#include "verify/kernel/claims.h"

/* The most nodes, steps and so on of a file. */
#define CERTIFICATE_MOST (1u << 24)

uint64_t certificate_digest(const uint8_t *bytes, size_t size);
/* Of the bytes and of the text beside them, which ends in it: "digest: 0123456789abcdef". */
uint64_t certificate_text_digest(const uint8_t *bytes, size_t size, const char *text, size_t length);
/* Whether the text ends in that digest, of the certificate and of what stands before. */
bool certificate_text_goes(const uint8_t *bytes, size_t size, const char *text, size_t length);

/* From any bytes.  NULL if they are a file as above, and then *out has memory of its own, which
 * certificate_free gives back; else what is wrong.  What a file claims is certificate_holds' to say. */
const char *certificate_read(const uint8_t *bytes, size_t size, Certificate *out);
void certificate_free(Certificate *c);

/* The file of a certificate, to be freed; NULL without memory. */
uint8_t *certificate_write(const Certificate *c, size_t *size);

#endif
