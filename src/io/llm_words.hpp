#pragma once
#include <array>

#include "io/json_reader.hpp"
#include "planner/catalog/llm.hpp"

/// The words of a model's record, as catalog files spell them.
namespace planner::io::llm_words {

inline constexpr std::array<Named<catalog::Reach>, 5> reaches{{{"all", catalog::Reach::all},
                                                               {"sliding", catalog::Reach::sliding},
                                                               {"chunked", catalog::Reach::chunked},
                                                               {"both ways", catalog::Reach::both_ways},
                                                               {"cross", catalog::Reach::cross}}};
inline constexpr std::array<Named<catalog::Recurrence>, 5> recurrences{
    {{"mamba-1", catalog::Recurrence::mamba1},
     {"mamba-2", catalog::Recurrence::mamba2},
     {"gated delta net", catalog::Recurrence::gated_delta_net},
     {"kimi delta", catalog::Recurrence::kimi_delta},
     {"lightning", catalog::Recurrence::lightning}}};
inline constexpr std::array<Named<catalog::Task>, 3> tasks{{{"generate", catalog::Task::generate},
                                                            {"embed", catalog::Task::embed},
                                                            {"transcribe", catalog::Task::transcribe}}};
inline constexpr std::array<Named<bool catalog::Covers::*>, 7> covers{
    {{"attention", &catalog::Covers::attention},
     {"mlp", &catalog::Covers::mlp},
     {"experts", &catalog::Covers::experts},
     {"shared experts", &catalog::Covers::shared_experts},
     {"recurrent", &catalog::Covers::recurrent},
     {"embedding", &catalog::Covers::embedding},
     {"head", &catalog::Covers::head}}};

template <class T, std::size_t N>
std::string_view word_for(const std::array<Named<T>, N>& words, T value) {
  for (const Named<T>& w : words) {
    if (w.value == value) return w.name;
  }
  return {};
}

}  // namespace planner::io::llm_words
