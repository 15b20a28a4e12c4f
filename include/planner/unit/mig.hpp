#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "planner/catalog/mig.hpp"

/// One GPU cut into MIG instances: a strip of memory slices on which each profile may start at certain slices only.
namespace planner::unit {

/// An instance on a GPU: its profile, as an index into the table, and its first memory slice.
struct MigPlacement {
  std::size_t profile = 0;
  int start = 0;
  friend bool operator==(const MigPlacement&, const MigPlacement&) = default;
};

/// The instances of one GPU, by rising start.
using MigLayout = std::vector<MigPlacement>;

/// How many of each profile of the table.
using MigCounts = std::vector<std::int64_t>;

/// A GPU that is being cut. The rules: instances do not overlap in memory slices and start where the table allows;
/// compute slices and instances of a profile stay within the table's limits; one instance at most has the media
/// extensions (a GPU has one set of JPEG and optical flow engines, NVIDIA MIG user guide, "A single ... profile can
/// include media extensions"); beside one that has all media engines (`+me.all`) only those without any (`-me`) fit
/// (assumed: read from the decoders that the profiles list).
class MigStrip {
 public:
  explicit MigStrip(const catalog::MigTable& table)
      : table_(table), taken_(static_cast<std::size_t>(table.memory_slices), false), count_(table.profiles.size(), 0) {}

  [[nodiscard]] bool can_place(MigPlacement placement) const {
    const catalog::MigProfile& profile = table_.profiles[placement.profile];
    return std::find(profile.starts.begin(), profile.starts.end(), placement.start) != profile.starts.end() &&
           count_[placement.profile] < profile.max_instances &&
           compute_ + profile.compute_slices <= table_.compute_slices && media_allow(profile.media) &&
           is_free(placement.start, profile.memory_slices);
  }
  void place(MigPlacement placement) { change(placement, true); }
  void remove(MigPlacement placement) { change(placement, false); }

 private:
  [[nodiscard]] bool is_free(int start, int slices) const {
    const auto first = static_cast<std::size_t>(start), end = first + static_cast<std::size_t>(slices);
    if (end > taken_.size()) return false;
    return std::none_of(taken_.begin() + start, taken_.begin() + start + slices, [](bool taken) { return taken; });
  }

  [[nodiscard]] bool media_allow(catalog::MediaEngines media) const {
    using catalog::MediaEngines;
    if (media == MediaEngines::none) return true;
    if (whole_media_ > 0 || (media == MediaEngines::all && with_media_ > 0)) return false;
    return media == MediaEngines::share || extended_ == 0;
  }

  void change(MigPlacement placement, bool place) {
    using catalog::MediaEngines;
    const catalog::MigProfile& profile = table_.profiles[placement.profile];
    std::fill_n(taken_.begin() + placement.start, profile.memory_slices, place);
    const int sign = place ? 1 : -1;
    count_[placement.profile] += sign;
    compute_ += sign * profile.compute_slices;
    if (profile.media != MediaEngines::none) with_media_ += sign;
    if (profile.media == MediaEngines::extended) extended_ += sign;
    if (profile.media == MediaEngines::all) whole_media_ += sign;
  }

  const catalog::MigTable& table_;
  std::vector<bool> taken_;
  std::vector<int> count_;
  int compute_ = 0, with_media_ = 0, extended_ = 0, whole_media_ = 0;
};

/// Instances per profile in a layout.
inline MigCounts counts_of(const catalog::MigTable& table, const MigLayout& layout) {
  MigCounts counts(table.profiles.size(), 0);
  for (const MigPlacement& placement : layout) ++counts[placement.profile];
  return counts;
}

/// Every placement of the given profiles that the table allows on an empty GPU, by start and then profile.
inline MigLayout all_placements(const catalog::MigTable& table, const std::vector<std::size_t>& profiles) {
  MigLayout placements;
  for (const std::size_t p : profiles)
    for (const int start : table.profiles[p].starts) placements.push_back({p, start});
  std::sort(placements.begin(), placements.end(), [](MigPlacement a, MigPlacement b) {
    return std::pair(a.start, a.profile) < std::pair(b.start, b.profile);
  });
  return placements;
}

/// Every way to cut one GPU into instances of the given profiles, the empty one included. Layouts that differ in a
/// position are different.
inline std::vector<MigLayout> all_layouts(const catalog::MigTable& table, const std::vector<std::size_t>& profiles) {
  const MigLayout placements = all_placements(table, profiles);
  std::vector<MigLayout> layouts;
  MigStrip strip(table);
  MigLayout layout;
  const auto extend = [&](const auto& self, std::size_t next) -> void {
    layouts.push_back(layout);
    for (std::size_t i = next; i < placements.size(); ++i) {
      if (!strip.can_place(placements[i])) continue;
      strip.place(placements[i]);
      layout.push_back(placements[i]);
      self(self, i + 1);
      layout.pop_back();
      strip.remove(placements[i]);
    }
  };
  extend(extend, 0);
  return layouts;
}

/// The layouts to which no further instance of the given profiles can be added.
inline std::vector<MigLayout> maximal_layouts(const catalog::MigTable& table,
                                              const std::vector<std::size_t>& profiles) {
  const MigLayout placements = all_placements(table, profiles);
  std::vector<MigLayout> layouts = all_layouts(table, profiles);
  std::erase_if(layouts, [&](const MigLayout& layout) {
    MigStrip strip(table);
    for (const MigPlacement& placement : layout) strip.place(placement);
    return std::any_of(placements.begin(), placements.end(), [&](MigPlacement p) { return strip.can_place(p); });
  });
  return layouts;
}

/// A layout that holds `wanted` instances beside those in `occupied`, which stay where they are; none where there is no
/// such layout. The answer holds the new instances only. `occupied` must itself be a layout.
inline std::optional<MigLayout> place_beside(const catalog::MigTable& table, MigCounts wanted,
                                             const MigLayout& occupied = {}) {
  MigStrip strip(table);
  for (const MigPlacement& placement : occupied) strip.place(placement);
  std::vector<std::size_t> profiles;
  for (std::size_t p = 0; p < wanted.size(); ++p)
    if (wanted[p] > 0) profiles.push_back(p);
  const MigLayout placements = all_placements(table, profiles);
  MigLayout layout;
  const auto place_rest = [&](const auto& self, std::size_t next) -> bool {
    if (std::all_of(wanted.begin(), wanted.end(), [](std::int64_t n) { return n == 0; })) return true;
    for (std::size_t i = next; i < placements.size(); ++i) {
      const MigPlacement placement = placements[i];
      if (wanted[placement.profile] == 0 || !strip.can_place(placement)) continue;
      strip.place(placement);
      --wanted[placement.profile];
      layout.push_back(placement);
      if (self(self, i + 1)) return true;
      layout.pop_back();
      ++wanted[placement.profile];
      strip.remove(placement);
    }
    return false;
  };
  if (!place_rest(place_rest, 0)) return std::nullopt;
  return layout;
}

}  // namespace planner::unit
