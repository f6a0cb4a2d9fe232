"""max (x, 0); at 0 the gradient is 1."""
from adjudge_rule import serve

serve(
    value=lambda x: max(x, 0.0),
    jvp=lambda args, tangents: tangents[0] if args[0] >= 0 else 0.0,
    vjp=lambda args, cotangent: [cotangent if args[0] >= 0 else 0.0],
)
