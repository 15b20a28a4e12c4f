#include "planner/io/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "catalog/embedded.hpp"
#include "io/catalog/catalog_entry.hpp"
#include "io/catalog/catalog_kinds.hpp"
#include "io/catalog/catalog_reader.hpp"
#include "io/json/record_hasher.hpp"
#include "io/text/text_file.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;

void read_text_into(CatalogReader& reader, std::string_view text, const std::string& name, Findings& findings) {
  const Json file = parse_json(text, name);
  Reader sections(file, name + "#", findings);
  reader.read(sections);
  sections.done();
}

std::vector<std::string> json_files(const std::string& folder) {
  std::vector<std::string> files;
  try {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.path().extension() == ".json" &&
          entry.path().parent_path().filename() != "schema")
        files.push_back(entry.path().string());
  } catch (const std::filesystem::filesystem_error& fault) {
    throw FileError(folder + ": cannot be read as a folder: " + fault.code().message() + ".");
  }
  if (files.empty()) throw FileError(folder + ": holds no catalog file (*.json).");
  std::ranges::sort(files);
  return files;
}

Catalog read_builtin() {
  Catalog catalog;
  CatalogReader reader(catalog);
  Findings findings;
  for (const catalog::EmbeddedFile& file : catalog::embedded_files())
    read_text_into(reader, file.text, std::string(file.path), findings);
  reader.finish(findings);
  if (!findings.issues.empty()) throw InternalError("built-in catalog: " + to_string(findings.issues.front()));
  return catalog;
}

template <class T>
OrderedJson written(const T& record, const std::string& id = "") {
  OrderedJson json = OrderedJson::object();
  if (!id.empty()) json["id"] = id;
  RecordWriter visitor(json);
  fields(visitor, record);
  return json;
}

}  // namespace

const Catalog& builtin_catalog() {
  static const Catalog catalog = read_builtin();
  return catalog;
}

Catalog overlay(Catalog base, std::string_view json, const std::string& name) {
  CatalogReader reader(base);
  Findings findings;
  read_text_into(reader, json, name, findings);
  reader.finish(findings);
  findings.throw_if_faulty();
  return base;
}

Catalog overlay_dir(Catalog base, const std::string& folder) {
  CatalogReader reader(base);
  Findings findings;
  for (const std::string& file : json_files(folder)) read_text_into(reader, read_text(file), file, findings);
  reader.finish(findings);
  findings.throw_if_faulty();
  return base;
}

Catalog load_catalog_dir(const std::string& folder) { return overlay_dir({}, folder); }

OrderedJson entry_record(const Catalog& catalog, std::string_view id) {
  OrderedJson json;
  for_each_kind(catalog, [&](std::string_view, const auto& entries) {
    const auto* entry = catalog::find(entries, id);
    if (json.is_null() && entry != nullptr) json = written(*entry, entry->id);
  });
  for_each_single(catalog, [&](std::string_view name, const auto& part) {
    if (name == id) json = written(part);
  });
  return json;
}

std::string entry_json(const Catalog& catalog, std::string_view id) {
  const OrderedJson json = entry_record(catalog, id);
  return json.is_null() ? "" : json.dump(2);
}

std::string content_hash(const Catalog& catalog) {
  RecordHasher hasher;
  for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    hasher.mix(kind);
    for (const auto& [id, entry] : entries) hasher.object(id, entry);
  });
  for_each_single(catalog, [&](std::string_view name, const auto& part) { hasher.object(name, part); });
  return fmt::format("{:016x}", hasher.hash());
}

}  // namespace planner::io
