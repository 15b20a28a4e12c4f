#include "planner/unit/gpu_session.hpp"

#include <catch2/catch.hpp>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;

namespace {

/// Pinning of a 1.2 TB guest by page size (cpaelzer), 7 s a GPU and a minute to settle (7-GPU Kata time line).
catalog::GpuSharing sharing() {
  catalog::GpuSharing s;
  s.mps_clients = fact(48.0);
  s.cuda_context = fact(430.0 * MiB);
  s.vfio_pin_thp = fact(206.0 * (second / TB));
  s.vfio_pin_small = fact(392.0 * (second / TB));
  s.vfio_pin_1g = fact(44.0 * (second / TB));
  s.vfio_per_gpu = fact(7.0 * second);
  s.kata_settle = fact(60.0 * second);
  return s;
}

catalog::Gpu h100() {
  catalog::Gpu g;
  g.id = "h100-sxm";
  g.memory = fact(81559.0 * MiB);
  g.driver_reserved = fact(559.0 * MiB);
  g.fp16 = fact(989.0 * tflops);
  return g;
}

}  // namespace

TEST_CASE("a session holds its GPU while it boots and while it is scrubbed") {
  const Gpus held = gpus_held(300.0 * session, 1.0 * gpu, 2.0 * minute, 2.0 * hour, 1.0 * minute);
  CHECK(held.in(gpu) == Approx(300.0 * 123.0 / 120.0));
  CHECK(gpus_held(10.0 * session, 4.0 * gpu, Seconds{}, 1.0 * hour, Seconds{}).in(gpu) == Approx(40.0));
}

TEST_CASE("preparing a passed-through guest follows the measured times") {
  const auto seconds = [](Bytes memory, double gpus, VfioPages pages, bool in_kata) {
    return vfio_preparation(sharing(), memory, gpus, pages, in_kata)->in(second);
  };
  // A 1.2 TB guest took 253, 476 and 59 s, of which 6 s without any device.
  CHECK(seconds(1.2 * TB, 0, VfioPages::transparent_huge, false) + 6.0 == Approx(253).epsilon(0.02));
  CHECK(seconds(1.2 * TB, 0, VfioPages::small, false) + 6.0 == Approx(476).epsilon(0.02));
  CHECK(seconds(1.2 * TB, 0, VfioPages::huge_1g, false) + 6.0 == Approx(59).epsilon(0.02));
  // A Kata guest of 100 GiB with 7 H100 took 183 s with 4 KiB pages, 146 s with huge pages.
  CHECK(seconds(100.0 * GiB, 7, VfioPages::small, true) == Approx(183).epsilon(0.25));
  CHECK(seconds(100.0 * GiB, 7, VfioPages::huge_1g, true) == Approx(146).epsilon(0.25));
  catalog::GpuSharing unknown = sharing();
  unknown.vfio_pin_1g = {};
  CHECK_FALSE(vfio_preparation(unknown, 1.0 * GiB, 1, VfioPages::huge_1g, false));
}

TEST_CASE("a session's GPU memory has a CUDA context on top, and a vGPU's reserve") {
  using catalog::GpuPath;
  CHECK(gpu_memory_taken(sharing(), 9.0 * GiB, GpuPath::vfio)->in(MiB) == Approx(9 * 1024 + 430));
  CHECK_FALSE(gpu_memory_taken(sharing(), 9.0 * GiB, GpuPath::vgpu));  // its reserve is not published
  catalog::GpuSharing known = sharing();
  known.vgpu_reserve = fact(128.0 * MiB);
  CHECK(gpu_memory_taken(known, 9.0 * GiB, GpuPath::vgpu)->in(MiB) == Approx(9 * 1024 + 430 + 128));
}

TEST_CASE("compute is converted by dense 16-bit rate") {
  catalog::Gpu t4;
  t4.id = "t4";
  CHECK(compute_share(0.05, h100(), h100()) == Approx(0.05));
  CHECK_FALSE(compute_share(0.05, h100(), t4));
  t4.fp16 = fact(65.0 * tflops);
  CHECK(*compute_share(0.05, h100(), t4) == Approx(0.05 * 989.0 / 65.0));
  CHECK(*compute_share(*compute_share(0.05, h100(), t4), t4, h100()) == Approx(0.05));
}

TEST_CASE("sharing a GPU stops at memory, compute or MPS clients, whichever comes first") {
  using catalog::GpuMode;
  const auto sessions = [](GpuMode mode, Bytes taken, double share) {
    return *sessions_per_gpu(sharing(), h100(), mode, taken, share);
  };
  CHECK(sessions(GpuMode::time_slice, 9.0 * GiB, 0.0) == 8);  // 81,000 MiB free
  CHECK(sessions(GpuMode::time_slice, 9.0 * GiB, 0.2) == 5);
  CHECK(sessions(GpuMode::time_slice, 0.5 * GiB, 0.01) == 100);
  CHECK(sessions(GpuMode::mps, 0.5 * GiB, 0.01) == 48);
  CHECK_FALSE(sessions_per_gpu({}, h100(), GpuMode::mps, 1.0 * GiB, 0.1));
}
