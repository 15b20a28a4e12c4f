#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/candidates/gpu_modes.hpp"
#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

/// The options turned down, each once for all classes that it is turned down for.
namespace planner::plan::sessions {

/// What an option is called: `kata-qemu`, `qemu-q35 + mig-vgpu on onprem/dgx-h100`.
inline std::string name_of(const RunOption& option) {
  if (!option.gpu) return option.boundary->id;
  return option.boundary->id + " + " + std::string(to_text(option.gpu->mode)) + " on " +
         option.host->id;
}

inline void add_rejected(std::vector<Rejected>& list, Rejected r) {
  const auto same = std::find_if(list.begin(), list.end(), [&](const Rejected& other) {
    return other.option == r.option && other.code == r.code && other.reason == r.reason;
  });
  if (same == list.end()) {
    list.push_back(std::move(r));
  } else if (("," + same->session_class + ",").find("," + r.session_class + ",") == std::string::npos) {
    same->session_class += "," + r.session_class;
  }
}

namespace detail {

/// A host that takes the class in this option in another form, with other disks, hides the refusal of this form.
inline bool taken_elsewhere(const Design& design, std::size_t i, std::size_t option, const catalog::Host* host) {
  return std::any_of(design.table().hosts().begin(), design.table().hosts().end(), [&](const HostChoice& h) {
    return h.host == host && design.table().at(i, option, h.index);
  });
}

inline void add_misfits(std::vector<Rejected>& list, const Design& design, std::size_t i, std::size_t option) {
  for (const HostChoice& h : design.table().hosts()) {
    const Rejected* const r = design.table().refusal(i, option, h.index);
    if (r && !taken_elsewhere(design, i, option, h.host)) add_rejected(list, *r);
  }
}

inline void add_dearer(std::vector<Rejected>& list, const Question& q, Design& design, std::size_t k) {
  const auto& options = design.table().options();
  const RunOption& chosen = options[design.chosen().options[k]];
  for (const Alternative& a : design.alternatives(k)) {
    const std::string price = a.extra > UsdPerTime{} ? "costs " + say(a.extra) + " more than " : "costs no less than ";
    add_rejected(list, {q.session(design.tenancy().classes[k]).name, name_of(options[a.option]), "cost",
                        price + name_of(chosen), "name it under `boundaries` to have it all the same"});
  }
}

}  // namespace detail

/// Why every option that was not chosen was not.
inline void add_turned_down(std::vector<Rejected>& list, const Question& q, Design& design) {
  for (std::size_t k = 0; k < design.tenancy().classes.size(); ++k) {
    const std::size_t i = design.tenancy().classes[k];
    for (std::size_t o = 0; o < design.table().options().size(); ++o) {
      if (const auto refusal = policy_refusal(q, i, *design.table().options()[o].boundary))
        add_rejected(list, *refusal);
      else
        detail::add_misfits(list, design, i, o);
    }
    if (design.chosen().found) detail::add_dearer(list, q, design, k);
  }
}

}  // namespace planner::plan::sessions
