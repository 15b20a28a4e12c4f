#pragma once
#include <array>
#include <string_view>

#include "io/json_reader.hpp"
#include "planner/plan/sessions/inputs.hpp"

/// The words of a sessions scenario and what they stand for.
namespace planner::io {

inline constexpr std::array work_words{
    Named<catalog::Work>{"compute", catalog::Work::compute}, Named<catalog::Work>{"syscalls", catalog::Work::syscalls},
    Named<catalog::Work>{"network", catalog::Work::network}, Named<catalog::Work>{"disk", catalog::Work::disk}};

inline constexpr std::array kernel_words{
    Named<plan::KernelRule>{"any", plan::KernelRule::any},
    Named<plan::KernelRule>{"own or userspace", plan::KernelRule::own_or_userspace},
    Named<plan::KernelRule>{"own", plan::KernelRule::own}};

inline constexpr std::array gpu_mode_words{
    Named<catalog::GpuMode>{"whole", catalog::GpuMode::whole},
    Named<catalog::GpuMode>{"mig", catalog::GpuMode::mig},
    Named<catalog::GpuMode>{"mig-vgpu", catalog::GpuMode::mig_vgpu},
    Named<catalog::GpuMode>{"time-sliced-vgpu", catalog::GpuMode::time_sliced_vgpu},
    Named<catalog::GpuMode>{"mps", catalog::GpuMode::mps},
    Named<catalog::GpuMode>{"time-slice", catalog::GpuMode::time_slice}};

inline constexpr std::array orchestrator_words{Named<plan::Orchestrator>{"none", plan::Orchestrator::none},
                                               Named<plan::Orchestrator>{"kubernetes", plan::Orchestrator::kubernetes}};

inline constexpr std::array network_words{Named<plan::Network>{"routed-nat", plan::Network::routed_nat},
                                          Named<plan::Network>{"bridge", plan::Network::bridge},
                                          Named<plan::Network>{"vpc-ip", plan::Network::vpc_ip}};

inline constexpr std::array purchase_words{Named<plan::Purchase>{"on-demand", plan::Purchase::on_demand},
                                           Named<plan::Purchase>{"reserved-3y", plan::Purchase::reserved_3y}};

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

/// The word for a value.
template <class Words, class T>
constexpr std::string_view word_for(const Words& words, T value) {
  for (const auto& named : words)
    if (named.value == value) return named.name;
  return "";
}

}  // namespace planner::io
