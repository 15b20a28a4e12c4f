#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/document/html.hpp"
#include "report/document/json_parts.hpp"
#include "report/page/page_files.hpp"

namespace planner::report {
namespace {

std::string_view file(std::string_view name) {
  return std::ranges::find(page_files(), name, &catalog::EmbeddedFile::path)->text;
}

OrderedJson bars_json(const BarChart& chart) {
  const auto series = array_of(chart.series, [](const BarSeries& s) {
    return OrderedJson{{"name", s.name}, {"values", array_of(s.values, [](const auto& v) { return number(v); })}};
  });
  return {{"kind", "bars"}, {"title", chart.title}, {"axis", chart.axis}, {"labels", chart.labels}, {"series", series}};
}

constexpr std::array look_names{"dots", "marks", "line"};

OrderedJson map_json(const MapChart& chart) {
  const auto groups = array_of(chart.groups, [](const MapGroup& g) {
    const auto points = array_of(g.points, [](const MapPoint& p) {
      return OrderedJson{{"x", number(p.x)}, {"y", number(p.y)}, {"name", p.name}};
    });
    return OrderedJson{{"name", g.name}, {"look", look_names[static_cast<std::size_t>(g.look)]}, {"points", points}};
  });
  return {{"kind", "map"}, {"title", chart.title}, {"x", chart.x_axis}, {"y", chart.y_axis}, {"groups", groups}};
}

/// As data inside of a script: no text of it can end the script.
std::string charts_data(const Charts& charts) {
  OrderedJson all = OrderedJson::array();
  for (const BarChart& chart : charts.bars) all.push_back(bars_json(chart));
  for (const MapChart& chart : charts.maps) all.push_back(map_json(chart));
  std::string text;
  for (const char c : all.dump()) c == '<' ? void(text += "\\u003c") : text.push_back(c);
  return text;
}

std::string figures(const Charts& charts) {
  std::string html;
  const auto add = [&html](const std::string& title) {
    html += fmt::format(
        "<figure><figcaption>{0}</figcaption><div><canvas role=\"img\" aria-label=\"{0}\"></canvas></div>"
        "</figure>\n",
        escaped(title));
  };
  for (const BarChart& chart : charts.bars) add(chart.title);
  for (const MapChart& chart : charts.maps) add(chart.title);
  return html.empty() ? "" : "<section class=\"charts\">\n" + html + "</section>\n";
}

std::string arithmetic(const std::string& derivation) {
  if (derivation.empty()) return "";
  return "<h2>The arithmetic</h2>\n<p>Each number opens to its formula and to what it is made of.</p>\n"
         "<section class=\"steps\">\n" +
         derivation + "</section>\n";
}

}  // namespace

std::string html_page(const Page& page) {
  constexpr std::string_view frame = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<section class="answer">
{answer}</section>
{figures}{sections}{arithmetic}<footer>{made_from} Charts: Chart.js, MIT licence, whose text is in the source of this page.</footer>
</main>
<!--
{licence}-->
<script>
{library}
</script>
<script type="application/json" id="charts">{data}</script>
<script>
{script}</script>
</body>
</html>
)";
  return fmt::format(frame, fmt::arg("title", escaped(page.title)), fmt::arg("css", file("page.css")),
                     fmt::arg("answer", page.document.html_lead()), fmt::arg("figures", figures(page.charts)),
                     fmt::arg("sections", page.document.html_sections()),
                     fmt::arg("arithmetic", arithmetic(page.derivation)),
                     fmt::arg("made_from", escaped(page.made_from)), fmt::arg("licence", file("chart.licence")),
                     fmt::arg("library", file("chart.js")), fmt::arg("data", charts_data(page.charts)),
                     fmt::arg("script", file("page.js")));
}

}  // namespace planner::report
