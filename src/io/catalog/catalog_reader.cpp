#include "io/catalog/catalog_reader.hpp"

#include "io/catalog/catalog_kinds.hpp"
#include "io/catalog/llm_check.hpp"
#include "io/text/nearest.hpp"

namespace planner::io {
namespace {

using catalog::Catalog;

/// A host's price, given in a scenario as one number: it holds however the host is bought.
void read_usd_per_h(Reader& reader, catalog::Host& host) {
  const auto usd = reader.estimate("usd_per_h", UsdPerTime::dim, positive);
  if (!usd) return;
  const auto typed = [](double value) { return UsdPerTime::from_base(value); };
  const Fact<UsdPerTime> given{
      .estimate = {typed(usd->low_or_typical()), typed(usd->value()), typed(usd->high_or_typical())},
      .basis = Basis::given};
  host.price = {.on_demand = given, .reserved_3y = given};
}
template <class T>
void read_shorthand(Reader&, T&) {}
void read_shorthand(Reader& reader, catalog::Host& host) { read_usd_per_h(reader, host); }
void read_shorthand(Reader& reader, catalog::Llm& model) { check_llm(reader, model); }

/// What a new entry starts from: the entry that it is like, the one that it overlays, or nothing.
template <class T>
T starting_point(Reader& reader, const std::string& id, const std::map<std::string, T, std::less<>>& entries) {
  std::string model = id;
  bool replaces = false;
  reader.flag("replaces", replaces);
  const bool like = reader.text("like", model);
  const T* found = replaces && !like ? nullptr : catalog::find(entries, model);
  if (like && found == nullptr) reader.unknown_name("like", model, names_of(entries));
  T entry = found == nullptr ? T{} : *found;
  entry.id = id;
  return entry;
}

Issue unknown(const std::string& where, const std::string& id, const std::vector<std::string>& known) {
  return {where, "input.unknown_name", "\"" + id.substr(0, 60) + "\"", "is not known here.", did_you_mean(id, known)};
}

/// Faults for the ids that no entry has.
template <class Map>
void look_up(const Mentions::Ids& mentioned, const Map& entries, Findings& findings) {
  for (const auto& [id, where] : mentioned)
    if (!entries.contains(id)) findings.issues.push_back(unknown(where, id, names_of(entries)));
}

}  // namespace

template <class T>
std::string CatalogReader::entry(Reader& reader, const char* section, std::map<std::string, T, std::less<>>& into) {
  std::string id;
  reader.require({"id"});
  if (!reader.text("id", id)) return "";
  if (id.empty()) reader.fault("id", "input.empty", "\"\"", "an entry needs an id.");
  if (!read_.emplace(section, id).second)
    reader.fault("id", "input.duplicate_id", "\"" + id + "\"", "stands twice in these files.", "Keep one of the two.");
  T record = starting_point(reader, id, into);
  RecordReader visitor(reader, mentions_);
  fields(visitor, record);
  read_shorthand(reader, record);
  into[id] = std::move(record);
  return id;
}

template <class T>
void CatalogReader::entries(Reader& sections, const char* section, std::map<std::string, T, std::less<>>& into) {
  sections.each(section, [&](Reader& reader) { entry(reader, section, into); });
}

void CatalogReader::price(Reader& reader, const std::string& date) {
  HostPrice read{"", reader.at("host"), {.date = date}};
  reader.require({"host"});
  reader.text("host", read.host);
  RecordReader visitor(reader, mentions_);
  fields(visitor, read.price);
  prices_.push_back(std::move(read));
}

void CatalogReader::prices(Reader& section) {
  std::string date;
  section.require({"date", "entries"});
  section.text("date", date);
  section.each("entries", [&](Reader& reader) { price(reader, date); });
}

void CatalogReader::read(Reader& sections) {
  for_each_kind(into_, [&](const char* kind, auto& into) { entries(sections, kind, into); });
  for_each_single(into_, [&](const char* name, auto& into) { RecordReader(sections, mentions_).object(name, into); });
  sections.object("prices", [&](Reader& reader) { prices(reader); });
}

std::string CatalogReader::read_host(Reader& host) { return entry(host, "hosts", into_.hosts); }

void CatalogReader::finish(Findings& findings) {
  for (HostPrice& p : prices_) {
    const auto host = into_.hosts.find(p.host);
    if (host != into_.hosts.end()) {
      host->second.price = std::move(p.price);
    } else {
      findings.issues.push_back(unknown(p.where, p.host, names_of(into_.hosts)));
    }
  }
  look_up(mentions_.sources, into_.sources, findings);
  look_up(mentions_.gpus, into_.gpus, findings);
  look_up(mentions_.mig_tables, into_.mig_tables, findings);
}

}  // namespace planner::io
