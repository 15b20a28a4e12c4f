#include <fmt/format.h>

#include "io/scenario/load_words.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/report/fit.hpp"
#include "planner/report/load.hpp"
#include "report/document/document.hpp"
#include "report/document/numbers.hpp"
#include "report/load/load_texts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;
using plan::LoadPlan;
using plan::StartOption;

constexpr Align right = Align::right;

std::string p50(const Estimate<Seconds>& t) { return t.known() ? time_text(t.value()) : "unknown"; }
std::string p90(const Estimate<Seconds>& t) { return t.known() ? time_text(t.high_or_typical()) : "unknown"; }
std::string gib(Bytes bytes) { return bytes > Bytes{} ? io::print_number(bytes.in(GiB), 3) : "-"; }
std::string gb_per_s(const Estimate<BytesPerSecond>& rate) {
  return rate.known() ? io::print_number(rate.value().in(GB_per_s), 3) : "unknown";
}

std::string setting(const LoadAnswer& a) {
  const std::string cards = fmt::format("{} x {}", count_text(a.plan.fit.gpus), a.inputs.replica.gpu);
  return a.inputs.host.empty() ? cards : cards + " of " + a.inputs.host;
}

/// Where the weights come from, for the ways to start that read them.
std::string source_text(const LoadAnswer& a) {
  const plan::StartKind kind = a.inputs.start;
  if (kind == plan::StartKind::sleep_1 || kind == plan::StartKind::snapshot) return "";
  std::string text = fmt::format("; {} of weights from {} with {}", io::print(a.plan.weights, 3),
                                 place_text(a.inputs.from), a.plan.loader.empty() ? "no loader" : a.plan.loader);
  if (a.inputs.loads > 1) text += fmt::format(", {} loads at once", count_text(a.inputs.loads));
  return text;
}

std::string headline(const LoadAnswer& a) {
  const LoadPlan& p = a.plan;
  const std::string model = a.inputs.replica.model;
  if (p.starts.empty()) {
    const std::string why =
        p.fit.reasons.empty() ? "whether it fits is not known" : reason_text(p.fit.reasons[0], p.fit);
    return fmt::format("{} does not start on {}: {}", model, setting(a), why);
  }
  if (!p.asked.refused.empty()) return fmt::format("{} cannot start so: {}.", model, p.asked.refused);
  const Estimate<Seconds>& t = p.asked.chain.time;
  if (!t.known())
    return fmt::format("How long {} takes to start on {} is not known: give what {} delivers.", model, setting(a),
                       place_text(a.inputs.from));
  return fmt::format("{} answers {} after it is wanted (p90 {}) on {}, {}{}.", model, p50(t), p90(t), setting(a),
                     start_text(a.inputs.start), source_text(a));
}

std::string longest_text(const StartOption& o) {
  const unit::LoadStage* s = plan::longest_stage(o.chain);
  if (!o.refused.empty()) return o.refused;
  return s == nullptr ? "-" : stage_text(s->step);
}

Table starts_table(const LoadPlan& p) {
  Table table({{"start"},
               {"p50", right},
               {"p90", right},
               {"longest stage"},
               {"RAM GiB", right},
               {"GPU GiB", right},
               {"disk GiB", right}});
  for (const StartOption& o : p.starts) {
    const std::string held = o.gpu_memory ? gib(*o.gpu_memory) : "unknown";
    const bool refused = !o.refused.empty();
    table.row({std::string(io::word_for(io::start_words, o.kind)), refused ? "-" : p50(o.chain.time),
               refused ? "-" : p90(o.chain.time), longest_text(o), gib(o.host_memory), refused ? "-" : held,
               gib(o.disk)});
  }
  return table;
}

/// The stage in which weights come, or null.
const unit::LoadStage* weight_stage(const unit::LoadChain& chain) {
  for (const unit::LoadStage& s : chain.stages)
    if (s.step == unit::LoadStep::weights) return &s;
  return nullptr;
}

/// What holds a load back; with a mark where the rate of the place is left out.
std::string limit_cell(const plan::PlaceOption& o, const unit::LoadStage& weights) {
  if (!weights.rate.known()) return "no rate";
  return std::string(weights.limit ? limit_text(*weights.limit) : "-") + (o.unknown ? " *" : "");
}

Table places_table(const LoadPlan& p) {
  Table table({{"weights from"},
               {"loader"},
               {"GB/s", right},
               {"weights", right},
               {"start p50", right},
               {"p90", right},
               {"limit"}});
  for (const plan::PlaceOption& o : p.places) {
    const unit::LoadStage* w = weight_stage(o.chain);
    table.row({std::string(io::word_for(io::place_words, o.from)), o.loader->id, gb_per_s(w->rate), p50(w->time),
               p50(o.chain.time), p90(o.chain.time), limit_cell(o, *w)});
  }
  return table;
}

