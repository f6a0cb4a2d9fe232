/* adjudge verify f.c --function f --gradient g: a gradient in C against its primal. */
#ifndef ADJUDGE_CLI_GRADIENT_H
#define ADJUDGE_CLI_GRADIENT_H

#include "verify/cli/commands.h"

ExitCode gradient_judge(const Arguments *arguments);

#endif
