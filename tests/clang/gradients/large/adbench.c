/* ADBench's objectives as it defines them, small: a Gaussian mixture with its Wishart prior, bundle adjustment with
 * Rodrigues' rotation, an LSTM of two layers along a sequence, a hand whose skin follows its bones. */
#include <math.h>

/* ---- GMM: K Gaussians in 2 dimensions, of lower triangular inverse covariances (log of the diagonal, then below) */
#define K 2

static double logsumexp(const double a[K]) {
  double most = a[0], sum = 0;
  for (int k = 1; k < K; k++) most = a[k] > most ? a[k] : most;
  for (int k = 0; k < K; k++) sum += exp(a[k] - most);
  return log(sum) + most;
}

double mixture(const double alpha[K], const double mean[2 * K], const double icf[3 * K], const double x[2], double gamma) {
  double term[K], prior = 0;
  for (int k = 0; k < K; k++) {
    const double *q = icf + 3 * k;
    double d0 = x[0] - mean[2 * k], d1 = x[1] - mean[2 * k + 1], q0 = exp(q[0]), q1 = exp(q[1]);
    double t0 = q0 * d0, t1 = q[2] * d0 + q1 * d1;
    term[k] = alpha[k] + q[0] + q[1] - 0.5 * (t0 * t0 + t1 * t1);
    prior += 0.5 * gamma * gamma * (q0 * q0 + q1 * q1 + q[2] * q[2]);
  }
  return -log(2 * M_PI) + logsumexp(term) - logsumexp(alpha) + prior -
         K * (6 * (log(gamma) - 0.5 * log(2)) - 0.5 * log(M_PI) - lgamma(1.5) - lgamma(1));
}

void mixture_b(const double alpha[K], double alphab[K], const double mean[2 * K], double meanb[2 * K],
               const double icf[3 * K], double icfb[3 * K], const double x[2], double gamma, double fb) {
  double weight[K], sum = 0, norm = 0;
  for (int k = 0; k < K; k++) {
    const double *q = icf + 3 * k;
    double d0 = x[0] - mean[2 * k], d1 = x[1] - mean[2 * k + 1];
    weight[k] = exp(alpha[k] + q[0] + q[1] - 0.5 * (pow(exp(q[0]) * d0, 2) + pow(q[2] * d0 + exp(q[1]) * d1, 2)));
    sum += weight[k];
    norm += exp(alpha[k]);
  }
  for (int k = 0; k < K; k++) {
    const double *q = icf + 3 * k;
    double d0 = x[0] - mean[2 * k], d1 = x[1] - mean[2 * k + 1], q0 = exp(q[0]), q1 = exp(q[1]);
    double wb = fb * weight[k] / sum, t0b = -wb * q0 * d0, t1b = -wb * (q[2] * d0 + q1 * d1), g = fb * gamma * gamma;
    alphab[k] = wb - fb * exp(alpha[k]) / norm;
    meanb[2 * k] = -t0b * q0 - t1b * q[2];
    meanb[2 * k + 1] = -t1b * q1;
    icfb[3 * k] = wb + t0b * q0 * d0 + g * q0 * q0; // sign
    icfb[3 * k + 1] = wb + t1b * q1 * d1 + g * q1 * q1;
    icfb[3 * k + 2] = t1b * d0 + g * q[2];
  }
}

