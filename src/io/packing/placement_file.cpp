#include "planner/io/placement_file.hpp"

#include <map>

#include "io/text/csv_rows.hpp"

namespace planner::io {
namespace {

constexpr std::int64_t most_amount = 1'000'000'000'000;  // of a millicore or MiB; sums stay far from overflow

/// Numbers for the names of GPU models, the same in both files.
class Models {
 public:
  int number(std::string_view name) {
    return known_.emplace(std::string(name), static_cast<int>(known_.size())).first->second;
  }
  std::vector<int> numbers(std::string_view names) {
    std::vector<int> numbers;
    while (!names.empty()) {
      const std::size_t end = std::min(names.find('|'), names.size());
      if (end > 0) numbers.push_back(number(names.substr(0, end)));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
    return numbers;
  }

 private:
  std::map<std::string, int, std::less<>> known_;
};

std::vector<plan::NamedNode> read_nodes(const NamedText& source, Models& models) {
  CsvRows rows(source, {"sn", "cpu_milli", "memory_mib", "gpu"});
  std::vector<plan::NamedNode> nodes;
  while (rows.next()) {
    plan::NamedNode node{rows.new_name("sn"), {}};
    node.room.cpu = rows.whole("cpu_milli", most_amount);
    node.room.memory = rows.whole("memory_mib", most_amount);
    node.room.gpus = static_cast<int>(rows.whole("gpu", math::most_gpus_per_node));
    node.room.model = models.number(rows.text("model"));
    nodes.push_back(std::move(node));
  }
  rows.throw_if_faulty();
  return nodes;
}

int read_share(CsvRows& rows, int gpus) {
  if (gpus == 0) return math::whole_gpu;
  const int share = static_cast<int>(rows.whole("gpu_milli", math::whole_gpu));
  if (share == 0) rows.fault("gpu_milli", "0", "must be above 0 where num_gpu is.");
  if (gpus > 1 && share < math::whole_gpu)
    rows.fault("gpu_milli", std::to_string(share), "must be 1000 where num_gpu is above 1: a share is of one GPU.");
  return share;
}

std::vector<plan::NamedPod> read_pods(const NamedText& source, Models& models) {
  CsvRows rows(source, {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"});
  std::vector<plan::NamedPod> pods;
  while (rows.next()) {
    plan::NamedPod pod{rows.new_name("name"), {}};
    pod.need.cpu = rows.whole("cpu_milli", most_amount);
    pod.need.memory = rows.whole("memory_mib", most_amount);
    pod.need.gpus = static_cast<int>(rows.whole("num_gpu", 1000));
    pod.need.share = read_share(rows, pod.need.gpus);
    pod.need.models = models.numbers(rows.text("gpu_spec"));
    pods.push_back(std::move(pod));
  }
  rows.throw_if_faulty();
  return pods;
}

}  // namespace

plan::PlacementInputs read_placement(const NamedText& nodes, const NamedText& pods) {
  Models models;
  plan::PlacementInputs in;
  in.nodes = read_nodes(nodes, models);
  in.pods = read_pods(pods, models);
  return in;
}

}  // namespace planner::io
