#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/fit/fit.hpp"

/// What would do instead: the smallest tensor-parallel degree on the same GPU, and other GPUs.
namespace planner::plan {

struct FitAlternative {
  std::string gpu{};
  int tensor_parallel = 1;
  Status status = Status::ok;
  double kv_tokens = 0, max_concurrency = 0;
};

struct FitAlternatives {
  std::optional<int> smallest_tensor_parallel{};  ///< on the asked GPU
  std::vector<FitAlternative> gpus{};             ///< by id; each at the smallest degree that fits
};

/// Degrees that are tried: the GPUs of one host, in powers of two.
inline constexpr int tensor_parallel_degrees[] = {1, 2, 4, 8};

namespace detail {

/// The smallest degree that fits on a GPU, with everything else as asked. Measured parts and a given card hold for the
/// asked GPU and degree only, so they are dropped.
inline std::optional<FitAlternative> smallest_that_fits(const catalog::Catalog& catalog, FitInputs in,
                                                        const std::string& gpu) {
  if (in.gpu != gpu) in.card.reset();
  in.gpu = gpu;
  in.measured = {};
  for (const int degree : tensor_parallel_degrees) {
    in.tensor_parallel = degree;
    const FitPlan plan = plan_fit(catalog, in);
    if (plan.status == Status::unknown) return std::nullopt;
    if (plan.fits) return FitAlternative{gpu, degree, plan.status, plan.kv_tokens, plan.max_concurrency};
  }
  return std::nullopt;
}

}  // namespace detail

/// Tries all GPUs of the catalog at all degrees.
/// @throws InputError as `plan_fit`
inline FitAlternatives fit_alternatives(const catalog::Catalog& catalog, const FitInputs& in) {
  FitAlternatives found;
  if (const auto own = detail::smallest_that_fits(catalog, in, in.gpu))
    found.smallest_tensor_parallel = own->tensor_parallel;
  for (const auto& [id, gpu] : catalog.gpus) {
    if (const auto alternative = detail::smallest_that_fits(catalog, in, id)) found.gpus.push_back(*alternative);
  }
  return found;
}

}  // namespace planner::plan
