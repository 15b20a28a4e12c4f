#pragma once
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/json/json_text.hpp"
#include "planner/base/error.hpp"
#include "planner/base/estimate.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::io {

/// The values a number may have, in base units.
struct Range {
  double low = 0, high = 1e30;  // nothing that is planned has 10^30 bytes or FLOPs: more is a slip of the keyboard
  bool above_low = false;       ///< `low` itself is not allowed
  bool whole = false;
};
inline constexpr Range not_negative{};
inline constexpr Range positive{.above_low = true};
inline constexpr Range share{.high = 1};
inline constexpr Range whole_count{.high = 1e15, .whole = true};

/// What low and high of a number mean.
enum class SpreadMeaning {
  percentiles,  ///< p10, p50, p90
  pert,         ///< least, mode, most
};

/// A number that was given as low, typical and high, in base units.
struct Spread {
  std::string where{};
  Dim dim{};
  double low = 0, typical = 0, high = 0;
  SpreadMeaning meaning = SpreadMeaning::percentiles;
  Range range{};
};

/// A number as it stands in a file: exact, or an estimate with the meaning of its ends.
struct ReadNumber {
  Estimate<double> estimate{};
  SpreadMeaning meaning = SpreadMeaning::percentiles;
};

/// What reading has brought up so far, over all objects of all files.
struct Findings {
  std::vector<Issue> issues{};
  std::vector<Spread> spreads{};
  /// Where somebody wants to know: the fields that there can be, by the place of their object. Objects that are absent
  /// are read as empty ones then.
  std::map<std::string, std::vector<std::string>>* fields = nullptr;
  /// Where somebody asks "what if": values of the spreads, in the order in which they are read; NaN is as typical.
  const std::vector<double>* drawn = nullptr;
  /// False where laws of memory use were found to exist before and nothing of them has changed: looking takes long.
  bool check_laws = true;

  /// Throws InputError with all issues, if there are any.
  void throw_if_faulty() const {
    if (!issues.empty()) throw InputError(issues);
  }
};

/// A name as files spell it, and what it stands for.
template <class T>
struct Named {
  std::string_view name;
  T value;
};
/// The known words of a field; `T` follows from the target, so that a plain array can be given.
template <class T>
using Words = std::type_identity_t<std::span<const Named<T>>>;

/// Reads the fields of one JSON object into a record and collects what is wrong with them. A field that is absent
/// leaves its target as it is, so that a reader can fill a fresh record or override parts of an existing one. Each read
/// returns whether the target was set. Fields that nobody asked for are faults, too: call `done()` at the end.
class Reader {
 public:
  /// `where` names the node in messages: `scenario.json#/sessions/classes/2`.
  Reader(const Json& node, std::string where, Findings& findings);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Faults for those of the fields that are absent, whether spelt plainly or with a unit (`memory_gib`).
  void require(std::initializer_list<std::string_view> names);
  [[nodiscard]] bool has(std::string_view name) const { return node_.contains(name); }

  bool text(std::string_view name, std::string& into);
  bool texts(std::string_view name, std::vector<std::string>& into);
  bool flag(std::string_view name, bool& into);
  /// A plain number; a text may give a share in per cent.
  bool number(std::string_view name, double& into, Range range = not_negative);
  bool number(std::string_view name, std::optional<double>& into, Range range = not_negative);

  /// A text with its unit, or a number under a name with the unit in it: `"memory": "8 GiB"`, `"memory_gib": 8`. Where
  /// `name` itself ends in a unit (`usd_per_h`) a number under it is in that unit. Of `{"low", "typical", "high"}` the
  /// typical value is read and the rest noted in `Findings::spreads`.
  template <Dim D>
  bool quantity(std::string_view name, Quantity<D>& into, Range range = not_negative) {
    const auto value = amount(name, D, range);
    if (value) into = Quantity<D>::from_base(*value);
    return value.has_value();
  }
  template <Dim D>
  bool quantity(std::string_view name, std::optional<Quantity<D>>& into, Range range = not_negative) {
    const auto value = amount(name, D, range);
    if (value) into = Quantity<D>::from_base(*value);
    return value.has_value();
  }
  /// The same for a dimension that is known at run time, in base units.
  std::optional<double> amount(std::string_view name, Dim dim, Range range = not_negative);
  /// The same with its low and high, which go into no list of spreads: for facts, which keep them.
  std::optional<Estimate<double>> estimate(std::string_view name, Dim dim, Range range = not_negative);
  /// A number of things of dimension D, whole or not: `"concurrent": 30000`.
  template <Dim D>
  bool count(std::string_view name, Quantity<D>& into, Range range = not_negative) {
    double value = 0;
    const bool set = number(name, value, range);
    if (set) into = Quantity<D>::from_base(value);
    return set;
  }

