/* One step of an LSTM of H units with diagonal weights: a loss of the new state, and its adjoint by a reverse sweep. */
#include <math.h>
#define H 1

static double sigmoid(double t) { return 1 / (1 + exp(-t)); }

double lstm(const double w[4 * H], const double b[4 * H], const double h[H], const double c[H]) {
  double loss = 0;
  for (int i = 0; i < H; i++) {
    double forget = sigmoid(w[i] * h[i] + b[i]), in = sigmoid(w[H + i] * h[i] + b[H + i]);
    double out = sigmoid(w[2 * H + i] * h[i] + b[2 * H + i]), change = tanh(w[3 * H + i] * h[i] + b[3 * H + i]);
    double state = c[i] * forget + in * change;
    loss += out * tanh(state);
  }
  return loss;
}

void lstm_b(const double w[4 * H], double wb[4 * H], const double b[4 * H], double bb[4 * H], const double h[H], double hb[H],
            const double c[H], double cb[H], double lossb) {
  for (int i = H - 1; i >= 0; i--) {
    double gate[4], gateb[4];
    for (int k = 0; k < 4; k++) {
      double t = w[k * H + i] * h[i] + b[k * H + i];
      gate[k] = k < 3 ? sigmoid(t) : tanh(t);
    }
    double state = c[i] * gate[0] + gate[1] * gate[3], s = tanh(state);
    double stateb = lossb * gate[2] * (1 - s * s);
    gateb[2] = lossb * s;
    gateb[0] = stateb * c[i];
    gateb[1] = stateb * gate[3];
    gateb[3] = stateb * gate[1];
    cb[i] = stateb * gate[0];
    hb[i] = 0;
    for (int k = 0; k < 4; k++) {
      double tb = gateb[k] * (k < 3 ? gate[k] * (1 - gate[k]) : 1 - gate[k] * gate[k]);
      wb[k * H + i] = tb * h[i];
      bb[k * H + i] = tb;
      hb[i] += tb * w[k * H + i]; // sign
    }
  }
}
