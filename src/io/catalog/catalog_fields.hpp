#pragma once
#include <concepts>
#include <type_traits>

#include "io/catalog/catalog_words.hpp"
#include "planner/catalog/catalog.hpp"

/// The fields of every catalog record, each named once. A visitor reads them from JSON (`RecordReader`) or writes them
/// to it (`RecordWriter`): file format, overlays, `planner catalog` and the content hash follow from these lines.
namespace planner::io {

/// R is the record T, const where it is written.
template <class R, class T>
concept record = std::same_as<std::remove_const_t<R>, T>;

void fields(auto& v, record<Source> auto& s) {
  v.text("title", s.title);
  v.text("where", s.where);
  v.text("section", s.section);
  v.number("year", s.year);
  v.text("kind", s.kind);
}

void fields(auto& v, record<Observation> auto& o) {
  v.text("what", o.what);
  v.text("value", o.value);
  v.text("conditions", o.conditions);
  v.sources("sources", o.sources);
}

void fields(auto& v, record<catalog::CpuLoss> auto& l) {
  v.fact("fraction", l.fraction);
  v.word("kind", l.kind, loss_kind_words);
  v.word("baseline", l.baseline, loss_baseline_words);
}

void fields(auto& v, record<catalog::MemoryOverhead> auto& m) {
  v.fact("fixed", m.fixed);
  v.fact("monitor", m.monitor);
  v.fact("shim", m.shim);
  v.fact("per_vcpu", m.per_vcpu);
  v.fact("slope", m.slope);
  v.text("basis", m.basis);
  v.fact("scheduler_charge", m.scheduler_charge);
  v.fact("scheduler_cpu_charge", m.scheduler_cpu_charge);
}

void fields(auto& v, record<catalog::MemorySharing> auto& s) {
  v.text("id", s.id);
  v.fact("fixed", s.fixed);
  v.fact("slope", s.slope);
  v.fact("saving", s.saving);
  v.text("security_note", s.security_note);
}

void fields(auto& v, record<catalog::StartCurve> auto& c) {
  v.number("resident", c.resident);
  v.numbers("concurrency", c.concurrency);
  v.numbers("seconds", c.seconds);
}

void fields(auto& v, record<catalog::StartCurves> auto& c) {
  v.number("reference_vcpus", c.reference_vcpus);
  v.list("cold", c.cold);
  v.list("restore", c.restore);
  v.numbers("cpu_concurrency", c.cpu_concurrency);
  v.numbers("cpu_seconds_cold", c.cpu_seconds_cold);
  v.numbers("cpu_seconds_restore", c.cpu_seconds_restore);
  v.sources("sources", c.sources);
  v.text("note", c.note);
}

void fields(auto& v, record<catalog::StartFacts> auto& s) {
  v.fact("cold", s.cold);
  v.fact("restore", s.restore);
  v.fact("cpu", s.cpu);
  v.fact("rate_ceiling", s.rate_ceiling);
  v.number("ceiling_vcpus", s.ceiling_vcpus);
  v.fact("rate_seen", s.rate_seen);
  v.object("curves", s.curves);
}

void fields(auto& v, record<catalog::GpuAccess> auto& a) {
  v.word("mode", a.mode, gpu_mode_words);
  v.word("path", a.path, gpu_path_words);
  v.flag("offered", a.offered);
  v.gpus("gpus", a.gpus);
  v.gpus("except", a.except);
  v.flag("licence", a.licence);
  v.text("reason", a.reason);
  v.sources("sources", a.sources);
}

void fields(auto& v, record<catalog::HostObjects> auto& o) {
  v.fact("processes", o.processes);
  v.fact("threads_per_vcpu", o.threads_per_vcpu);
  v.fact("files", o.files);
  v.fact("taps", o.taps);
}

void fields(auto& v, record<catalog::SurfaceFact> auto& s) {
  v.text("what", s.what);
  v.text("value", s.value);
  v.text("detail", s.detail);
  v.source("source", s.source);
}

/// The CPU losses of a boundary, by kind of work.
template <class Loss>
struct Losses {
  Loss& of;  ///< an array, const where it is written
};

template <class Loss>
void fields(auto& v, const Losses<Loss>& losses) {
  for (const auto& work : work_words) v.object(work.name, losses.of[static_cast<std::size_t>(work.value)]);
}

void fields(auto& v, record<catalog::Boundary> auto& b) {
  Losses losses{b.loss};
  v.text("name", b.name);
  v.text("product", b.product);
  v.word("kernel", b.kernel, kernel_kind_words);
  v.word("devices", b.devices, device_words);
  v.text("devices_note", b.devices_note);
  v.source("devices_source", b.devices_source);
  v.object("memory", b.memory);
  v.flag("gives_memory_back", b.gives_memory_back);
  v.text("gives_memory_back_note", b.gives_memory_back_note);
  v.list("sharing", b.sharing);
  v.object("loss", losses);
  v.object("start", b.start);
  v.word("needs", b.needs, virtualisation_words);
  v.fact("nested_penalty", b.nested_penalty);
  v.object("objects", b.objects);
  v.fact("max_per_host", b.max_per_host);
  v.fact("max_guest_vcpus", b.max_guest_vcpus);
  v.list("gpu", b.gpu);
  v.list("surface", b.surface);
  v.list("observed", b.observed);
  v.texts("notes", b.notes);
  v.text("shown_only", b.shown_only);
}

}  // namespace planner::io
