#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "planner/io/unit_text.hpp"

namespace planner::cli {
namespace {

using namespace std::chrono_literals;

std::string left_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 120) return fmt::format("{} s", whole);
  return whole < 7200 ? fmt::format("{} min", whole / 60) : fmt::format("{} h", whole / 3600);
}

}  // namespace

std::string progress_text(std::size_t done, std::size_t all, double per_s, const std::string& things) {
  const auto grouped = [](std::size_t n) { return io::print_number(static_cast<double>(n), 15); };
  const std::string rate = io::print_number(per_s, 3);
  const std::string left = per_s > 0 ? ", " + left_text(static_cast<double>(all - done) / per_s) + " left" : "";
  return fmt::format("{} of {} {}, {} {}/s{}", grouped(done), grouped(all), things, rate, things, left);
}

Progress::Progress(std::string things) : things_(std::move(things)), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(std::size_t done, std::size_t all) {
  if (!counting_) {
    counting_ = true;
    first_ = done;
    start_ = Clock::now();
    return;
  }
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now - start_ < 1s || now - last_ < 200ms) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string text = progress_text(done, all, static_cast<double>(done - first_) / seconds, things_);
  fmt::print(stderr, "\r\x1b[K{}", text);
}

}  // namespace planner::cli
