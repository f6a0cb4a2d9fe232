/* As in semantics/dualnum/rows.h, which the preprocessor has left behind. */
#define TAPE_CONSTANT 4294967295u
