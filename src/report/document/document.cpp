#include "report/document/document.hpp"

#include <algorithm>
#include <span>

#include "report/document/html.hpp"

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

void Document::section(const std::string& heading_text, Table content, Fold fold) {
  if (content.empty()) return;
  heading(heading_text, fold);
  table(std::move(content));
}

void Document::section(const std::string& heading_text, const std::vector<std::string>& bullets, Fold fold) {
  if (bullets.empty()) return;
  heading(heading_text, fold);
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
  const std::string text = in_markdown(block.text) + "\n";
  switch (block.kind) {
    case Kind::title:
      return "# " + text;
    case Kind::heading:
      return "## " + text;
    case Kind::paragraph:
      return text;
    case Kind::bullet:
      return "- " + text;
    case Kind::table:
      return block.table->markdown();
  }
  return "";
}

std::string Document::as_html(const Block& block) {
  const std::string text = escaped(block.text);
  switch (block.kind) {
    case Kind::title:
      return "<h1>" + text + "</h1>\n";
    case Kind::heading:
      return block.fold == Fold::closed ? "<details><summary>" + text + "</summary>\n" : "<h2>" + text + "</h2>\n";
    case Kind::paragraph:
      return "<p>" + text + "</p>\n";
    case Kind::bullet:
      return "<li>" + text + "</li>\n";
    case Kind::table:
      return block.table->html();
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

std::size_t Document::first_heading() const {
  const auto heading = std::ranges::find(blocks_, Kind::heading, &Block::kind);
  return static_cast<std::size_t>(heading - blocks_.begin());
}

std::string Document::html_of(std::size_t begin, std::size_t end) const {
  std::string out;
  bool in_list = false, in_details = false;
  const auto close = [&out](bool& open, const char* tag) {
    if (open) out += tag;
    open = false;
  };
  for (const Block& block : std::span(blocks_).subspan(begin, end - begin)) {
    const bool bullet = block.kind == Kind::bullet;
    if (!bullet) close(in_list, "</ul>\n");
    if (block.kind == Kind::heading) close(in_details, "</details>\n");
    if (bullet && !in_list) out += "<ul>\n";
    in_list = bullet;
    in_details = in_details || (block.kind == Kind::heading && block.fold == Fold::closed);
    out += as_html(block);
  }
  close(in_list, "</ul>\n");
  close(in_details, "</details>\n");
  return out;
}

}  // namespace planner::report
