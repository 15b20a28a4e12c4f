#include "io/config/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/json/json_reader.hpp"

namespace planner::io {

namespace {

constexpr std::size_t longest_list = 4096;

/// Numbers such as 32.0 are whole too; some tools write them so.
std::optional<double> whole(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  return std::isfinite(number) && number == std::floor(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

const Json* Fields::find(std::string_view name) const {
  const auto it = object_->find(name);
  return it == object_->end() || it->is_null() ? nullptr : &*it;
}

void Fields::fault(std::string_view name, std::string code, std::string found, std::string rule,
                   std::string hint) const {
  std::string where = fmt::format("{}/{}", where_, name);
  const bool told = std::ranges::any_of(*issues_, [&](const Issue& i) { return i.where == where && i.code == code; });
  if (told) return;  // several parts of a model ask for the same field
  issues_->push_back({std::move(where), std::move(code), std::move(found), std::move(rule), std::move(hint)});
}

std::optional<int> Fields::optional(Names names, int limit) const {
  for (const std::string_view name : names) {
    const Json* value = find(name);
    if (value == nullptr) continue;
    const std::optional<double> n = whole(*value);
    if (n && *n >= 0 && *n <= limit) return static_cast<int>(*n);
    fault(name, "model.field_value", shown(*value), fmt::format("must be a whole number from 0 to {}.", limit));
    return std::nullopt;
  }
  return std::nullopt;
}

int Fields::required(Names names, std::string_view meaning, int limit) const {
  const std::optional<int> value = optional(names, limit);
  if (value && *value > 0) return *value;
  if (value || std::ranges::none_of(names, [&](std::string_view name) { return has(name); })) {
    std::string others;
    for (const std::string_view name : names) others += (others.empty() ? "" : ", ") + std::string(name);
    fault(*names.begin(), "model.field_missing", value ? "0" : "missing", fmt::format("{} is needed.", meaning),
          names.size() > 1 ? fmt::format("Known names: {}.", others) : "");
  }
  return 1;  // goes on, so that all faults come at once; the model is not handed out
}

bool Fields::flag(std::string_view name, bool otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  fault(name, "model.field_value", shown(*value), "must be true or false.");
  return otherwise;
}

double Fields::number(std::string_view name, double otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
  fault(name, "model.field_value", shown(*value), "must be a number.");
  return otherwise;
}

std::string Fields::text(std::string_view name, std::string otherwise) const {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  fault(name, "model.field_value", shown(*value), "must be text.");
  return otherwise;
}

std::vector<int> Fields::numbers(std::string_view name) const {
  const Json* value = find(name);
  std::vector<int> list;
  if (value == nullptr) return list;
  if (!value->is_array() || value->size() > longest_list) {
    fault(name, "model.field_value", shown(*value), fmt::format("must be a list of at most {} numbers.", longest_list));
    return list;
  }
  for (const Json& entry : *value) {
    const std::optional<double> n = whole(entry);
    if (!n || std::abs(*n) > largest_dimension) {
      fault(name, "model.field_value", shown(entry), "must be a list of whole numbers.");
      return {};
    }
    list.push_back(static_cast<int>(*n));
  }
  return list;
}

std::vector<std::string> Fields::texts(std::string_view name) const {
  const Json* value = find(name);
  std::vector<std::string> list;
  if (value == nullptr) return list;
  if (!value->is_array()) {
    fault(name, "model.field_value", shown(*value), "must be a list of texts.");
    return list;
  }
  for (const Json& entry : *value) {
    if (!entry.is_string()) {
      fault(name, "model.field_value", shown(entry), "must be a list of texts.");
      return {};
    }
    list.push_back(entry.get<std::string>());
  }
  return list;
}

std::optional<Fields> Fields::child(std::string_view name) const {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_object()) return Fields(*value, fmt::format("{}/{}", where_, name), *issues_);
  fault(name, "model.field_value", shown(*value), "must be an object.");
  return std::nullopt;
}

}  // namespace planner::io
