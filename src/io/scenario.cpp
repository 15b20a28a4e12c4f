#include "planner/io/scenario.hpp"

#include "io/catalog_reader.hpp"
#include "io/session_reader.hpp"
#include "io/set_path.hpp"
#include "io/text_file.hpp"

namespace planner::io {
namespace {

constexpr std::size_t largest_scenario = 16U << 20U;

void read_version(Reader& root) {
  double version = 1;
  if (root.number("planner", version) && version != 1) {
    root.fault("planner", "input.version", print_number(version), "this planner reads scenarios of version 1.");
  }
}

/// Candidates that are objects override a host of the catalog or define a new one.
void read_inline_hosts(Reader& section, CatalogReader& catalog) {
  for (const char* field : {"hosts", "gpu_hosts"}) {
    const Json* list = section.raw(field);
    if (list == nullptr || !list->is_array()) continue;
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!(*list)[i].is_object()) continue;
      Reader host((*list)[i], section.at(field) + pointer_step(std::to_string(i)), section.findings());
      catalog.read_host(host);
      host.done();
    }
  }
}

}  // namespace

SessionScenario read_session_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                      const std::vector<std::string>& changes) {
  Json json = parse_json(text, name);
  Findings findings{.issues = apply_changes(json, changes)};
  findings.throw_if_faulty();
  SessionScenario scenario{.catalog = known};
  CatalogReader catalog(scenario.catalog);
  Reader root(json, name + "#", findings);
  read_version(root);
  root.require({"sessions"});
  root.object("catalog", [&](Reader& section) { catalog.read(section); });
  root.raw("models");  // another question, which its own reader looks at
  root.object("sessions", [&](Reader& section) {
    read_inline_hosts(section, catalog);
    catalog.finish(findings);
    scenario.inputs = read_sessions(section, scenario.catalog);
  });
  root.text("name", scenario.inputs.name);
  root.done();
  findings.throw_if_faulty();
  return scenario;
}

std::string read_scenario_text(const std::string& path) { return read_text(path, largest_scenario); }

}  // namespace planner::io
