#pragma once
#include "io/catalog/catalog_fields.hpp"

/// The fields of what engines reach on GPUs; see catalog_fields.hpp.
namespace planner::io {

void fields(auto& v, record<catalog::Efficiency> auto& e) {
  v.text("engine", e.engine);
  v.text("architecture", e.architecture);
  v.fact("compute", e.compute);
  v.fact("expert_compute", e.expert_compute);
  v.fact("memory", e.memory);
  v.fact("cache", e.cache);
  v.fact("attention", e.attention);
  v.fact("link", e.link);
  v.fact("per_step", e.per_step);
  v.fact("per_layer", e.per_layer);
  v.fact("per_expert_layer", e.per_expert_layer);
  v.fact("per_sequence", e.per_sequence);
  v.fact("per_reduction", e.per_reduction);
  v.fact("first_token", e.first_token);
  v.fact("decode_error", e.decode_error);
  v.fact("throughput_error", e.throughput_error);
  v.fact("first_token_error", e.first_token_error);
}

}  // namespace planner::io
