#pragma once
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace planner::math::simulate {

/// Events to come, earliest first; of those at the same time the one scheduled first. Times are 0 or more. `Event` is a
/// small plain struct. An event that was overtaken (a timeout of an instance that was used again) is not taken out: its
/// owner tells it by a stamp.
///
/// A heap in which every event has four children, which lie side by side in memory (LaMarca & Ladner 1996, "The
/// influence of caches on the performance of heaps").
template <class Event>
class EventQueue {
 public:
  void push(double time, Event event) {
    assert(time >= 0.0);
    heap_.emplace_back();
    rise(heap_.size() - 1, {key(time, scheduled_++), event});
  }
  /// Infinite where nothing is to come.
  [[nodiscard]] double next_time() const {
    if (heap_.empty()) return std::numeric_limits<double>::infinity();
    return std::bit_cast<double>(static_cast<std::uint64_t>(heap_.front().key >> 64U));
  }
  Event pop() {
    const Event event = heap_.front().event;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) rise(hole_at_the_bottom(), last);
    return event;
  }
  /// Events scheduled so far.
  [[nodiscard]] std::uint64_t scheduled() const { return scheduled_; }

 private:
  /// Time above, order below: doubles of 0 or more sort as their bits do, and one comparison without a branch is twice
  /// as quick as two with one.
  __extension__ using Key = unsigned __int128;
  static Key key(double time, std::uint64_t order) {
    return static_cast<Key>(std::bit_cast<std::uint64_t>(time)) << 64U | order;
  }
  struct Entry {
    Key key;
    Event event;
  };

  void rise(std::size_t at, const Entry& entry) {
    for (std::size_t parent; at > 0 && entry.key < heap_[parent = (at - 1) / 4].key; at = parent)
      heap_[at] = heap_[parent];
    heap_[at] = entry;
  }

  /// Moves the first child up again and again: what fills the hole comes from the bottom and mostly belongs there.
  std::size_t hole_at_the_bottom() {
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 4 * at + 1) {
      const std::size_t first = child + 3 < heap_.size()
                                    ? first_of(first_of(child, child + 1), first_of(child + 2, child + 3))
                                    : first_of_few(child);
      heap_[at] = heap_[first];
      at = first;
    }
    return at;
  }
  [[nodiscard]] std::size_t first_of(std::size_t a, std::size_t b) const { return heap_[b].key < heap_[a].key ? b : a; }
  [[nodiscard]] std::size_t first_of_few(std::size_t child) const {
    std::size_t first = child;
    for (std::size_t c = child + 1; c < heap_.size(); ++c) first = first_of(first, c);
    return first;
  }

  std::vector<Entry> heap_;
  std::uint64_t scheduled_ = 0;
};

}  // namespace planner::math::simulate
