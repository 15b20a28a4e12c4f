#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/json/json_reader.hpp"
#include "io/packing/pack_forms.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/math/packing/validate.hpp"

namespace planner::io {
namespace {

/// The step of a resource is the largest of these of which all its numbers are whole multiples.
constexpr std::array<double, 10> steps{1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
constexpr Range whole_number{.high = 9007199254740992.0, .whole = true};

/// The number in one resource, and where it stands.
struct Entry {
  std::string resource{}, where{}, given{};
  double value = 0;
  Dim dim{};
};
/// A size or a capacity.
struct Row {
  std::vector<Entry> entries{};
  bool list = false;
};

/// Reads rows and turns them into whole multiples of a step per resource.
class Rows {
 public:
  Row read(Reader& at, const std::string& field) {
    Row row;
    const Json* given = at.raw(field);
    if (given == nullptr) return row;
    row.list = given->is_array();
    if (!given->is_object() && !row.list) {
      at.fault(field, "input.type", shown(*given), "an object by resource or a list of numbers is asked for.");
      return row;
    }
    for (const auto& [key, value] : given->items()) {
      const std::string resource = row.list ? fmt::format("r{}", row.entries.size() + 1) : key;
      row.entries.push_back(read_entry(at, {resource, at.at(field) + pointer_step(key), shown(value)}, value));
    }
    return row;
  }

  /// The resources of a bin are resources of the problem.
  void know(const Row& capacity) {
    for (const Entry& entry : capacity.entries)
      if (find(entry.resource) == nullptr) known_.push_back({entry.resource, entry.dim, 0});
  }

  void check(Reader& at, const std::string& field, const Row& row) {
    if (row.list && row.entries.size() != known_.size())
      at.fault(field, "input.out_of_range", fmt::format("{} numbers", row.entries.size()),
               fmt::format("needs {}, one for each resource of the bins.", known_.size()));
    for (const Entry& entry : row.entries) {
      Resource* resource = find(entry.resource);
      if (resource != nullptr)
        check(at, entry, *resource);
      else if (!row.list)
        at.unknown_name(field, entry.resource, names());
    }
  }

  [[nodiscard]] std::vector<plan::PackResource> resources() const {
    std::vector<plan::PackResource> out;
    for (const Resource& r : known_) out.push_back({r.name, steps[r.decimals]});
    return out;
  }
  [[nodiscard]] std::vector<std::int64_t> whole(const Row& row) const {
    std::vector<std::int64_t> out;
    for (const Resource& r : known_) {
      const auto it = std::ranges::find(row.entries, r.name, &Entry::resource);
      out.push_back(it == row.entries.end() ? 0 : std::llround(it->value / steps[r.decimals]));
    }
    return out;
  }

 private:
  struct Resource {
    std::string name;
    Dim dim;
    std::size_t decimals;
  };

  Resource* find(const std::string& name) {
    const auto it = std::ranges::find(known_, name, &Resource::name);
    return it == known_.end() ? nullptr : &*it;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const Resource& r : known_) out.push_back(r.name);
    return out;
  }

  static Entry read_entry(Reader& at, Entry entry, const Json& value) {
    const AmountText text = value.is_string() ? parse_amount(value.get_ref<const std::string&>()) : AmountText{};
    if (text.amount) {
      entry.value = text.amount->value;
      entry.dim = text.amount->dim;
    } else if (value.is_number()) {
      entry.value = value.get<double>();
    } else {
      fault(at, entry, "input.type", "a number or a text with its unit is asked for.", text.hint);
    }
    if (entry.value < 0) {
      fault(at, entry, "input.out_of_range", "must be 0 or more.");
      entry.value = 0;
    }
    return entry;
  }

  static void check(Reader& at, const Entry& entry, Resource& resource) {
    if (!(resource.dim == entry.dim))
      return fault(at, entry, "input.unit_mismatch", "the bins give this resource in another unit.");
    while (resource.decimals + 1 < steps.size() && !is_multiple(entry.value, steps[resource.decimals]))
      ++resource.decimals;
    if (!is_multiple(entry.value, steps[resource.decimals]))
      fault(at, entry, "input.out_of_range", "has more than nine decimals.");
    else if (entry.value / steps[resource.decimals] > whole_number.high)
      fault(at, entry, "input.out_of_range", "is too large for the decimals that this resource is given with.");
  }

  static bool is_multiple(double value, double step) {
    const double n = value / step;
    return std::abs(n - std::round(n)) <= 1e-12 * n;
  }
  static void fault(Reader& at, const Entry& entry, std::string code, std::string rule, std::string hint = "") {
    at.findings().issues.push_back({entry.where, std::move(code), entry.given, std::move(rule), std::move(hint)});
  }

  std::vector<Resource> known_;
};

/// Bins and items as they are read, before the step of each resource is known.
class PackReader {
 public:
  explicit PackReader(Reader& root) : root_(root) {}

  plan::PackInputs read() {
    root_.require({"bins", "items"});
    root_.each("bins", [this](Reader& at) { read_bin(at); });
    root_.each("items", [this](Reader& at) { read_item(at); });
    root_.done();
    return inputs();
  }

 private:
  void read_bin(Reader& at) {
    math::PackBin bin;
    at.require({"capacity"});
    bins_.push_back(name(at, "bin"));
    capacities_.push_back(rows_.read(at, "capacity"));
    rows_.know(capacities_.back());
    rows_.check(at, "capacity", capacities_.back());
    at.number("cost", bin.cost);
    double available = -1;
    if (at.number("available", available, whole_number)) bin.available = std::llround(available);
    problem_.bins.push_back(std::move(bin));
  }

  void read_item(Reader& at) {
    at.require({"size"});
    items_.push_back(name(at, "item"));
    sizes_.push_back(rows_.read(at, "size"));
    rows_.check(at, "size", sizes_.back());
    double count = 1;
    at.number("count", count, {.high = static_cast<double>(math::packing::largest_count), .whole = true});
    problem_.items.push_back({{}, std::llround(count)});
  }

  std::string name(Reader& at, const std::string& kind) {
    const auto& named = kind == "bin" ? bins_ : items_;
    std::string id = fmt::format("{} {}", kind, named.size() + 1);
    at.text("id", id);
    if (std::ranges::find(named, id) != named.end())
      at.fault("id", "input.duplicate_name", '"' + id + '"', "another " + kind + " has this id.");
    return id;
  }

  plan::PackInputs inputs() {
    for (std::size_t t = 0; t < capacities_.size(); ++t) problem_.bins[t].capacity = rows_.whole(capacities_[t]);
    for (std::size_t i = 0; i < sizes_.size(); ++i) problem_.items[i].size = rows_.whole(sizes_[i]);
    return {rows_.resources(), std::move(items_), std::move(bins_), std::move(problem_), {}};
  }

  Reader& root_;
  Rows rows_;
  std::vector<std::string> bins_, items_;
  std::vector<Row> capacities_, sizes_;
  math::PackProblem problem_;
};

}  // namespace

plan::PackInputs read_pack_json(std::string_view text, const std::string& name) {
  const Json json = parse_json(text, name);
  Findings findings;
  Reader root(json, name + "#", findings);
  plan::PackInputs in = PackReader(root).read();
  findings.throw_if_faulty();
  const math::packing::PackValidation validation(in.problem);
  for (Issue issue : validation.issues()) {
    issue.where = name + "#" + issue.where;
    findings.issues.push_back(std::move(issue));
  }
  findings.throw_if_faulty();
  return in;
}

}  // namespace planner::io
