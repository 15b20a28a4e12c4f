#pragma once
#include <array>
#include <string_view>

#include "io/json/json_reader.hpp"
#include "planner/catalog/catalog.hpp"

/// The words of catalog files and what they stand for.
namespace planner::io {

using catalog::Devices, catalog::GpuMode, catalog::GpuPath, catalog::Kernel, catalog::LossBaseline, catalog::LossKind,
    catalog::MediaEngines, catalog::Virtualisation, catalog::Work;

inline constexpr std::array basis_words{
    Named<Basis>{"measured", Basis::measured}, Named<Basis>{"vendor", Basis::vendor},
    Named<Basis>{"paper", Basis::paper},       Named<Basis>{"derived", Basis::derived},
    Named<Basis>{"assumed", Basis::assumed},   Named<Basis>{"given", Basis::given}};

inline constexpr std::array kernel_kind_words{Named<Kernel>{"shared", Kernel::shared},
                                              Named<Kernel>{"userspace", Kernel::userspace},
                                              Named<Kernel>{"own", Kernel::own}};

inline constexpr std::array device_words{Named<Devices>{"none", Devices::none},
                                         Named<Devices>{"minimal", Devices::minimal},
                                         Named<Devices>{"full", Devices::full}};

inline constexpr std::array work_words{Named<Work>{"compute", Work::compute}, Named<Work>{"syscalls", Work::syscalls},
                                       Named<Work>{"network", Work::network}, Named<Work>{"disk", Work::disk}};

inline constexpr std::array loss_kind_words{Named<LossKind>{"more_cpu", LossKind::more_cpu},
                                            Named<LossKind>{"less_throughput", LossKind::less_throughput}};

inline constexpr std::array loss_baseline_words{Named<LossBaseline>{"host", LossBaseline::host},
                                                Named<LossBaseline>{"container", LossBaseline::container}};

inline constexpr std::array virtualisation_words{Named<Virtualisation>{"none", Virtualisation::none},
                                                 Named<Virtualisation>{"kvm", Virtualisation::kvm},
                                                 Named<Virtualisation>{"confidential", Virtualisation::confidential}};

inline constexpr std::array gpu_mode_words{
    Named<GpuMode>{"whole", GpuMode::whole},       Named<GpuMode>{"mig", GpuMode::mig},
    Named<GpuMode>{"mig-vgpu", GpuMode::mig_vgpu}, Named<GpuMode>{"time-sliced-vgpu", GpuMode::time_sliced_vgpu},
    Named<GpuMode>{"mps", GpuMode::mps},           Named<GpuMode>{"time-slice", GpuMode::time_slice}};

inline constexpr std::array gpu_path_words{
    Named<GpuPath>{"none", GpuPath::none}, Named<GpuPath>{"host-driver", GpuPath::host_driver},
    Named<GpuPath>{"nvproxy", GpuPath::nvproxy}, Named<GpuPath>{"vfio", GpuPath::vfio},
    Named<GpuPath>{"vgpu", GpuPath::vgpu}};

inline constexpr std::array media_words{
    Named<MediaEngines>{"none", MediaEngines::none}, Named<MediaEngines>{"share", MediaEngines::share},
    Named<MediaEngines>{"extended", MediaEngines::extended}, Named<MediaEngines>{"all", MediaEngines::all}};

/// The word for a value.
template <class Words, class T>
constexpr std::string_view word_for(const Words& words, T value) {
  for (const auto& named : words)
    if (named.value == value) return named.name;
  return "";
}

}  // namespace planner::io
