#pragma once
#include <optional>
#include <string>
#include <vector>

namespace planner::report {

/// Values beside the labels; null where a series has none.
struct BarSeries {
  std::string name{};
  std::vector<std::optional<double>> values{};
};

/// Lying bars, one for each label; several series stand behind each other in it.
struct BarChart {
  std::string title{}, axis{};
  std::vector<std::string> labels{};
  std::vector<BarSeries> series{};
};

struct MapPoint {
  double x = 0, y = 0;
  std::string name{};
};

/// Points of one kind: dots with their names, marks without, or a line through them.
struct MapGroup {
  enum class Look { dots, marks, line };
  std::string name{};
  std::vector<MapPoint> points{};
  Look look = Look::dots;
};

/// Points over two logarithmic axes.
struct MapChart {
  std::string title{}, x_axis{}, y_axis{};
  std::vector<MapGroup> groups{};
};

/// The pictures of a page.
struct Charts {
  std::vector<BarChart> bars{};
  std::vector<MapChart> maps{};
};

}  // namespace planner::report