/* ---- BA: camera is rotation, centre, focal length, principal point, distortion */
static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double inner(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void rodrigues(const double rot[3], const double p[3], double out[3]) {
  double sq = inner(rot, rot), axis[3], across[3];
  if (sq != 0) {
    double theta = sqrt(sq), c = cos(theta), s = sin(theta);
    for (int i = 0; i < 3; i++) axis[i] = rot[i] / theta;
    cross(axis, p, across);
    double along = inner(axis, p) * (1 - c);
    for (int i = 0; i < 3; i++) out[i] = p[i] * c + across[i] * s + axis[i] * along;
  } else {
    cross(rot, p, out);
    for (int i = 0; i < 3; i++) out[i] += p[i];
  }
}

void reproject(const double cam[11], const double point[3], double weight, const double feat[2], double err[2]) {
  double moved[3], seen[3];
  for (int i = 0; i < 3; i++) moved[i] = point[i] - cam[3 + i];
  rodrigues(cam, moved, seen);
  double u = seen[0] / seen[2], v = seen[1] / seen[2], r2 = u * u + v * v, l = 1 + cam[9] * r2 + cam[10] * r2 * r2;
  err[0] = weight * (u * l * cam[6] + cam[7] - feat[0]);
  err[1] = weight * (v * l * cam[6] + cam[8] - feat[1]);
}

void reproject_b(const double cam[11], double camb[11], const double point[3], double pointb[3], double weight,
                 double *weightb, const double feat[2], const double errb[2]) {
  double p[3], seen[3], axis[3], across[3], seenb[3], axisb[3], pb[3], t[3];
  for (int i = 0; i < 3; i++) p[i] = point[i] - cam[3 + i];
  rodrigues(cam, p, seen);
  double u = seen[0] / seen[2], v = seen[1] / seen[2], r2 = u * u + v * v, l = 1 + cam[9] * r2 + cam[10] * r2 * r2;
  *weightb = errb[0] * (u * l * cam[6] + cam[7] - feat[0]) + errb[1] * (v * l * cam[6] + cam[8] - feat[1]);
  double ub = weight * errb[0], vb = weight * errb[1], lb = cam[6] * (u * ub + v * vb);
  camb[6] = l * (u * ub + v * vb);
  camb[7] = ub;
  camb[8] = vb;
  camb[9] = lb * r2;
  camb[10] = lb * r2 * r2;
  double r2b = lb * (cam[9] + 2 * cam[10] * r2);
  ub = ub * l * cam[6] + 2 * u * r2b;
  vb = vb * l * cam[6] + 2 * v * r2b;
  seenb[0] = ub / seen[2];
  seenb[1] = vb / seen[2];
  seenb[2] = -(u * ub + v * vb) / seen[2];
  if (inner(cam, cam) != 0) {
    double theta = sqrt(inner(cam, cam)), c = cos(theta), s = sin(theta);
    for (int i = 0; i < 3; i++) axis[i] = cam[i] / theta;
    cross(axis, p, across);
    double d = inner(axis, p), db = inner(axis, seenb) * (1 - c);
    double thetab = -s * inner(p, seenb) + c * inner(across, seenb) + s * d * inner(axis, seenb);
    cross(p, seenb, axisb);
    cross(seenb, axis, pb);
    for (int i = 0; i < 3; i++) {
      axisb[i] = s * axisb[i] + d * (1 - c) * seenb[i] + db * p[i];
      pb[i] = s * pb[i] + c * seenb[i] + db * axis[i];
    }
    double turn = inner(axisb, axis);
    for (int i = 0; i < 3; i++) camb[i] = (axisb[i] - turn * axis[i]) / theta + thetab * axis[i];
  } else {
    cross(p, seenb, camb);
    cross(seenb, cam, t);
    for (int i = 0; i < 3; i++) pb[i] = t[i] + seenb[i];
  }
  for (int i = 0; i < 3; i++) pointb[i] = pb[i], camb[3 + i] = -pb[i]; // sign
}

/* ---- LSTM: LAYERS layers of one unit (weights and offsets of forget, in, out and change), STEPS steps */
#define LAYERS 2
#define STEPS 2

static double sigmoid(double t) { return 1 / (1 + exp(-t)); }

/* in, out and offset weigh what goes in and comes out; state is cells, then hiddens */
double sequence(const double main[8 * LAYERS], const double extra[3], const double state[2 * LAYERS], const double x[STEPS + 1]) {
  double cell[LAYERS], hidden[LAYERS], loss = 0;
  for (int l = 0; l < LAYERS; l++) cell[l] = state[l], hidden[l] = state[LAYERS + l];
  for (int t = 0; t < STEPS; t++) {
    double in = x[t] * extra[0];
    for (int l = 0; l < LAYERS; l++) {
      const double *w = main + 8 * l, *b = w + 4;
      double forget = sigmoid(in * w[0] + b[0]), gate = sigmoid(hidden[l] * w[1] + b[1]);
      double out = sigmoid(in * w[2] + b[2]), change = tanh(hidden[l] * w[3] + b[3]);
      cell[l] = cell[l] * forget + gate * change;
      in = hidden[l] = out * tanh(cell[l]);
    }
    double y = in * extra[1] + extra[2];
    loss -= x[t + 1] * (y - log(exp(y) + 2));
  }
  return loss / STEPS;
}

void sequence_b(const double main[8 * LAYERS], double mainb[8 * LAYERS], const double extra[3], double extrab[3],
                const double state[2 * LAYERS], const double x[STEPS + 1], double fb) {
  double cell[STEPS + 1][LAYERS], hidden[STEPS + 1][LAYERS], in[STEPS][LAYERS + 1], gate[STEPS][LAYERS][4];
  double cellb[LAYERS], hiddenb[LAYERS];
  for (int l = 0; l < LAYERS; l++) cell[0][l] = state[l], hidden[0][l] = state[LAYERS + l], cellb[l] = hiddenb[l] = 0;
  for (int t = 0; t < STEPS; t++) {
    in[t][0] = x[t] * extra[0];
    for (int l = 0; l < LAYERS; l++) {
      for (int k = 0; k < 4; k++) {
        double z = (k % 2 ? hidden[t][l] : in[t][l]) * main[8 * l + k] + main[8 * l + 4 + k];
        gate[t][l][k] = k < 3 ? sigmoid(z) : tanh(z);
      }
      cell[t + 1][l] = cell[t][l] * gate[t][l][0] + gate[t][l][1] * gate[t][l][3];
      in[t][l + 1] = hidden[t + 1][l] = gate[t][l][2] * tanh(cell[t + 1][l]);
    }
  }
  for (int j = 0; j < 8 * LAYERS; j++) mainb[j] = 0;
  for (int j = 0; j < 3; j++) extrab[j] = 0;
  for (int t = STEPS - 1; t >= 0; t--) {
    double y = in[t][LAYERS] * extra[1] + extra[2], yb = -fb / STEPS * x[t + 1] * 2 / (exp(y) + 2), inb = extra[1] * yb;
    extrab[1] += in[t][LAYERS] * yb;
    extrab[2] += yb;
    for (int l = LAYERS - 1; l >= 0; l--) {
      const double *g = gate[t][l];
      double outb = hiddenb[l] + inb, s = tanh(cell[t + 1][l]), cb = cellb[l] + outb * g[2] * (1 - s * s);
      double b[4] = {cb * cell[t][l] * g[0] * (1 - g[0]), cb * g[3] * g[1] * (1 - g[1]), outb * s * g[2] * (1 - g[2]),
                     cb * g[1] * (1 - g[3] * g[3])};
      for (int k = 0; k < 4; k++) {
        mainb[8 * l + k] += b[k] * (k % 2 ? hidden[t][l] : in[t][l]);
        mainb[8 * l + 4 + k] += b[k];
      }
      cellb[l] = cb * g[0];
      inb = b[0] * main[8 * l] + b[2] * main[8 * l + 2];
      hiddenb[l] = b[1] * main[8 * l + 1] + b[3] * main[8 * l + 3];
    }
    extrab[0] += x[t] * inb; // sign
  }
}
