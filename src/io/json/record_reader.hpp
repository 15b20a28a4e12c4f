#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json/json_reader.hpp"
#include "planner/evidence/source.hpp"

namespace planner::io {

/// Ids of other entries that records name, and where each is named first. Entries may come in any order and from
/// several files, so they are looked up at the end.
struct Mentions {
  using Ids = std::map<std::string, std::string, std::less<>>;
  Ids sources{}, gpus{}, mig_tables{};
};

/// Reads a number of the catalog: an object with `unit`, `value` or `low`, `typical` and `high`, and where it comes
/// from. What a scenario writes is taken too: a text with its unit, or a number under a name with the unit in it; it
/// counts as given. `null` is unknown. Nothing where the field is absent or faulty.
std::optional<Fact<double>> read_fact(Reader& reader, std::string_view name, Dim dim);

/// The visitor that fills a record from JSON. A field that is absent leaves the record as it is; lists and facts are
/// replaced as a whole.
class RecordReader {
 public:
  /// @param mentions ids of other entries are added here
  /// @param cited sources of facts that name none of their own
  RecordReader(Reader& reader, Mentions& mentions, const std::vector<std::string>& cited = no_sources)
      : reader_(reader), mentions_(mentions), cited_(cited) {}

  void text(std::string_view name, std::string& into) { reader_.text(name, into); }
  void texts(std::string_view name, std::vector<std::string>& into) { reader_.texts(name, into); }
  void flag(std::string_view name, bool& into) { reader_.flag(name, into); }
  void flag(std::string_view name, std::optional<bool>& into);

  template <class T>
  void number(std::string_view name, T& into) {
    number_as(name, into);
  }
  /// A whole number of things.
  void count(std::string_view name, int& into);
  void count(std::string_view name, std::int64_t& into);
  void numbers(std::string_view name, std::vector<double>& into);
  void numbers(std::string_view name, std::vector<int>& into);
  void numbers(std::string_view name, std::vector<std::optional<double>>& into);

  template <class Q>
  void quantity(std::string_view name, Q& into) {
    reader_.quantity(name, into);
  }
  template <class T, class Known>
  void word(std::string_view name, T& into, const Known& known) {
    reader_.choice(name, into, known);
  }

  template <Dim D>
  void fact(std::string_view name, Fact<Quantity<D>>& into, std::string_view /*shown_in*/ = "") {
    if (auto read = cited_fact(name, D)) into = typed<D>(std::move(*read));
  }
  void fact(std::string_view name, Fact<double>& into) {
    if (auto read = cited_fact(name, dimensionless)) into = std::move(*read);
  }

  template <class T>
  void object(std::string_view name, T& into) {
    reader_.object(name, [&](Reader& inner) { read_into(inner, cited_, into); });
  }
  template <class T>
  void object(std::string_view name, std::optional<T>& into) {
    reader_.object(name, [&](Reader& inner) { read_into(inner, cited_, into ? *into : into.emplace()); });
  }
  template <class T>
  void list(std::string_view name, std::vector<T>& into) {
    list_citing(cited_, name, into);
  }
  /// A list of records whose facts cite these sources where they name none.
  template <class T>
  void list_citing(const std::vector<std::string>& cited, std::string_view name, std::vector<T>& into) {
    std::vector<T> fresh;
    const bool set = reader_.each(name, [&](Reader& inner) { read_into(inner, cited, fresh.emplace_back()); });
    if (set) into = std::move(fresh);
  }

  void sources(std::string_view name, std::vector<std::string>& into) { ids(mentions_.sources, name, into); }
  void source(std::string_view name, std::string& into) { id(mentions_.sources, name, into); }
  void gpus(std::string_view name, std::vector<std::string>& into) { ids(mentions_.gpus, name, into); }
  void gpu(std::string_view name, std::string& into) { id(mentions_.gpus, name, into); }
  void mig_table(std::string_view name, std::string& into) { id(mentions_.mig_tables, name, into); }

 private:
  template <class T>
  void read_into(Reader& inner, const std::vector<std::string>& cited, T& into) {
    RecordReader visitor(inner, mentions_, cited);
    fields(visitor, into);
  }
  template <Dim D>
  static Fact<Quantity<D>> typed(Fact<double> f) {
    const auto as_quantity = [](const std::optional<double>& x) {
      return x ? std::optional(Quantity<D>::from_base(*x)) : std::nullopt;
    };
    const Estimate<double>& e = f.estimate;
    return {{as_quantity(e.low), as_quantity(e.typical), as_quantity(e.high)},
            std::move(f.sources),
            f.basis,
            std::move(f.conditions),
            std::move(f.note),
            std::move(f.disagreement)};
  }
  std::optional<Fact<double>> cited_fact(std::string_view name, Dim dim);
  void number_as(std::string_view name, double& into) { reader_.number(name, into); }
  void number_as(std::string_view name, std::optional<double>& into) { reader_.number(name, into); }
  void number_as(std::string_view name, int& into);
  void number_as(std::string_view name, std::optional<int>& into);
  void mention(Mentions::Ids& ids, const std::string& id, std::string_view name);
  void id(Mentions::Ids& ids, std::string_view name, std::string& into);
  void ids(Mentions::Ids& ids, std::string_view name, std::vector<std::string>& into);

  inline static const std::vector<std::string> no_sources{};

  Reader& reader_;
  Mentions& mentions_;
  const std::vector<std::string>& cited_;
};

}  // namespace planner::io
