#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// Vector packing in its high-multiplicity form: few types of items, many of each. Sizes and capacities are whole
/// numbers (bytes, millicores, slices), so that "fits" is exact.
namespace planner::math {

inline constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// `count` equal items. `size` has one entry per resource; it may stay empty where every bin brings sizes or layouts.
struct PackItem {
  std::vector<std::int64_t> size;
  std::int64_t count = 1;
};

/// One type of bin. What a bin can hold is said in one of two ways: by capacities, or by the list of its maximal
/// layouts (for things that are no sum of sizes, such as slices with allowed positions).
struct PackBin {
  std::vector<std::int64_t> capacity;                ///< per resource
  double cost = 1.0;                                 ///< of one bin, any unit, 0 or more
  std::int64_t available = unlimited;                ///< how many there are
  std::vector<std::vector<std::int64_t>> sizes{};    ///< sizes of the items in this bin, where they differ from the
                                                     ///< items' own: one row per item, an empty row = not allowed here
  std::vector<std::vector<std::int64_t>> layouts{};  ///< each a count per item; any part of a layout fits too
};

struct PackProblem {
  std::vector<PackItem> items;
  std::vector<PackBin> bins;
};

/// `count` bins of type `bin`, each holding `items[i]` of item type i.
struct PackPattern {
  std::size_t bin = 0;
  std::vector<std::int64_t> items;
  std::int64_t count = 0;
};

enum class PackStatus {
  packed,    ///< `patterns` hold exactly the items asked for
  misfit,    ///< the items in `misfits` fit no bin, not even alone
  exhausted  ///< no packing found within the bins available; `proven` says that there is none
};

struct PackResult {
  PackStatus status = PackStatus::packed;
  double cost = 0.0;                  ///< of the bins in `patterns`
  double lower_bound = 0.0;           ///< no packing costs less; never above the optimum
  std::int64_t bins = 0;              ///< in `patterns`
  std::int64_t lower_bound_bins = 0;  ///< no packing has fewer bins
  bool proven = false;                ///< no packing costs less, by more than 1e-8 of the cost where bin costs share
                                      ///< no unit; where `exhausted`: no packing exists
  std::vector<PackPattern> patterns{};
  std::vector<double> prices{};  ///< per item type, what one more costs at the margin: no filling of a bin is worth
                                 ///< more than the bin costs (dual prices of the bound)
  std::vector<std::size_t> misfits{};
};

/// The bound alone: the linear relaxation over all packings of a bin.
struct PackBound {
  PackStatus status = PackStatus::packed;
  double lower_bound = 0.0;
  std::vector<double> prices{};
  std::vector<std::size_t> misfits{};
};

/// Limit of the search, in elementary operations rather than time, so that the answer is the same on every machine.
struct PackEffort {
  std::int64_t operations = 40'000'000;  ///< some seconds
  double gap = 0.0;                      ///< good enough: a packing that costs at most this share above the bound
};

}  // namespace planner::math
