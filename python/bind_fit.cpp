#include <pybind11/stl.h>

#include <set>

#include "bind.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/load_question.hpp"
#include "planner/io/measured_points.hpp"
#include "planner/io/model_config.hpp"
#include "planner/io/speed_question.hpp"
#include "planner/plan/fit/alternatives.hpp"
#include "planner/plan/load/load.hpp"
#include "planner/plan/speed/check_points.hpp"
#include "planner/report/efficiency.hpp"
#include "planner/report/explain.hpp"
#include "planner/report/fit.hpp"
#include "planner/report/load.hpp"

namespace planner::python {
namespace {

namespace py = pybind11;

/// Options by name, each taken once.
class Options {
 public:
  explicit Options(const py::dict& given) : given_(given) {}

  template <class Value>
  void operator()(const char* name, Value& value) {
    known_.emplace_back(name);
    if (!given_.contains(name)) return;
    try {
      value = given_[name].cast<Value>();
    } catch (const py::cast_error&) {
      throw py::type_error(std::string(name) + " is of the wrong type");
    }
  }

  /// @throws InputError for names that no option has
  void refuse_others() const {
    std::vector<Issue> issues;
    for (const auto& [key, value] : given_) {
      const auto name = key.cast<std::string>();
      if (std::ranges::find(known_, name) == known_.end())
        issues.push_back({name, "input.unknown_name", "", "there is no such option.", io::did_you_mean(name, known_)});
    }
    if (!issues.empty()) throw InputError(std::move(issues));
  }

 private:
  const py::dict& given_;
  std::vector<std::string> known_{};
};

void read(Options& option, io::FitWords& w) {
  option("model", w.model);
  option("gpu", w.gpu);
  option("mig", w.mig);
  option("gpu_memory", w.gpu_memory);
  option("tp", w.tp);
  option("pp", w.pp);
  option("dp", w.dp);
  option("expert_parallel", w.expert_parallel);
  option("engine", w.engine);
  option("weights", w.weights);
  option("kv_cache", w.kv_cache);
  option("utilization", w.utilization);
  option("max_len", w.max_len);
  option("max_batched_tokens", w.max_batched_tokens);
  option("max_seqs", w.max_seqs);
  option("eager", w.eager);
  option("mtp", w.mtp);
  option("lora_slots", w.lora_slots);
  option("lora_rank", w.lora_rank);
  option("measured_weights", w.measured_weights);
  option("measured_activation", w.measured_activation);
  option("measured_non_torch", w.measured_non_torch);
  option("measured_cuda_graph", w.measured_cuda_graph);
}

void read(Options& option, io::SpeedWords& w) {
  option("input_tokens", w.input_tokens);
  option("output_tokens", w.output_tokens);
  option("prefix_hit", w.prefix_hit);
  option("ttft_ms", w.ttft_ms);
  option("tpot_ms", w.tpot_ms);
}

void read(Options& option, io::LoadWords& w) {
  read(option, w.replica);
  option("host", w.host);
  option("start", w.start);
  option("place", w.from);  // `from` is a word of Python
  option("loader", w.loader);
  option("object_store", w.object_store);
  option("network_disk", w.network_disk);
  option("local_nvme", w.local_nvme);
  option("peer", w.peer);
  option("concurrent", w.concurrent);
  option("prefetch", w.prefetch);
  option("streamed_image", w.streamed_image);
}

/// The catalog, with a model that is given as its config.json: the text, and what messages call it.
catalog::Catalog catalog_with(const std::string& overlay, const std::string& config, const std::string& name,
                              io::FitWords& words) {
  catalog::Catalog catalog = known_catalog(overlay);
  if (config.empty()) return catalog;
  words.model = "imported";
  catalog.models[words.model] = io::import_model(config, {words.model, name, false, false});
  return catalog;
}

using FitWriter = std::string (*)(const report::FitAnswer&);
const std::map<std::string, FitWriter> fit_writers{{"json", report::fit_json},
                                                   {"table", report::fit_table},
                                                   {"markdown", report::fit_markdown},
                                                   {"csv", report::fit_csv}};

class FitQuestion {
 public:
  FitQuestion(const py::dict& options, const std::string& config, const std::string& name, const std::string& overlay) {
    Options option(options);
    read(option, words_);
    read(option, fast_);
    option.refuse_others();
    catalog_ = catalog_with(overlay, config, name, words_);
    inputs_ = io::read_fit(words_, catalog_);
  }

