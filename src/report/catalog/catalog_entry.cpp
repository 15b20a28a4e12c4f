#include "io/catalog/catalog_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/catalog/catalog_kinds.hpp"
#include "io/catalog/catalog_reader.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "planner/io/unit_text.hpp"
#include "report/catalog/catalog_cells.hpp"
#include "report/catalog/catalog_report.hpp"

namespace planner::report {
namespace {

using catalog::Catalog;
constexpr Align right = Align::right;

OrderedJson entry_or_throw(const Catalog& catalog, std::string_view id) {
  OrderedJson entry = io::entry_record(catalog, id);
  if (!entry.is_null()) return entry;
  std::vector<std::string> ids;
  io::for_each_kind(catalog, [&](std::string_view, const auto& entries) {
    for (const auto& [known, unused] : entries) ids.push_back(known);
  });
  io::for_each_single(catalog, [&](std::string_view name, const auto&) { ids.emplace_back(name); });
  throw InputError({{"catalog show", "input.unknown_name", "\"" + std::string(id) + "\"", "is not in the catalog.",
                     io::did_you_mean(id, ids)}});
}

/// Lists that are shown as tables of their own, and their columns.
struct ListTable {
  std::string_view list, heading;
  std::vector<PathColumn> columns;
};

const std::vector<ListTable> list_tables{
    {"profiles",
     "Profiles",
     {{"profile", "name"},
      {"memory", "memory", right},
      {"starts", "starts"},
      {"length", "memory_slices", right},
      {"most", "max_instances", right},
      {"multiprocessors", "streaming_multiprocessors", right}}},
    {"memory_tiers", "Memory kept back", {{"of the next", "size", right}, {"share", "share", right}}},
    {"cpu_tiers", "CPU kept back", {{"of the next", "size", right}, {"share", "share", right}}},
    {"cpu_by_cores", "CPU kept back", {{"cores", "cores", right}, {"vCPU", "vcpus", right}}}};

std::string sourced(const OrderedJson& fact) {
  const std::string basis = fact.value("basis", ""), sources = cell_at(fact, "sources");
  return basis.empty() || sources.empty() ? basis + sources : basis + ": " + sources;
}

/// What the fraction of a CPU loss means, for `loss.compute.fraction`; empty for other numbers.
std::string loss_meaning(const OrderedJson& entry, const std::string& path) {
  if (path.rfind("loss.", 0) != 0) return "";
  const std::string loss = path.substr(0, path.rfind('.'));
  const bool more_cpu = cell_at(entry, loss + ".kind") == "more_cpu";
  return std::string(more_cpu ? "More CPU for the same work" : "Less throughput from the same CPU") + ", against " +
         (cell_at(entry, loss + ".baseline") == "host" ? "the bare host." : "a plain container.");
}

/// Conditions, note and disagreement of a number after what is said already.
std::string remarks(std::string text, const OrderedJson& fact) {
  for (const auto& [field, lead] :
       {std::pair{"conditions", ""}, {"note", ""}, {"disagreement", "Sources disagree: "}}) {
    std::string part = fact.value(field, "");
    if (part.empty()) continue;
    if (part.back() != '.') part += ".";
    part[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(part[0])));
    text += (text.empty() ? "" : " ") + std::string(lead) + part;
  }
  return text;
}

void add_numbers(Document& document, const OrderedJson& entry) {
  Table table({{"number", Align::left}, {"typical", right}, {"range", Align::left}, {"from", Align::left}});
  const auto numbers = numbers_of(entry);
  for (const EntryNumber& n : numbers)
    if (n.path.rfind("profiles.", 0) != 0)
      table.row({n.path, fact_text(*n.fact), fact_range(*n.fact), sourced(*n.fact)});
  std::vector<std::string> remarked;
  for (const EntryNumber& n : numbers)
    if (const std::string text = remarks(is_known(*n.fact) ? loss_meaning(entry, n.path) : "", *n.fact); !text.empty())
      remarked.push_back(n.path + ": " + text);
  document.section("Numbers", table);
  document.section("What to know of them", remarked);
}

bool is_list_of_records(const OrderedJson& value) { return value.is_array() && !value.empty() && value[0].is_object(); }

/// Single words and sentences of the entry; what the losses mean is said with their numbers.
void collect_words(const OrderedJson& entry, const std::string& path, std::vector<std::string>& into) {
  for (const auto& [name, value] : entry.items()) {
    const std::string where = path + name;
    if (where == "id" || where == "loss" || is_fact(value) || is_list_of_records(value) || value == 0) continue;
    if (value.is_object()) {
      collect_words(value, where + ".", into);
    } else {
      into.push_back(where + ": " + (name == "year" ? value.dump() : cell_text(value)));
    }
  }
}

void add_words(Document& document, const OrderedJson& entry) {
  std::vector<std::string> words;
  collect_words(entry, "", words);
  document.section("In words", words);
}

/// `by vfio on t4, l4, not on b200-sxm, with a licence`, or `not offered`.
std::string way_of(const OrderedJson& access) {
  if (!access.value("offered", false)) return "not offered";
  const std::string gpus = cell_at(access, "gpus"), except = cell_at(access, "except");
  return "by " + access.value("path", "") + (gpus.empty() ? "" : " on " + gpus) +
         (except.empty() ? "" : ", not on " + except) + (access.value("licence", false) ? ", with a licence" : "");
}

/// Modes that have the same answer stand together.
void add_gpu_access(Document& document, const OrderedJson& entry) {
  std::vector<std::pair<std::string, std::string>> answers;  // modes, answer
  const auto accesses = entry.find("gpu");
  if (accesses == entry.end() || !accesses->is_array()) return;  // of a host, `gpu` is the id of its cards
  for (const OrderedJson& access : *accesses) {
    const std::string mode = access.value("mode", "");
    const std::string answer = way_of(access) + ". " + access.value("reason", "");
    if (!answers.empty() && answers.back().second == answer) {
      answers.back().first += ", " + mode;
    } else {
      answers.emplace_back(mode, answer);
    }
  }
  std::vector<std::string> bullets;
  for (const auto& [modes, answer] : answers) bullets.push_back(modes + ": " + answer);
  document.section("Access to GPUs", bullets);
}

void add_lists(Document& document, const OrderedJson& entry) {
  for (const ListTable& t : list_tables) {
    const auto list = entry.find(std::string(t.list));
    if (list == entry.end() || !list->is_array()) continue;
    document.section(std::string(t.heading), table_of(t.columns, *list));
  }
}

/// Makespans of starts at once, one row for each number of sessions already there.
void add_curves(Document& document, const OrderedJson& entry) {
  for (const char* kind : {"cold", "restore"}) {
    const OrderedJson::json_pointer at(std::string("/start/curves/") + kind);
    if (!entry.contains(at)) continue;
    Table table({{"resident", right}, {"starts at once: seconds until the last is up", Align::left}});
    for (const OrderedJson& curve : entry[at]) {
      std::string text;
      for (std::size_t i = 0; i < curve["concurrency"].size(); ++i) {
        const OrderedJson& seconds = curve["seconds"][i];
        text += (i == 0 ? "" : ", ") + cell_text(curve["concurrency"][i]) + ": " +
                (seconds.is_null() ? "not run" : io::print_number(seconds.get<double>()));
      }
      table.row({cell_text(curve["resident"]), text});
    }
    document.section(std::string("Measured starts, ") + kind, table);
  }
}

/// `what: value (conditions) [sources]`, one a bullet.
void add_quotes(Document& document, const OrderedJson& entry, const char* list, const std::string& heading) {
  std::vector<std::string> bullets;
  for (const OrderedJson& quote : entry.value(list, OrderedJson::array())) {
    const std::string conditions = quote.value("conditions", quote.value("detail", ""));
    const std::string sources = quote.contains("source") ? cell_at(quote, "source") : cell_at(quote, "sources");
    bullets.push_back(quote.value("what", "") + ": " + quote.value("value", "") +
                      (conditions.empty() ? "" : " (" + conditions + ")") +
                      (sources.empty() ? "" : " [" + sources + "]"));
  }
  document.section(heading, bullets);
}

}  // namespace

