// Fits models/efficiency.json anew from tests/data/cases/operating_points.csv, and prints how far it is from points
// that it has not seen: `fit_efficiencies ROWS.csv [OUT.json]`.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "closed_loop.hpp"
#include "io/text/text_file.hpp"
#include "operating_point_split.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/measured_points.hpp"
#include "planner/plan/speed/fit_efficiency.hpp"

using namespace planner;
using catalog::Efficiency;
using plan::MeasuredPoint;
using plan::ReadyPoint;

namespace {

struct Row {
  const MeasuredPoint* point = nullptr;
  ReadyPoint ready{};
  std::string model{}, engine{}, architecture{}, set_up{};
};
using Rows = std::vector<Row>;
using Which = std::function<bool(const Row&)>;

Rows rows_where(const Rows& rows, const Which& which) {
  Rows chosen;
  std::ranges::copy_if(rows, std::back_inserter(chosen), which);
  return chosen;
}

std::set<std::string> distinct(const Rows& rows, std::string Row::*name) {
  std::set<std::string> names;
  for (const Row& r : rows) names.insert(r.*name);
  return names;
}

template <class T>
Fact<T> exactly(T value) {
  return {.estimate = Estimate<T>::exactly(value)};
}

/// Where the first fit starts: shares as published for tuned kernels, times of the order of a kernel launch (assumed).
Efficiency first_guess() {
  using units::us;
  Efficiency e{.id = "efficiency/any"};
  e.compute = exactly(0.55), e.expert_compute = exactly(0.3), e.memory = exactly(0.8), e.cache = exactly(0.75);
  e.attention = exactly(0.4), e.link = exactly(0.6);
  e.per_step = exactly(1000.0 * us), e.per_layer = exactly(30.0 * us), e.per_expert_layer = exactly(20.0 * us);
  e.per_sequence = exactly(6.0 * us), e.per_reduction = exactly(8.0 * us);
  return e;
}

/// Measured time to the first token, and that of the replayed steps, in ms.
using FirstTokens = std::vector<std::pair<double, double>>;

FirstTokens first_tokens(const Rows& rows, const Efficiency& e) {
  FirstTokens times;
  for (const Row& r : rows)
    if (r.point->ttft)
      times.emplace_back(r.point->ttft->in(units::ms), 1e3 * replayed_first_token(*r.point, r.ready, e));
  return times;
}

/// What lies outside of steps, to the millisecond: the least sum of errors of the log.
Seconds outside_steps(const FirstTokens& times) {
  double best = 0, least = HUGE_VAL;
  for (double ms = 0; ms <= 200; ms += 1) {
    double sum = 0;
    for (const auto& [measured, steps] : times) sum += std::abs(std::log(measured / (steps + ms)));
    if (sum < least) best = ms, least = sum;
  }
  return best * units::ms;
}

/// What lies outside of steps is a matter of hosts, so it is fitted once, on all rows.
Efficiency fitted(const Rows& rows, Efficiency like) {
  std::vector<ReadyPoint> points;
  for (const Row& r : rows) points.push_back(r.ready);
  Efficiency e = plan::detail::fitted(points, like, plan::error_over_models);
  const FirstTokens times = first_tokens(rows, e);
  if (!times.empty() && !e.first_token.known()) e.first_token = exactly(outside_steps(times));
  return e;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

using Entries = std::map<std::string, Efficiency, std::less<>>;

/// From the general to the special: all rows, those of an architecture, and those of an engine on it where at least two
/// set-ups tell of it. Each starts from the one before.
Entries fit_entries(const Rows& rows) {
  Entries entries;
  const Efficiency any = fitted(rows, first_guess());
  entries[any.id] = any;
  for (const std::string& architecture : distinct(rows, &Row::architecture)) {
    const Rows of_it = rows_where(rows, [&](const Row& r) { return r.architecture == architecture; });
    Efficiency general = fitted(of_it, any);
    general.architecture = architecture;
    general.id = "efficiency/" + lower(architecture);
    entries[general.id] = general;
    for (const std::string& engine : distinct(of_it, &Row::engine)) {
      const Rows special = rows_where(of_it, [&](const Row& r) { return r.engine == engine; });
      if (distinct(special, &Row::set_up).size() < 2) continue;
      Efficiency e = fitted(special, general);
      e.engine = engine;
      e.id = "efficiency/" + engine + "/" + lower(architecture);
      entries[e.id] = e;
    }
  }
  return entries;
}

struct Logs : plan::detail::LogRatios {
  std::vector<double> ttft{};
};

Logs logs_of(const Rows& rows, const Entries& entries) {
  Logs logs;
  for (const Row& r : rows) {
    const Efficiency& e = *catalog::efficiency_of(entries, r.engine, r.architecture);
    add(logs, r.ready, e);
    for (const auto& [measured, steps] : first_tokens({r}, e))
      logs.ttft.push_back(std::log(measured / (steps + e.first_token.value().in(units::ms))));
  }
  return logs;
}

/// Every row by a fit without all rows that share its `name`.
Logs left_out(const Rows& rows, std::string Row::*name) {
  Logs all;
  for (const std::string& one : distinct(rows, name)) {
    const Entries entries = fit_entries(rows_where(rows, [&](const Row& r) { return r.*name != one; }));
    const Logs logs = logs_of(rows_where(rows, [&](const Row& r) { return r.*name == one; }), entries);
    all.tpot.insert(all.tpot.end(), logs.tpot.begin(), logs.tpot.end());
    all.output.insert(all.output.end(), logs.output.begin(), logs.output.end());
    all.ttft.insert(all.ttft.end(), logs.ttft.begin(), logs.ttft.end());
  }
  return all;
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

void print(const std::string& what, const std::vector<double>& logs) {
  std::vector<double> errors;
  for (const double log : logs) errors.push_back(100 * std::abs(std::exp(-log) - 1));
  fmt::print("| {} | {} | {:.1f} % | {:.1f} % | {:.2f} to {:.2f} |\n", what, errors.size(), quantile(errors, 0.5),
             quantile(errors, 0.8), std::exp(quantile(logs, 0.1)), std::exp(quantile(logs, 0.9)));
}

void print(const std::string& what, const Logs& logs) {
  print(what + ", time per token", logs.tpot);
  print(what + ", saturated rate", logs.output);
  print(what + ", time to the first token", logs.ttft);
}

Rows read_rows(const std::vector<MeasuredPoint>& points) {
  Rows rows;
  for (const MeasuredPoint& p : points) {
    Row row{.point = &p, .ready = plan::make_ready(io::builtin_catalog(), p), .model = p.question.model};
    row.engine = p.question.engine.substr(0, p.question.engine.find('@'));
    const std::string& architecture = row.ready.setup.gpu->architecture;
    row.architecture = architecture.substr(0, architecture.find(' '));
    row.set_up = plan::set_up_name(p);
    rows.push_back(row);
  }
  return rows;
}

Fact<double> band(const std::vector<double>& logs) {
  Fact<double> fact;
  plan::detail::set_band(fact, logs);
  return fact;
}

/// An entry of the catalog with one field a line.
std::string entry_text(const catalog::Catalog& catalog, const std::string& id) {
  std::string text;
  const auto entry = nlohmann::ordered_json::parse(io::entry_json(catalog, id));
  for (const auto& [name, value] : entry.items())
    text += fmt::format("{}      \"{}\": {}", text.empty() ? "" : ",\n", name, value.dump());
  return "    {\n" + text + "\n    }";
}

void write(const std::string& path, Entries entries, const Logs& other_model, const Logs& other_architecture) {
  catalog::Catalog catalog;
  const std::vector<std::string> sources{"inferencex", "trtllm-perf", "derived"};
  std::string text;
  for (auto& [id, e] : entries) {
    const bool general = e.architecture.empty();
    const Logs& unseen = general ? other_architecture : other_model;
    e.decode_error = band(unseen.tpot);
    e.throughput_error = band(unseen.output);
    e.first_token_error = band(unseen.ttft);
    plan::cite(
        e, sources, Basis::derived,
        general ? "fitted on Hopper and Blackwell, assumed to carry over" : "fitted by tools/fit_efficiencies.cpp");
    e.first_token.sources = sources, e.first_token.basis = Basis::derived,
    e.first_token.conditions = e.compute.conditions;
    for (Fact<double>* f : {&e.decode_error, &e.throughput_error, &e.first_token_error}) {
      f->sources = sources;
      f->basis = Basis::derived;
      f->conditions = general ? "measured over estimated, p10 to p90, where the fit has not seen the architecture"
                              : "measured over estimated, p10 to p90, where the fit has not seen the model";
    }
    catalog.efficiencies[id] = e;
    text += (text.empty() ? "" : ",\n") + entry_text(catalog, id);
  }
  std::string kept = io::read_text(path);  // the sources at its head
  kept = kept.substr(0, kept.find("\"efficiencies\"")) + "\"efficiencies\": [\n" + text + "\n  ]\n}\n";
  std::ofstream(path) << kept;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::cerr << "fit_efficiencies ROWS.csv [OUT.json]\n", 2;
  const auto points = io::read_measured_points(io::read_text(argv[1]), argv[1], io::builtin_catalog());
  const Rows rows = read_rows(points);
  const Which kept = [](const Row& r) { return !plan::held_out(*r.point); };
  const Entries entries = fit_entries(rows_where(rows, kept));
  print("fitted on", logs_of(rows_where(rows, kept), entries));
  print("held out", logs_of(rows_where(rows, std::not_fn(kept)), entries));
  const Which first = [](const Row& r) { return !plan::first_held_out(*r.point); };
  print("first split, held out", logs_of(rows_where(rows, std::not_fn(first)), fit_entries(rows_where(rows, first))));
  const Logs other_model = left_out(rows, &Row::model), other_architecture = left_out(rows, &Row::architecture);
  print("another model", other_model);
  print("another architecture", other_architecture);
  if (argc > 2) write(argv[2], entries, other_model, other_architecture);
}
