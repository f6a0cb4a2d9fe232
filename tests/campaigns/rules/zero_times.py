"""0 x, as a simplifier writes it."""
from adjudge_rule import serve

serve(value=lambda x: 0.0, jvp=lambda args, tangents: 0.0, vjp=lambda args, cotangent: [0.0])
