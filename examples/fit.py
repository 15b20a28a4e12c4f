"""Fit from Python: a model of one's own on a card, how fast it serves there, and how long it takes to start."""

import planner

CONFIG = {"model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36, "num_attention_heads": 32,
          "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288, "vocab_size": 151936,
          "max_position_embeddings": 40960, "torch_dtype": "bfloat16"}

plan = planner.fit(gpu="l40s", config=CONFIG, max_len=8192, input_tokens=1500, output_tokens=250, tpot_ms=50)
print(f"{plan.weights_gib_per_gpu:.1f} GiB of weights, cache for {plan.kv_tokens:,} tokens")
print(f"{plan.speed.batch} requests at once, {plan.speed.requests_per_s:.1f} a second")
for other in plan.would_do:
    print(f"{other.gpu} at TP {other.tp}: {other.max_concurrency:.0f} sequences of {plan.max_len:,} tokens")

load = planner.load(gpu="l40s", config=CONFIG)
for start in load.starts:
    print(f"{start.start}: {start.p50_s:.1f} s (p90 {start.p90_s:.1f} s), {start.host_memory_gib:.1f} GiB of host memory")
