#include "report/fit/fit_speed.hpp"

#include <fmt/format.h>

#include "planner/io/unit_text.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using unit::BatchLimit;
using unit::OperatingPoint;

std::string_view limit_name(BatchLimit limit) {
  switch (limit) {
    case BatchLimit::memory:
      return "memory";
    case BatchLimit::sequences:
      return "max_seqs";
    case BatchLimit::prompts:
      return "prompts";
    case BatchLimit::ttft:
      return "ttft";
    case BatchLimit::tpot:
      return "tpot";
  }
  return "memory";
}

std::string limit_text(BatchLimit limit) {
  switch (limit) {
    case BatchLimit::memory:
      return "the cache holds no more";
    case BatchLimit::sequences:
      return "the engine's limit of sequences";
    case BatchLimit::prompts:
      return "prompts fill every step";
    case BatchLimit::ttft:
      return "one more would miss the TTFT";
    case BatchLimit::tpot:
      return "one more would miss the TPOT";
  }
  return "";
}

std::string ms(Seconds time) { return io::print_number(time.in(units::ms), 3); }
std::string rate(double per_second) { return io::print_number(per_second, 3); }

std::string speed_text(const FitSpeed& speed, const OperatingPoint& p) {
  const bool embeds = speed.shape.output_tokens <= 0;
  const double tokens = embeds ? p.input.base() : p.output.base();
  std::string text = fmt::format(
      "Requests of {} + {} tokens: {} at once ({}), {} requests/s, {} {} tokens/s ({} to {} in 80 % of cases).",
      count_text(speed.shape.input_tokens), count_text(speed.shape.output_tokens), count_text(p.batch),
      limit_text(p.limit), rate(p.capacity.base()), rate(tokens), embeds ? "input" : "output",
      rate(tokens * p.rate_band.low), rate(tokens * p.rate_band.high));
  if (!embeds)
    text += fmt::format(" A token takes {} ms ({} to {}).", ms(p.tpot), ms(p.tpot * p.tpot_band.low),
                        ms(p.tpot * p.tpot_band.high));
  text += fmt::format(" The first comes within {} ms ({} to {}) for 95 % of requests, without waiting for a place.",
                      ms(p.ttft_p95), ms(p.ttft_p95 * p.ttft_band.low), ms(p.ttft_p95 * p.ttft_band.high));
  if (!p.meets_targets) text += " That misses the targets: not even one request at a time meets them.";
  return text;
}

}  // namespace

void add_speed(Document& document, const FitAnswer& answer) {
  if (!answer.speed || !answer.plan.fits) return;
  const FitSpeed& speed = *answer.speed;
  const std::string whose = answer.inputs.data_parallel > 1 ? "Each data-parallel rank: " : "";
  document.paragraph(
      speed.point ? whose + speed_text(speed, *speed.point)
                  : "No speed can be told: pipeline stages, a tensor-parallel group of more GPUs than a host has, "
                    "or a card whose bandwidth is not published.");
}

OrderedJson speed_json(const FitAnswer& answer) {
  if (!answer.speed || !answer.speed->point) return nullptr;
  const unit::RequestShape& shape = answer.speed->shape;
  const OperatingPoint& p = *answer.speed->point;
  return {{"input_tokens", number(shape.input_tokens)},
          {"output_tokens", number(shape.output_tokens)},
          {"prefix_hit", number(shape.prefix_hit)},
          {"batch", number(p.batch)},
          {"limit", limit_name(p.limit)},
          {"meets_targets", p.meets_targets},
          {"requests_per_s", number(p.capacity.base())},
          {"input_tok_s", number(p.input.base())},
          {"output_tok_s", number(p.output.base())},
          {"rate_band_low", number(p.rate_band.low)},
          {"rate_band_high", number(p.rate_band.high)},
          {"tpot_ms", number(p.tpot, units::ms)},
          {"tpot_band_low", number(p.tpot_band.low)},
          {"tpot_band_high", number(p.tpot_band.high)},
          {"ttft_p95_ms", number(p.ttft_p95, units::ms)},
          {"ttft_band_low", number(p.ttft_band.low)},
          {"ttft_band_high", number(p.ttft_band.high)}};
}

}  // namespace planner::report
