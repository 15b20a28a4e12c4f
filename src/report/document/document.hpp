#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/document/table.hpp"

namespace planner::report {

/// Whether a section stands open in HTML; on paper and elsewhere every one does.
enum class Fold { open, closed };

/// A report as blocks, written for a terminal, as Markdown or as HTML.
class Document {
 public:
  void title(std::string text) { blocks_.push_back({Kind::title, std::move(text), {}, {}}); }
  void heading(std::string text, Fold fold = Fold::open) {
    blocks_.push_back({Kind::heading, std::move(text), {}, fold});
  }
  void paragraph(std::string text) { blocks_.push_back({Kind::paragraph, std::move(text), {}, {}}); }
  void bullet(std::string text) { blocks_.push_back({Kind::bullet, std::move(text), {}, {}}); }
  void table(Table table) { blocks_.push_back({Kind::table, "", std::move(table), {}}); }

  /// A heading with a table or a list under it; nothing where that is empty.
  void section(const std::string& heading_text, Table content, Fold fold = Fold::open);
  void section(const std::string& heading_text, const std::vector<std::string>& bullets, Fold fold = Fold::open);

  [[nodiscard]] std::string text(std::size_t width = 80) const;
  [[nodiscard]] std::string markdown() const;
  /// A piece of a page: headings of the second level, closed sections as `details`.
  [[nodiscard]] std::string html() const { return html_lead() + html_sections(); }
  /// What stands before the first heading: the answer; and all that comes after.
  [[nodiscard]] std::string html_lead() const { return html_of(0, first_heading()); }
  [[nodiscard]] std::string html_sections() const { return html_of(first_heading(), blocks_.size()); }

 private:
  enum class Kind { title, heading, paragraph, bullet, table };
  struct Block {
    Kind kind;
    std::string text;
    std::optional<Table> table;
    Fold fold = Fold::open;
  };
  static std::string as_text(const Block& block, std::size_t width);
  static std::string as_markdown(const Block& block);
  static std::string as_html(const Block& block);
  [[nodiscard]] std::size_t first_heading() const;
  [[nodiscard]] std::string html_of(std::size_t begin, std::size_t end) const;
  template <class Write>
  [[nodiscard]] std::string written(bool heading_apart, Write write) const;

  std::vector<Block> blocks_;
};

}  // namespace planner::report
