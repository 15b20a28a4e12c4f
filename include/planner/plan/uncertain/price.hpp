#pragma once
#include <cstddef>
#include <vector>

/// What designs cost when numbers take other values.
namespace planner::plan::uncertain {

/// One design in one world. Money in USD per hour.
struct Price {
  bool served = true;  ///< false: something of it fits nowhere in this world; the other figures then mean nothing
  double hosts = 0, gpus = 0, usd = 0;
  double uncut_usd = 0;         ///< if hosts could be cut at will: falls and rises where whole hosts stay the same
  bool packs_classes = false;   ///< hosts are an estimate: what classes that share them lose is taken as it was
  double missed = 0;            ///< classes or models that miss a target in this world
  std::vector<double> fleet{};  ///< hosts by type, in the order in which the designs name them

  void add(const Price& part, std::size_t host_type) {
    served = served && part.served;
    hosts += part.hosts;
    gpus += part.gpus;
    usd += part.usd;
    uncut_usd += part.uncut_usd;
    packs_classes = packs_classes || part.packs_classes;
    missed += part.missed;
    fleet[host_type] += part.hosts;
  }
};

}  // namespace planner::plan::uncertain
