#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/table.hpp"

namespace planner::report {

/// A report as blocks, written for a terminal or as Markdown.
class Document {
 public:
  void title(std::string text) { blocks_.push_back({Kind::title, std::move(text), {}}); }
  void heading(std::string text) { blocks_.push_back({Kind::heading, std::move(text), {}}); }
  void paragraph(std::string text) { blocks_.push_back({Kind::paragraph, std::move(text), {}}); }
  void bullet(std::string text) { blocks_.push_back({Kind::bullet, std::move(text), {}}); }
  void table(Table table) { blocks_.push_back({Kind::table, "", std::move(table)}); }

  /// A heading with a table or a list under it; nothing where that is empty.
  void section(const std::string& heading_text, Table content);
  void section(const std::string& heading_text, const std::vector<std::string>& bullets);

  [[nodiscard]] std::string text(std::size_t width = 80) const;
  [[nodiscard]] std::string markdown() const;

 private:
  enum class Kind { title, heading, paragraph, bullet, table };
  struct Block {
    Kind kind;
    std::string text;
    std::optional<Table> table;
  };
  static std::string as_text(const Block& block, std::size_t width);
  static std::string as_markdown(const Block& block);
  template <class Write>
  [[nodiscard]] std::string written(bool heading_apart, Write write) const;

  std::vector<Block> blocks_;
};

}  // namespace planner::report
