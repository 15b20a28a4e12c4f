#include <fmt/format.h>

#include <map>

#include "planner/report/placement.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using plan::PlacementInputs;
using plan::PlacementPlan;

std::string count(std::size_t n) { return count_text(static_cast<double>(n)); }

/// Two decimals: placements differ in the second.
std::string percent(double share) { return fmt::format("{:.2f} %", 100.0 * share); }

std::vector<int> places_of(const math::Seat& seat) {
  std::vector<int> places;
  for (int g = 0; g < math::most_gpus_per_node; ++g)
    if ((seat.gpus >> g & 1U) != 0) places.push_back(g);
  return places;
}

OrderedJson placements_json(const PlacementInputs& in, const PlacementPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t p = 0; p < in.pods.size(); ++p)
    if (const auto& seat = plan.seats[p])
      list.push_back({{"pod", in.pods[p].name},
                      {"node", in.nodes[seat->node].name},
                      {"gpus", places_of(*seat)},
                      {"share", number(in.pods[p].need.gpu_share() / double{math::whole_gpu})}});
  return list;
}

OrderedJson left_out_json(const PlacementInputs& in, const PlacementPlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t p = 0; p < in.pods.size(); ++p)
    if (!plan.seats[p]) list.push_back(in.pods[p].name);
  return list;
}

std::string headline(const PlacementInputs& in, const PlacementPlan& plan) {
  std::string text =
      fmt::format("{} of {} allocated, {} of {} pods placed.", percent(plan.share(plan.gpus_allocated)),
                  counted(plan.gpus, "GPU"), count(in.pods.size() - plan.left_out), count(in.pods.size()));
  if (plan.left_out == 0) return text;
  return text + fmt::format(" {} found no room. All ask for {}; no placement allocates more than {}.",
                            count(plan.left_out), percent(plan.share(plan.gpus_asked)),
                            percent(plan.share(plan.gpus_bound)));
}

/// Pods by what they ask of GPUs: how many, and how many found no room.
Table share_table(const PlacementInputs& in, const PlacementPlan& plan) {
  struct Counts {
    std::size_t pods = 0, left_out = 0;
  };
  std::map<int, Counts> by_share;
  for (std::size_t p = 0; p < in.pods.size(); ++p) {
    Counts& counts = by_share[in.pods[p].need.gpu_share()];
    ++counts.pods;
    if (!plan.seats[p]) ++counts.left_out;
  }
  Table table({{"GPUs of a pod", Align::right}, {"pods", Align::right}, {"left out", Align::right}});
  for (const auto& [share, counts] : by_share)
    table.row({fmt::format("{:.2f}", share / double{math::whole_gpu}), count(counts.pods), count(counts.left_out)});
  return table;
}

Document document(const PlacementInputs& in, const PlacementPlan& plan) {
  Document doc;
  doc.paragraph(headline(in, plan));
  if (plan.left_out > 0) doc.section("By size", share_table(in, plan));
  doc.paragraph("--json and --format csv name the node and the GPUs of every pod.");
  return doc;
}

}  // namespace

std::string placement_json(const PlacementInputs& inputs, const PlacementPlan& plan) {
  const double allocated = plan.share(plan.gpus_allocated), bound = plan.share(plan.gpus_bound);
  OrderedJson json{{"status", "ok"},
                   {"gpus", number(plan.gpus)},
                   {"gpus_asked", number(plan.gpus_asked)},
                   {"gpus_allocated", number(plan.gpus_allocated)},
                   {"allocated_share", number(allocated)},
                   {"bound_share", number(bound)},
                   {"gap", number(bound > 0.0 ? (bound - allocated) / bound : 0.0)},
                   {"pods", inputs.pods.size()},
                   {"pods_placed", inputs.pods.size() - plan.left_out},
                   {"left_out", left_out_json(inputs, plan)},
                   {"placements", placements_json(inputs, plan)}};
  return json.dump(2) + "\n";
}

std::string placement_table(const PlacementInputs& inputs, const PlacementPlan& plan) {
  return document(inputs, plan).text();
}

std::string placement_markdown(const PlacementInputs& inputs, const PlacementPlan& plan) {
  return document(inputs, plan).markdown();
}

std::string placement_csv(const PlacementInputs& inputs, const PlacementPlan& plan) {
  Table table({{"pod"}, {"node"}, {"gpus"}});
  for (std::size_t p = 0; p < inputs.pods.size(); ++p) {
    const auto& seat = plan.seats[p];
    std::string gpus;
    if (seat)
      for (const int place : places_of(*seat)) gpus += (gpus.empty() ? "" : " ") + std::to_string(place);
    table.row({inputs.pods[p].name, seat ? inputs.nodes[seat->node].name : "", gpus});
  }
  return table.csv();
}

}  // namespace planner::report