  [[nodiscard]] std::string answer(const std::string& format) const {
    const plan::FitPlan plan = plan::plan_fit(catalog_, inputs_);
    const plan::FitAlternatives alternatives = plan::fit_alternatives(catalog_, inputs_);
    std::optional<report::FitSpeed> speed;
    if (const auto asked = io::read_speed(fast_, catalog_, inputs_, plan.max_len))
      speed = {asked->shape, plan::plan_speed(catalog_, inputs_, plan, *asked)};
    return fit_writers.at(format)({inputs_, plan, alternatives, speed});
  }

  [[nodiscard]] Trace trace() const {
    Trace trace;
    plan::plan_fit(catalog_, inputs_, &trace);
    return trace;
  }
  [[nodiscard]] const report::Sources& sources() const { return catalog_.sources; }

 private:
  io::FitWords words_{};
  io::SpeedWords fast_{};
  catalog::Catalog catalog_{};
  plan::FitInputs inputs_{};
};

using LoadWriter = std::string (*)(const report::LoadAnswer&);
const std::map<std::string, LoadWriter> load_writers{{"json", report::load_json},
                                                     {"table", report::load_table},
                                                     {"markdown", report::load_markdown},
                                                     {"csv", report::load_csv}};

class LoadQuestion {
 public:
  LoadQuestion(const py::dict& options, const std::string& config, const std::string& name,
               const std::string& overlay) {
    Options option(options);
    io::LoadWords words;
    read(option, words);
    option.refuse_others();
    catalog_ = catalog_with(overlay, config, name, words.replica);
    inputs_ = io::read_load(words, catalog_);
  }

  [[nodiscard]] std::string answer(const std::string& format) const {
    return load_writers.at(format)({inputs_, plan::plan_load(catalog_, inputs_)});
  }

  [[nodiscard]] Trace trace() const {
    Trace trace;
    plan::plan_load(catalog_, inputs_, &trace);
    return trace;
  }
  [[nodiscard]] const report::Sources& sources() const { return catalog_.sources; }

 private:
  catalog::Catalog catalog_{};
  plan::LoadInputs inputs_{};
};

template <class Question>
std::string explanation(const Question& question, const std::string& path) {
  const Trace trace = question.trace();
  if (path.empty()) return report::list_steps(trace);
  return report::explain_text(trace, report::find_steps(trace, path, {}), question.sources());
}

template <class Question>
void bind_question(py::module_& module, const char* name) {
  const py::call_guard<py::gil_scoped_release> unlocked;
  py::class_<Question>(module, name)
      .def(py::init<py::dict, std::string, std::string, std::string>(), py::arg("options"), py::arg("config"),
           py::arg("name"), py::arg("overlay"))
      .def("answer", &Question::answer, py::arg("format"), unlocked)
      .def("explain", &explanation<Question>, py::arg("path"), unlocked);
}

Texts efficiency(const std::string& text, const std::string& name, const std::string& overlay) {
  const catalog::Catalog catalog = known_catalog(overlay);
  const std::vector<plan::MeasuredPoint> points = io::read_measured_points(text, name, catalog);
  const auto checks = plan::check_points(catalog, points);
  return {{"json", report::efficiency_json(checks)},
          {"table", report::efficiency_table(checks)},
          {"markdown", report::efficiency_markdown(checks)},
          {"csv", report::efficiency_csv(checks)}};
}

}  // namespace

void bind_fit(py::module_& module) {
  module.def("efficiency", &efficiency, py::arg("text"), py::arg("name"), py::arg("overlay"),
             py::call_guard<py::gil_scoped_release>());
  bind_question<FitQuestion>(module, "FitQuestion");
  bind_question<LoadQuestion>(module, "LoadQuestion");
}

}  // namespace planner::python
