#pragma once
#include <algorithm>
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/catalog/engine.hpp"
#include "planner/unit/kv_cache.hpp"

/// How an engine cuts memory into pages and how many sequences they hold.
namespace planner::unit {

/// What decides how much one sequence takes.
struct SequenceShape {
  double tokens = 0;          ///< prompt and answer
  double batched_tokens = 0;  ///< of a prefill step: a window must hold them besides what it sees
  double encoder_tokens = 0;  ///< behind cross-attention
};

/// Layers of one kind of cache, spread over groups of equally many.
struct CacheGroup {
  LayerCache cache{};
  double groups = 1;
  double block_tokens = 16;  ///< tokens of a page
  double page_bytes = 0;     ///< over the layers of one group
  double state_pages = 1;
};

/// Pages that a sequence needs in one group (vLLM, v1/kv_cache_interface.py: a page more under a sliding window,
/// because it need not start at a page's edge).
inline double pages_of(const CacheGroup& g, const SequenceShape& s) {
  const auto pages = [&](double tokens) { return whole_up(tokens / g.block_tokens); };
  if (g.cache.keeps == LayerCache::Keeps::state) return g.state_pages;
  switch (g.cache.reach) {
    case catalog::Reach::sliding:
      return pages(std::min(g.cache.window - 1 + s.batched_tokens, s.tokens)) + 1;
    case catalog::Reach::chunked:
      return pages(std::min(g.cache.window + s.batched_tokens, s.tokens));
    case catalog::Reach::cross:
      return pages(s.encoder_tokens);
    case catalog::Reach::all:
    case catalog::Reach::both_ways:
      break;
  }
  return pages(s.tokens);
}

/// The cache of one pipeline stage.
struct CachePool {
  std::vector<CacheGroup> groups{};
  double page_bytes = 0;       ///< what is handed out at a time
  double bytes_per_token = 0;  ///< as the engine counts them: with padding, without state

  [[nodiscard]] bool caches() const { return page_bytes > 0; }
  /// Whole pages in that much memory.
  [[nodiscard]] double pages(Bytes memory) const { return std::max(0.0, whole_down(memory.base() / page_bytes)); }
  [[nodiscard]] Bytes sequence_bytes(const SequenceShape& s) const {
    double sum = 0;
    for (const CacheGroup& g : groups) sum += g.groups * pages_of(g, s) * g.page_bytes;
    return sum * units::byte;
  }
};

namespace detail {

inline bool all_grow(const std::vector<CacheCount>& counts) {
  return std::ranges::all_of(counts, [](const CacheCount& c) {
    return c.cache.keeps == LayerCache::Keeps::tokens && c.cache.reach == catalog::Reach::all;
  });
}

/// Every layer keeps every token: one group, whose page is the sum over its layers.
inline CachePool uniform_pool(const std::vector<CacheCount>& counts, double block_tokens) {
  CachePool pool;
  for (const CacheCount& c : counts) pool.bytes_per_token += c.layers * c.cache.bytes;
  pool.page_bytes = pool.bytes_per_token * block_tokens;
  if (!counts.empty()) pool.groups.push_back({{.bytes = pool.bytes_per_token}, 1, block_tokens, pool.page_bytes, 1});
  return pool;
}

/// One pool of tokens for all layers; each kind takes what it needs of it.
inline CachePool token_pool(const std::vector<CacheCount>& counts, const catalog::Engine& engine) {
  CachePool pool;
  for (const CacheCount& c : counts) {
    const bool state = c.cache.keeps == LayerCache::Keeps::state;
    const double block = state ? 1 : engine.block_tokens, bytes = c.layers * c.cache.bytes;
    if (!state) pool.bytes_per_token += bytes;
    pool.groups.push_back({c.cache, 1, block, block * bytes, static_cast<double>(engine.state_pages)});
  }
  pool.page_bytes = std::max(1.0, pool.bytes_per_token * engine.block_tokens);
  return pool;
}

/// Layers per group: those of the rarest kind, unless padding all kinds to the commonest wastes little.
inline double layers_per_group(const std::vector<CacheCount>& counts, double stretch) {
  const auto [fewest, most] = std::ranges::minmax(counts, {}, &CacheCount::layers);
  return most.layers < fewest.layers * stretch ? most.layers : fewest.layers;
}

/// Bytes of a page of one layer, and the tokens of a page: pages must hold a whole recurrent state, so a page of
/// attention is made longer until it does (vLLM, platforms/interface.py), and all pages are equally large.
struct PageSize {
  double bytes = 0, block_tokens = 0;
};
inline PageSize page_size(const std::vector<CacheCount>& counts, double block_tokens) {
  double per_token = 0, state = 0;
  for (const CacheCount& c : counts) {
    double& largest = c.cache.keeps == LayerCache::Keeps::state ? state : per_token;
    largest = std::max(largest, c.cache.bytes);
  }
  if (per_token <= 0) return {state, block_tokens};
  const double blocks = std::max(1.0, whole_up(state / (block_tokens * per_token)));
  return {blocks * block_tokens * per_token, blocks * block_tokens};
}

inline CachePool grouped_pool(const std::vector<CacheCount>& counts, const catalog::Engine& engine) {
  const PageSize page = page_size(counts, engine.block_tokens);
  const double layers = layers_per_group(counts, engine.group_stretch);
  CachePool pool{.page_bytes = page.bytes * layers};
  for (const CacheCount& c : counts) {
    const bool state = c.cache.keeps == LayerCache::Keeps::state;
    // A kind with smaller entries fits more tokens into the same page.
    const double block = state ? page.block_tokens : whole_down(page.bytes / c.cache.bytes);
    const double groups = whole_up(c.layers / layers);
    pool.groups.push_back({c.cache, groups, block, pool.page_bytes, static_cast<double>(engine.state_pages)});
    if (!state) pool.bytes_per_token += groups * pool.page_bytes / block;
  }
  return pool;
}

}  // namespace detail

/// Cuts the cache of a stage the way the engine does.
inline CachePool cache_pool(const std::vector<CacheCount>& counts, const catalog::Engine& engine) {
  if (counts.empty()) return {};
  if (engine.layout == catalog::CacheLayout::tokens) return detail::token_pool(counts, engine);
  return detail::all_grow(counts) ? detail::uniform_pool(counts, engine.block_tokens)
                                  : detail::grouped_pool(counts, engine);
}

/// Tokens that the pool holds, as the engine prints them: a page of every group holds a block of tokens; later engines
/// print full sequences times their length instead.
inline double printed_tokens(const CachePool& pool, Bytes memory, const SequenceShape& s, bool by_concurrency) {
  const double pages = pool.pages(memory);
  const double sequences = pages * pool.page_bytes / pool.sequence_bytes(s).base();
  if (by_concurrency) return whole_down(sequences * s.tokens);
  double groups = 0, block = 0;
  for (const CacheGroup& g : pool.groups) {
    if (g.page_bytes == pool.page_bytes) groups += g.groups;
    if (block == 0 || g.block_tokens < block) block = g.block_tokens;
  }
  return whole_down(pages / std::max(1.0, groups)) * block;
}

}  // namespace planner::unit
