#include "semantics/tables/parameters.h"

void op_write_parameters(const Store *store, OpCode code, ConstantId parameters, FILE *out) {
  for (uint32_t k = 0; k < op_parameters(code); k++)
    gmp_fprintf(out, "[%Qd]", constant_get(&store->constants, parameters)->exact[k]);
}
