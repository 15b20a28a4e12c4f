#include "planner/io/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "catalog/embedded.hpp"
#include "io/catalog_reader.hpp"
#include "io/hardware_fields.hpp"
#include "io/record_writer.hpp"
#include "io/text_file.hpp"

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

/// Calls `use` with the name of every section and its entries by id.
template <class Use>
void for_each_kind(const Catalog& c, Use use) {
  use(c.sources), use(c.boundaries), use(c.gpus), use(c.mig_tables), use(c.hosts), use(c.reserves), use(c.background);
}

void mix(std::uint64_t& hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
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

std::string entry_json(const Catalog& catalog, std::string_view id) {
  OrderedJson json;
  for_each_kind(catalog, [&](const auto& entries) {
    if (const auto* entry = catalog::find(entries, id); json.is_null() && entry != nullptr)
      json = written(*entry, entry->id);
  });
  if (id == "limits") json = written(catalog.limits);
  if (id == "gpu_sharing") json = written(catalog.gpu_sharing);
  if (id == "reliability") json = written(catalog.reliability);
  return json.is_null() ? "" : json.dump(2);
}

std::string content_hash(const Catalog& catalog) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for_each_kind(catalog, [&](const auto& entries) {
    for (const auto& [id, entry] : entries) mix(hash, written(entry, id).dump());
    mix(hash, "\n");
  });
  mix(hash, written(catalog.limits).dump());
  mix(hash, written(catalog.gpu_sharing).dump());
  mix(hash, written(catalog.reliability).dump());
  return fmt::format("{:016x}", hash);
}

}  // namespace planner::io
