#include "planner/io/catalog.hpp"

#include <algorithm>

#include "cli/verbs.hpp"
#include "io/text/nearest.hpp"
#include "planner/base/error.hpp"
#include "report/catalog/catalog_report.hpp"

namespace planner::cli {
namespace {

using catalog::Catalog;

std::string written(const report::Document& document, Format format) {
  return format == Format::markdown ? document.markdown() : document.text();
}

std::string written(const report::Table& table, Format format) {
  if (format == Format::csv) return table.csv();
  return format == Format::markdown ? table.markdown() : table.text();
}

class CatalogVerb : public Verb {
 public:
  CatalogVerb() : Verb("catalog", "what is known, and from where") {}

  void declare(Options& options) override {
    options.positionals("WORDS", words_, "list [KIND], show ID, sources [ID] or schema; nothing: how much is known",
                        "list|show|sources|schema ID");
    options.examples(
        "  planner catalog list boundaries\n"
        "  planner catalog show firecracker\n"
        "  planner catalog sources rund-art\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const Catalog& builtin = io::builtin_catalog();
    if (shared.catalog.empty()) return {asked_of(builtin, shared.format)};
    return {asked_of(io::overlay_dir(builtin, shared.catalog), shared.format)};
  }

 private:
  [[nodiscard]] std::string asked_of(const Catalog& catalog, Format format) const {
    const std::string what = words_.empty() ? "list" : words_[0], name = words_.size() > 1 ? words_[1] : "";
    check(what);
    if (what == "schema") return io::catalog_schema();
    if (what == "show") return show(catalog, name, format);
    if (what == "sources") return name.empty() ? list(catalog, "sources", format) : source(catalog, name, format);
    return list(catalog, name, format);
  }

  void check(const std::string& what) const {
    const std::vector<std::string> known{"list", "show", "sources", "schema"};
    if (std::ranges::find(known, what) == known.end())
      throw InputError({{"planner catalog", "input.unknown_name", "\"" + what + "\"", "is no question to the catalog.",
                         io::did_you_mean(what, known)}});
    if (what == "show" && words_.size() < 2)
      throw InputError({{"planner catalog show", "input.missing", "", "an id must be given.",
                         "planner catalog list KIND shows the ids of boundaries, hosts, gpus and others."}});
    if (words_.size() > 2)
      throw InputError(
          {{"planner catalog", "input.command_line", "\"" + words_[2] + "\"", "is one word too many.", ""}});
  }

  static std::string list(const Catalog& catalog, const std::string& kind, Format format) {
    if (format == Format::json)
      return kind.empty() ? report::catalog_json(catalog) : report::catalog_list_json(catalog, kind);
    if (!kind.empty()) return written(report::catalog_list(catalog, kind), format);
    return format == Format::csv ? report::catalog_kinds(catalog).csv()
                                 : written(report::catalog_overview(catalog), format);
  }

  static std::string show(const Catalog& catalog, const std::string& id, Format format) {
    if (format == Format::json) return report::catalog_entry_json(catalog, id);
    if (format == Format::csv) return report::catalog_entry_numbers(catalog, id).csv();
    return written(report::catalog_entry(catalog, id), format);
  }

  static std::string source(const Catalog& catalog, const std::string& id, Format format) {
    if (format == Format::json) return report::catalog_entry_json(catalog, id);
    if (format == Format::csv) return report::catalog_citations(catalog, id).csv();
    return written(report::catalog_source(catalog, id), format);
  }

  std::vector<std::string> words_{};
};

}  // namespace

std::unique_ptr<Verb> catalog_verb() { return std::make_unique<CatalogVerb>(); }

}  // namespace planner::cli
