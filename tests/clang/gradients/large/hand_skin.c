/* ADBench's hand, small: bones that turn about two axes each, one behind the other, and a point of the skin that follows
 * them by weights; the error is what is left to the point measured. */
#include <math.h>
#define BONES 2

static const double offset[3 * BONES] = {0.5, 0, 1, 0, 0.25, 1.5}, rest[3 * BONES] = {0.5, 0, 1, 0.5, 0.25, 2.5};
static const double share[BONES] = {0.75, 0.25}, skin[3] = {0.625, -0.25, 2.75};

/* about z by the first angle, then about x by the second */
static void turn(const double angle[2], double r[9]) {
  double c = cos(angle[0]), s = sin(angle[0]), cx = cos(angle[1]), sx = sin(angle[1]);
  r[0] = c, r[1] = -s * cx, r[2] = s * sx;
  r[3] = s, r[4] = c * cx, r[5] = -c * sx;
  r[6] = 0, r[7] = sx, r[8] = cx;
}

/* a b, of which each may be transposed */
static void multiply(const double a[9], int ta, const double b[9], int tb, double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) out[3 * i + j] += a[ta ? 3 * k + i : 3 * i + k] * b[tb ? 3 * j + k : 3 * k + j];
    }
}

void hand_skin(const double angle[2 * BONES], const double shift[3], const double point[3], double err[3]) {
  double frame[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, at[3], r[9], next[9];
  for (int i = 0; i < 3; i++) at[i] = shift[i], err[i] = point[i];
  for (int k = 0; k < BONES; k++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) at[i] += frame[3 * i + j] * offset[3 * k + j];
    turn(angle + 2 * k, r);
    multiply(frame, 0, r, 0, next);
    for (int i = 0; i < 3; i++) {
      err[i] -= share[k] * at[i];
      for (int j = 0; j < 3; j++) err[i] -= share[k] * next[3 * i + j] * (skin[j] - rest[3 * k + j]);
    }
    for (int i = 0; i < 9; i++) frame[i] = next[i];
  }
}

void hand_skin_b(const double angle[2 * BONES], double angleb[2 * BONES], const double shift[3], double shiftb[3],
                 const double point[3], double pointb[3], const double errb[3]) {
  double frame[BONES + 1][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, r[BONES][9], frameb[9], beforeb[9], rb[9];
  for (int k = 0; k < BONES; k++) {
    turn(angle + 2 * k, r[k]);
    multiply(frame[k], 0, r[k], 0, frame[k + 1]);
  }
  for (int i = 0; i < 9; i++) frameb[i] = 0;
  for (int i = 0; i < 3; i++) shiftb[i] = 0, pointb[i] = errb[i];
  for (int k = BONES - 1; k >= 0; k--) {
    double c = cos(angle[2 * k]), s = sin(angle[2 * k]), cx = cos(angle[2 * k + 1]), sx = sin(angle[2 * k + 1]);
    for (int i = 0; i < 3; i++) {
      shiftb[i] -= share[k] * errb[i];
      for (int j = 0; j < 3; j++) frameb[3 * i + j] -= share[k] * errb[i] * (skin[j] - rest[3 * k + j]);
    }
    multiply(frame[k], 1, frameb, 0, rb);
    multiply(frameb, 0, r[k], 1, beforeb);
    angleb[2 * k] = -s * rb[0] - c * cx * rb[1] + c * sx * rb[2] + c * rb[3] - s * cx * rb[4] + s * sx * rb[5];
    angleb[2 * k + 1] = s * sx * rb[1] + s * cx * rb[2] - c * sx * rb[4] - c * cx * rb[5] + cx * rb[7] - sx * rb[8]; // sign
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) frameb[3 * i + j] = beforeb[3 * i + j] + shiftb[i] * offset[3 * k + j];
  }
}
