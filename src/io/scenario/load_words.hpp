#pragma once
#include <array>

#include "io/catalog/catalog_words.hpp"
#include "planner/plan/load/inputs.hpp"

/// Words of a question about loading, as the command line and the JSON have them.
namespace planner::io {

inline constexpr std::array start_words{
    Named<plan::StartKind>{"new-host", plan::StartKind::new_host},
    Named<plan::StartKind>{"no-image", plan::StartKind::no_image},
    Named<plan::StartKind>{"image", plan::StartKind::image},
    Named<plan::StartKind>{"cached", plan::StartKind::cached},
    Named<plan::StartKind>{"sleep-2", plan::StartKind::sleep_2},
    Named<plan::StartKind>{"sleep-1", plan::StartKind::sleep_1},
    Named<plan::StartKind>{"snapshot", plan::StartKind::snapshot},
};

inline constexpr std::array place_words{
    Named<catalog::WeightPlace>{"object-store", catalog::WeightPlace::object_store},
    Named<catalog::WeightPlace>{"network-disk", catalog::WeightPlace::network_disk},
    Named<catalog::WeightPlace>{"local-nvme", catalog::WeightPlace::local_nvme},
    Named<catalog::WeightPlace>{"host-ram", catalog::WeightPlace::host_ram},
    Named<catalog::WeightPlace>{"peer", catalog::WeightPlace::peer},
};

}  // namespace planner::io
