#pragma once
#include <string>

#include "cli/options.hpp"
#include "planner/io/fit_question.hpp"

namespace planner::cli {

/// The options of a replica: which model, on which GPU, how it is served. Verbs that ask about one have them all.
struct ReplicaOptions {
  io::FitWords words;

  void declare_model(Options& options);
  void declare_engine(Options& options);
  /// The words, with an imported model added to the catalog.
  [[nodiscard]] io::FitWords with_model(catalog::Catalog& catalog) const;

 private:
  std::string config_, index_, save_;
  bool text_only_ = false, embedding_ = false;
};

}  // namespace planner::cli
