#include <fmt/format.h>

#include <charconv>

#include "io/packing/pack_forms.hpp"
#include "planner/base/error.hpp"
#include "planner/io/pack_file.hpp"
#include "planner/math/packing/validate.hpp"

namespace planner::io {
namespace {

constexpr std::string_view blank = " \t\r\n\f\v";
constexpr std::size_t most_faults = 20;  // a file of another kind has thousands
constexpr std::int64_t most_resources = 100;

/// Whole numbers one after another, each with its place.
class Numbers {
 public:
  Numbers(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  /// The next number, 0 where it is faulty. Throws where the text ends.
  std::int64_t next(const std::string& what, std::int64_t most = math::packing::largest_number) {
    skip_blank();
    if (text_.empty()) {
      fault("end of file", what + " is missing here.", "The file seems cut short.");
      throw_if_faulty();
    }
    const std::string_view word = text_.substr(0, std::min(text_.find_first_of(blank), text_.size()));
    const std::int64_t value = read(word, what, most);
    advance(word.size());
    return value;
  }

  void end() {
    skip_blank();
    if (!text_.empty()) fault("more numbers", "the last item type ends the file.", "Check the number of item types.");
  }
  void throw_if_faulty() const {
    if (!faults_.empty()) throw InputError(faults_);
  }

 private:
  std::int64_t read(std::string_view word, const std::string& what, std::int64_t most) {
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const std::string found = what + " " + std::string(word.substr(0, 40));
    if (error == std::errc::invalid_argument || stop != word.data() + word.size())
      return fault(found, "must be a whole number.", "");
    if (error == std::errc::result_out_of_range || value > most)
      return fault(found, fmt::format("must be at most {}.", most), "");
    return value < 0 ? fault(found, "must be 0 or more.", "") : value;
  }

  std::int64_t fault(std::string found, std::string rule, std::string hint) {
    faults_.push_back({fmt::format("{}: line {}, column {}", name_, line_, column_), "input.syntax", std::move(found),
                       std::move(rule), std::move(hint)});
    if (faults_.size() >= most_faults) throw_if_faulty();
    return 0;
  }

  void skip_blank() { advance(std::min(text_.find_first_not_of(blank), text_.size())); }
  void advance(std::size_t characters) {
    for (const char c : text_.substr(0, characters)) {
      column_ = c == '\n' ? 1 : column_ + 1;
      line_ += c == '\n';
    }
    text_.remove_prefix(characters);
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t line_ = 1, column_ = 1;
  std::vector<Issue> faults_;
};

}  // namespace

plan::PackInputs read_vbp(std::string_view text, const std::string& name) {
  Numbers numbers(text, name);
  plan::PackInputs in;
  const std::int64_t resources = numbers.next("the number of resources", most_resources);
  numbers.throw_if_faulty();
  math::PackBin bin;
  for (std::int64_t k = 1; k <= resources; ++k) {
    in.resources.push_back({fmt::format("r{}", k)});
    bin.capacity.push_back(numbers.next(fmt::format("capacity {}", k)));
  }
  const std::int64_t types =
      numbers.next("the number of item types", static_cast<std::int64_t>(math::packing::most_item_types));
  numbers.throw_if_faulty();
  for (std::int64_t i = 1; i <= types; ++i) {
    math::PackItem item;
    for (std::int64_t k = 1; k <= resources; ++k)
      item.size.push_back(numbers.next(fmt::format("size {} of item type {}", k, i)));
    item.count = numbers.next(fmt::format("the count of item type {}", i), math::packing::largest_count);
    in.problem.items.push_back(std::move(item));
    in.items.push_back(fmt::format("i{}", i));
  }
  numbers.end();
  numbers.throw_if_faulty();
  in.problem.bins = {std::move(bin)};
  in.bins = {"bin"};
  return in;
}

plan::PackInputs read_pack(std::string_view text, const std::string& name) {
  const std::size_t start = text.find_first_not_of(blank);
  return start != std::string_view::npos && text[start] == '{' ? read_pack_json(text, name) : read_vbp(text, name);
}

}  // namespace planner::io
