#include "io/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "planner/base/error.hpp"

namespace planner::io {
namespace {

/// Builds the value, and stops at what nlohmann's own builder lets through: names given twice, endless nesting.
class Builder {
 public:
  Builder(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Json take() { return std::move(root_); }

  bool null() { return put(nullptr) != nullptr; }
  bool boolean(bool v) { return put(v) != nullptr; }
  bool number_integer(Json::number_integer_t v) { return put(v) != nullptr; }
  bool number_unsigned(Json::number_unsigned_t v) { return put(v) != nullptr; }
  bool number_float(Json::number_float_t v, const std::string&) { return put(v) != nullptr; }
  bool string(std::string& v) { return put(std::move(v)) != nullptr; }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    const auto [member, fresh] = open_.back()->get_ref<Json::object_t&>().try_emplace(std::move(name));
    if (!fresh)
      fail("input.duplicate_name", fmt::format("\"{}\" stands twice in {}", member->first, pointer()),
           "a name may stand once in an object.", "Remove one of the two.");
    member_ = &*member;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& e) {
    const std::string_view before = text_.substr(0, position);
    const auto line = 1 + std::ranges::count(before, '\n');
    const auto column = position - (before.find_last_of('\n') == before.npos ? 0 : before.find_last_of('\n') + 1);
    const bool cut_off = position >= text_.size();
    fail("input.syntax", fmt::format("line {}, column {}", line, column),
         cut_off ? "the text ends before its JSON does." : fmt::format("this is not JSON: {}.", reason(e.what())),
         cut_off ? "Is the file complete?" : "");
  }

 private:
  Json* put(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_array()) return &parent.emplace_back(std::move(value));
    return &(member_->second = std::move(value));
  }

  bool open(Json value) {
    if (open_.size() == deepest_json)
      fail("input.too_deep", fmt::format("more than {} levels", deepest_json),
           "objects and arrays are nested too deeply.", "");
    open_.push_back(put(std::move(value)));
    members_.push_back(member_);
    return true;
  }

  bool close() {
    open_.pop_back();
    members_.pop_back();
    return true;
  }

  /// Where the innermost open object is.
  [[nodiscard]] std::string pointer() const {
    std::string text = "#";
    for (std::size_t i = 1; i < open_.size(); ++i) {
      const Json& parent = *open_[i - 1];
      text += parent.is_array() ? "/" + std::to_string(parent.size() - 1) : pointer_step(members_[i]->first);
    }
    return text;
  }

  [[noreturn]] void fail(const char* code, std::string found, std::string rule, std::string hint) const {
    throw InputError({{name_, code, std::move(found), std::move(rule), std::move(hint)}});
  }

  /// nlohmann's message without its own prefix: `[json.exception.parse_error.101] parse error at line 1, ...: why`.
  static std::string reason(std::string_view message) {
    const auto at = message.rfind(": ");
    std::string text(at == message.npos ? message : message.substr(at + 2));
    if (const auto brace = message.find("] "); at == message.npos && brace != message.npos)
      text = message.substr(brace + 2);
    return text.substr(0, 160);
  }

  std::string_view text_;
  const std::string& name_;
  Json root_;
  std::vector<Json*> open_;
  std::vector<Json::object_t::value_type*> members_;  ///< of each open value, its member in the object around it
  Json::object_t::value_type* member_ = nullptr;      ///< the member that is being read
};

}  // namespace

std::string pointer_step(std::string_view key) {
  std::string text = "/";
  for (const char c : key) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return text;
}

Json parse_json(std::string_view text, const std::string& name) {
  Builder builder(text, name);
  Json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace planner::io
