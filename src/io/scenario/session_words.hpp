#pragma once
#include <array>
#include <string_view>

#include "io/catalog/catalog_words.hpp"
#include "io/scenario/purchase_words.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

/// The words of a sessions scenario and what they stand for; kinds of work and GPU modes are in catalog_words.hpp.
namespace planner::io {

inline constexpr std::array kernel_words{
    Named<plan::KernelRule>{"any", plan::KernelRule::any},
    Named<plan::KernelRule>{"own or userspace", plan::KernelRule::own_or_userspace},
    Named<plan::KernelRule>{"own", plan::KernelRule::own}};

inline constexpr std::array orchestrator_words{Named<plan::Orchestrator>{"none", plan::Orchestrator::none},
                                               Named<plan::Orchestrator>{"kubernetes", plan::Orchestrator::kubernetes}};

inline constexpr std::array network_words{Named<plan::Network>{"routed-nat", plan::Network::routed_nat},
                                          Named<plan::Network>{"bridge", plan::Network::bridge},
                                          Named<plan::Network>{"vpc-ip", plan::Network::vpc_ip}};

inline constexpr std::array pool_scope_words{Named<plan::PoolScope>{"zone", plan::PoolScope::zone},
                                             Named<plan::PoolScope>{"host", plan::PoolScope::host}};

inline constexpr std::array pool_miss_words{
    Named<plan::PoolMiss>{"cold-start", plan::PoolMiss::cold_start},
    Named<plan::PoolMiss>{"waits-for-refill", plan::PoolMiss::waits_for_refill}};

inline constexpr std::array memory_meaning_words{
    Named<plan::MemoryMeaning>{"promised", plan::MemoryMeaning::promised},
    Named<plan::MemoryMeaning>{"configured", plan::MemoryMeaning::configured}};

inline constexpr std::array vfio_page_words{
    Named<plan::VfioPages>{"transparent-huge", plan::VfioPages::transparent_huge},
    Named<plan::VfioPages>{"small", plan::VfioPages::small},
    Named<plan::VfioPages>{"huge-1g", plan::VfioPages::huge_1g}};

}  // namespace planner::io
