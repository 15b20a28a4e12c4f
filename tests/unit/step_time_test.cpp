// Parts of a step by hand: each test lets one part alone take time.
#include "planner/unit/step_time.hpp"

#include <catch2/catch.hpp>

#include "planner/unit/serving.hpp"

using namespace planner::unit;

TEST_CASE("a product takes the longer of its arithmetic and its reading") {
  const StepWork w{.products = {{.flops_per_row = 4e9, .bytes = 2e9, .flops_per_s = 1e12}}, .weights_per_s = 1e12};
  CHECK(step_time(w, {.sequences = 0.25}) == Approx(2e-3));  // reading: 2 GB at 1 TB/s
  CHECK(step_time(w, {.sequences = 3}) == Approx(12e-3));    // 3 x 4 GFLOP at 1 TFLOP/s
  CHECK(step_time(w, {.sequences = 1, .prompt_tokens = 2}) == Approx(12e-3));
}

TEST_CASE("the head works on last tokens only") {
  const StepWork w{.products = {{.flops_per_row = 1e9, .flops_per_s = 1e12, .sampled_only = true}}};
  CHECK(step_time(w, {.sequences = 3, .prompt_tokens = 500, .prompt_ends = 1}) == Approx(4e-3));
}

TEST_CASE("experts: those that a batch takes are read, and replicas' rows meet") {
  StepWork w{.products = {{.flops_per_row = 1, .bytes = 256e9, .flops_per_s = HUGE_VAL, .copies = 256, .per_token = 8}},
             .weights_per_s = 1e12};
  // 256 (1 - (1 - 8/256)^64) = 222.4 experts of 1 GB at 1 TB/s.
  CHECK(step_time(w, {.sequences = 64}) == Approx(0.2224).epsilon(1e-3));
  CHECK(step_time(w, {.sequences = 1}) == Approx(0.008));
  w.data_parallel = 64;
  w.exchange_per_s = HUGE_VAL;
  CHECK(step_time(w, {.sequences = 1}) == Approx(0.2224).epsilon(1e-3));
}

TEST_CASE("attention: windows bound what is seen, latent vectors cost arithmetic, a state is read and written") {
  // Two kinds of layers: full at 1,000 B a token, and a window of 128 at 500 B; 10 sequences that have seen 2,000.
  const StepWork windows{.lookbacks = {{.bytes = 1000}, {.bytes = 500, .window = 128}}, .cache_per_s = 1e9};
  CHECK(step_time(windows, {.sequences = 10, .context = 2000}) == Approx(10 * (2000 * 1000 + 128 * 500) / 1e9));
  CHECK(step_time(windows, {.sequences = 10, .context = 100}) == Approx(10 * 100 * 1500 / 1e9));
  // DeepSeek-V3's 61 layers: 70,272 B and 128 x 2 (2 x 512 + 64) x 61 FLOP a token; at 2.4 TB/s and 0.4 PFLOP/s
  // arithmetic is the longer.
  const StepWork latent{.lookbacks = {{.bytes = 70272, .flops = 61 * 128 * 2.0 * (2 * 512 + 64)}},
                        .cache_per_s = 2.4e12,
                        .attention_per_s = 0.4e15};
  CHECK(step_time(latent, {.sequences = 64, .context = 4000}) == Approx(64 * 4000 * 16.99e6 / 0.4e15).epsilon(1e-3));
  const StepWork state{.state_bytes = 1e6, .cache_per_s = 1e9};
  CHECK(step_time(state, {.sequences = 5, .context = 9999}) == Approx(2 * 5 * 1e6 / 1e9));
}

TEST_CASE("all-reduce by hand") {
  // 160 reductions of 8,192 x 2 B for each of 100 rows over four GPUs: 2 x 3/4 of it at 200 GB/s, and 10 us each.
  const StepWork w{.reductions = 160, .reduced_bytes = 16384, .tensor_parallel = 4, .reduction_per_s = 200e9,
                   .per_reduction = 10e-6};
  CHECK(step_time(w, {.sequences = 60, .prompt_tokens = 40}) ==
        Approx(160 * (10e-6 + 1.5 * 100 * 16384 / 200e9)));
  StepWork alone = w;
  alone.tensor_parallel = 1;
  CHECK(step_time(alone, {.sequences = 60}) == 0);
}

TEST_CASE("an exchange among experts by hand") {
  const StepWork w{.data_parallel = 4, .exchanged_bytes = 1000, .exchange_per_s = 1e6};
  CHECK(step_time(w, {.sequences = 10}) == Approx(10 * 1000 * 0.75 / 1e6));
}

TEST_CASE("fixed times by hand") {
  const StepWork w{.layers = 60, .expert_layers = 58, .per_step = 1e-3, .per_layer = 10e-6, .per_expert_layer = 5e-6,
                   .per_sequence = 2e-6};
  CHECK(step_time(w, {.sequences = 100, .prompt_tokens = 5, .prompt_ends = 1}) ==
        Approx(1e-3 + 600e-6 + 290e-6 + 202e-6));
}

TEST_CASE("tokens of a step with guesses ahead") {
  CHECK(Speculation{4, 0.8}.tokens_per_step() == Approx(3.3616));  // (1 - 0.8^5) / 0.2
  CHECK(Speculation{4, 0}.tokens_per_step() == Approx(1));
  CHECK(Speculation{4, 1}.tokens_per_step() == Approx(5));
  CHECK(Speculation{0, 0.7}.tokens_per_step() == Approx(1));
}

TEST_CASE("guesses speed up steps that read, and slow down steps that compute") {
  Serving s{.work = {.products = {{.flops_per_row = 1e9, .bytes = 16e9, .flops_per_s = 500e12}}, .weights_per_s = 3e12},
            .shape = {.input_tokens = 100, .output_tokens = 100}};
  const double one = decode_time(s, 1), many = decode_time(s, 20000);
  s.speculation = Speculation{4, 0.8, 0.05};
  // Leviathan et al., theorem 3.8: (1 - a^5) / ((1 - a)(4 c + 1)) = 3.3616 / 1.2 times as fast.
  CHECK(one / decode_time(s, 1) == Approx(3.3616 / 1.2));
  CHECK(many / decode_time(s, 20000) == Approx(3.3616 / 1.2 / 5));  // five rows each
}
