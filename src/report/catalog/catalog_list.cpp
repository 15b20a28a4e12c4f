#include <fmt/format.h>

#include <map>

#include "io/catalog/catalog_entry.hpp"
#include "io/catalog/catalog_kinds.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/unit_text.hpp"
#include "report/catalog/catalog_cells.hpp"
#include "report/catalog/catalog_report.hpp"

namespace planner::report {
namespace {

using catalog::Catalog;
constexpr Align right = Align::right;

/// The figures that tell the entries of a kind apart. A kind without a line here is listed by name.
const std::map<std::string_view, std::vector<PathColumn>> columns_of{
    {"boundaries",
     {{"boundary", "id"},
      {"kernel", "kernel"},
      {"memory", "memory.fixed", right},
      {"shim", "memory.shim", right},
      {"start", "start.cold", right},
      {"loss", "loss.compute.fraction", right},
      {"needs", "needs"}}},
    {"hosts",
     {{"host", "id"},
      {"vCPU", "vcpus.value", right},
      {"memory", "memory", right},
      {"GPUs", "gpus", right},
      {"GPU", "gpu"},
      {"price", "price.on_demand", right}}},
    {"gpus",
     {{"GPU", "id"},
      {"memory", "memory", right},
      {"bandwidth", "memory_bandwidth", right},
      {"16-bit rate", "fp16", right},
      {"power", "power", right},
      {"MIG", "mig"}}},
    {"mig_tables",
     {{"table", "id"},
      {"memory slices", "memory_slices", right},
      {"compute slices", "compute_slices", right},
      {"GPUs", "gpus"}}},
    {"sources", {{"source", "id"}, {"year", "year", right}, {"kind", "kind"}, {"title", "title"}}}};

const std::vector<PathColumn> by_name{{"id", "id"}, {"name", "name"}};

/// Every entry of that kind, or the part that there is one of; throws where there is no such kind.
std::vector<OrderedJson> entries_of(const Catalog& catalog, std::string_view wanted) {
  std::vector<OrderedJson> entries;
  std::vector<std::string> kinds;
  bool found = false;
  io::for_each_kind(catalog, [&](std::string_view kind, const auto& map) {
    kinds.emplace_back(kind);
    if (kind != wanted) return;
    found = true;
    for (const auto& [id, entry] : map) entries.push_back(io::entry_record(catalog, id));
  });
  io::for_each_single(catalog, [&](std::string_view name, const auto&) {
    kinds.emplace_back(name);
    if (name == wanted) entries.push_back(io::entry_record(catalog, name));
    found = found || name == wanted;
  });
  if (!found)
    throw InputError({{"catalog list", "input.unknown_name", "\"" + std::string(wanted) + "\"", "is no kind of entry.",
                       io::did_you_mean(wanted, kinds)}});
  return entries;
}

/// A kind of entry, or a part that there is one of, and how many numbers it holds.
struct Part {
  std::string name;
  std::size_t entries = 0, numbers = 0, unknown = 0;

  void add(const OrderedJson& entry) {
    for (const EntryNumber& n : numbers_of(entry)) ++numbers, unknown += is_known(*n.fact) ? 0 : 1;
  }
};

std::vector<Part> parts_of(const Catalog& catalog) {
  std::vector<Part> parts;
  io::for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    Part& part = parts.emplace_back(Part{std::string(kind), entries.size()});
    for (const auto& [id, entry] : entries) part.add(io::entry_record(catalog, id));
  });
  io::for_each_single(catalog, [&](std::string_view name, const auto&) {
    parts.emplace_back(Part{std::string(name)}).add(io::entry_record(catalog, name));
  });
  return parts;
}

}  // namespace

Table catalog_kinds(const Catalog& catalog) {
  Table table({{"kind", Align::left}, {"entries", right}, {"numbers", right}, {"unknown", right}});
  for (const Part& p : parts_of(catalog))
    table.row({p.name, p.entries == 0 ? "" : fmt::format("{}", p.entries), fmt::format("{}", p.numbers),
               fmt::format("{}", p.unknown)});
  return table;
}

Document catalog_overview(const Catalog& catalog) {
  std::size_t numbers = 0, unknown = 0;
  for (const Part& p : parts_of(catalog)) numbers += p.numbers, unknown += p.unknown;
  Document document;
  document.title(fmt::format("{} numbers from {} sources; {} more that nobody has published.",
                             io::print_number(static_cast<double>(numbers - unknown)), catalog.sources.size(),
                             unknown));
  document.table(catalog_kinds(catalog));
  document.paragraph("Next: planner catalog list KIND, show ID, sources ID. Content: " + io::content_hash(catalog) +
                     ".");
  return document;
}

namespace {

bool is_single(const Catalog& catalog, std::string_view kind) {
  bool single = false;
  io::for_each_single(catalog, [&](std::string_view name, const auto&) { single = single || name == kind; });
  return single;
}

/// The numbers of a part that there is one of.
Table table_of_numbers(const OrderedJson& entry) {
  Table table({{"number", Align::left}, {"typical", right}, {"range", Align::left}});
  for (const EntryNumber& n : numbers_of(entry)) table.row({n.path, fact_text(*n.fact), fact_range(*n.fact)});
  return table;
}

}  // namespace

Table catalog_list(const Catalog& catalog, std::string_view kind) {
  const auto entries = entries_of(catalog, kind);
  if (is_single(catalog, kind)) return table_of_numbers(entries.front());
  const auto columns = columns_of.find(kind);
  return table_of(columns == columns_of.end() ? by_name : columns->second, entries);
}

std::string catalog_list_json(const Catalog& catalog, std::string_view kind) {
  return OrderedJson{{std::string(kind), entries_of(catalog, kind)}}.dump(2) + "\n";
}

std::string catalog_json(const Catalog& catalog) {
  OrderedJson ids = OrderedJson::object();
  io::for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    for (const auto& [id, entry] : entries) ids[std::string(kind)].push_back(id);
  });
  ids["content"] = io::content_hash(catalog);
  return ids.dump(2) + "\n";
}

}  // namespace planner::report
