#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "planner/math/packing/bound.hpp"
#include "planner/math/packing/instance.hpp"
#include "planner/math/packing/simplex.hpp"

namespace planner::math::packing {

/// A filling of one bin, as a column of the linear program.
struct Column {
  std::size_t shape;
  Counts items;
};

/// A column and how many bins of it the linear program uses.
struct WeightedColumn {
  Column column;
  double weight;
};

/// The rows of the linear program: one per class in demand, scaled by what fits alone into a bin, so that entries are
/// near 1; then one per limit on a number of bins. Each starts with an artificial column or a slack.
struct Rows {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  Rows(const Instance& instance, const Counts& demand, const std::vector<BinRange>& ranges) {
    double dear = 0.0;
    for (const Shape& shape : instance.shapes) dear = std::max(dear, shape.cost);
    const bool bounded = std::any_of(ranges.begin(), ranges.end(), [](const BinRange& r) { return r.bounded(); });
    penalty = bounded ? 1e6 * dear + 1.0 : 2.0 * dear + 1.0;
    for (std::size_t i = 0; i < demand.size(); ++i)
      if (demand[i] > 0) add_class(instance, i, demand[i]);
    for (const BinRange& range : ranges) add_limits(range);
  }

  double penalty;  ///< of an item without a bin: dearer than any bin for it (where bins run out, by far)
  std::vector<double> rhs;
  std::vector<SparseColumn> diagonal, surplus;
  std::vector<std::size_t> classes;              ///< of the first rows
  std::vector<double> scale;                     ///< of the first rows
  std::vector<std::size_t> most_row, least_row;  ///< per shape

 private:
  std::size_t add(double bound, double cost) {
    diagonal.push_back({{{rhs.size(), 1.0}}, cost, none});
    rhs.push_back(bound);
    return rhs.size() - 1;
  }
  void add_surplus(std::size_t row) { surplus.push_back({{{row, -1.0}}, 0.0, none}); }

  void add_class(const Instance& instance, std::size_t i, std::int64_t demand) {
    std::int64_t alone = 1;
    for (const Shape& shape : instance.shapes) alone = std::max(alone, fitting_alone(shape, i, demand));
    classes.push_back(i);
    scale.push_back(1.0 / static_cast<double>(alone));
    add_surplus(add(static_cast<double>(demand) * scale.back(), penalty));
  }

  void add_limits(BinRange range) {
    most_row.push_back(range.most == unlimited ? none : add(static_cast<double>(range.most), 0.0));
    least_row.push_back(range.least == 0 ? none : add(static_cast<double>(range.least), penalty));
    if (range.least > 0) add_surplus(least_row.back());
  }
};

/// The linear program over the fillings known so far: bins of each filling, at least cost, so that the demand is
/// covered and the numbers of bins keep within their ranges.
class Program {
 public:
  /// `pool` holds fillings found before and takes in the new ones; fillings count with what `demand` can use of them.
  Program(const Instance& instance, const Counts& demand, const std::vector<BinRange>& ranges,
          std::vector<Column>& pool)
      : instance_(instance),
        demand_(demand),
        rows_(instance, demand, ranges),
        pool_(pool),
        simplex_(rows_.rhs, rows_.diagonal) {
    for (const Column& column : pool_) columns_.push_back(sparse(column));
    for (std::size_t t = 0; t < ranges.size(); ++t)
      if (ranges[t].least > 0 && !knows_empty(t)) add({t, Counts(demand.size(), 0)});
  }

  void add(Column column) {
    columns_.push_back(sparse(column));
    pool_.push_back(std::move(column));
  }

  enum class Step { moved, optimal, stuck };
  /// One pivot: the column with the most to gain enters, where that is more than `tolerance`.
  Step improve(double tolerance) {
    const SparseColumn* entering = nullptr;
    double least = -tolerance;
    for (const auto* family : {&rows_.surplus, &columns_})
      for (const SparseColumn& column : *family) {
        const double reduced = simplex_.reduced_cost(column);
        if (reduced >= least) continue;
        least = reduced;
        entering = &column;
      }
    if (entering == nullptr) return Step::optimal;
    return simplex_.enter(*entering) ? Step::moved : Step::stuck;
  }

  [[nodiscard]] double value() const { return simplex_.objective(); }
  [[nodiscard]] std::size_t rows() const { return simplex_.rows(); }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }

  [[nodiscard]] Prices prices() const {
    const std::vector<double>& row_prices = simplex_.prices();
    const auto price = [&](std::size_t row) { return row == Rows::none ? 0.0 : row_prices[row]; };
    Prices out{std::vector<double>(demand_.size(), 0.0), {}, {}};
    for (std::size_t r = 0; r < rows_.classes.size(); ++r)
      out.items[rows_.classes[r]] = std::max(0.0, row_prices[r] * rows_.scale[r]);
    for (std::size_t t = 0; t < instance_.shapes.size(); ++t) {
      out.opening.push_back(std::max(0.0, price(rows_.least_row[t])));
      out.closing.push_back(std::max(0.0, -price(rows_.most_row[t])));
    }
    return out;
  }

  /// The fillings in use.
  [[nodiscard]] std::vector<WeightedColumn> solution() const {
    std::vector<WeightedColumn> out;
    for (std::size_t r = 0; r < simplex_.rows(); ++r)
      if (const std::size_t id = simplex_.basis()[r].id; id != Rows::none && simplex_.values()[r] > 0.0)
        out.push_back({clipped(pool_[id]), simplex_.values()[r]});
    return out;
  }

  /// Whether every item has a bin.
  [[nodiscard]] bool packs() const {
    constexpr double trace = 1e-7;
    for (std::size_t r = 0; r < simplex_.rows(); ++r)
      if (simplex_.basis()[r].cost == rows_.penalty && simplex_.values()[r] > trace) return false;
    return true;
  }

 private:
  /// An empty bin fills a quota.
  [[nodiscard]] bool knows_empty(std::size_t shape) const {
    return std::any_of(pool_.begin(), pool_.end(),
                       [shape](const Column& c) { return c.shape == shape && nothing_left(c.items); });
  }

  [[nodiscard]] SparseColumn sparse(const Column& column) const {
    SparseColumn out{{}, instance_.shapes[column.shape].cost, columns_.size()};
    for (std::size_t r = 0; r < rows_.classes.size(); ++r) {
      const std::size_t i = rows_.classes[r];
      if (const std::int64_t n = std::min(column.items[i], demand_[i]); n > 0)
        out.entries.push_back({r, static_cast<double>(n) * rows_.scale[r]});
    }
    for (const std::size_t row : {rows_.most_row[column.shape], rows_.least_row[column.shape]})
      if (row != Rows::none) out.entries.push_back({row, 1.0});
    return out;
  }

  [[nodiscard]] Column clipped(Column column) const {
    for (std::size_t i = 0; i < demand_.size(); ++i) column.items[i] = std::min(column.items[i], demand_[i]);
    return column;
  }

  const Instance& instance_;
  const Counts& demand_;
  Rows rows_;
  std::vector<Column>& pool_;
  std::vector<SparseColumn> columns_;
  Simplex simplex_;
};

}  // namespace planner::math::packing
