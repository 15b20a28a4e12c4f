#include "report/document.hpp"

namespace planner::report {
namespace {

/// The text in lines of `width`, the first after `lead` and the others under it.
std::string filled(std::string_view text, std::string_view lead, std::size_t width) {
  std::string out;
  std::string before(lead);
  for (const std::string& line : wrapped(text, width - lead.size())) {
    out += before + line + "\n";
    before.assign(lead.size(), ' ');
  }
  return out;
}

}  // namespace

void Document::section(const std::string& heading_text, Table content) {
  if (content.empty()) return;
  heading(heading_text);
  table(std::move(content));
}

void Document::section(const std::string& heading_text, const std::vector<std::string>& bullets) {
  if (bullets.empty()) return;
  heading(heading_text);
  for (const std::string& line : bullets) bullet(line);
}

std::string Document::as_text(const Block& block, std::size_t width) {
  switch (block.kind) {
    case Kind::title:
    case Kind::paragraph:
      return filled(block.text, "", width);
    case Kind::heading:
      return block.text + "\n";
    case Kind::bullet:
      return filled(block.text, "- ", width);
    case Kind::table:
      return block.table->text(width);
  }
  return "";
}

std::string Document::as_markdown(const Block& block) {
  switch (block.kind) {
    case Kind::title:
      return "# " + block.text + "\n";
    case Kind::heading:
      return "## " + block.text + "\n";
    case Kind::paragraph:
      return block.text + "\n";
    case Kind::bullet:
      return "- " + block.text + "\n";
    case Kind::table:
      return block.table->markdown();
  }
  return "";
}

/// Blocks with an empty line between them; bullets of one list stand together, and so may a heading and what it heads.
template <class Write>
std::string Document::written(bool heading_apart, Write write) const {
  std::string out;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const bool same_list = i > 0 && blocks_[i].kind == Kind::bullet && blocks_[i - 1].kind == Kind::bullet;
    const bool headed = i > 0 && blocks_[i - 1].kind == Kind::heading && !heading_apart;
    if (i > 0 && !same_list && !headed) out += "\n";
    out += write(blocks_[i]);
  }
  return out;
}

std::string Document::text(std::size_t width) const {
  return written(false, [width](const Block& block) { return as_text(block, width); });
}

std::string Document::markdown() const { return written(true, as_markdown); }

}  // namespace planner::report
