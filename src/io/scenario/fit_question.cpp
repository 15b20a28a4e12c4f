#include "planner/io/fit_question.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "io/json/option_reader.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::io {
namespace {

using Version = std::vector<int>;

/// "0.19.1" as numbers; what is no number counts as 0.
Version version_of(std::string_view text) {
  Version version;
  while (!text.empty()) {
    int part = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), part);
    version.push_back(fault == std::errc{} ? part : 0);
    const std::size_t dot = text.find('.');
    text = dot == text.npos ? std::string_view{} : text.substr(dot + 1);
  }
  return version;
}

std::string_view before_at(std::string_view id) { return id.substr(0, id.find('@')); }
std::string_view after_at(std::string_view id) { return id.find('@') == id.npos ? "" : id.substr(id.find('@') + 1); }

/// A process sees one slice of a card, and slices have no NVLink between them.
void check_slice(OptionReader& words, const FitWords& asked) {
  const bool split = asked.tp.value_or(1) > 1 || asked.pp.value_or(1) > 1;
  if (!asked.mig.empty() && split)
    words.fault("mig", "input.conflict", '"' + asked.mig.substr(0, 40) + "\" beside --tp or --pp",
                "a model is not split over MIG slices.", "Leave --tp and --pp at 1, or take whole cards.");
}

/// Memory of a MIG slice.
std::optional<Bytes> slice_memory(OptionReader& words, const FitWords& asked, const catalog::Catalog& catalog) {
  if (asked.mig.empty() || !catalog.gpus.contains(asked.gpu)) return std::nullopt;
  const auto* table = catalog::find(catalog.mig_tables, catalog.gpus.at(asked.gpu).mig);
  std::vector<std::string> names;
  if (table != nullptr)
    for (const catalog::MigProfile& p : table->profiles) names.push_back(p.name);
  const auto* profile = table != nullptr ? catalog::find_profile(*table, asked.mig) : nullptr;
  if (profile != nullptr && profile->memory.known()) return profile->memory.value();
  if (profile != nullptr)
    words.fault("mig", "input.unknown_value", '"' + asked.mig + '"', "the memory of this profile is not known.",
                "Give it as --gpu-memory.");
  else
    words.fault("mig", "input.unknown_name", '"' + asked.mig.substr(0, 40) + '"',
                "is no MIG profile of " + asked.gpu + ".", did_you_mean(asked.mig, names));
  return std::nullopt;
}

/// An engine sees some memory, and no more than the card has.
void check_card(OptionReader& words, const FitWords& asked, const catalog::Catalog& catalog, Bytes given) {
  if (!(given > Bytes{}))
    words.fault("gpu-memory", "input.out_of_range", '"' + *asked.gpu_memory + '"', "must be above 0.",
                "Leave it out for the memory of the catalog.");
  const auto* gpu = catalog::find(catalog.gpus, asked.gpu);
  if (gpu != nullptr && gpu->memory.known() && given > gpu->memory.value())
    words.fault("gpu-memory", "input.out_of_range", print(given),
                "is more than " + asked.gpu + " has, " + print(gpu->memory.value()) + ".");
}

void read_ids(OptionReader& words, const FitWords& asked, const catalog::Catalog& catalog, plan::FitInputs& in) {
  in.model = asked.model;
  in.gpu = asked.gpu;
  in.engine = engine_called(catalog, asked.engine);
  in.weights = asked.weights;
  in.kv_cache = asked.kv_cache;
  words.known("model", asked.model, catalog.models);
  words.known("gpu", asked.gpu, catalog.gpus);
  if (in.engine.empty()) words.known("engine", asked.engine, catalog.engines);
  if (!in.weights.empty() && words.known("weights", in.weights, catalog.number_formats) &&
      !catalog.number_formats.at(in.weights).for_weights)
    words.fault("weights", "input.unknown_name", in.weights, "is a format of caches only.");
  if (!in.kv_cache.empty() && words.known("kv-cache", in.kv_cache, catalog.number_formats) &&
      !catalog.number_formats.at(in.kv_cache).for_cache)
    words.fault("kv-cache", "input.unknown_name", in.kv_cache, "is a format of weights only.");
}

void read_numbers(OptionReader& words, const FitWords& asked, plan::FitInputs& in) {
  constexpr double most_gpus = 1024;
  in.tensor_parallel = static_cast<int>(words.whole("tp", asked.tp, 1, 1, most_gpus));
  in.pipeline_parallel = static_cast<int>(words.whole("pp", asked.pp, 1, 1, most_gpus));
  in.data_parallel = static_cast<int>(words.whole("dp", asked.dp, 1, 1, most_gpus));
  in.max_len = words.whole("max-len", asked.max_len);
  in.batched_tokens = words.whole("max-batched-tokens", asked.max_batched_tokens);
  in.sequences = words.whole("max-seqs", asked.max_seqs);
  in.adapters.slots = static_cast<int>(words.whole("lora-slots", asked.lora_slots, 0, 0, 10000));
  in.adapters.rank = static_cast<int>(words.whole("lora-rank", asked.lora_rank, 16, 1, 4096));
  in.utilization = asked.utilization;
  if (asked.utilization && !(*asked.utilization > 0 && *asked.utilization <= 1))
    words.fault("utilization", "input.out_of_range", print_number(*asked.utilization),
                "must be above 0 and at most 1.");
}

}  // namespace

std::string engine_called(const catalog::Catalog& catalog, const std::string& asked) {
  if (catalog.engines.contains(asked)) return asked;
  std::string best;
  const Version wanted = version_of(after_at(asked));
  for (const auto& [id, engine] : catalog.engines) {
    const Version own = version_of(after_at(id));
    const bool suits = before_at(id) == before_at(asked) && (wanted.empty() || own <= wanted);
    if (suits && (best.empty() || version_of(after_at(best)) < own)) best = id;
  }
  return best;
}

plan::FitInputs read_fit(const FitWords& asked, const catalog::Catalog& catalog) {
  OptionReader words;
  plan::FitInputs in;
  read_ids(words, asked, catalog, in);
  read_numbers(words, asked, in);
  in.expert_parallel = asked.expert_parallel;
  in.graphs = !asked.eager;
  in.with_mtp = asked.mtp;
  check_slice(words, asked);
  in.card = slice_memory(words, asked, catalog);
  if (const auto memory = words.bytes("gpu-memory", asked.gpu_memory)) {
    check_card(words, asked, catalog, *memory);
    in.card = memory;
  }
  in.measured = {.weights = words.bytes("measured-weights", asked.measured_weights),
                 .activation = words.bytes("measured-activation", asked.measured_activation),
                 .non_torch = words.bytes("measured-non-torch", asked.measured_non_torch),
                 .graphs = words.bytes("measured-cuda-graph", asked.measured_cuda_graph)};
  words.throw_if_faulty();
  return in;
}

}  // namespace planner::io
