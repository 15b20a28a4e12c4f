#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "planner/math/simulate/law.hpp"
#include "planner/math/simulate/window.hpp"

/// Cards that replicas hold one after the other over the day.
namespace planner::math::simulate {

/// A replica that holds the card at some hours of each day: its load, then Poisson requests until its hours end.
struct CardHolder {
  double from = 0, to = 0;  ///< of the day; `to` above 24 h ends on the next day
  double allowed = 0;       ///< of that, before its requests begin, for the load
  Law load;                 ///< drawn each day
  double requests_per_s = 0;
  double service = 0;  ///< of a request
};

/// What a holder's requests saw; times in the unit of the holders.
struct HolderFigures {
  double late_days = 0;      ///< share of days on which it was not up when its requests began
  double share_waiting = 0;  ///< of its requests
};

/// One replication: days in a row of one card. A holder's load begins when its hours do and the one before has answered
/// its last request. Only requests that can wait are drawn, and the last of each day, by the time before the end since
/// which none came.
class CardTurnsPlay {
 public:
  /// @param holders in the order of their hours
  /// @param day length of it, in the unit of the holders
  CardTurnsPlay(std::vector<CardHolder> holders, double day, const Run& run) : holders_(std::move(holders)), day_(day) {
    for (std::uint64_t h = 0; h < holders_.size(); ++h) {
      loads_.emplace_back(holders_[h].load, Stream(run.seed, run.replication, 2 * h));
      gaps_.emplace_back(Law::exponential(1 / holders_[h].requests_per_s),
                         Stream(run.seed, run.replication, 2 * h + 1));
    }
  }

  /// Figures by holder.
  std::vector<HolderFigures> play(int days) {
    std::vector<HolderFigures> figures(holders_.size());
    double free = 0;  // since midnight
    for (int d = 0; d < days; ++d, free -= day_)
      for (std::size_t h = 0; h < holders_.size(); ++h) free = play_hours(h, free, figures[h]);
    for (std::size_t h = 0; h < holders_.size(); ++h) {
      const CardHolder& holder = holders_[h];
      const double requests = holder.requests_per_s * (holder.to - holder.from - holder.allowed) * days;
      figures[h].late_days /= days;
      figures[h].share_waiting /= requests;
    }
    return figures;
  }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  /// Returns when the card is free again.
  double play_hours(std::size_t h, double free, HolderFigures& figures) {
    const CardHolder& holder = holders_[h];
    const double begins = holder.from + holder.allowed, ends = holder.to;
    const double ready = std::max(holder.from, free) + loads_[h].draw();
    figures.late_days += ready > begins ? 1 : 0;
    for (double at = begins + gaps_[h].draw(); at < std::min(ready, ends); at += gaps_[h].draw()) {
      figures.share_waiting += 1;
      ++events_;
    }
    events_ += 3;  // load, ready, last answer
    const double last = ends - gaps_[h].draw();
    return std::max(ends, std::max(last, ready) + (last > begins ? holder.service : 0));
  }

  std::vector<CardHolder> holders_;
  double day_;
  std::vector<Source> loads_{}, gaps_{};
  std::uint64_t events_ = 0;
};

}  // namespace planner::math::simulate
