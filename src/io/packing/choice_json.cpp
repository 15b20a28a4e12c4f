#include <fmt/format.h>

#include <algorithm>

#include "io/json/json_reader.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/math/choice/validate.hpp"

namespace planner::io {
namespace {

using math::choice::Option;
using math::choice::Problem;

/// Reads the tree field by field: a problem may have a hundred thousand options, for which `Reader`, with its list of
/// fields asked for, takes longer than the solver.
class ChoiceReader {
 public:
  explicit ChoiceReader(std::string file) : file_(std::move(file)) {}

  plan::ChoiceInputs read(const Json& root) {
    if (!root.is_object()) fault("", "input.type", shown(root), "an object is asked for.");
    if (!root.is_object()) return {};
    read_numbers(root, "", math::choice::problem_fields, in_.problem);
    read_grid(root);
    if (const Json* models = list(root, "", "models"))
      for (const Json& model : *models) read_model(model, fmt::format("/models/{}", in_.models.size()));
    return std::move(in_);
  }

  std::vector<Issue>& issues() { return issues_; }

 private:
  void fault(const std::string& pointer, std::string code, std::string found, std::string rule) {
    issues_.push_back({file_ + "#" + pointer, std::move(code), std::move(found), std::move(rule), ""});
  }

  const Json* find(const Json& object, const std::string& where, const char* name) {
    const auto field = object.find(name);
    if (field != object.end()) return &*field;
    fault(where + "/" + name, "input.missing", "absent", "this field is needed.");
    return nullptr;
  }

  const Json* list(const Json& object, const std::string& where, const char* name) {
    const Json* value = find(object, where, name);
    if (value == nullptr || value->is_array()) return value;
    fault(where + "/" + name, "input.type", shown(*value), "a list is asked for.");
    return nullptr;
  }

  template <class Record, std::size_t N>
  void read_numbers(const Json& object, const std::string& where,
                    const std::array<math::choice::NamedField<Record>, N>& fields, Record& into) {
    for (const auto& [name, field] : fields) {
      const auto value = object.find(name);
      if (value != object.end() && value->is_number())
        into.*field = value->template get<double>();
      else if (const Json* found = find(object, where, name))
        fault(where + "/" + name, "input.type", shown(*found), "a number is asked for.");
    }
  }

  void read_grid(const Json& root) {
    const Json* grid = list(root, "", "var_grid");
    if (grid == nullptr) return;
    for (const Json& value : *grid) {
      if (!value.is_number())
        fault(fmt::format("/var_grid/{}", in_.problem.variance_grid.size()), "input.type", shown(value),
              "a number is asked for.");
      in_.problem.variance_grid.push_back(value.is_number() ? value.get<double>() : 0.0);
    }
  }

  void read_model(const Json& model, const std::string& where) {
    in_.models.push_back(fmt::format("model {}", in_.models.size() + 1));
    in_.options.emplace_back();
    in_.problem.models.emplace_back();
    if (!model.is_object()) return fault(where, "input.type", shown(model), "an object is asked for.");
    if (const auto name = model.find("name"); name != model.end() && name->is_string())
      in_.models.back() = name->get<std::string>();
    const Json* options = list(model, where, "opts");
    if (options == nullptr) return;
    for (const Json& option : *options) read_option(option, where);
  }

  void read_option(const Json& option, const std::string& model) {
    auto& names = in_.options.back();
    const std::string where = fmt::format("{}/opts/{}", model, names.size());
    names.emplace_back();
    in_.problem.models.back().emplace_back();
    if (!option.is_object()) return fault(where, "input.type", shown(option), "an object is asked for.");
    read_numbers(option, where, math::choice::option_fields, in_.problem.models.back().back());
    const Json* name = find(option, where, "name");
    if (name == nullptr) return;
    if (!name->is_string()) return fault(where + "/name", "input.type", shown(*name), "a text is asked for.");
    const auto& text = name->get_ref<const std::string&>();
    if (std::ranges::find(names, text) != names.end())
      fault(where + "/name", "input.duplicate_name", shown(*name), "another option of this model has this name.");
    names.back() = text;
  }

  std::string file_;
  plan::ChoiceInputs in_;
  std::vector<Issue> issues_;
};

}  // namespace

plan::ChoiceInputs read_choice(std::string_view text, const std::string& name) {
  ChoiceReader reader(name);
  plan::ChoiceInputs in = reader.read(parse_json(text, name));
  if (!reader.issues().empty()) throw InputError(reader.issues());
  auto faults = math::choice::faults_of(in.problem);
  for (Issue& issue : faults) issue.where = name + "#" + issue.where;
  if (!faults.empty()) throw InputError(std::move(faults));
  return in;
}

}  // namespace planner::io
