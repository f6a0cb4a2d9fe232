/* What the recorder of straight-line programs holds; see recorder.h. */
#ifndef ADJUDGE_STRAIGHT_RECORDED_H
#define ADJUDGE_STRAIGHT_RECORDED_H

#include "semantics/straight/straight_code.h"

typedef struct StraightRecorder {
  StraightNode *code;
  StraightConstant *constant;
  uint32_t nodes, constants, inputs;
  uint32_t limit; /* the most nodes, and constants */
} StraightRecorder;

/* No node. */
#define RECORDER_NONE UINT32_MAX

#endif
