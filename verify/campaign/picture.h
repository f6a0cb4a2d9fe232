/* A function and its derivative as a small picture inside a page. */
#ifndef ADJUDGE_VERIFY_PICTURE_H
#define ADJUDGE_VERIFY_PICTURE_H

#include "verify/truth/curve.h"

#include <stdio.h>

/* A point to be marked: the input of a witness. */
typedef struct PictureMark {
  bool there;
  double x;
} PictureMark;

/* Writes an SVG element: the function, its derivative, kinks and what has none of both, `variable` along the foot.
 * False, having written nothing, where too little is known for a picture. */
bool picture_write(FILE *out, const Curve *curve, const char *variable, PictureMark mark);

#endif
