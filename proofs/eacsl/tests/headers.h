/* Included before a file that calls functions of headers: it calls those of proofs/eacsl/tests/kernel.c, with
 * contracts, in their place. */
#ifndef ADJUDGE_PROOFS_EACSL_TESTS_HEADERS_H
#define ADJUDGE_PROOFS_EACSL_TESTS_HEADERS_H

#include "ad/simplify/choices.h"
#include "semantics/rings/field_power.h"

extern uint64_t checked_field_reduce(uint64_t a);
extern uint64_t checked_field_add(uint64_t a, uint64_t b);
extern uint64_t checked_field_sub(uint64_t a, uint64_t b);
extern uint64_t checked_field_neg(uint64_t a);
extern uint64_t checked_field_mul(uint64_t a, uint64_t b);
extern uint64_t checked_field_from_int(int64_t n);
extern uint64_t checked_field_power(uint64_t a, uint64_t exponent);
extern uint64_t checked_field_inverse(uint64_t a);
extern Choice checked_choice_sum(Known x, Known y);
extern Choice checked_choice_difference(Known x, Known y);
extern Choice checked_choice_product(Known x, Known y);

#define field_reduce checked_field_reduce
#define field_add checked_field_add
#define field_sub checked_field_sub
#define field_neg checked_field_neg
#define field_mul checked_field_mul
#define field_from_int checked_field_from_int
#define field_power checked_field_power
#define field_inverse checked_field_inverse
#define choice_sum checked_choice_sum
#define choice_difference checked_choice_difference
#define choice_product checked_choice_product

#endif
