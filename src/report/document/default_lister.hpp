#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/catalog/catalog_words.hpp"
#include "planner/io/unit_text.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {

inline std::string shown(double value) { return io::print_number(value); }
inline std::string shown(bool value) { return value ? "true" : "false"; }
template <Dim D>
std::string shown(Quantity<D> value) {
  return io::print(value);
}
template <class T>
std::string shown(const std::optional<T>& value) {
  return value ? shown(*value) : std::string(not_set);
}

/// Lists the fields of the policy whose pointer is among the defaults.
class DefaultLister {
 public:
  /// @param policy pointer of the policy in the scenario, `/sessions/policy/`
  DefaultLister(const std::vector<std::string>& pointers, std::string policy)
      : pointers_(pointers), policy_(std::move(policy)) {}

  template <class T>
  void number(const char* name, const T& value, io::Range, const char* meaning) {
    add(name, shown(value), meaning);
  }
  template <class T>
  void quantity(const char* name, const T& value, const char* meaning) {
    add(name, shown(value), meaning);
  }
  void per_gpu_year(const char* name, const std::optional<Usd>& value, const char* meaning) {
    add(name, shown(value), meaning);
  }
  void text(const char* name, const std::string& value, const char* meaning) { add(name, value, meaning); }
  void flag(const char* name, bool value, const char* meaning) { add(name, shown(value), meaning); }
  template <class T, std::size_t N>
  void choice(const char* name, T value, const std::array<io::Named<T>, N>& words, const char* meaning) {
    add(name, std::string(io::word_for(words, value)), meaning);
  }

  std::vector<DefaultUsed> used;

 private:
  void add(const char* name, std::string value, const char* meaning) {
    const std::string pointer = policy_ + name;
    if (std::ranges::find(pointers_, pointer) != pointers_.end()) {
      used.push_back({"policy." + std::string(name), std::move(value), meaning});
    }
  }

  const std::vector<std::string>& pointers_;
  std::string policy_;
};

}  // namespace planner::report
