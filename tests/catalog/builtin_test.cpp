// What must hold for the catalog as it is shipped.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "catalog/facts.hpp"
#include "io/catalog/hardware_fields.hpp"
#include "planner/io/catalog.hpp"

using namespace planner;
using namespace planner::catalog;
using namespace planner::units;
using planner::test::for_each_fact;
using planner::test::ordered_json;

namespace {

const Catalog& built_in() { return io::builtin_catalog(); }

/// Every entry of the catalog as its files have it, under its id.
ordered_json all_entries() {
  ordered_json all = ordered_json::object();
  const auto add = [&](const std::string& id) { all[id] = ordered_json::parse(io::entry_json(built_in(), id)); };
  for (const auto& [id, entry] : built_in().boundaries) add(id);
  for (const auto& [id, entry] : built_in().gpus) add(id);
  for (const auto& [id, entry] : built_in().mig_tables) add(id);
  for (const auto& [id, entry] : built_in().hosts) add(id);
  for (const auto& [id, entry] : built_in().reserves) add(id);
  for (const auto& [id, entry] : built_in().background) add(id);
  for (const auto& [id, entry] : built_in().models) add(id);
  for (const auto& [id, entry] : built_in().engines) add(id);
  for (const auto& [id, entry] : built_in().number_formats) add(id);
  for (const auto& [id, entry] : built_in().efficiencies) add(id);
  for (const char* section : {"limits", "gpu_sharing", "reliability", "loading"}) add(section);
  return all;
}

std::set<std::string> sources_used(const ordered_json& node) {
  std::set<std::string> used;
  test::for_each_object(node, "", [&](const std::string&, const ordered_json& object) {
    for (const auto& source : object.value("sources", ordered_json::array())) used.insert(source.get<std::string>());
    if (object.contains("source")) used.insert(object["source"].get<std::string>());
  });
  return used;
}

}  // namespace

TEST_CASE("the catalog holds what has been collected") {
  const Catalog& c = built_in();
  CHECK(c.boundaries.size() == 16);
  CHECK(c.gpus.size() == 24);
  CHECK(c.mig_tables.size() == 14);
  CHECK(c.hosts.size() == 52);
  CHECK(c.reserves.size() == 8);
  CHECK(c.models.size() == 53);
  CHECK(c.engines.size() == 6);
  CHECK(c.number_formats.size() == 28);
  CHECK(c.sources.size() > 150);
  std::size_t priced = 0, numbers = 0;
  for (const auto& [id, shape] : c.hosts) priced += shape.price.on_demand.known() ? 1 : 0;
  CHECK(priced == 43);
  for_each_fact(all_entries(), "", [&](const std::string&, const ordered_json&) { ++numbers; });
  CHECK(numbers > 1300);
}

TEST_CASE("every number says where it comes from") {
  for_each_fact(all_entries(), "", [](const std::string& path, const ordered_json& fact) {
    CAPTURE(path, fact.dump());
    const bool known =
        fact.contains("value") || !fact["typical"].is_null() || fact.contains("low") || fact.contains("high");
    if (known) {
      CHECK(fact["basis"] != "given");
      CHECK((!fact.value("sources", ordered_json::array()).empty() || fact["basis"] == "assumed"));
    } else {
      CHECK(!fact.value("note", "").empty());  // unknown: says what is missing
    }
  });
}

TEST_CASE("every source is used and every used source is there") {
  const std::set<std::string> used = sources_used(all_entries());
  for (const std::string& id : used) CHECK(built_in().sources.contains(id));
  for (const auto& [id, source] : built_in().sources) {
    CAPTURE(id);
    CHECK(used.contains(id));
    CHECK(!source.title.empty());
    CHECK(!source.where.empty());
    CHECK(!source.kind.empty());
  }
}

TEST_CASE("low, typical and high do not fall") {
  for_each_fact(all_entries(), "", [](const std::string& path, const ordered_json& fact) {
    CAPTURE(path);
    double last = 0;
    for (const char* part : {"low", "typical", "high"}) {
      if (!fact.contains(part) || fact[part].is_null()) continue;
      CHECK(fact[part].get<double>() >= last);
      last = fact[part].get<double>();
    }
  });
}

TEST_CASE("prices are dated, placed and above zero, and longer commitments are cheaper") {
  for (const auto& [id, shape] : built_in().hosts) {
    CAPTURE(id);
    const Price& price = shape.price;
    if (!price.on_demand.known()) continue;
    CHECK(price.on_demand.value() > UsdPerTime{});
    CHECK(price.date.size() == 10);
    CHECK(!price.region.empty());
    if (price.reserved_3y.known()) CHECK(price.reserved_3y.value() < price.on_demand.value());
    if (price.spot.known()) CHECK(price.spot.value() < price.on_demand.value());
  }
}

