#include "report/compare/closed_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "planner/base/error.hpp"
#include "planner/io/worlds.hpp"
#include "planner/plan/compiled.hpp"
#include "report/design_numbers.hpp"

namespace planner::report {
namespace {

/// Whether a change is one of a number inside a question, outside of its hosts, so that reading the section again is
/// enough.
bool is_number(const io::Axis& axis) {
  if (settles_design(axis.path)) return false;
  const bool appends = axis.path.ends_with(".+");
  const bool inside = axis.path.starts_with("sessions.classes") || axis.path.starts_with("sessions.policy.") ||
                      axis.path.starts_with("models.services") || axis.path.starts_with("models.policy.") ||
                      axis.path.starts_with("models.load.");
  const auto numeric = [](const std::string& v) { return !v.empty() && (v[0] == '-' || (v[0] >= '0' && v[0] <= '9')); };
  return inside && !appends && std::ranges::all_of(axis.values, numeric);
}

std::vector<Figure> figures_of(const plan::uncertain::Price& p) {
  return {{"usd_per_h", p.usd}, {"hosts", p.hosts}, {"gpus", p.gpus}};
}

/// A scenario whose design is settled.
class Priced {
 public:
  Priced() = default;
  Priced(const Priced&) = delete;
  Priced& operator=(const Priced&) = delete;
  virtual ~Priced() = default;
  /// @param values of the paths that vary as numbers
  virtual Outline at(std::span<const std::string> values) = 0;
};

template <class Scenario, class MakePricer>
class PricedScenario final : public Priced {
 public:
  PricedScenario(const Sweep& sweep, const catalog::Catalog& known, const std::vector<std::string>& changes,
                 const std::vector<std::string>& numbers, MakePricer make)
      : worlds_(sweep.text, sweep.name, known, changes), pricer_(make(worlds_.given())) {
    worlds_.vary(numbers);
  }

  Outline at(std::span<const std::string> values) override {
    worlds_.change(values);
    Outline told{.status = "infeasible"};
    if (!pricer_->designs().empty()) pricer_->price(1, prices_);
    const bool fits = !pricer_->designs().empty() && prices_[0].served;
    if (!fits || prices_[0].missed > 0) {
      told.reasons = {fmt::format("the design {} with these numbers; without --closed-form another may{}",
                                  fits ? "misses a target" : "does not fit", fits ? " meet it" : "")};
      return told;
    }
    told = {.status = "ok", .figures = figures_of(prices_[0])};
    if (prices_[0].packs_classes)
      told.reasons = {"an estimate: classes share hosts, the plan may need one more or less"};
    return told;
  }

 private:
  io::Worlds<Scenario> worlds_;
  std::unique_ptr<plan::uncertain::DesignPricer> pricer_;
  std::vector<plan::uncertain::Price> prices_{};
};

std::unique_ptr<Priced> priced(const Sweep& sweep, const catalog::Catalog& known,
                               const std::vector<std::string>& changes, const std::vector<std::string>& numbers) {
  const io::Sections asked = io::sections_of(sweep.text, sweep.name);
  if (asked.models && !asked.sessions) {
    const auto make = [](const io::ModelScenario& s) { return plan::compiled::model_pricer(s.catalog, s.inputs, 0); };
    return std::make_unique<PricedScenario<io::ModelScenario, decltype(make)>>(sweep, known, changes, numbers, make);
  }
  const auto make = [](const io::SessionScenario& s) { return plan::compiled::session_pricer(s.catalog, s.inputs, 0); };
  return std::make_unique<PricedScenario<io::SessionScenario, decltype(make)>>(sweep, known, changes, numbers, make);
}

Outline refused(const InputError& fault) {
  return {.status = "refused", .reasons = {to_string(fault.issues().front())}};
}

}  // namespace

/// What is worked out once for the words of a point; a fault in them is that of all its numbers.
class ClosedForm::Settled {
 public:
  Settled(const Sweep& sweep, const catalog::Catalog& known, const std::vector<std::string>& changes,
          const std::vector<std::string>& numbers) {
    try {
      priced_ = priced(sweep, known, changes, numbers);
    } catch (const InputError& fault) {
      fault_ = refused(fault);
    }
  }

  Outline at(std::span<const std::string> values) {
    if (!priced_) return fault_;
    try {
      return priced_->at(values);
    } catch (const InputError& fault) {
      return refused(fault);
    }
  }

 private:
  std::unique_ptr<Priced> priced_{};
  Outline fault_{};
};

ClosedForm::ClosedForm(const Sweep& sweep, const catalog::Catalog& known) : sweep_(sweep), known_(known) {
  for (const io::Axis& axis : sweep.axes) {
    is_number_.push_back(is_number(axis));
    if (is_number_.back()) numbers_.push_back(axis.path);
  }
}

ClosedForm::~ClosedForm() = default;

ClosedForm::Settled& ClosedForm::settled_for(const std::vector<std::string>& values) {
  std::vector<std::string> changes = sweep_.changes;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!is_number_[i]) changes.push_back(sweep_.axes[i].path + "=" + values[i]);
  const auto [place, fresh] = settled_.try_emplace(changes);
  if (fresh) place->second = std::make_unique<Settled>(sweep_, known_, changes, numbers_);
  return *place->second;
}

SweepRow ClosedForm::row(std::size_t point) {
  SweepRow row{point, sweep_.values_at(point), {}};
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < row.values.size(); ++i)
    if (is_number_[i]) numbers.push_back(row.values[i]);
  row.plan = settled_for(row.values).at(numbers);
  return row;
}

}  // namespace planner::report
