/* COST-SIZE: how large a derivative is, against its program. */
#ifndef ADJUDGE_VERIFY_COST_SIZE_H
#define ADJUDGE_VERIFY_COST_SIZE_H

#include "verify/battery/subject.h"

/* By nodes: of a term of the target language, or as a system with a language of its own counts its own. */
void cost_size_nodes(Subject *subject, const Derived *derived, uint64_t code);
/* By the words of what such a system prints (code_words), whatever it says of its size; NULL: too large to be printed.
 */
void cost_size_words(Subject *subject, const Derived *derived, const char *text);

#endif
