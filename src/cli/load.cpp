#include "planner/report/load.hpp"

#include "cli/replica_options.hpp"
#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/io/load_question.hpp"
#include "planner/plan/load/load.hpp"
#include "planner/report/explain.hpp"

namespace planner::cli {
namespace {

constexpr const char* examples =
    "  planner load --model meta-llama/Llama-3.1-8B --gpu h100-sxm\n"
    "  planner load --model Qwen/Qwen3-32B --host aws/p5.48xlarge --tp 2 \\\n"
    "    --from object-store --start image --concurrent 4\n"
    "  planner load --model openai/gpt-oss-120b --gpu h100-sxm --start sleep-1\n";

class LoadVerb : public Verb {
 public:
  LoadVerb() : Verb("load", "how long a replica takes to start: cold, from caches, asleep or from a snapshot") {}

  void declare(Options& options) override {
    replica_.declare_model(options);
    options.option("--host", words_.host, "host of the catalog: its GPU, disk and links", "HOST");
    options.flag("--explain", explain_, "print the derivation instead");
    options.group("How it is started");
    options.option("--start", words_.start, "what is kept from before (default cached)",
                   "new-host|no-image|image|cached|sleep-2|sleep-1|snapshot");
    options.option("--from", words_.from, "where weights wait (default local-nvme)",
                   "object-store|network-disk|local-nvme|host-ram|peer");
    options.option("--loader", words_.loader, "loader of the catalog (default: the usual one of the place)", "LOADER");
    options.option("--concurrent", words_.concurrent, "replicas that load on the host at once (default 1)");
    options.flag("--prefetch", words_.prefetch, "weights come into host memory while the process starts");
    options.flag("--streamed-image", words_.streamed_image, "the image is read as it is needed");
    options.option("--object-store", words_.object_store, "what it delivers to the host, as 5GB/s");
    options.option("--network-disk", words_.network_disk, "likewise");
    options.option("--local-nvme", words_.local_nvme, "likewise, all disks together");
    options.option("--peer", words_.peer, "likewise, a host with a running replica");
    replica_.declare_engine(options);
    options.examples(examples);
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    catalog::Catalog catalog = chosen_catalog(shared);
    io::LoadWords words = words_;
    words.replica = replica_.with_model(catalog);
    const plan::LoadInputs inputs = io::read_load(words, catalog);
    Trace trace;
    const plan::LoadPlan plan = plan::plan_load(catalog, inputs, &trace);
    const Exit exit = plan.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered;
    if (explain_ && plan.asked.chain.time.known())
      return {report::explain_text(trace, {"load.p90"}, catalog.sources), exit};
    return {write({inputs, plan}, shared.format), exit};
  }

 private:
  static std::string write(const report::LoadAnswer& answer, Format format) {
    switch (format) {
      case Format::json:
        return report::load_json(answer);
      case Format::csv:
        return report::load_csv(answer);
      case Format::markdown:
        return report::load_markdown(answer);
      case Format::table:
      case Format::memo:
        return report::load_table(answer);
    }
    return "";
  }

  ReplicaOptions replica_;
  io::LoadWords words_;
  bool explain_ = false;
};

}  // namespace

std::unique_ptr<Verb> load_verb() { return std::make_unique<LoadVerb>(); }

}  // namespace planner::cli
