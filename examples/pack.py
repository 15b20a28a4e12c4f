"""Vector packing from Python: pods with memory and CPU on nodes of two sizes, at the least price."""

import planner

packed = planner.pack({
    "bins": [{"id": "small", "capacity": [64, 16], "cost": 0.8}, {"id": "large", "capacity": [128, 32], "cost": 1.5}],
    "items": [{"id": "web", "size": [2, 0.5], "count": 300}, {"id": "worker", "size": [4, 2], "count": 120},
              {"id": "cache", "size": [30, 1], "count": 25}],
})
print(f"{packed.bins} nodes for {packed.cost:.2f} USD/h, at least {packed.lower_bound_cost:.2f}")
for pattern in packed.patterns:
    print(pattern.count, "x", pattern.bin, pattern["items"])
