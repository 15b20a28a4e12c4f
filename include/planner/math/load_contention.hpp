#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

/// What loads do to each other that move weights over the same link.
namespace planner::math {

/// Loads of one kind: how often they start, and how long each moves weights while it has the link to itself.
struct LinkUser {
  double starts_per_s = 0, transfer_s = 0;
};

/// A random time takes this value with this probability.
struct TimeCase {
  double seconds = 0, probability = 0;
};

/// By how much the loads of others, which start at random, hold up a transfer.
///
/// While two transfers overlap, each takes 1 + `slowdown` times as long: 1 where the link is shared equally, 0 where it
/// carries two at full speed. A transfer r that meets one of r' loses `slowdown` times the shorter of what is left of
/// both. Starts that find the other under way, or happen before its own end, come at rate v' over r' + r seconds, so
/// that in light traffic it meets, with m = min(r, r'),
///
///     a delay uniform on (0, slowdown m) at a rate of 2 v' m,   a delay of slowdown m at a rate of v' |r - r'|
///
/// per transfer, slowdown v' r r' on average. Under equal shares the delays by several others add up. A delayed
/// transfer meets more of them: rates grow by 1 / (1 - load), with which the mean is that of processor sharing, r / (1
/// - load), whatever the law of transfers (Kleinrock 1967, "Time-shared systems: a theoretical treatment"). That their
/// number is Poisson is taken to be so; the sum is worked out by Panjer's recursion (Panjer 1981, "Recursive evaluation
/// of a family of compound distributions"). Held against the simulator for loads of the link up to 0.3.
class LinkDelay {
 public:
  LinkDelay(double transfer_s, std::span<const LinkUser> others, double slowdown = 1.0) {
    double longest = 0.0;
    for (const LinkUser& o : others) {
      load_ += o.starts_per_s * o.transfer_s;
      longest = std::max(longest, slowdown * std::min(transfer_s, o.transfer_s));
    }
    if (longest <= 0.0) return;
    step_ = longest / steps;
    const double more = 1.0 / (1.0 - std::min(load_, heaviest));
    for (const LinkUser& o : others) meet(transfer_s, o, slowdown, more);
    add_up(static_cast<double>(others.size()) * transfer_s);
  }

  /// Share of time in which the others use the link, were each alone.
  [[nodiscard]] double load() const { return load_; }
  [[nodiscard]] double mean() const {
    double sum = 0.0;
    for (const TimeCase& c : cases_) sum += c.seconds * c.probability;
    return sum;
  }
  /// Its law where there is one; the rest of the probability is that there is none.
  [[nodiscard]] const std::vector<TimeCase>& cases() const { return cases_; }

 private:
  static constexpr std::size_t steps = 24;   // of the longest delay by one other
  static constexpr std::size_t at_most = 8;  // such delays are told apart: what is beyond is put there
  static constexpr double heaviest = 0.9;    // load of a link; beyond, delays are cut off, and not to be relied on

  void meet(double own, const LinkUser& other, double slowdown, double more) {
    const double shorter = std::min(own, other.transfer_s), longer = std::max(own, other.transfer_s);
    constexpr std::size_t cells = 12;  // of the uniform law, each by its middle: exact in the mean
    for (std::size_t i = 0; i < cells; ++i)
      put((static_cast<double>(i) + 0.5) / cells * slowdown * shorter,
          more * 2.0 / cells * other.starts_per_s * shorter);
    put(slowdown * shorter, more * other.starts_per_s * (longer - shorter));
  }

  /// Between two steps it is split, so that the mean stays.
  void put(double seconds, double rate) {
    const double place = seconds / step_;
    const auto below = static_cast<std::size_t>(place);
    rates_.resize(std::max(rates_.size(), below + 2), 0.0);
    const double above = place - static_cast<double>(below);
    rates_[below] += rate * (1.0 - above);
    rates_[below + 1] += rate * above;
  }

  /// g(0) = exp(-sum of rates), s g(s) = sum of j rate(j) g(s - j).
  void add_up(double most_s) {
    const auto last = std::min(steps * at_most, static_cast<std::size_t>(std::ceil(most_s / step_)));
    double all = 0.0, left = 1.0;
    for (std::size_t j = 1; j < rates_.size(); ++j) all += rates_[j];
    std::vector<double> g{std::exp(-all)};
    for (std::size_t s = 1; s <= last; ++s) {
      double sum = 0.0;
      for (std::size_t j = 1; j <= std::min(s, rates_.size() - 1); ++j)
        sum += static_cast<double>(j) * rates_[j] * g[s - j];
      left -= g.back();
      g.push_back(s < last ? sum / static_cast<double>(s) : std::max(0.0, left));
      if (g.back() > 0.0) cases_.push_back({static_cast<double>(s) * step_, g.back()});
    }
  }

  double load_ = 0.0, step_ = 0.0;
  std::vector<double> rates_{};  // of delays by one other, by steps
  std::vector<TimeCase> cases_{};
};

}  // namespace planner::math
