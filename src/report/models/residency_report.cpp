#include <fmt/format.h>

#include <algorithm>

#include "planner/report/residency.hpp"
#include "report/document/numbers.hpp"
#include "report/models/models_document.hpp"
#include "report/models/models_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

constexpr Align right = Align::right;

bool on_demand(const plan::ListedChoice& c) { return c.decision == plan::Decision::on_demand; }
std::string rate_text(double per_h) { return fmt::format("{:.3g}", per_h); }
std::string cents(UsdPerTime usd) { return fixed_text(usd.in(usd_per_h), 2); }
std::string seconds_text(Seconds t) { return fmt::format("{:.3g}", t.base()); }

std::string headline(const ResidencyAnswer& answer) {
  const plan::ModelPlan& p = answer.plan.plan;
  if (p.status == plan::Status::infeasible) return "There is no plan.";
  const auto loaded = std::ranges::count(p.services, plan::Decision::on_demand, &plan::ServicePlan::decision);
  const auto held = static_cast<double>(p.services.size()) - static_cast<double>(loaded);
  const std::string proof = p.proven
                                ? "Proven: no choice among those listed costs less."
                                : fmt::format("No choice can cost less than {} USD/h; this one is within {} of that.",
                                              usd_text(p.lower_bound_usd), percent_text(p.gap));
  return fmt::format("{} stay resident, {} are loaded on demand: hosts for {} USD/h, waiting worth {} USD/h. {}",
                     counted(held, "model"), count_text(static_cast<double>(loaded)), usd_text(p.usd),
                     cents(p.wait_usd), proof);
}

std::string held_or_loaded(const plan::ListedChoice& c) {
  if (c.sleep_level > 0) return fmt::format("asleep {}, {}", c.sleep_level, tier_text(c.weights_from));
  if (c.tier) return std::string(tier_text(c.tier));
  if (c.decision == plan::Decision::active_hours || c.decision == plan::Decision::part) return "by hours";
  return c.decision == plan::Decision::resident_shared ? "shared" : "held";
}

std::string room_text(const plan::ListedChoice& c) {
  const Bytes kept = c.host_memory + c.disk;
  return kept > Bytes{} ? fmt::format("{:.3g}", kept.in(GiB)) : "-";
}

std::string choice_text(const plan::ListedChoice& c) {
  return fmt::format("{} x {} {}, {}", count_text(c.replicas), count_text(c.gpus_per_replica), c.gpu,
                     held_or_loaded(c));
}

std::string extra_text(const plan::ListedChoice& c) {
  if (c.chosen) return "chosen";
  return c.extra ? extra_usd_text(*c.extra) : "no room";
}

/// The best of each way to serve a model: the list is in the order of what they add.
std::vector<plan::ListedChoice> best_of_each(const std::vector<plan::ListedChoice>& choices) {
  std::vector<plan::ListedChoice> best;
  for (const plan::ListedChoice& c : choices) {
    const auto same = [&](const auto& b) { return b.decision == c.decision && b.tier == c.tier; };
    if (std::ranges::none_of(best, same)) best.push_back(c);
  }
  return best;
}

Table choice_table(const std::vector<plan::ListedChoice>& choices) {
  Table table({{"adds", right},
               {"GPUs", right},
               {"cards", right},
               {"waits", right},
               {"cold", right},
               {"mean", right},
               {"p99", right},
               {"GiB", right},
               {"choice"}});
  for (const plan::ListedChoice& c : choices)
    table.row({extra_text(c), fmt::format("{:.2g}", c.gpus), cents(c.cards_usd), cents(c.wait_usd),
               on_demand(c) ? percent_text(c.cold_fraction) : "-", on_demand(c) ? seconds_text(c.mean_wait) : "-",
               on_demand(c) ? seconds_text(c.wait_p99) : "-", room_text(c), choice_text(c)});
  return table;
}

Table summary_table(const plan::ResidencyPlan& r) {
  Table table({{"model"}, {"requests/h", right}, {"held from", right}, {"next USD/h", right}, {"decision"}});
  for (std::size_t m = 0; m < r.models.size(); ++m) {
    const plan::ListedModel& model = r.models[m];
    const auto& next = r.plan.services[m].runner_up;
    table.row({short_name(r.plan, model.name), rate_text(model.requests_per_h),
               model.break_even_requests_per_h ? rate_text(*model.break_even_requests_per_h) : "-",
               next ? extra_usd_text(next->extra) : "-", held_or_loaded(model.choices.front())});
  }
  return table;
}

std::string card_sentence(const plan::CardPrice& c) {
  return fmt::format(
      "A card of {} ({} idle): one more for something else adds {} USD/h, one free of charge saves {}; its part of the "
      "host is {}.",
      c.host, counted(c.idle, "card"), cents(c.one_more), cents(c.one_less), cents(c.part_of_host));
}