TEST_CASE("published figures arrive in the right unit") {
  const Catalog& c = built_in();
  const Host& m7i = c.hosts.at("aws/m7i.metal-48xl");
  CHECK(m7i.vcpus.value().in(vcpu) == 192);
  CHECK(m7i.memory.value().in(GiB) == 768);
  CHECK(m7i.memory_seen.value() * 768 == Approx(773788.0 / 1024).epsilon(1e-5));  // MiB that the OS sees
  CHECK(m7i.network.value().in(Gbit_per_s) == Approx(50));
  CHECK(m7i.price.on_demand.value().in(usd_per_h) == Approx(9.6768));
  CHECK(m7i.price.reserved_3y.value().in(usd / year) == Approx(33466.67));
  CHECK(c.hosts.at("aws/p5.48xlarge").network.value().in(Gbit_per_s) == Approx(800));
  CHECK(c.hosts.at("aws/p5.48xlarge").fabric.value().in(Gbit_per_s) == Approx(3200));
  CHECK(c.hosts.at("onprem/dgx-h100").power.value().in(kW) == Approx(10.2));

  const Gpu& h100 = c.gpus.at("h100-sxm");
  CHECK(h100.memory.value().in(MiB) == 81559);
  CHECK(h100.memory_bandwidth.value().in(GB_per_s) == Approx(3350));
  CHECK(h100.nvlink.value().in(GB_per_s) == Approx(450));  // 900 counts both directions
  CHECK(h100.fp16.value().in(tflops) == Approx(989.4));

  const Boundary& qemu = c.boundaries.at("kata-qemu");
  CHECK(qemu.memory.fixed.value().in(MiB) == Approx(138.5));
  CHECK(qemu.memory.shim.value().in(MiB) == Approx(17.2));
  CHECK(qemu.start.cold.value().in(ms) == Approx(640));
  CHECK(qemu.start.cpu.value().in(vcpu * second) == Approx(1.3));
  CHECK(c.reserves.at("eks").per_pod == 11.0 * MiB);
  CHECK(c.reliability.gpu_host_mtbf.estimate.low->in(day) == Approx(153.8));
  CHECK(c.gpu_sharing.vfio_pin_thp.value().in(second / TB) == Approx(206).epsilon(0.01));
}

TEST_CASE("hosts of one size have the same shape, and memory and threads are sound") {
  const Catalog& c = built_in();
  std::map<std::string, double> vcpus_of_size;
  for (const auto& [id, shape] : c.hosts) {
    CAPTURE(id);
    if (shape.vcpus.known()) CHECK(std::fmod(shape.vcpus.value().in(vcpu), shape.threads_per_core) == 0);
    if (shape.memory_seen.known()) CHECK((shape.memory_seen.value() > 0.95 && shape.memory_seen.value() <= 1));
    CHECK(shape.has_gpu() == shape.gpus.known());
    const auto size = id.find(".metal-");  // aws/m7i.metal-48xl: the number says how many quarters of the type it is
    if (size == id.npos || !shape.vcpus.known()) continue;
    const double sized = shape.vcpus.value().in(vcpu) / std::stod(id.substr(size + 7));
    CHECK(sized == 4);
  }
}

TEST_CASE("twice the host is twice the price within a family") {
  for (const char* family : {"aws/c7i", "aws/m7i", "aws/r7i", "aws/m8g"}) {
    const Host& half = built_in().hosts.at(family + std::string(".metal-24xl"));
    const Host& whole = built_in().hosts.at(family + std::string(".metal-48xl"));
    CAPTURE(family);
    CHECK(whole.memory.value() == 2.0 * half.memory.value());
    CHECK(whole.vcpus.value() == 2.0 * half.vcpus.value());
    CHECK(whole.price.on_demand.value().in(usd_per_h) ==
          Approx(2 * half.price.on_demand.value().in(usd_per_h)).epsilon(0.1));
  }
}

TEST_CASE("a newer GPU of a line is not slower than the one before") {
  const std::vector<std::vector<std::string>> lines{
      {"a100-40-sxm", "a100-80-sxm", "h100-sxm", "h200-sxm", "b200-sxm", "b300-sxm"},
      {"t4", "l4", "l40s", "rtxpro6000-bse"},
      {"gb200", "gb300"},
      {"mi300x", "mi325x", "mi355x"}};
  for (const auto& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const Gpu &before = built_in().gpus.at(line[i - 1]), &after = built_in().gpus.at(line[i]);
      CAPTURE(before.id, after.id);
      CHECK(after.fp16.value() >= before.fp16.value());
      if (line[i] != "l4")
        CHECK(after.memory_bandwidth.value() >= before.memory_bandwidth.value());  // L4: 300 of T4's 320 GB/s
    }
  }
}

