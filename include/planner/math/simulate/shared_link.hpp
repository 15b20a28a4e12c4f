#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace planner::math::simulate {

/// A link (a disk, a network path) that transfers share equally: processor sharing, among more transfers than it
/// carries at full speed. Sizes are in seconds that a transfer takes alone. Kept in virtual time, the work that each
/// transfer has received since the beginning: a transfer ends when it has grown by its size, so that a change of the
/// number of transfers costs nothing.
class SharedLink {
 public:
  /// @param carries transfers that it carries at once without slowing them, 1 or more
  explicit SharedLink(double carries = 1.0) : carries_(carries) {}

  void start(double now, double size, std::uint32_t transfer) {
    advance(now);
    active_.push_back({served_ + size, transfer});
    std::push_heap(active_.begin(), active_.end(), std::greater{});
  }

  [[nodiscard]] std::size_t transfers() const { return active_.size(); }

  /// When the next transfer ends if no other starts; infinite where there is none.
  [[nodiscard]] double next_end() const {
    if (active_.empty()) return std::numeric_limits<double>::infinity();
    return since_ + std::max(0.0, active_.front().first - served_) / speed();
  }

  /// Ends that transfer and returns it.
  std::uint32_t finish(double now) {
    advance(now);
    std::pop_heap(active_.begin(), active_.end(), std::greater{});
    const std::uint32_t transfer = active_.back().second;
    active_.pop_back();
    return transfer;
  }

  /// Takes a transfer out before its end.
  void abort(double now, std::uint32_t transfer) {
    advance(now);
    std::erase_if(active_, [&](const auto& a) { return a.second == transfer; });
    std::make_heap(active_.begin(), active_.end(), std::greater{});
  }

 private:
  void advance(double now) {
    if (!active_.empty()) served_ += (now - since_) * speed();
    since_ = now;
  }
  [[nodiscard]] double speed() const { return std::min(1.0, carries_ / static_cast<double>(active_.size())); }

  std::vector<std::pair<double, std::uint32_t>> active_;  // work at its end, transfer; the smallest on top
  double carries_, served_ = 0.0, since_ = 0.0;
};

}  // namespace planner::math::simulate
