#pragma once
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/catalog/catalog_words.hpp"
#include "planner/evidence/source.hpp"

namespace planner::io {

/// The visitor that takes the hash of records (FNV-1a, 64 bits): of every name and value, in the order of the fields.
class RecordHasher {
 public:
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  void mix(std::string_view text) {
    for (const char c : text) mix_byte(static_cast<unsigned char>(c));
    mix_byte(0xFF);  // no byte of UTF-8: "ab" and "c" are not "a" and "bc"
  }
  void mix(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) mix_byte(static_cast<unsigned char>(bits >> shift));
  }
  template <class T>
  void mix(const std::optional<T>& value) {
    mix_byte(value ? 1 : 0);
    if (value) mix(*value);
  }
  template <class T>
  void mix(const std::vector<T>& list) {
    mix(static_cast<double>(list.size()));
    for (const T& item : list) mix(item);
  }
  template <Dim D>
  void mix(Quantity<D> q) {
    mix(q.base());
  }

  template <class T>
  void value(std::string_view name, const T& v) {
    mix(name);
    mix(v);
  }
  void text(std::string_view name, std::string_view s) { value(name, s); }
  void texts(std::string_view name, const std::vector<std::string>& list) { value(name, list); }
  template <class T>
  void flag(std::string_view name, const T& b) {
    number(name, b);
  }
  template <class T>
  void number(std::string_view name, const T& n) {
    value(name, std::optional<double>(n));
  }
  void count(std::string_view name, std::int64_t n) { number(name, static_cast<double>(n)); }
  template <class T>
  void numbers(std::string_view name, const std::vector<T>& list) {
    mix(name);
    mix(static_cast<double>(list.size()));
    for (const T& n : list) mix(std::optional<double>(n));
  }
  template <class Q>
  void quantity(std::string_view name, const Q& q) {
    value(name, q);
  }
  template <class T, class Known>
  void word(std::string_view name, T v, const Known& known) {
    value(name, word_for(known, v));
  }
  template <class T>
  void fact(std::string_view name, const Fact<T>& f, std::string_view /*shown_in*/ = "") {
    mix(name);
    mix(f.estimate.low), mix(f.estimate.typical), mix(f.estimate.high);
    mix(f.sources);
    mix(to_text(f.basis));
    mix(f.conditions), mix(f.note), mix(f.disagreement);
  }
  template <class T>
  void object(std::string_view name, const T& record) {
    mix(name);
    fields(*this, record);
  }
  template <class T>
  void object(std::string_view name, const std::optional<T>& record) {
    mix_byte(record ? 1 : 0);
    if (record) object(name, *record);
  }
  template <class T>
  void list(std::string_view name, const std::vector<T>& records) {
    mix(name);
    mix(static_cast<double>(records.size()));
    for (const T& r : records) fields(*this, r);
  }
  template <class T>
  void list_citing(const std::vector<std::string>&, std::string_view name, const std::vector<T>& records) {
    list(name, records);
  }
  void sources(std::string_view name, const std::vector<std::string>& list) { value(name, list); }
  void source(std::string_view name, std::string_view id) { value(name, id); }
  void gpus(std::string_view name, const std::vector<std::string>& list) { value(name, list); }
  void gpu(std::string_view name, std::string_view id) { value(name, id); }
  void mig_table(std::string_view name, std::string_view id) { value(name, id); }

 private:
  void mix_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ULL; }

  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace planner::io
