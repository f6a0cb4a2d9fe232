"""torch.linalg.det, forward mode: the tangent at [[0, 1], [0, 0]] along [[0, 0], [1, 0]] is -1; it answers 0."""
import mpmath
import torch
import torch.autograd.forward_ad as forward

mpmath.mp.dps = 200
with forward.dual_level():
    a = forward.make_dual(torch.tensor([[0.0, 1.0], [0.0, 0.0]]).double(), torch.tensor([[0.0, 0.0], [1.0, 0.0]]).double())
    print("torch", torch.__version__, forward.unpack_dual(torch.linalg.det(a)).tangent.item())
print("exact", mpmath.nstr(mpmath.diff(lambda t: 0 * 0 - 1 * t, 0), 20))
