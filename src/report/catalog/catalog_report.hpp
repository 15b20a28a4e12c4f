#pragma once
#include <string>
#include <string_view>

#include "io/json/record_writer.hpp"
#include "planner/catalog/catalog.hpp"
#include "report/document/document.hpp"

/// What is known, and from where: the catalog for people.
namespace planner::report {

/// How many entries of each kind there are, how many numbers, and how many of them nobody has published.
Document catalog_overview(const catalog::Catalog& catalog);
Table catalog_kinds(const catalog::Catalog& catalog);

/// The entries of one kind (`boundaries`, `hosts`, ...) with the figures that tell them apart.
/// @throws InputError `input.unknown_name` with the nearest kinds
Table catalog_list(const catalog::Catalog& catalog, std::string_view kind);

/// All that is known of one entry: each number with range, basis and sources, what was observed beside, what to know.
/// @throws InputError `input.unknown_name` with the nearest ids
Document catalog_entry(const catalog::Catalog& catalog, std::string_view id);
/// Its numbers alone, at full precision, one in a row.
Table catalog_entry_numbers(const catalog::Catalog& catalog, std::string_view id);

/// One source, and the numbers that rest on it.
/// @throws InputError `input.unknown_name` with the nearest ids
Document catalog_source(const catalog::Catalog& catalog, std::string_view id);
Table catalog_citations(const catalog::Catalog& catalog, std::string_view id);

/// The same as JSON: ids by kind; the entries of a kind; an entry.
std::string catalog_json(const catalog::Catalog& catalog);
std::string catalog_list_json(const catalog::Catalog& catalog, std::string_view kind);
std::string catalog_entry_json(const catalog::Catalog& catalog, std::string_view id);

}  // namespace planner::report
