"""MIG slices from Python: how many GPUs a mix of slices takes, and whether one more fits on a GPU that is in use."""

import planner

plan = planner.mig("h100-sxm", {"1g.10gb": 20, "2g.20gb": 6, "3g.40gb": 5})
print(f"{plan.gpus} GPUs, {'proven' if plan.proven else 'not proven'}")
for layout in plan.layouts:
    print(layout.count, "x", " ".join(f"{slice.profile}@{slice.start}" for slice in layout.placements))

beside = planner.mig("h100-sxm", {"3g.40gb": 1}, on_one_gpu=True, occupied=[("1g.10gb", 0), ("1g.10gb", 4)])
print("3g.40gb beside 1g.10gb at 0 and at 4:", beside.status)
