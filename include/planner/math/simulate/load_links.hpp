#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/simulate/model_pool.hpp"
#include "planner/math/simulate/shared_link.hpp"

namespace planner::math::simulate {

/// The links that the models of a pool load over. Every start and end of a load changes when the next one on its link
/// ends; `stamp` tells that expectations from before are overtaken.
class LoadLinks {
 public:
  explicit LoadLinks(const ModelPool& pool) {
    for (const PooledModel& m : pool.models) kinds_ = std::max(kinds_, static_cast<std::uint32_t>(m.link + 1));
    per_host_ = pool.links == LinkScope::host;
    const auto hosts = static_cast<std::uint32_t>(per_host_ ? pool.hosts + pool.spare_hosts : 1);
    links_.resize(std::size_t{kinds_} * hosts, {SharedLink(pool.link_carries)});
  }

  /// The link that a model loads over on a host.
  [[nodiscard]] std::uint32_t link_of(const PooledModel& model, std::size_t host) const {
    return static_cast<std::uint32_t>(model.link) + (per_host_ ? kinds_ * static_cast<std::uint32_t>(host) : 0U);
  }

  void start(std::uint32_t link, double now, double load, std::uint32_t model) {
    changed(link).start(now, load, model);
  }
  /// Ends the load that is due and returns its model.
  std::uint32_t finish(std::uint32_t link, double now) { return changed(link).finish(now); }
  void abort(std::uint32_t link, double now, std::uint32_t model) { changed(link).abort(now, model); }

  [[nodiscard]] double next_end(std::uint32_t link) const { return links_[link].shared.next_end(); }
  [[nodiscard]] std::uint32_t stamp(std::uint32_t link) const { return links_[link].changes; }

 private:
  struct Link {
    SharedLink shared{};
    std::uint32_t changes = 0;
  };
  SharedLink& changed(std::uint32_t link) {
    ++links_[link].changes;
    return links_[link].shared;
  }
  std::uint32_t kinds_ = 0;
  bool per_host_ = false;
  std::vector<Link> links_;
};

}  // namespace planner::math::simulate
