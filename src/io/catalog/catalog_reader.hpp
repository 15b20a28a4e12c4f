#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/json/record_reader.hpp"
#include "io/text/names.hpp"
#include "planner/catalog/catalog.hpp"

namespace planner::io {

/// Lays files over a catalog. Sections may come in any order and from several files; an id may stand once in all of
/// them. Faults go to the readers' findings.
class CatalogReader {
 public:
  explicit CatalogReader(catalog::Catalog& into) : into_(into) {}

  /// The sections of one file, or the `catalog` section of a scenario; prices may be of hosts that are read later.
  void read(Reader& sections);
  /// One host outside a file: the object among a scenario's candidates. Returns its id, empty where it has none.
  std::string read_host(Reader& host);
  /// To be called once, when all files are read: sets the prices and looks up the ids that entries name.
  void finish(Findings& findings);

 private:
  template <class T>
  void entries(Reader& sections, const char* section, std::map<std::string, T, std::less<>>& into);
  template <class T>
  std::string entry(Reader& reader, const char* section, std::map<std::string, T, std::less<>>& into);
  void prices(Reader& section);
  void price(Reader& reader, const std::string& date);

  struct HostPrice {
    std::string host, where;
    catalog::Price price;
  };

  catalog::Catalog& into_;
  Mentions mentions_{};
  std::vector<HostPrice> prices_{};
  std::set<std::pair<std::string, std::string>> read_{};  ///< section and id of the entries of this overlay
};

}  // namespace planner::io
