"""A rule of JAX against certified values:

    adjudge campaign softplus.prim --exec 'python3 jax_rule.py'

Whatever custom_jvp or custom_vjp defines for `f` is what is checked, over binary64."""
import jax
from adjudge_rule import serve

jax.config.update("jax_enable_x64", True)

f = jax.nn.softplus  # the function whose rules are under test


def nested(tree):  # arrays to numbers and lists
    return jax.tree_util.tree_map(lambda leaf: leaf.tolist(), tree)


def arrays(args):
    return tuple(jax.numpy.asarray(a, dtype="float64") for a in args)


serve(
    value=lambda *args: nested(f(*arrays(args))),
    jvp=lambda args, tangents: nested(jax.jvp(f, arrays(args), arrays(tangents))[1]),
    vjp=lambda args, cotangent: nested(list(jax.vjp(f, *arrays(args))[1](arrays([cotangent])[0]))),
)
