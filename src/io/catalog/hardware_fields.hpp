#pragma once
#include "io/catalog/catalog_fields.hpp"

/// The fields of hosts, GPUs and platforms; see catalog_fields.hpp.
namespace planner::io {

void fields(auto& v, record<catalog::Gpu> auto& g) {
  v.text("name", g.name);
  v.text("vendor", g.vendor);
  v.text("architecture", g.architecture);
  v.text("form", g.form);
  v.fact("compute_capability", g.compute_capability);
  v.fact("memory", g.memory, "MiB");
  v.fact("driver_reserved", g.driver_reserved);
  v.fact("marketed_memory", g.marketed_memory);
  v.fact("memory_bandwidth", g.memory_bandwidth, "GB/s");
  v.fact("nvlink", g.nvlink, "GB/s");
  v.fact("cpu_link", g.cpu_link, "GB/s");
  v.fact("pcie", g.pcie, "GB/s");
  v.fact("fp16", g.fp16, "TFLOP/s");
  v.fact("fp8", g.fp8, "TFLOP/s");
  v.fact("fp4", g.fp4, "TFLOP/s");
  v.fact("int8", g.int8, "TFLOP/s");
  v.fact("streaming_multiprocessors", g.streaming_multiprocessors);
  v.fact("bar1", g.bar1, "MiB");
  v.fact("power", g.power);
  v.fact("idle_power", g.idle_power);
  v.mig_table("mig", g.mig);
  v.text("note", g.note);
}

void fields(auto& v, record<catalog::MigProfile> auto& p) {
  v.text("name", p.name);
  v.number("profile_id", p.profile_id);
  v.number("compute_slices", p.compute_slices);
  v.number("memory_slices", p.memory_slices);
  v.numbers("starts", p.starts);
  v.number("max_instances", p.max_instances);
  v.word("media", p.media, media_words);
  v.fact("memory", p.memory, "MiB");
  v.fact("streaming_multiprocessors", p.streaming_multiprocessors);
  v.fact("copy_engines", p.copy_engines);
  v.fact("decoders", p.decoders);
  v.text("note", p.note);
}

void fields(auto& v, record<catalog::MigTable> auto& t) {
  v.gpus("gpus", t.gpus);
  v.number("memory_slices", t.memory_slices);
  v.number("compute_slices", t.compute_slices);
  v.flag("placements_verified", t.placements_verified);
  v.sources("sources", t.sources);
  v.text("note", t.note);
  v.list_citing(t.sources, "profiles", t.profiles);
}

void fields(auto& v, record<catalog::Price> auto& p) {
  v.text("date", p.date);
  v.text("region", p.region);
  v.fact("on_demand", p.on_demand);
  v.fact("reserved_3y", p.reserved_3y);
  v.fact("spot", p.spot);
  v.flag("without_power", p.without_power);
  v.flag("without_local_disk", p.without_local_disk);
  v.text("note", p.note);
}

void fields(auto& v, record<catalog::Host> auto& h) {
  v.text("provider", h.provider);
  v.text("name", h.name);
  v.fact("vcpus", h.vcpus);
  v.number("threads_per_core", h.threads_per_core);
  v.fact("memory", h.memory);
  v.fact("memory_seen", h.memory_seen);
  v.fact("network", h.network, "Gbit/s");
  v.fact("fabric", h.fabric, "Gbit/s");
  v.fact("local_disk", h.local_disk, "TB");
  v.fact("disk_read", h.disk_read);
  v.fact("disk_random_read", h.disk_random_read);
  v.gpu("gpu", h.gpu);
  v.fact("gpus", h.gpus);
  v.fact("gpu_pcie", h.gpu_pcie);
  v.flag("bare_metal", h.bare_metal);
  v.flag("nested_virtualisation", h.nested_virtualisation);
  v.fact("max_ips", h.max_ips);
  v.fact("power", h.power);
  v.fact("rack_units", h.rack_units);
  v.object("price", h.price);
  v.text("note", h.note);
}

void fields(auto& v, record<catalog::MemoryTier> auto& t) {
  v.quantity("size", t.size);
  v.number("share", t.share);
}

void fields(auto& v, record<catalog::CpuTier> auto& t) {
  v.quantity("size", t.size);
  v.number("share", t.share);
}

/// One row of `cpu_by_cores`.
void fields(auto& v, record<std::pair<double, double>> auto& row) {
  v.number("cores", row.first);
  v.number("vcpus", row.second);
}

void fields(auto& v, record<catalog::HostReserve> auto& r) {
  v.text("name", r.name);
  v.list("memory_tiers", r.memory_tiers);
  v.quantity("fixed", r.fixed);
  v.quantity("per_pod", r.per_pod);
  v.quantity("eviction", r.eviction);
  v.number("cap_share", r.cap_share);
  v.quantity("cpu_fixed", r.cpu_fixed);
  v.list("cpu_tiers", r.cpu_tiers);
  v.list("cpu_by_cores", r.cpu_by_cores);
  v.sources("sources", r.sources);
  v.text("note", r.note);
}

void fields(auto& v, record<catalog::PlatformLimits> auto& l) {
  v.fact("pids", l.pids);
  v.fact("pids_per_cpu", l.pids_per_cpu);
  v.fact("pids_ceiling", l.pids_ceiling);
  v.fact("ports_per_bridge", l.ports_per_bridge);
  v.fact("pods_per_node", l.pods_per_node);
  v.fact("nodes_per_cluster", l.nodes_per_cluster);
  v.fact("pods_per_cluster", l.pods_per_cluster);
  v.fact("containers_per_cluster", l.containers_per_cluster);
  v.fact("ips_per_range", l.ips_per_range);
  v.list("observed", l.observed);
}

void fields(auto& v, record<catalog::GpuSharing> auto& s) {
  v.fact("mps_clients", s.mps_clients);
  v.fact("cuda_context", s.cuda_context);
  v.fact("vgpu_reserve", s.vgpu_reserve);
  v.fact("vfio_pin_thp", s.vfio_pin_thp);
  v.fact("vfio_pin_small", s.vfio_pin_small);
  v.fact("vfio_pin_1g", s.vfio_pin_1g);
  v.fact("vfio_per_gpu", s.vfio_per_gpu);
  v.fact("kata_settle", s.kata_settle);
  v.fact("scrub", s.scrub);
  v.text("mps_note", s.mps_note);
  v.text("time_slice_note", s.time_slice_note);
  v.text("mig_to_vm_note", s.mig_to_vm_note);
  v.list("observed", s.observed);
}

void fields(auto& v, record<catalog::Reliability> auto& r) {
  v.fact("gpu_host_mtbf", r.gpu_host_mtbf);
  v.list("observed", r.observed);
}

void fields(auto& v, record<catalog::Background> auto& b) {
  v.text("kind", b.kind);
  v.text("name", b.name);
  v.list("observed", b.observed);
}

}  // namespace planner::io
