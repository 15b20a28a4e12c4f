#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/catalog/catalog_kinds.hpp"
#include "planner/plan/uncertain/number.hpp"

/// The numbers of a catalog that have a low and a high.
namespace planner::io {

/// One of them, and how it takes another value. Valid while the catalog stays where it is.
struct CatalogNumber {
  plan::UncertainNumber number{};
  std::function<void(std::optional<double>)> set{};  ///< nothing: as the catalog has it
};

/// The visitor that looks for them in a record; see catalog_fields.hpp.
class NumberFinder {
 public:
  NumberFinder(std::string place, std::vector<CatalogNumber>& found) : place_(std::move(place)), found_(found) {}

  template <Dim D>
  void fact(std::string_view name, Fact<Quantity<D>>& f, std::string_view /*shown_in*/ = "") {
    note<Quantity<D>>(
        name, D, f, [](double x) { return Quantity<D>::from_base(x); }, [](Quantity<D> q) { return q.base(); });
  }
  void fact(std::string_view name, Fact<double>& f) {
    const auto same = [](double x) { return x; };
    note<double>(name, dimensionless, f, same, same);
  }

  template <class T>
  void object(std::string_view name, T& inner) {
    NumberFinder finder(step(name), found_);
    fields(finder, inner);
  }
  template <class T>
  void object(std::string_view name, std::optional<T>& inner) {
    if (inner) object(name, *inner);
  }
  template <class T>
  void list(std::string_view name, std::vector<T>& records) {
    for (std::size_t i = 0; i < records.size(); ++i) object(std::string(name) + "." + std::to_string(i), records[i]);
  }
  template <class T>
  void list_citing(const std::vector<std::string>&, std::string_view name, std::vector<T>& records) {
    list(name, records);
  }

  // What is no estimate.
  void text(auto&&...) {}
  void texts(auto&&...) {}
  void flag(auto&&...) {}
  void number(auto&&...) {}
  void numbers(auto&&...) {}
  void count(auto&&...) {}
  void quantity(auto&&...) {}
  void word(auto&&...) {}
  void sources(auto&&...) {}
  void source(auto&&...) {}
  void gpu(auto&&...) {}
  void gpus(auto&&...) {}
  void mig_table(auto&&...) {}

 private:
  [[nodiscard]] std::string step(std::string_view name) const { return place_ + "." + std::string(name); }

  template <class T>
  void note(std::string_view name, Dim dim, Fact<T>& fact, auto typed, auto base) {
    const Estimate<T> given = fact.estimate;
    if (!given.known() || given.low_or_typical() == given.high_or_typical()) return;
    const double low = base(given.low_or_typical()), high = base(given.high_or_typical());
    constexpr double most_share = 0.99;  // assumed: a share that reaches 1 leaves nothing to plan with
    const bool below_one = dim == dimensionless && high < 1.0;
    CatalogNumber n{
        {.id = step(name),
         .dim = dim,
         .law = math::SpreadLaw::percentiles(low, base(given.value()), high, 0.0,
                                             below_one ? most_share : std::numeric_limits<double>::infinity()),
         .own_error = name.ends_with("error")}};
    Estimate<T>* place = &fact.estimate;
    n.set = [place, given, typed](std::optional<double> value) {
      *place = value ? Estimate<T>::exactly(typed(*value)) : given;
    };
    found_.push_back(std::move(n));
  }

  std::string place_;
  std::vector<CatalogNumber>& found_;
};

/// All of a catalog, in the order of kinds and ids.
inline std::vector<CatalogNumber> uncertain_numbers(catalog::Catalog& catalog) {
  std::vector<CatalogNumber> found;
  for_each_kind(catalog, [&](const char* kind, auto& entries) {
    using Entry = std::remove_reference_t<decltype(entries)>::mapped_type;
    if constexpr (!std::is_same_v<Entry, catalog::Llm>) {  // what a model is made of is known exactly
      for (auto& [id, entry] : entries) {
        NumberFinder finder(std::string(kind) + "." + id, found);
        fields(finder, entry);
      }
    }
  });
  for_each_single(catalog, [&](const char* name, auto& part) {
    NumberFinder finder(name, found);
    fields(finder, part);
  });
  return found;
}

}  // namespace planner::io
