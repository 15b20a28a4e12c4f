#pragma once
#include <memory>
#include <vector>

#include "cli/verb.hpp"

/// The verbs of the command line. To add one: write src/cli/NAME.cpp with a class derived from `Verb` and a function
/// `std::unique_ptr<Verb> NAME_verb()`, declare that function here, and list it in `all_verbs` where help should show
/// it.
namespace planner::cli {

std::unique_ptr<Verb> sessions_verb();
std::unique_ptr<Verb> models_verb();
std::unique_ptr<Verb> prices_verb();
std::unique_ptr<Verb> fit_verb();
std::unique_ptr<Verb> load_verb();
std::unique_ptr<Verb> residency_verb();
std::unique_ptr<Verb> whatif_verb();
std::unique_ptr<Verb> sweep_verb();
std::unique_ptr<Verb> efficiency_verb();
std::unique_ptr<Verb> explain_verb();
std::unique_ptr<Verb> report_verb();
std::unique_ptr<Verb> mig_verb();
std::unique_ptr<Verb> pack_verb();
std::unique_ptr<Verb> simulate_verb();
std::unique_ptr<Verb> check_verb();
std::unique_ptr<Verb> catalog_verb();

inline std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(sessions_verb());
  verbs.push_back(models_verb());
  verbs.push_back(prices_verb());
  verbs.push_back(fit_verb());
  verbs.push_back(load_verb());
  verbs.push_back(residency_verb());
  verbs.push_back(whatif_verb());
  verbs.push_back(sweep_verb());
  verbs.push_back(efficiency_verb());
  verbs.push_back(explain_verb());
  verbs.push_back(report_verb());
  verbs.push_back(mig_verb());
  verbs.push_back(pack_verb());
  verbs.push_back(simulate_verb());
  verbs.push_back(check_verb());
  verbs.push_back(catalog_verb());
  return verbs;
}

}  // namespace planner::cli
