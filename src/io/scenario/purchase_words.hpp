#pragma once
#include <array>

#include "io/catalog/catalog_words.hpp"
#include "planner/plan/purchase.hpp"

namespace planner::io {

inline constexpr std::array purchase_words{Named<plan::Purchase>{"on-demand", plan::Purchase::on_demand},
                                           Named<plan::Purchase>{"reserved-3y", plan::Purchase::reserved_3y}};

}  // namespace planner::io
