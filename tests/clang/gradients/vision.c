/* Bundle adjustment: the residual of one point in one camera, and its adjoint: two results, two seeds. */
#include <math.h>

static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* rotation by the small-angle form, focal length and one coefficient of distortion */
void project(const double rot[3], const double centre[3], const double point[3], double focal, double kappa, double err[2]) {
  double d[3], turned[3], p[2], r2, scale;
  for (int i = 0; i < 3; i++) d[i] = point[i] - centre[i];
  cross(rot, d, turned);
  for (int i = 0; i < 3; i++) turned[i] += d[i];
  p[0] = turned[0] / turned[2];
  p[1] = turned[1] / turned[2];
  r2 = p[0] * p[0] + p[1] * p[1];
  scale = focal * (1 + kappa * r2);
  err[0] = scale * p[0];
  err[1] = scale * p[1];
}

void project_b(const double rot[3], double rotb[3], const double centre[3], double centreb[3], const double point[3],
               double pointb[3], double focal, double *focalb, double kappa, double *kappab, const double errb[2]) {
  double d[3], turned[3], p[2], r2, scale, pb[2], tb[3], db[3], r2b, scaleb;
  for (int i = 0; i < 3; i++) d[i] = point[i] - centre[i];
  cross(rot, d, turned);
  for (int i = 0; i < 3; i++) turned[i] += d[i];
  for (int i = 0; i < 2; i++) p[i] = turned[i] / turned[2];
  r2 = p[0] * p[0] + p[1] * p[1];
  scale = focal * (1 + kappa * r2);
  scaleb = errb[0] * p[0] + errb[1] * p[1];
  *focalb = scaleb * (1 + kappa * r2);
  *kappab = scaleb * focal * r2;
  r2b = scaleb * focal * kappa;
  for (int i = 0; i < 2; i++) pb[i] = errb[i] * scale + 2 * r2b * p[i];
  for (int i = 0; i < 2; i++) tb[i] = pb[i] / turned[2];
  tb[2] = -(pb[0] * turned[0] + pb[1] * turned[1]) / (turned[2] * turned[2]);
  cross(d, tb, rotb);
  cross(tb, rot, db);
  for (int i = 0; i < 3; i++) {
    db[i] += tb[i];
    pointb[i] = db[i];
    centreb[i] = -db[i]; // sign
  }
}
