#pragma once
#include <cmath>
#include <deque>
#include <vector>

#include "planner/plan/speed/measured_point.hpp"

/// InferenceX's way of measuring, replayed step by step: as many requests in flight as clients, the next sent when one is
/// answered, ten times as many in all, the first of them at once (its benchmark_serving.py: --max-concurrency N
/// --num-prompts 10N --request-rate inf --random-range-ratio 0.8). Requests stay bunched, so that a prompt waits for
/// others longer than in a stream of independent ones.
namespace planner::plan {

/// Steps that a request is held back by settings of that benchmark, as its launch scripts give them (benchmarks/*.sh of
/// 2025): TensorRT-LLM collects prompts for 20 steps (batch_wait_timeout_iters; 1k/1k of Llama below TP 8), SGLang sends
/// every tenth token (--stream-interval) and, on Blackwell, looks for requests every 10 or 30 steps
/// (--scheduler-recv-interval), half of that on average.
inline double held_steps(const MeasuredPoint& p) {
  const FitInputs& q = p.question;
  const bool llama = q.model.starts_with("meta-llama/"), short_prompts = p.shape.input_tokens < 2000;
  if (q.engine.starts_with("tensorrt-llm")) return llama && short_prompts && q.tensor_parallel < 8 ? 20 : 0;
  if (!q.engine.starts_with("sglang")) return 0;
  return 10 + (q.gpu.starts_with("b") ? (p.concurrency < 16 ? 5 : 15) : 0);
}

/// Replays the loop on a replica; see above.
class ClosedLoop {
 public:
  ClosedLoop(const unit::Serving& serving, double clients) : serving_(serving), clients_(clients) {}

  /// Mean seconds from sending a request to its first token.
  double mean_first_token() {
    for (int i = 0; i < clients_; ++i) send();
    while (!waiting_.empty() || !running_.empty()) waiting_.empty() ? decode() : step_with_prompts();
    return sum_ / answered_;
  }

 private:
  struct Request {
    double input = 0, output = 0;  ///< tokens
    double computed = 0, made = 0;
    double sent = 0;  ///< seconds
  };

  /// Lengths spread evenly over 0.8 to 1 of the nominal ones (Weyl sequences).
  void send() {
    if (sent_ >= 10 * clients_) return;
    const auto part = [&](double irrational) { return (0.8 + 0.2 * std::fmod(sent_ * irrational, 1.0)) / 0.9; };
    const double input = serving_.shape.input_tokens * part(0.61803398875);
    waiting_.push_back({input, std::round(serving_.shape.output_tokens * part(0.41421356237)), 0, 0, now_});
    ++sent_;
  }

  unit::StepLoad running_load(double steps_ahead) const {
    double context = 0;
    for (const Request& r : running_) context += r.input + r.made + steps_ahead;
    const auto sequences = static_cast<double>(running_.size());
    return {.sequences = sequences, .context = sequences > 0 ? context / sequences : 0};
  }

  /// Steps without prompts, until the next answer is complete.
  void decode() {
    double steps = HUGE_VAL;
    for (const Request& r : running_) steps = std::min(steps, r.output - r.made);
    now_ += steps * unit::step_time(serving_.work, running_load(steps / 2));
    advance(steps);
  }

  void step_with_prompts() {
    unit::StepLoad load = running_load(0);
    double room = serving_.batched_tokens - load.sequences, looked_back = 0;
    std::vector<Request> begun;
    while (!waiting_.empty() && room > 0) {
      Request& r = waiting_.front();
      const double taken = std::min(room, r.input - r.computed);
      looked_back += taken * (r.computed + taken / 2);
      load.prompt_tokens += taken, room -= taken, r.computed += taken;
      if (r.computed < r.input) break;
      begun.push_back(r);
      waiting_.pop_front();
    }
    load.prompt_context = looked_back / load.prompt_tokens;
    load.prompt_ends = static_cast<double>(begun.size());
    now_ += unit::step_time(serving_.work, load);
    advance(1);
    for (Request& r : begun) {
      sum_ += now_ - r.sent, ++answered_;
      r.made = 1;
      running_.push_back(r);
    }
  }

  void advance(double steps) {
    for (Request& r : running_) r.made += steps;
    for (auto done = std::erase_if(running_, [](const Request& r) { return r.made >= r.output; }); done > 0; --done)
      send();
  }

  const unit::Serving& serving_;
  double clients_, now_ = 0, sum_ = 0, answered_ = 0, sent_ = 0;
  std::deque<Request> waiting_{};
  std::vector<Request> running_{};
};

/// Mean time to the first token that the benchmark should have measured, without what lies between client and engine.
inline double replayed_first_token(const MeasuredPoint& p, const ReadyPoint& ready, const catalog::Efficiency& e) {
  const unit::Serving s = replica_with(ready.setup, ready.shape, ready.room, e).serving;
  return ClosedLoop(s, p.concurrency).mean_first_token() + held_steps(p) * unit::decode_time(s, p.concurrency);
}

}  // namespace planner::plan
