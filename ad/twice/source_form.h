/* Derivatives as source programs, so that they can be differentiated again.
 *
 * CHAD's target is an ordinary lambda-calculus once linear functions are taken for
 * functions (CHAD 9.2: LFun as functions): the linear identifier becomes an
 * identifier, T_ -o S_ and T -> S_ become functions, and 0_, + and the elementary
 * linear operations become source terms by their types.  Copowers are lists there,
 * which the source language does not have: a derivative with copowers is refused. */
#ifndef ADJUDGE_AD_SOURCE_FORM_H
#define ADJUDGE_AD_SOURCE_FORM_H

#include "semantics/evaluator.h"

/* From G |- d : T * (S_ -o R_), well typed, to
 *   G', s : S' |- (snd d') s : R'
 * in the source language, ' taking linear types to Cartesian ones.  `context` has
 * room for derivative->length + 1 types and becomes the context of *form.  The
 * seed is the innermost identifier.  UNABLE when d has copowers. */
MUST_CHECK Status source_form(Store *store, const Program *derivative, TypeId *context, Program *form);

#endif
