#pragma once
#include <optional>
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/catalog/mig.hpp"

/// MIG slices as GPU sessions use them.
namespace planner::plan::sessions {

/// Share of the GPU's compute that a slice has: by multiprocessors where both are known, else by compute slices.
inline double compute_of_slice(const catalog::MigProfile& p, const catalog::MigTable& table, const catalog::Gpu& gpu) {
  return p.streaming_multiprocessors.known() && gpu.streaming_multiprocessors.known()
             ? p.streaming_multiprocessors.value() / gpu.streaming_multiprocessors.value()
             : static_cast<double>(p.compute_slices) / table.compute_slices;
}

/// `a` leaves more of the GPU to others than `b`; at the same size without engines that only one slice can have.
inline bool smaller_slice(const catalog::MigProfile& a, const catalog::MigProfile& b) {
  if (a.max_instances != b.max_instances) return a.max_instances > b.max_instances;
  if (a.memory_slices != b.memory_slices) return a.memory_slices < b.memory_slices;
  if (a.compute_slices != b.compute_slices) return a.compute_slices < b.compute_slices;
  return a.name < b.name;
}

/// The smallest slice with that much memory and that share of the GPU's compute, or null.
inline const catalog::MigProfile* smallest_slice(const catalog::MigTable& table, const catalog::Gpu& gpu, Bytes memory,
                                                 double compute) {
  const catalog::MigProfile* best = nullptr;
  for (const catalog::MigProfile& p : table.profiles) {
    const bool plain = p.media == catalog::MediaEngines::share;
    const bool enough = p.memory.known() && p.memory.estimate.low_or_typical() >= memory &&
                        compute_of_slice(p, table, gpu) >= compute;
    if (plain && enough && (!best || smaller_slice(p, *best))) best = &p;
  }
  return best;
}

}  // namespace planner::plan::sessions
