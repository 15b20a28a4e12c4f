#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/json/json_reader.hpp"

namespace planner::io {

/// Fills the policy and notes which fields were left out.
class PolicyReader {
 public:
  /// @param pointer of the policy in the scenario, `/sessions/policy/`
  PolicyReader(Reader& reader, std::string pointer, std::vector<std::string>& defaults)
      : reader_(reader), pointer_(std::move(pointer)), defaults_(defaults) {}

  template <class T>
  void number(const char* name, T& into, Range range, const char*) {
    note(name, reader_.number(name, into, range));
  }
  template <class T>
  void quantity(const char* name, T& into, const char*) {
    note(name, reader_.quantity(name, into, positive));
  }
  void per_gpu_year(const char* name, std::optional<Usd>& into, const char*) {
    Quantity<Dim{.second = -1, .usd = 1, .gpu = -1}> rate;
    const bool set = reader_.quantity(name, rate);
    if (set) into = rate * (units::gpu * units::year);
    note(name, set);
  }
  void text(const char* name, std::string& into, const char*) { note(name, reader_.text(name, into)); }
  void flag(const char* name, bool& into, const char*) { note(name, reader_.flag(name, into)); }
  template <class T, std::size_t N>
  void choice(const char* name, T& into, const std::array<Named<T>, N>& words, const char*) {
    note(name, reader_.choice(name, into, std::span<const Named<T>>(words)));
  }

 private:
  void note(const char* name, bool set) {
    if (!set) defaults_.push_back(pointer_ + name);
  }

  Reader& reader_;
  std::string pointer_;
  std::vector<std::string>& defaults_;
};

}  // namespace planner::io
