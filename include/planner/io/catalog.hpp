#pragma once
#include <string>
#include <string_view>

#include "planner/catalog/catalog.hpp"

/// Reading catalogs: the built-in one, folders of files, and overlays of one over the other.
namespace planner::io {

/// The catalog that is part of the library. Read at the first call, then kept; safe to call from several threads.
const catalog::Catalog& builtin_catalog();

/// The catalog of the `.json` files of a folder and its sub-folders, alone.
/// @throws FileError where the folder cannot be read, InputError with every fault of all files
catalog::Catalog load_catalog_dir(const std::string& folder);

/// `base` with the files of a folder over it. An entry with the id of an entry of `base` changes the fields that it
/// names and keeps the others; with `"replaces": true` it starts afresh; with `"like": "ID"` it starts as a copy of
/// that entry. Numbers and lists are replaced as a whole. An entry laid over itself changes nothing.
/// @throws as `load_catalog_dir`
catalog::Catalog overlay_dir(catalog::Catalog base, const std::string& folder);

/// The same for one JSON text with the sections of a catalog file (`sources`, `boundaries`, `gpus`, `mig_tables`,
/// `hosts`, `prices`, `reserves`, `limits`, `gpu_sharing`, `reliability`, `loading`, `background`, `models`, `engines`,
/// `number_formats`, `efficiencies`).
/// @param name how messages call the text
catalog::Catalog overlay(catalog::Catalog base, std::string_view json, const std::string& name);

/// The entry of that id, or one section such as `limits`, as a catalog file has it; empty where there is none.
std::string entry_json(const catalog::Catalog& catalog, std::string_view id);

/// JSON Schema of catalog files, from the same list of fields that the reader goes by.
std::string catalog_schema();

/// A hash of all that a catalog says (FNV-1a, 64 bits, hexadecimal): equal catalogs have equal hashes.
std::string content_hash(const catalog::Catalog& catalog);

}  // namespace planner::io
