#pragma once
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "io/catalog/catalog_reader.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/base/units.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::io {

/// Reads options as people write them, and collects their faults.
class OptionReader {
 public:
  void fault(const std::string& option, std::string code, std::string found, std::string rule, std::string hint = "") {
    issues_.push_back({"--" + option, std::move(code), std::move(found), std::move(rule), std::move(hint)});
  }

  template <class Map>
  bool known(const std::string& option, const std::string& id, const Map& entries) {
    if (entries.contains(id)) return true;
    const bool missing = id.empty();
    fault(option, missing ? "input.missing" : "input.unknown_name", missing ? "missing" : '"' + id.substr(0, 60) + '"',
          missing ? "is asked for." : "is not in the catalog.", did_you_mean(id, names_of(entries)));
    return false;
  }

  /// A whole number from `low` to `high`; `otherwise` where it is not given.
  double whole(const std::string& option, const std::optional<double>& value, double otherwise, double low,
               double high) {
    if (!value) return otherwise;
    if (*value == std::floor(*value) && *value >= low && *value <= high) return *value;
    fault(option, "input.out_of_range", print_number(*value),
          fmt::format("must be a whole number from {} to {}.", print_number(low), print_number(high)));
    return otherwise;
  }
  std::optional<double> whole(const std::string& option, const std::optional<double>& value) {
    constexpr double most = 1e8;
    return value ? std::optional(whole(option, value, 1, 1, most)) : std::nullopt;
  }

  void within(const std::string& option, const std::optional<double>& value, double low, double high) {
    if (value && !(*value >= low && *value <= high))
      fault(option, "input.out_of_range", print_number(*value),
            "must be from " + print_number(low) + " to " + print_number(high) + ".");
  }

  std::optional<Bytes> bytes(const std::string& option, const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    const AmountText read = parse_amount(*text);
    if (read.amount && read.amount->dim == Bytes::dim && read.amount->value >= 0)
      return Bytes::from_base(read.amount->value);
    fault(option, "input.unit_mismatch", '"' + text->substr(0, 40) + '"', "must be a size with its unit.",
          "As in 14.99GiB.");
    return std::nullopt;
  }

  std::optional<BytesPerSecond> rate(const std::string& option, const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    const AmountText read = parse_amount(*text);
    if (read.amount && read.amount->dim == BytesPerSecond::dim && read.amount->value > 0)
      return BytesPerSecond::from_base(read.amount->value);
    fault(option, "input.unit_mismatch", '"' + text->substr(0, 40) + '"', "must be a rate above 0 with its unit.",
          "As in 12GB/s.");
    return std::nullopt;
  }

  /// The value of a word; `otherwise` where it is not given.
  template <class Words, class T>
  T word(const std::string& option, const std::string& text, const Words& words, T otherwise) {
    std::vector<std::string> names;
    for (const auto& named : words) {
      if (named.name == text) return named.value;
      names.emplace_back(named.name);
    }
    if (!text.empty())
      fault(option, "input.unknown_name", '"' + text.substr(0, 40) + '"', "is not a known word.",
            did_you_mean(text, names));
    return otherwise;
  }

  /// Adds the faults that another reader found.
  void add(const std::vector<Issue>& issues) { issues_.insert(issues_.end(), issues.begin(), issues.end()); }

  void throw_if_faulty() {
    if (!issues_.empty()) throw InputError(std::move(issues_));
  }

 private:
  std::vector<Issue> issues_;
};

}  // namespace planner::io
