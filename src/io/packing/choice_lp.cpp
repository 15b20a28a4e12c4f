#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "planner/io/choice_file.hpp"
#include "planner/math/choice/pricing.hpp"

namespace planner::io {
namespace {

using math::choice::Option;

/// Readers of the format take lines of some hundred characters.
constexpr std::size_t terms_per_line = 6;

std::string taken(std::size_t model, std::size_t option) { return fmt::format("x{}_{}", model, option); }
std::string grid_point(std::size_t j) { return fmt::format("u{}", j); }

/// A linear expression, broken into lines.
class Expression {
 public:
  void add(double factor, const std::string& variable) {
    if (factor == 0.0) return;
    if (terms_++ % terms_per_line == 0) text_ += "\n";
    text_ += fmt::format(" {} {:.17g} {}", factor < 0.0 ? '-' : '+', std::abs(factor), variable);
  }
  [[nodiscard]] bool empty() const { return terms_ == 0; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t terms_ = 0;
};

class LpWriter {
 public:
  explicit LpWriter(const math::choice::Problem& problem) : problem_(problem) {}

  std::string write() {
    text_ += "\\ x3_1: the fourth model takes its second option; u5: the sixth grid point; N: hosts\n";
    objective();
    text_ += "Subject To\n";
    one_option_each();
    capacity(
        "dram", [](const Option& o) { return o.dram_gb; }, problem_.dram_cap);
    capacity(
        "ssd", [](const Option& o) { return o.ssd_gb; }, problem_.ssd_cap);
    grid_rows();
    integers();
    return text_ + "End\n";
  }

 private:
  using Figure = std::function<double(const Option&)>;

  Expression sum_of(const Figure& figure) const {
    Expression sum;
    for (std::size_t m = 0; m < problem_.models.size(); ++m)
      for (std::size_t o = 0; o < problem_.models[m].size(); ++o) sum.add(figure(problem_.models[m][o]), taken(m, o));
    return sum;
  }

  void objective() {
    Expression cost = sum_of([this](const Option& o) { return option_cost(problem_, o); });
    cost.add(problem_.host_cost, "N");
    text_ += "Minimize\n cost:" + cost.text() + "\n";
  }

  void row(const std::string& name, const Expression& left, const char* sign, double right) {
    if (!left.empty()) text_ += fmt::format(" {}:{}\n {} {:.17g}\n", name, left.text(), sign, right);
  }

  void one_option_each() {
    for (std::size_t m = 0; m < problem_.models.size(); ++m) {
      Expression sum;
      for (std::size_t o = 0; o < problem_.models[m].size(); ++o) sum.add(1.0, taken(m, o));
      row(fmt::format("model{}", m), sum, "=", 1.0);
    }
  }

  void capacity(const std::string& name, const Figure& figure, double most) { row(name, sum_of(figure), "<=", most); }

  /// One grid point holds: it limits the variance, and its headroom is part of the GPUs.
  void grid_rows() {
    Expression points, variance = sum_of([](const Option&o) { return o.pool_variance; });
    Expression gpus = sum_of([](const Option& o) { return o.gpus_held + o.pool_mean; });
    for (std::size_t j = 0; j < problem_.variance_grid.size(); ++j) {
      points.add(1.0, grid_point(j));
      variance.add(-problem_.variance_grid[j], grid_point(j));
      gpus.add(headroom_gpus(problem_, j), grid_point(j));
    }
    gpus.add(-problem_.host_gpus, "N");
    row("grid", points, "=", 1.0);
    row("variance", variance, "<=", 0.0);
    row("gpus", gpus, "<=", 0.0);
  }

  void integers() {
    text_ += "Generals\n N\nBinaries\n";
    for (std::size_t m = 0; m < problem_.models.size(); ++m)
      for (std::size_t o = 0; o < problem_.models[m].size(); ++o) text_ += " " + taken(m, o) + "\n";
    for (std::size_t j = 0; j < problem_.variance_grid.size(); ++j) text_ += " " + grid_point(j) + "\n";
  }

  const math::choice::Problem& problem_;
  std::string text_;
};

}  // namespace

std::string choice_lp(const plan::ChoiceInputs& inputs) { return LpWriter(inputs.problem).write(); }

}  // namespace planner::io
