#include "planner/io/load_question.hpp"

#include <fmt/format.h>

#include "io/json/option_reader.hpp"
#include "io/scenario/load_words.hpp"

namespace planner::io {
namespace {

/// The replica's part of the question; its faults are kept.
plan::FitInputs read_replica(OptionReader& words, FitWords asked, const catalog::Host* host,
                             const catalog::Catalog& catalog) {
  if (host != nullptr && asked.gpu.empty()) asked.gpu = host->gpu;
  try {
    return read_fit(asked, catalog);
  } catch (const InputError& error) {
    words.add(error.issues());
    return {};
  }
}

/// The option by which one replica has more GPUs than this; nothing where it has not.
std::string too_wide(const plan::FitInputs& replica, double gpus) {
  const double group = replica.tensor_parallel, pipeline = group * replica.pipeline_parallel;
  if (group > gpus) return "tp";
  if (pipeline > gpus) return "pp";
  return pipeline * replica.data_parallel > gpus ? "dp" : "";
}

/// Every replica stands on the one host, and so do all that load at once.
void check_room(OptionReader& words, const plan::LoadInputs& in, double gpus) {
  const plan::FitInputs& r = in.replica;
  const double each = static_cast<double>(r.tensor_parallel) * r.pipeline_parallel * r.data_parallel;
  const std::string wide = too_wide(r, gpus);
  if (!wide.empty())
    words.fault(wide, "input.out_of_range", print_number(each) + " GPUs",
                fmt::format("a replica must fit on the {} GPUs of the host.", print_number(gpus)));
  else if (in.loads * each > gpus)
    words.fault("concurrent", "input.out_of_range", print_number(in.loads * each) + " GPUs",
                fmt::format("replicas that load at once must fit on the {} GPUs of the host.", print_number(gpus)));
}

void check_host(OptionReader& words, const plan::LoadInputs& in, const catalog::Host& host) {
  const plan::FitInputs& r = in.replica;
  if (!host.has_gpu())
    words.fault("host", "input.conflict", '"' + in.host + '"', "has no GPUs.", "See planner catalog list hosts.");
  else if (!r.gpu.empty() && r.gpu != host.gpu)
    words.fault("gpu", "input.conflict", '"' + r.gpu + '"', "is not the GPU of " + in.host + ": " + host.gpu + ".",
                "Leave --gpu out.");
  if (host.gpus.known()) check_room(words, in, host.gpus.value());
}

void read_places(OptionReader& words, const LoadWords& asked, plan::LoadInputs& in) {
  in.start = words.word("start", asked.start, start_words, plan::StartKind::cached);
  in.from = words.word("from", asked.from, place_words, catalog::WeightPlace::local_nvme);
  in.rates = {.object_store = words.rate("object-store", asked.object_store),
              .network_disk = words.rate("network-disk", asked.network_disk),
              .local_nvme = words.rate("local-nvme", asked.local_nvme),
              .peer = words.rate("peer", asked.peer)};
  constexpr double most_loads = 1024;
  in.loads = words.whole("concurrent", asked.concurrent, 1, 1, most_loads);
  in.prefetch = asked.prefetch;
  in.streamed_image = asked.streamed_image;
  if (in.prefetch && in.from == catalog::WeightPlace::host_ram)
    words.fault("prefetch", "input.conflict", "beside --from host-ram", "the weights are in host memory already.");
}

/// A loader reads from the place, or from host memory what was copied there.
void check_loader(OptionReader& words, const plan::LoadInputs& in, const catalog::Catalog& catalog) {
  if (in.loader.empty()) return;
  const catalog::Loader* loader = catalog::find_loader(catalog.loading, in.loader);
  if (loader == nullptr) {
    std::vector<std::string> names;
    for (const catalog::Loader& l : catalog.loading.loaders) names.push_back(l.id);
    words.fault("loader", "input.unknown_name", '"' + in.loader.substr(0, 40) + '"', "is not in the catalog.",
                did_you_mean(in.loader, names));
    return;
  }
  const bool staged = catalog::path_from(*loader, catalog::WeightPlace::host_ram) != nullptr;
  const bool direct = catalog::path_from(*loader, in.from) != nullptr && !in.prefetch;
  if (!staged && !direct)
    words.fault("loader", "input.conflict", '"' + in.loader + '"',
                fmt::format("does not read from {}{}.", word_for(place_words, in.from),
                            in.prefetch ? " by way of host memory" : ""),
                "See planner catalog show loading.");
}

}  // namespace

plan::LoadInputs read_load(const LoadWords& asked, const catalog::Catalog& catalog) {
  OptionReader words;
  plan::LoadInputs in{.host = asked.host, .loader = asked.loader};
  const catalog::Host* host = nullptr;
  if (!asked.host.empty() && words.known("host", asked.host, catalog.hosts)) host = &catalog.hosts.at(asked.host);
  read_places(words, asked, in);
  check_loader(words, in, catalog);
  in.replica = read_replica(words, asked.replica, host, catalog);
  if (host != nullptr) check_host(words, in, *host);
  words.throw_if_faulty();
  return in;
}

}  // namespace planner::io
