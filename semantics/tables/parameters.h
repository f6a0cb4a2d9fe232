#ifndef ADJUDGE_SEMANTICS_TABLES_PARAMETERS_H
#define ADJUDGE_SEMANTICS_TABLES_PARAMETERS_H

#include <stdio.h>

#include "semantics/tables/store.h"

/* The parameters of a function of the library, as [2][3] after its name; nothing of other operations. */
void op_write_parameters(const Store *store, OpCode code, ConstantId parameters, FILE *out);

#endif
