"""log(exp(x[0]) + exp(x[1])), with its limits at infinities."""
import math
from adjudge_rule import serve


def value(x):
    largest = max(x)
    if math.isinf(largest): return largest
    return largest + math.log(sum(math.exp(t - largest) for t in x))


def weights(x):
    if any(math.isinf(t) and t > 0 for t in x): parts = [1.0 if math.isinf(t) and t > 0 else 0.0 for t in x]
    elif math.isinf(max(x)): parts = [1.0 for t in x]
    else: parts = [math.exp(t - max(x)) for t in x]
    return [part / sum(parts) for part in parts]


serve(
    value=value,
    jvp=lambda args, tangents: sum(w * v for w, v in zip(weights(args[0]), tangents[0])),
    vjp=lambda args, cotangent: [[w * cotangent for w in weights(args[0])]],
)