Document catalog_entry(const Catalog& catalog, std::string_view id) {
  const OrderedJson entry = entry_or_throw(catalog, id);
  const std::string name = entry.value("name", entry.value("title", ""));
  Document document;
  document.title(std::string(id) + (name.empty() ? "" : ": " + name));
  add_numbers(document, entry);
  add_lists(document, entry);
  add_curves(document, entry);
  add_words(document, entry);
  add_gpu_access(document, entry);
  add_quotes(document, entry, "surface", "What code behind it can reach");
  add_quotes(document, entry, "observed", "Published besides");
  return document;
}

Table catalog_entry_numbers(const Catalog& catalog, std::string_view id) {
  const OrderedJson entry = entry_or_throw(catalog, id);
  const std::vector<std::string> parts{"value", "low",     "typical",    "high", "unit",
                                       "basis", "sources", "conditions", "note", "disagreement"};
  std::vector<Column> columns{{"number", Align::left}};
  for (const std::string& part : parts) columns.push_back({part, Align::left});
  Table table(columns);
  for (const EntryNumber& n : numbers_of(entry)) {
    std::vector<std::string> cells{n.path};
    for (const std::string& part : parts) {
      const OrderedJson value = n.fact->value(part, OrderedJson());
      cells.push_back(value.is_number() ? value.dump() : value.is_null() ? "" : cell_text(value));
    }
    table.row(cells);
  }
  return table;
}

Table catalog_citations(const Catalog& catalog, std::string_view id) {
  Table table({{"entry", Align::left}, {"number", Align::left}, {"typical", right}});
  const auto add = [&](std::string_view entry_id) {
    const OrderedJson entry = io::entry_record(catalog, entry_id);
    for (const EntryNumber& n : numbers_of(entry)) {
      const OrderedJson cited = n.fact->value("sources", OrderedJson::array());
      if (std::ranges::find(cited, OrderedJson(id)) != cited.end())
        table.row({std::string(entry_id), n.path, fact_text(*n.fact)});
    }
  };
  io::for_each_kind(catalog, [&](std::string_view, const auto& entries) {
    for (const auto& [entry_id, unused] : entries) add(entry_id);
  });
  io::for_each_single(catalog, [&](std::string_view name, const auto&) { add(name); });
  return table;
}

Document catalog_source(const Catalog& catalog, std::string_view id) {
  const auto found = catalog.sources.find(id);
  if (found == catalog.sources.end())
    throw InputError({{"catalog sources", "input.unknown_name", "\"" + std::string(id) + "\"", "is no source.",
                       io::did_you_mean(id, io::names_of(catalog.sources))}});
  const Source& source = found->second;
  Document document;
  document.title(source.id + ": " + source.title + (source.year == 0 ? "" : fmt::format(" ({})", source.year)));
  document.paragraph(source.where + (source.section.empty() ? "" : ", " + source.section) + ". Kind: " + source.kind +
                     ".");
  const Table citations = catalog_citations(catalog, id);
  document.paragraph(citations.empty() ? "No number rests on it: it is quoted in words (Published besides)."
                                       : "Numbers that rest on it:");
  if (!citations.empty()) document.table(citations);
  return document;
}

std::string catalog_entry_json(const Catalog& catalog, std::string_view id) {
  return entry_or_throw(catalog, id).dump(2) + "\n";
}

}  // namespace planner::report
