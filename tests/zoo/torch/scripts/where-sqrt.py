"""torch.where(x > 0, sqrt(x), 0): its slope at -1 is 0; it answers NaN."""
import torch

x = torch.tensor(-1.0, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x)), x)
print("torch", torch.__version__, slope.item())
print("exact", 0.0)
