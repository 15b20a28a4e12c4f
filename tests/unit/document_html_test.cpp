#include <catch2/catch.hpp>

#include "report/document/document.hpp"
#include "report/document/html.hpp"

using namespace planner::report;

namespace {

Document with_sections() {
  Document document;
  document.paragraph("2 hosts <b>for</b> 3 USD/h.");
  Table table({{"class"}, {"hosts", Align::right}});
  table.row({"a & b", "2"});
  document.section("Tiers", table);
  document.section("Turned down", std::vector<std::string>{"one", "\"two\""}, Fold::closed);
  document.heading("Defaults used", Fold::closed);
  document.paragraph("None.");
  return document;
}

}  // namespace

TEST_CASE("a document as a piece of a page") {
  CHECK(with_sections().html() ==
        "<p>2 hosts &lt;b&gt;for&lt;/b&gt; 3 USD/h.</p>\n"
        "<h2>Tiers</h2>\n"
        "<table>\n<thead><tr><th style=\"text-align:left\">class</th><th style=\"text-align:right\">hosts</th></tr>\n"
        "</thead>\n<tbody>\n"
        "<tr><td style=\"text-align:left\">a &amp; b</td><td style=\"text-align:right\">2</td></tr>\n"
        "</tbody>\n</table>\n"
        "<details><summary>Turned down</summary>\n<ul>\n<li>one</li>\n<li>&quot;two&quot;</li>\n</ul>\n</details>\n"
        "<details><summary>Defaults used</summary>\n<p>None.</p>\n</details>\n");
}

TEST_CASE("whether a section is folded is not seen outside of HTML") {
  CHECK(with_sections().markdown().find("## Turned down\n\n- one\n") != std::string::npos);
  CHECK(with_sections().text().find("Turned down\n- one\n") != std::string::npos);
}

TEST_CASE("HTML shows a text as it is") {
  CHECK(escaped("<a href='x'>&\"é") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;é");
}