  /// One of a few words.
  template <class T>
  bool choice(std::string_view name, T& into, Words<T> known) {
    std::string word;
    const T* value = text(name, word) ? known_as(name, word, known) : nullptr;
    if (value != nullptr) into = *value;
    return value != nullptr;
  }
  /// A list of such words.
  template <class T>
  bool choices(std::string_view name, std::vector<T>& into, Words<T> known) {
    std::vector<std::string> words;
    if (!texts(name, words)) return false;
    into.clear();
    for (const std::string& word : words)
      if (const T* value = known_as(name, word, known)) into.push_back(*value);
    return true;
  }

  /// The object under `name`, the objects in the array under it, or the objects under the names of the object under it.
  bool object(std::string_view name, const std::function<void(Reader&)>& read);
  bool each(std::string_view name, const std::function<void(Reader&)>& read);
  bool entries(std::string_view name, const std::function<void(const std::string&, Reader&)>& read);

  /// The value under `name`, or null where it is absent, for forms that no other function reads.
  const Json* raw(std::string_view name);

  [[nodiscard]] std::string where() const { return parent_ == nullptr ? step_ : parent_->where() + step_; }
  [[nodiscard]] std::string at(std::string_view name) const { return where() + pointer_step(name); }
  [[nodiscard]] Findings& findings() { return findings_; }

  /// Records a fault of the field `name`; of the object itself where the name is empty.
  void fault(std::string_view name, std::string code, std::string found, std::string rule, std::string hint = "");
  /// Records that the field holds a word which is none of the known ones.
  void unknown_name(std::string_view name, const std::string& word, const std::vector<std::string>& known);
  /// Records the fields that nobody asked for.
  void done();

 private:
  template <class T>
  const T* known_as(std::string_view name, const std::string& word, std::span<const Named<T>> known) {
    std::vector<std::string> names;
    for (const Named<T>& k : known) {
      if (k.name == word) return &k.value;
      names.emplace_back(k.name);
    }
    unknown_name(name, word, names);
    return nullptr;
  }
  Reader(const Json& node, const Reader& parent, std::string step, Findings& findings);
  void read_inner(const Json& node, std::string step, const std::function<void(Reader&)>& read);
  /// The value under `name` if it is what `is` asks for; a fault where it is something else.
  const Json* typed(std::string_view name, bool (Json::*is)() const noexcept, std::string_view what);

  std::optional<ReadNumber> read_number(std::string_view name, Dim dim, Range range, std::string& key);

  /// The field that spells `name` with a unit: `memory_gib`; its key and unit are set where there is one.
  const Json* spelt_with_unit(std::string_view name, Dim dim, std::string& key, std::optional<Amount>& unit) const;

  const Json& node_;
  const Reader* parent_ = nullptr;  ///< null at the top of a file
  std::string step_;                ///< the file's name, or the steps from the parent: text is joined only for messages
  Findings& findings_;
  std::vector<std::string> asked_{};
};

/// Where a value stands, put into words only where a message needs it.
struct Place {
  const Reader& reader;
  std::string_view name;
  std::string_view part{};  ///< `low`, `typical` or `high` of a range
  [[nodiscard]] std::string text() const { return reader.at(name) + (part.empty() ? "" : pointer_step(part)); }
};

/// A quantity as JSON gives it: a text with its unit, a plain number where `unit` says what it counts, or an object
/// with low, typical and high of these. Faults go to `findings`; then there is no value.
std::optional<ReadNumber> read_estimate(const Json& value, Place where, Dim dim, std::optional<Amount> unit,
                                        Range range, Findings& findings);

/// What stands there, shortened for a message.
std::string shown(const Json& value);

}  // namespace planner::io