Table stages_table(const StartOption& o) {
  Table table({{"stage"}, {"bytes", right}, {"GB/s", right}, {"p50", right}, {"p90", right}, {""}});
  for (const unit::LoadStage& s : o.chain.stages) {
    const bool moves = s.bytes > Bytes{};
    table.row({stage_text(s.step), moves ? io::print(s.bytes, 3) : "-", moves ? gb_per_s(s.rate) : "-", p50(s.time),
               p90(s.time), s.overlaps ? "beside the stage before" : ""});
  }
  return table;
}

std::string unknown_rate_text(const plan::UnknownRate& u) {
  const std::string place(place_text(u.place));
  const std::string_view option = io::word_for(io::place_words, u.place);
  if (!u.binds_below) return fmt::format("Not known: what {} delivers. Give it as --{} (12GB/s).", place, option);
  return fmt::format("Not known, and left out: what {} delivers (--{}). Below {} it would hold the load back.", place,
                     option, io::print(*u.binds_below, 3));
}

std::vector<std::string> notes(const LoadAnswer& a) {
  const LoadPlan& p = a.plan;
  std::vector<std::string> notes{
      "p50 and p90 are over sources and set-ups, that is over what is not known, not over repeats: one set-up varied "
      "by "
      "a factor of two either way.",
      "RAM, GPU (of each card) and disk GiB are held while the replica waits to be started; a sleeping replica's cards "
      "run others beside what it keeps.",
      "The limit of a load is what the place delivers, the loader, or the host (its processor and PCIe). *: what the "
      "place delivers is not known and left out; give it, as --local-nvme 12GB/s."};
  if (p.place_rate && a.inputs.from != catalog::WeightPlace::host_ram)
    notes.push_back(fmt::format("All loads of the host together get {} from {}, {}.", io::print(*p.place_rate, 3),
                                place_text(a.inputs.from),
                                a.inputs.host.empty() ? "as given" : "as given or as the host's record has it"));
  if (p.unknown_rate) notes.push_back(unknown_rate_text(*p.unknown_rate));
  if (a.inputs.prefetch) notes.push_back("Prefetched weights take " + io::print(p.weights, 3) + " of host memory.");
  if (!p.converted_from.empty())
    notes.push_back(
        fmt::format("Counted with files in {}. The published ones are {}: converting while loading reads these "
                    "and takes longer.",
                    p.fit.weights, p.converted_from));
  if (p.engine_of_others)
    notes.push_back("Stages beside the weights were measured with vLLM; those of " + a.inputs.replica.engine +
                    " are not published.");
  if (!p.fit.fits)
    notes.push_back(fmt::format("It starts with --max-len {} at most: a longer sequence has no room in the cache.",
                                count_text(p.fit.largest_max_len)));
  return notes;
}

Document load_document(const LoadAnswer& a) {
  Document d;
  d.title(headline(a));
  if (a.plan.starts.empty()) return d;
  d.section("Ways to start", starts_table(a.plan));
  if (!a.plan.asked.chain.stages.empty()) d.section("Stages of this start", stages_table(a.plan.asked));
  d.section("Where weights wait", places_table(a.plan));
  d.section("Notes", notes(a));
  return d;
}

}  // namespace

std::string load_table(const LoadAnswer& answer) { return load_document(answer).text(); }
std::string load_markdown(const LoadAnswer& answer) { return load_document(answer).markdown(); }

std::string load_csv(const LoadAnswer& answer) {
  Table table(
      {{"start"}, {"p10_s"}, {"p50_s"}, {"p90_s"}, {"host_memory_gib"}, {"gpu_memory_gib_per_gpu"}, {"disk_gib"}});
  const auto seconds = [](const std::optional<Seconds>& t) { return t ? fmt::format("{}", t->in(second)) : ""; };
  for (const StartOption& o : answer.plan.starts)
    table.row({std::string(io::word_for(io::start_words, o.kind)), seconds(o.chain.time.low),
               seconds(o.chain.time.typical), seconds(o.chain.time.high), fmt::format("{}", o.host_memory.in(GiB)),
               o.gpu_memory && o.refused.empty() ? fmt::format("{}", o.gpu_memory->in(GiB)) : "",
               fmt::format("{}", o.disk.in(GiB))});
  return table.csv();
}

}  // namespace planner::report