std::string memory_sentence(const plan::MemoryPrice& m) {
  const std::string less = m.given > Bytes{}
                               ? fmt::format(", one less adds {}; without any the fleet costs {} USD/h more",
                                             cents(m.gib_less), cents(m.all))
                               : "";
  return fmt::format("Host memory for weights ({:.4g} of {:.4g} GiB per host used): one GiB more saves {} USD/h{}.",
                     m.used.in(GiB), m.given.in(GiB), cents(m.gib_more), less);
}

std::vector<std::string> waiting_sentences(const plan::WaitPrice& w) {
  const std::string price =
      w.policy ? fmt::format(", at {:.3g} USD a second", w.policy->in(usd / second)) : ", without a price";
  const std::string less =
      w.target_less ? fmt::format("one less adds {}", cents(*w.target_less)) : "with one less there is no plan";
  return {fmt::format("Waiting: {:.3g} s per hour in all{}.", w.seconds_per_h, price),
          fmt::format("A second more in every cold_wait_p99 saves {} USD/h, {}.", cents(w.target_more), less),
          w.resident_from ? fmt::format("From {:.3g} USD a second on, the cheapest fleet holds every model.",
                                        w.resident_from->in(usd / second))
                          : std::string("Loading on demand saves no host here, even if nobody minded waiting.")};
}

std::vector<std::string> shadow_sentences(const plan::ShadowPrices& s) {
  std::vector<std::string> lines;
  for (const plan::CardPrice& c : s.cards) lines.push_back(card_sentence(c));
  lines.push_back(memory_sentence(s.host_memory));
  for (std::string& line : waiting_sentences(s.waiting)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> reading(bool all) {
  return {"Adds: USD/h that the whole fleet costs more with this choice, the other models free to move.",
          "Cards: USD/h of the cards held, at their part of the host's price; on demand, of those held on average in "
          "the busiest hour. Waits: USD/h of waiting.",
          "Mean and p99: seconds that requests wait for a load, of all requests. GiB: of host memory or disk that the "
          "weights take on every host of the pool; of an engine asleep, once for each card, or group of cards, that it "
          "wakes on.",
          all ? "Every choice is listed."
              : "Listed is the best choice of each kind, of models that have more than one kind; --json has all."};
}

Document document_of(const ResidencyAnswer& answer, bool all) {
  const plan::ResidencyPlan& r = answer.plan;
  Document d;
  d.paragraph(headline(answer));
  for (const std::string& reason : r.plan.reasons) d.bullet(reason);
  if (r.plan.status == plan::Status::infeasible) return d;
  d.section("Held or loaded: each rate beside the one from which holding costs less", summary_table(r));
  d.section("Shadow prices: the whole fleet solved again with one more or less", shadow_sentences(r.shadow));
  for (const plan::ListedModel& m : r.models) {
    const std::vector<plan::ListedChoice> best = best_of_each(m.choices);
    if (all || best.size() > 1) d.section(short_name(r.plan, m.name), choice_table(all ? m.choices : best));
  }
  d.section("How to read this", reading(all));
  return d;
}

}  // namespace

std::string residency_table(const ResidencyAnswer& answer) { return document_of(answer, false).text(); }

std::string residency_markdown(const ResidencyAnswer& answer) {
  return "# Resident or on demand" + (answer.inputs.name.empty() ? "" : ": " + answer.inputs.name) + "\n\n" +
         document_of(answer, true).markdown();
}

std::string residency_csv(const ResidencyAnswer& answer) {
  Table table({{"service"},
               {"chosen"},
               {"decision"},
               {"tier"},
               {"host"},
               {"replicas"},
               {"gpus_per_replica"},
               {"gpus"},
               {"cards_usd_per_h"},
               {"wait_usd_per_h"},
               {"load_s"},
               {"cold_fraction"},
               {"mean_wait_s"},
               {"wait_p99_s"},
               {"host_memory_gib"},
               {"disk_gib"},
               {"extra_usd_per_h"}});
  const auto text = [](double x) { return fmt::format("{:.12g}", x); };
  for (const plan::ListedModel& m : answer.plan.models)
    for (const plan::ListedChoice& c : m.choices)
      table.row({m.name, c.chosen ? "yes" : "no", std::string(to_text(c.decision)), std::string(tier_text(c.tier)),
                 c.host, text(c.replicas), text(c.gpus_per_replica), text(c.gpus), text(c.cards_usd.in(usd_per_h)),
                 text(c.wait_usd.in(usd_per_h)), c.load ? text(c.load->base()) : "", text(c.cold_fraction),
                 text(c.mean_wait.base()), text(c.wait_p99.base()), text(c.host_memory.in(GiB)), text(c.disk.in(GiB)),
                 c.extra ? text(c.extra->in(usd_per_h)) : ""});
  return table.csv();
}

}  // namespace planner::report
