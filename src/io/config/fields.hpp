#pragma once
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json_text.hpp"
#include "planner/base/error.hpp"

namespace planner::io {

/// Largest value of a dimension; keeps every product of dimensions far from overflow.
inline constexpr int largest_dimension = 1 << 24;

/// Reads the fields of one JSON object and collects what is wrong with them. `null` counts as absent, as in the
/// libraries that write these files. Where several names are given, the first that is present counts.
class Fields {
 public:
  using Names = std::initializer_list<std::string_view>;

  Fields(const Json& object, std::string where, std::vector<Issue>& issues)
      : object_(&object), where_(std::move(where)), issues_(&issues) {}

  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The raw value, or null.
  [[nodiscard]] const Json* find(std::string_view name) const;
  [[nodiscard]] const std::string& where() const { return where_; }

  /// A whole number in [1, limit]; an issue where it is absent or something else.
  int required(Names names, std::string_view meaning, int limit = largest_dimension) const;
  /// The same in [0, limit], or nothing where it is absent.
  std::optional<int> optional(Names names, int limit = largest_dimension) const;
  int optional(Names names, int otherwise, int limit) const { return optional(names, limit).value_or(otherwise); }
  [[nodiscard]] int zero_if_absent(std::string_view name) const { return optional({name}).value_or(0); }
  bool flag(std::string_view name, bool otherwise) const;
  double number(std::string_view name, double otherwise) const;
  std::string text(std::string_view name, std::string otherwise) const;
  /// Whole numbers of a list; empty where it is absent.
  std::vector<int> numbers(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] std::optional<Fields> child(std::string_view name) const;

  void fault(std::string_view name, std::string code, std::string found, std::string rule, std::string hint = "") const;

 private:
  const Json* object_;
  std::string where_;
  std::vector<Issue>* issues_;
};

}  // namespace planner::io