TEST_CASE("what a card holds and how it is linked is consistent") {
  for (const auto& [id, card] : built_in().gpus) {
    CAPTURE(id);
    if (card.memory.known() && card.driver_reserved.known())
      CHECK(card.driver_reserved.value() < 0.05 * card.memory.value());
    if (card.memory.known())
      CHECK(card.memory.value().in(GB) == Approx(card.marketed_memory.value().in(GB)).epsilon(0.1));
    if (card.fp8.known()) CHECK(card.fp8.value().base() == Approx(2 * card.fp16.value().base()).epsilon(0.02));
    if (card.idle_power.known()) CHECK(card.idle_power.value() < card.power.value());
    if (card.nvlink.known()) CHECK(card.nvlink.value() > card.pcie.value());
  }
  for (const auto& [id, shape] : built_in().hosts) {
    if (!shape.gpu_pcie.known()) continue;
    CAPTURE(id);
    CHECK(shape.gpu_pcie.value() < built_in().gpus.at(shape.gpu).pcie.value());
  }
}

TEST_CASE("slices of a GPU fit into it") {
  for (const auto& [id, table] : built_in().mig_tables) {
    for (const MigProfile& p : table.profiles) {
      CAPTURE(id, p.name);
      CHECK((p.compute_slices >= 1 && p.compute_slices <= table.compute_slices));
      CHECK((p.memory_slices >= 1 && p.memory_slices <= table.memory_slices));
      REQUIRE(!p.starts.empty());
      CHECK(std::ranges::is_sorted(p.starts));
      CHECK(p.starts.back() + p.memory_slices <= table.memory_slices);
      const bool shares_media = p.media == MediaEngines::share || p.media == MediaEngines::none;
      CHECK(p.max_instances <= static_cast<int>(p.starts.size()));
      if (shares_media)
        CHECK(p.max_instances == std::min(static_cast<int>(p.starts.size()), table.compute_slices / p.compute_slices));
      for (const std::string& name : table.gpus) {
        const Gpu& card = built_in().gpus.at(name);
        CHECK(card.mig == id);
        if (p.memory.known() && card.memory.known())
          CHECK(double(p.max_instances) * p.memory.value() <= card.memory.value());
        const bool counts_of_another_card = name == "h100-pcie";  // said in the table's note
        if (p.streaming_multiprocessors.known() && card.streaming_multiprocessors.known() && !counts_of_another_card)
          CHECK(p.max_instances * p.streaming_multiprocessors.value() <= card.streaming_multiprocessors.value());
      }
    }
  }
}

TEST_CASE("the whole-GPU profile takes the whole strip, and a slice's name tells its memory") {
  for (const auto& [id, table] : built_in().mig_tables) {
    CAPTURE(id);
    CHECK(std::ranges::any_of(table.profiles,
                              [&](const MigProfile& p) { return p.memory_slices == table.memory_slices; }));
    for (const MigProfile& p : table.profiles) {
      CAPTURE(p.name);
      const double named = std::stod(p.name.substr(p.name.find('.') + 1));
      if (p.memory.known()) CHECK(p.memory.value().in(GiB) == Approx(named).epsilon(0.15));
      CHECK(p.compute_slices == std::stoi(p.name));
    }
  }
}

TEST_CASE("every boundary says of every way to hand over a GPU whether it exists, and why not") {
  for (const auto& [id, boundary] : built_in().boundaries) {
    CAPTURE(id);
    REQUIRE(boundary.gpu.size() == 6);
    for (const GpuAccess& access : boundary.gpu) {
      CHECK((access.offered || !access.reason.empty()));
      CHECK(access.offered == (access.path != GpuPath::none));
      for (const std::string& card : access.gpus) CHECK(works_with(access, card));
      for (const std::string& card : access.except) CHECK_FALSE(works_with(access, card));
    }
  }
}

