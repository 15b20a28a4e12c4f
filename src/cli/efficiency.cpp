#include "planner/report/efficiency.hpp"

#include <algorithm>
#include <fstream>
#include <map>

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "io/text/nearest.hpp"
#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/measured_points.hpp"
#include "planner/plan/speed/fit_efficiency.hpp"

namespace planner::cli {
namespace {

using catalog::Efficiency;
using plan::MeasuredPoint;

/// The engine's family and the first word of the GPU's architecture: what an efficiency holds for.
struct Scope {
  std::string engine, architecture;
  auto operator<=>(const Scope&) const = default;

  [[nodiscard]] std::string id() const {
    std::string text = "efficiency/" + engine + "/" + architecture;
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  }
};

Scope scope_of(const MeasuredPoint& point, const catalog::Catalog& catalog) {
  const std::string &engine = point.question.engine, &gpu = catalog.gpus.at(point.question.gpu).architecture;
  return {engine.substr(0, engine.find('@')), gpu.substr(0, gpu.find(' '))};
}

/// Entries of the catalog replaced by what the points say.
std::vector<std::string> refit(catalog::Catalog& catalog, const std::vector<MeasuredPoint>& points,
                               const std::string& file) {
  std::map<Scope, std::vector<plan::ReadyPoint>> groups;
  std::map<Scope, Efficiency> fitted;
  for (const MeasuredPoint& p : points) {
    const Scope scope = scope_of(p, catalog);
    groups[scope].push_back(plan::make_ready(catalog, p));
    fitted[scope] = plan::efficiency_for(catalog, p);
  }
  std::vector<std::string> ids;
  for (auto& [scope, like] : fitted) {
    const std::string from = like.id;
    Efficiency e = plan::fit_efficiency(like, groups.at(scope));
    e.id = scope.id(), e.engine = scope.engine, e.architecture = scope.architecture;
    plan::cite(e, {}, Basis::given, std::to_string(groups.at(scope).size()) + " rows of " + file + ", from " + from);
    ids.push_back(e.id);
    catalog.efficiencies[e.id] = std::move(e);
  }
  return ids;
}

std::string overlay_text(const catalog::Catalog& catalog, const std::vector<std::string>& ids) {
  std::string entries;
  for (const std::string& id : ids) entries += (entries.empty() ? "" : ",\n") + io::entry_json(catalog, id);
  return "{\"efficiencies\": [\n" + entries + "\n]}\n";
}

class EfficiencyVerb : public Verb {
 public:
  EfficiencyVerb() : Verb("efficiency", "how fast are my own measured points beside the estimates, and fit to them") {}

  void declare(Options& options) override {
    options.positionals("WORDS", words_, "check FILE or fit FILE; FILE: a CSV of measured points", "check|fit FILE");
    options.option("--save", save_, "with fit: write the catalog file here and print the check instead", "FILE");
    options.examples(
        "  planner efficiency check rows.csv\n"
        "  planner efficiency fit rows.csv --save ours/efficiency.json\n"
        "  planner efficiency check other-rows.csv --catalog ours\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    check_words();
    const std::string& file = words_[1];
    catalog::Catalog catalog = chosen_catalog(shared);
    const std::vector<MeasuredPoint> points = io::read_measured_points(io::read_text(file), file, catalog);
    if (words_[0] == "fit") {
      const std::vector<std::string> ids = refit(catalog, points, file);
      if (save_.empty()) return {overlay_text(catalog, ids)};
      std::ofstream out(save_);
      out << overlay_text(catalog, ids);
      if (!out.flush()) throw FileError(save_ + ": cannot be written.");
    }
    return {write(plan::check_points(catalog, points), shared.format)};
  }

 private:
  void check_words() const {
    const std::vector<std::string> known{"check", "fit"};
    if (words_.size() != 2)
      throw InputError({{"planner efficiency", "input.command_line", "", "takes check or fit, and a file.",
                         "See planner efficiency --help."}});
    if (std::ranges::find(known, words_[0]) == known.end())
      throw InputError({{"planner efficiency", "input.unknown_name", '"' + words_[0] + '"', "is neither check nor fit.",
                         io::did_you_mean(words_[0], known)}});
  }

  static std::string write(const std::vector<plan::PointCheck>& checks, Format format) {
    if (format == Format::json) return report::efficiency_json(checks);
    if (format == Format::csv) return report::efficiency_csv(checks);
    return format == Format::markdown ? report::efficiency_markdown(checks) : report::efficiency_table(checks);
  }

  std::vector<std::string> words_;
  std::string save_;
};

}  // namespace

std::unique_ptr<Verb> efficiency_verb() { return std::make_unique<EfficiencyVerb>(); }

}  // namespace planner::cli
