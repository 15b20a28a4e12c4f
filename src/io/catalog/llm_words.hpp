#pragma once
#include <array>

#include "io/json/json_reader.hpp"
#include "planner/catalog/engine.hpp"
#include "planner/catalog/llm.hpp"

/// The words of models and engines in catalog files.
namespace planner::io {

inline constexpr std::array reach_words{Named<catalog::Reach>{"all", catalog::Reach::all},
                                        Named<catalog::Reach>{"sliding", catalog::Reach::sliding},
                                        Named<catalog::Reach>{"chunked", catalog::Reach::chunked},
                                        Named<catalog::Reach>{"both_ways", catalog::Reach::both_ways},
                                        Named<catalog::Reach>{"cross", catalog::Reach::cross}};

inline constexpr std::array recurrence_words{
    Named<catalog::Recurrence>{"mamba1", catalog::Recurrence::mamba1},
    Named<catalog::Recurrence>{"mamba2", catalog::Recurrence::mamba2},
    Named<catalog::Recurrence>{"gated_delta_net", catalog::Recurrence::gated_delta_net},
    Named<catalog::Recurrence>{"kimi_delta", catalog::Recurrence::kimi_delta},
    Named<catalog::Recurrence>{"lightning", catalog::Recurrence::lightning}};

inline constexpr std::array task_words{Named<catalog::Task>{"generate", catalog::Task::generate},
                                       Named<catalog::Task>{"embed", catalog::Task::embed},
                                       Named<catalog::Task>{"transcribe", catalog::Task::transcribe}};

/// Kinds of part, in the order of the alternatives of `catalog::Part`.
enum class PartKind : std::size_t { attention, latent_attention, recurrent, mlp, experts };
inline constexpr std::array part_words{
    Named<PartKind>{"attention", PartKind::attention}, Named<PartKind>{"latent_attention", PartKind::latent_attention},
    Named<PartKind>{"recurrent", PartKind::recurrent}, Named<PartKind>{"mlp", PartKind::mlp},
    Named<PartKind>{"experts", PartKind::experts}};

inline constexpr std::array cache_budget_words{
    Named<catalog::CacheBudget>{"share_of_card", catalog::CacheBudget::share_of_card},
    Named<catalog::CacheBudget>{"static_share", catalog::CacheBudget::static_share},
    Named<catalog::CacheBudget>{"share_of_rest", catalog::CacheBudget::share_of_rest}};

inline constexpr std::array cache_layout_words{
    Named<catalog::CacheLayout>{"grouped_pages", catalog::CacheLayout::grouped_pages},
    Named<catalog::CacheLayout>{"tokens", catalog::CacheLayout::tokens}};

}  // namespace planner::io