TEST_CASE("boundaries are consistent") {
  for (const auto& [id, b] : built_in().boundaries) {
    CAPTURE(id);
    const MemoryOverhead& m = b.memory;
    if (m.fixed.known() && m.monitor.known()) CHECK(m.monitor.value() <= m.fixed.value());
    if (m.fixed.known()) CHECK(!m.basis.empty());
    CHECK(!b.gives_memory_back_note.empty() == (b.gives_memory_back || m.fixed.known()));
    for (const MemorySharing& sharing : b.sharing) CHECK(!sharing.security_note.empty());
    for (const CpuLoss& loss : b.loss) {
      const auto& e = loss.fraction.estimate;
      const double most = e.high ? *e.high : e.typical.value_or(0);
      if (loss.kind == LossKind::less_throughput) CHECK(most < 1);  // all of the throughput lost is no loss, but a stop
    }
    CHECK((b.needs == Virtualisation::none) == (b.kernel != Kernel::own && id != "gvisor-kvm"));
    CHECK(b.start.rate_ceiling.known() == (b.start.ceiling_vcpus > 0));
    CHECK(!b.surface.empty());
  }
}

TEST_CASE("a guest kernel has devices around it, and the catalog says from where it knows which") {
  for (const auto& [id, b] : built_in().boundaries) {
    CAPTURE(id);
    CHECK((b.kernel == Kernel::own) == (b.devices != Devices::none));
    const bool told = !b.devices_source.empty() || b.devices_note.starts_with("assumed");
    CHECK(told == (b.devices != Devices::none));
  }
}

TEST_CASE("measured starts slow down with concurrency, and their rates are the ceilings") {
  for (const char* id : {"kata-qemu", "kata-fc", "kata-dragonball"}) {
    const StartFacts& start = built_in().boundaries.at(id).start;
    CAPTURE(id);
    REQUIRE(start.curves.measured());
    double best_rate = 0, worst_rate = 1e9;
    for (const StartCurve& curve : start.curves.cold) {
      REQUIRE(curve.concurrency.size() == curve.seconds.size());
      double last = 0;
      for (std::size_t i = 0; i < curve.seconds.size(); ++i) {
        if (!curve.seconds[i]) continue;
        CHECK(*curve.seconds[i] > last);
        last = *curve.seconds[i];
        if (curve.concurrency[i] < 50) continue;
        best_rate = std::max(best_rate, curve.concurrency[i] / last);
        worst_rate = std::min(worst_rate, curve.concurrency[i] / last);
      }
    }
    CHECK(start.rate_ceiling.estimate.low->in(per_s) == Approx(worst_rate).epsilon(0.05));
    CHECK(best_rate <= start.rate_ceiling.estimate.high->in(per_s)*1.02);
    CHECK(start.curves.cpu_concurrency.size() == start.curves.cpu_seconds_cold.size());
  }
}

TEST_CASE("the fit of guest memory follows from the published measurements") {
  // PSS per machine at 1,000 on a host, RunD artifact (mem_kata.csv, mem_katafc.csv): fixed + slope * guest memory.
  struct Row {
    const char* boundary;
    double guest_mib, pss_mib;
  };
  for (const Row& row :
       {Row{"kata-qemu", 328, 144.3}, Row{"kata-qemu", 1224, 161.7}, Row{"kata-qemu", 4296, 218.1},
        Row{"kata-fc", 288, 75.2}, Row{"kata-fc", 1184, 92.0}, Row{"kata-fc", 2208, 112.4},
        Row{"kata-dragonball", 308, 23.9}, Row{"firecracker", 128, 49.6}, Row{"firecracker", 512, 57.2}}) {
    const MemoryOverhead& m = built_in().boundaries.at(row.boundary).memory;
    CAPTURE(row.boundary, row.guest_mib);
    CHECK(m.fixed.value().in(MiB) + m.slope.value() * row.guest_mib == Approx(row.pss_mib).epsilon(0.02));
  }
}

TEST_CASE("published reserves follow from their formulas") {
  const auto tiers = [](const HostReserve& r, Bytes memory) {
    Bytes kept = r.fixed, rest = memory;
    for (const MemoryTier& tier : r.memory_tiers) {
      const Bytes part = tier.size ? std::min(*tier.size, rest) : rest;
      kept += tier.share * part;
      rest -= part;
    }
    return kept;
  };
  const auto& reserves = built_in().reserves;
  CHECK((tiers(reserves.at("gke"), 150.0 * GiB) + reserves.at("gke").eviction).in(GiB) == Approx(9.86).epsilon(0.001));
  CHECK((reserves.at("eks").fixed + 737.0 * reserves.at("eks").per_pod).in(MiB) == 8362);
  CHECK((reserves.at("eks").fixed + 110.0 * reserves.at("eks").per_pod).in(MiB) == 1465);
}

TEST_CASE("the schema in the project is the one that follows from the records") {
  std::ifstream file(PLANNER_SOURCE_DIR "/models/schema/catalog.schema.json");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  INFO("build/dev/planner catalog schema > models/schema/catalog.schema.json");
  CHECK(text == io::catalog_schema());
}
